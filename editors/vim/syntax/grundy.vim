" Colours of the rule language of Grundy. The words are those of the language's own list; a test of the project compares them.
if exists('b:current_syntax')
  finish
endif

syntax iskeyword @,48-57,_,192-255
syntax case match

" Names come first: what is defined later wins where both fit.
syntax match grundyGame /\v<[[:upper:]]\w*>/
syntax match grundyName /\v(<game\s+)@<=\w+/
syntax match grundyMove /\v(<move\s+)@<=\w+/
syntax match grundyDefinition /\v(<def\s+)@<=\w+/

syntax keyword grundyClause game def type start expect param state left right move wins loses when draw score misere players split by
syntax keyword grundyClause symmetry measure invariant claim show
syntax keyword grundyStatement for let gain again become pass swap
syntax keyword grundyOperator if then else in and or not set of list
syntax keyword grundyType nat int bool player digraph
syntax keyword grundyValue me opp Left Right none true false stuck forever orth diag king
syntax keyword grundyFunction all grid lines reach next nodes len abs min max exists count sum xor

" Words that have a meaning only in these lines and are names elsewhere.
syntax keyword grundyFree contained play first second grundy winner outcome value margin plies rounds rotate mirror flip transpose permute
syntax keyword grundyFree contained swapping step stop
syntax match grundyFreeLine /\v^\s*(claim|expect|symmetry|misere)\s+\w+/ contains=grundyClause,grundyFree
syntax match grundyFreeLine /\v(<symmetry>.*)@<=,\s*\w+/ contains=grundyFree,grundyStatement
syntax match grundyFreeLine /\v<swapping\s+players>/ contains=grundyFree,grundyClause
syntax match grundyFreeLine /\v<step\ze\s+\h/ contains=grundyFree
syntax match grundyFreeLine /\v<or\s+stop>/ contains=grundyFree,grundyOperator

syntax match grundyNumber /\v<\d[0-9_]*([eE]\d+)?>/
syntax region grundyText start=/"/ end=/"/ oneline
syntax match grundySign /\v[-+*%&=<>!?|^]|\/\/|\.\./
syntax match grundyComment /#.*$/ contains=@Spell

highlight default link grundyClause Keyword
highlight default link grundyStatement Statement
highlight default link grundyOperator Operator
highlight default link grundyType Type
highlight default link grundyValue Constant
highlight default link grundyFunction Function
highlight default link grundyFree Keyword
highlight default link grundyGame Identifier
highlight default link grundyName Type
highlight default link grundyMove Function
highlight default link grundyDefinition Function
highlight default link grundyNumber Number
highlight default link grundyText String
highlight default link grundySign Operator
highlight default link grundyComment Comment

let b:current_syntax = 'grundy'
