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

-- what is safe is corrected before a text is written: `vim.lsp.buf.code_action` would answer after
local function fix(args)
  if not vim.g.textlint_pt_fix_on_save then
    return
  end
  local start = { line = 0, character = 0 }
  local params = {
    textDocument = vim.lsp.util.make_text_document_params(args.buf),
    range = { start = start, ['end'] = start },
    context = { only = { 'source.fixAll.textlint-pt' }, diagnostics = {} },
  }
  local answers = vim.lsp.buf_request_sync(args.buf, 'textDocument/codeAction', params, 3000)
  for id, answer in pairs(answers or {}) do
    local client = vim.lsp.get_client_by_id(id)
    for _, action in ipairs(answer.result or {}) do
      if action.edit and client and client.name == 'textlint-pt' then
        vim.lsp.util.apply_workspace_edit(action.edit, client.offset_encoding)
      end
    end
  end
end

vim.api.nvim_create_autocmd('BufWritePre', { callback = fix })
