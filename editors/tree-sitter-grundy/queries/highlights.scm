; Colours of the rule language.
(comment) @comment
(text) @string
(number) @number

[
  "game" "def" "type" "start" "expect" "param" "state" "left" "right" "move" "step" "stop" "wins" "loses" "when" "draw" "score" "misere" "play" "players"
  "split" "by" "symmetry" "swapping" "measure" "invariant" "claim" "first" "second" "show"
] @keyword

["for" "let" "gain" "become" "swap"] @keyword
(again) @keyword
(pass) @keyword
["if" "then" "else"] @keyword.conditional
["in" "and" "or" "not" "set" "of" "list"] @keyword.operator
["rotate" "mirror" "flip" "transpose" "permute"] @function.builtin
["grundy" "plies" "rounds"] @attribute
(query) @attribute

(type) @type.builtin
(value) @constant.builtin
(function) @function.builtin

(game name: (identifier) @type)
(enumeration name: (identifier) @type)
(move name: (identifier) @function)
(definition name: (identifier) @function)
(call (identifier) @function.call)
(declaration name: (identifier) @variable.member)
(argument name: (identifier) @variable.parameter)
(binder name: (identifier) @variable.parameter)
(named name: (identifier) @variable.parameter)
(typed name: (identifier) @property)
(entry name: (identifier) @property)
(players (identifier) @constant)

["==" "!=" "<" "<=" ">" ">=" "+" "-" "*" "//" "%" "&" "^^" ".." "=" "+=" "-=" "=>" "?" "|"] @operator
["(" ")" "[" "]" "{" "}"] @punctuation.bracket
["," ":" ";" "."] @punctuation.delimiter
