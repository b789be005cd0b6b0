-- A session in headless Neovim with the files of editors/vim, run by editors/test.
-- The program is named by GRUNDY. Ends with 0 if everything is as it should be.
vim.g.grundy_command = os.getenv('GRUNDY')

local function fail(what)
  io.stderr:write('neovim: ' .. what .. '\n')
  vim.cmd('cquit')
end

local function wait(what, holds)
  if not vim.wait(15000, holds, 20) then
    fail('no ' .. what .. ': ' .. table.concat(vim.api.nvim_buf_get_lines(0, 0, -1, false), '\\n'))
  end
end

local function expect(what, found, wanted)
  if not vim.deep_equal(found, wanted) then
    fail(what .. ': ' .. vim.inspect(found) .. ' instead of ' .. vim.inspect(wanted))
  end
end

local function lines()
  return vim.api.nvim_buf_get_lines(0, 0, -1, false)
end

local function ask(method, line, character, more)
  local params = { textDocument = vim.lsp.util.make_text_document_params(), position = { line = line, character = character } }
  for key, value in pairs(more or {}) do
    params[key] = value
  end
  local answers = vim.lsp.buf_request_sync(0, method, params, 15000) or {}
  local _, answer = next(answers)
  if not answer or answer.err or answer.error then
    fail(method .. ': ' .. vim.inspect(answers))
  end
  return answer.result
end

local function main()
  local path = vim.fn.tempname() .. '.game'
  vim.fn.writefile({ '# 🎲 돌', 'game Take # 가져가기', '  state heap: nat', '  move take(k in 1..3): heap -= k', '' }, path)
  vim.cmd('filetype plugin indent on')
  vim.cmd('syntax on')
  vim.cmd('edit ' .. path)
  expect('filetype', vim.bo.filetype, 'grundy')
  wait('server', function()
    local clients = (vim.lsp.get_clients or vim.lsp.buf_get_clients)(vim.lsp.get_clients and { bufnr = 0 } or 0)
    return next(clients) ~= nil
  end)

  -- Mistakes, and the remedy.
  wait('mistake', function() return #vim.diagnostic.get(0) == 1 end)
  local mistake = vim.diagnostic.get(0)[1]
  expect('place of the mistake', { mistake.lnum, mistake.col, mistake.code }, { 3, 24, 'E07' })
  local place = { line = 3, character = 26 }
  local actions = ask('textDocument/codeAction', 3, 26, { range = { start = place, ['end'] = place }, context = { diagnostics = {} } })
  vim.lsp.util.apply_workspace_edit(actions[1].edit, 'utf-16')
  expect('remedy', lines()[4], '  move take(k in 1..3) if k <= heap: heap -= k')
  wait('end of the mistake', function() return #vim.diagnostic.get(0) == 0 end)

  -- What is typed is told while it is typed.
  vim.api.nvim_buf_set_lines(0, 4, 4, false, { '  claim grundi == heap % 4' })
  wait('second mistake', function() return #vim.diagnostic.get(0) == 1 end)
  expect('second mistake', vim.diagnostic.get(0)[1].lnum, 4)
  vim.api.nvim_buf_set_lines(0, 4, 5, false, { '  claim grundy == heap % 4' })
  wait('end of the second mistake', function() return #vim.diagnostic.get(0) == 0 end)

  -- Hover, definition, completion, facts.
  local hover = ask('textDocument/hover', 3, 12)
  if not hover.contents.value:find('k in 1..3', 1, true) then fail('hover: ' .. vim.inspect(hover)) end
  expect('definition', ask('textDocument/definition', 3, 31).range.start, { line = 2, character = 8 })
  local offered = {}
  for _, item in ipairs(ask('textDocument/completion', 4, 18)) do offered[item.label] = true end
  if not (offered.heap and offered.max) then fail('completion: ' .. vim.inspect(offered)) end
  expect('omnifunc', vim.bo.omnifunc, 'v:lua.vim.lsp.omnifunc')
  local hints = ask('textDocument/inlayHint', 0, 0, { range = { start = { line = 0, character = 0 }, ['end'] = { line = 9, character = 0 } } })
  if not (hints[1] and hints[1].label:find('impartial', 1, true)) then fail('facts: ' .. vim.inspect(hints)) end

  -- Rename through Neovim's own command, then layout.
  vim.api.nvim_win_set_cursor(0, { 3, 8 })
  vim.lsp.buf.rename('돌')
  wait('rename', function() return lines()[3] == '  state 돌: nat' and lines()[5] == '  claim grundy == 돌 % 4' end)
  expect('renamed move', lines()[4], '  move take(k in 1..3) if k <= 돌: 돌 -= k')
  vim.api.nvim_buf_set_lines(0, 2, 3, false, { '  state   돌:nat' })
  vim.lsp.util.apply_text_edits(ask('textDocument/formatting', 0, 0, { options = { tabSize = 2, insertSpaces = true } }), 0, 'utf-16')
  expect('layout', lines()[3], '  state 돌: nat')

  -- Colours and indentation.
  local function colour(line, column) return vim.fn.synIDattr(vim.fn.synID(line, column, 1), 'name') end
  expect('colours', { colour(1, 1), colour(2, 1), colour(2, 6), colour(3, 3), colour(4, 3), colour(5, 3), colour(5, 9) },
    { 'grundyComment', 'grundyClause', 'grundyName', 'grundyClause', 'grundyClause', 'grundyClause', 'grundyFree' })
  vim.cmd('normal! 2Gox')
  expect('indentation', lines()[3], '  x')
  vim.api.nvim_buf_set_lines(0, 2, 3, false, {})

  -- `:make` fills the list of mistakes.
  vim.api.nvim_buf_set_lines(0, 2, 3, false, { '  sate 돌: nat' })
  vim.cmd('silent write')
  vim.cmd('silent make')
  local listed = vim.tbl_filter(function(one) return one.valid == 1 end, vim.fn.getqflist())
  expect('list of mistakes', { #listed, listed[1] and listed[1].lnum, listed[1] and listed[1].type }, { 1, 3, 'e' })
end

local fine, problem = xpcall(main, debug.traceback)
if not fine then fail(problem) end
io.stdout:write('neovim: everything is as it should be\n')
vim.cmd('qall!')
