" Settings for rule files of Grundy. `:make` checks the file and fills the list of mistakes.
if exists('b:did_ftplugin')
  finish
endif
let b:did_ftplugin = 1

setlocal comments=:# commentstring=#\ %s
setlocal expandtab shiftwidth=2 softtabstop=2
setlocal suffixesadd=.game
let &l:makeprg = get(g:, 'grundy_command', 'grundy') . ' check --format short %:S'
setlocal errorformat=%f:%l:%c:\ %trror[%*[A-Z0-9]]:\ %m,%f:%l:%c:\ %tarning[%*[A-Z0-9]]:\ %m,%-G%.%#

let b:undo_ftplugin = 'setlocal comments< commentstring< expandtab< shiftwidth< softtabstop< suffixesadd< makeprg< errorformat<'
