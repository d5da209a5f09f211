-- nvim --headless -u NONE -l is newer than Debian's: `editors/neovim/check` runs this with `-S`
local function fail(message)
  io.stderr:write(message .. '\n')
  vim.cmd 'cquit 1'
end

local function wait(what, condition)
  if not vim.wait(60000, condition, 50) then
    fail('nothing after 60 s: ' .. what)
  end
end

vim.cmd('edit ' .. vim.fn.fnameescape(vim.env.TEXT))
wait('a finding', function()
  return #vim.diagnostic.get(0) > 0
end)
local found = vim.diagnostic.get(0)[1]
if found.source ~= 'textlint-pt' or found.code ~= 'GRA404' then
  fail('another finding: ' .. vim.inspect(found))
end
local params = vim.lsp.util.make_range_params()
params.range = {
  start = { line = found.lnum, character = found.col },
  ['end'] = { line = found.end_lnum, character = found.end_col },
}
params.context = { diagnostics = { found.user_data.lsp and vim.tbl_extend('force', {
  range = params.range, message = found.message, source = found.source,
}, found.user_data.lsp) } }
local answers = vim.lsp.buf_request_sync(0, 'textDocument/codeAction', params, 60000) or {}
for _, answer in pairs(answers) do
  for _, action in ipairs(answer.result or {}) do
    if action.isPreferred then
      vim.lsp.util.apply_workspace_edit(action.edit, 'utf-16')
      local line = vim.api.nvim_buf_get_lines(0, 0, 1, false)[1]
      if line ~= vim.env.EXPECTED then
        fail('corrected to: ' .. line)
      end
      vim.cmd 'undo'
      vim.g.textlint_pt_fix_on_save = true
      vim.cmd 'write'
      line = vim.fn.readfile(vim.env.TEXT)[1]
      if line ~= vim.env.EXPECTED or vim.bo.modified then
        fail('saved as: ' .. line)
      end
      print('corrected: ' .. line)
      vim.cmd 'qall!'
    end
  end
end
fail('no correction: ' .. vim.inspect(answers))
