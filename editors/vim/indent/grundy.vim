" Indentation of rule files: two columns deeper after a `game` line and after a line that ends in `:`.
if exists('b:did_indent')
  finish
endif
let b:did_indent = 1

setlocal indentexpr=GrundyIndent(v:lnum) indentkeys=o,O,!^F,0=else,0=start,0=expect,0=game
let b:undo_indent = 'setlocal indentexpr< indentkeys<'

if exists('*GrundyIndent')
  finish
endif

function GrundyIndent(line)
  let before = prevnonblank(a:line - 1)
  if before == 0 || getline(a:line) =~# '\v^\s*(game|start|expect)>'
    return 0
  endif
  let text = substitute(getline(before), '\v\s*(#.*)?$', '', '')
  let deeper = text =~# ':$' || text =~# '\v^\s*game>'
  if getline(a:line) =~# '\v^\s*else>'
    return max([0, indent(before) - (text =~# '\v^\s*if>' ? 0 : shiftwidth())])
  endif
  return indent(before) + (deeper ? shiftwidth() : 0)
endfunction
