-- Neovim: starts `grundy lsp` for rule files. `vim.g.grundy_command` names another program, `vim.g.grundy_lsp = false` starts none.
if vim.g.grundy_lsp == false then
  return
end
local command = vim.g.grundy_command or 'grundy'
if vim.fn.executable(command) == 0 then
  return
end

local settings = {
  name = 'grundy',
  cmd = { command, 'lsp' },
  root_dir = vim.fn.expand('%:p:h'),
  on_attach = function(_, buffer)
    vim.api.nvim_buf_set_option(buffer, 'omnifunc', 'v:lua.vim.lsp.omnifunc')
    if vim.lsp.inlay_hint then
      vim.lsp.inlay_hint.enable(true, { bufnr = buffer })
    end
  end,
}

if vim.lsp.start then
  vim.lsp.start(settings)
else
  -- Before Neovim 0.8 one server is kept for all rule files.
  local running = vim.g.grundy_lsp_client
  if not (running and vim.lsp.get_client_by_id(running)) then
    running = vim.lsp.start_client(settings)
    vim.g.grundy_lsp_client = running
  end
  vim.lsp.buf_attach_client(0, running)
end
