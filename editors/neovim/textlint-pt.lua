-- textlint-pt in Neovim 0.7 or newer: copy to ~/.config/nvim/plugin/textlint-pt.lua
local types = {
  'text', 'markdown', 'mdx', 'quarto', 'rst', 'asciidoc', 'tex', 'html', 'po', 'gitcommit', 'mail',
}

local clients = {}

local function attach(args)
  local name = vim.api.nvim_buf_get_name(args.buf)
  local marks = { '.textlint-pt.yaml', 'rules.yaml', 'rules.yml', '.git' }
  local folder = vim.fn.fnamemodify(name, ':p:h')
  local root = folder
  for _, mark in ipairs(marks) do
    local found = vim.fn.finddir(mark, folder .. ';')
    if found == '' then
      found = vim.fn.findfile(mark, folder .. ';')
    end
    if found ~= '' then
      root = vim.fn.fnamemodify(found, ':p'):gsub('/$', ''):gsub('/[^/]*$', '')
      break
    end
  end
  clients[root] = clients[root] or vim.lsp.start_client {
    name = 'textlint-pt',
    cmd = vim.g.textlint_pt_command or { 'textlint-pt', 'lsp' },
    root_dir = root,
    -- keys of rules.yaml, put over those of the nearest file: { preset = 'docs' }
    init_options = { settings = vim.g.textlint_pt_settings or vim.empty_dict() },
    on_exit = function()
      clients[root] = nil
    end,
  }
  if clients[root] then
    vim.lsp.buf_attach_client(args.buf, clients[root])
  end
end

vim.api.nvim_create_autocmd('FileType', { pattern = types, callback = attach })
