/// <reference types="tree-sitter-cli/dsl" />
// The rule language of Grundy (docs/language.md) for tree-sitter. Lines and blocks are told apart by src/scanner.c.
// The words are those of the language's own list; a test of the project compares them.

// From loose to tight.
const LEVEL = { set: -1, if: 1, or: 2, and: 3, not: 4, compare: 5, range: 6, xor: 7, sum: 8, product: 9, minus: 10, tight: 11 };

const list = (of, sign = ',') => seq(of, repeat(seq(sign, of)));

module.exports = grammar({
  name: 'grundy',
  externals: $ => [$._newline, $._indent, $._dedent],
  extras: $ => [/\s|\u{feff}/u, $.comment],
  word: $ => $.identifier,
  supertypes: $ => [$._expression],
  conflicts: $ => [
    [$.if_statement],
    [$.body],
    [$.relation, $._expression],
    [$.binder, $._expression],
  ],

  rules: {
    file: $ => repeat(choice($.game, $._item, ';')),

    _item: $ => seq(choice($.definition, $.enumeration, $.start, $.expectation), choice($._newline, ';')),

    start: $ => seq('start', $._expression),
    expectation: $ => seq('expect', field('query', $.query), $._expression),
    query: _ => choice('grundy', 'winner', 'outcome', 'value', 'margin', 'plies', 'rounds'),

    game: $ => seq('game', field('name', $.identifier), repeat(seq(';', optional($._clause))),
      choice($._newline, seq($._indent, repeat1($._lines), $._dedent))),
    _lines: $ => seq($._clause, repeat(seq(';', optional($._clause))), $._newline),

    _clause: $ => choice($.parameters, $.state, $.move, $.verdict, $.misere, $.players, $.split, $.symmetry, $.measure, $.invariant,
      $.enumeration, $.definition, $.claim),

    parameters: $ => seq('param', list($.declaration)),
    state: $ => seq('state', list($.declaration)),
    declaration: $ => seq(field('name', $.identifier), optional(seq(':', field('set', $._expression))),
      optional(seq('=', field('default', $._expression))), optional(seq('show', field('show', $.text)))),

    move: $ => seq(optional(choice('left', 'right')), choice('move', 'step'), field('name', $.identifier), optional(seq('(', optional($.binders), ')')),
      optional(seq('if', field('guard', $._expression))), ':', field('body', $.body)),
    binders: $ => list($.binder),
    binder: $ => seq(field('name', $.identifier), choice(seq('in', $._expression), seq('=', $._expression))),

    verdict: $ => seq(choice(seq($._player, choice('wins', 'loses')), 'draw', seq('score', optional($._expression))), 'when', $._expression),
    _player: $ => choice($.identifier, $.value),
    misere: _ => seq('misere', 'play'),
    players: $ => seq('players', $.identifier, ',', $.identifier),
    split: $ => seq('split', field('field', $.identifier), 'by', choice($._expression, $.relation)),
    relation: $ => seq('(', $.identifier, ',', $.identifier, ')', '=>', $._expression),
    symmetry: $ => seq('symmetry', list($.map)),
    map: $ => choice(seq('swap', 'players'),
      seq(field('field', $.identifier), 'by', $.identifier, '=>', $._expression, optional(seq('swapping', 'players'))),
      seq(choice('rotate', 'mirror', 'flip', 'transpose', 'permute'), field('field', $.identifier), optional(seq('swapping', 'players')))),
    measure: $ => seq('measure', $._expression),
    invariant: $ => seq('invariant', $._expression),
    enumeration: $ => seq('type', field('name', $.identifier), '=', list($.identifier, '|')),
    definition: $ => seq('def', field('name', $.identifier), optional(seq('(', optional(list($.argument)), ')')), '=', $._expression),
    argument: $ => seq(field('name', $.identifier), optional(seq(':', $._expression))),
    claim: $ => seq('claim', choice(seq(choice('first', 'second'), 'wins'), seq(choice('grundy', 'plies', 'rounds'), '==', $._expression)),
      optional(seq('when', $._expression))),

    body: $ => choice(seq($._statement, repeat(prec.dynamic(1, seq(';', $._statement)))), seq($._indent, repeat1($._statements), $._dedent)),
    _statements: $ => seq($._statement, repeat(seq(';', optional($._statement))), $._newline),
    _statement: $ => choice($.assignment, $.swap, $.let, $.if_statement, $.for, $.gain, $.again, $.become, $.then, $.pass),
    assignment: $ => seq($._place, choice('=', '+=', '-='), $._expression),
    swap: $ => seq('swap', $._place, ',', $._place),
    _place: $ => choice($.identifier, $.place),
    place: $ => seq($.identifier, repeat1(seq('[', list($._expression), ']'))),
    let: $ => seq('let', field('name', $.identifier), '=', $._expression),
    if_statement: $ => seq('if', $._expression, ':', $.body, optional(seq(optional($._newline), 'else', ':', $.body))),
    for: $ => seq('for', field('name', $.identifier), 'in', $._expression, ':', $.body),
    gain: $ => seq('gain', $._expression),
    again: _ => 'again',
    become: $ => seq('become', $._expression),
    then: $ => seq('then', list($.follow, 'or'), optional(seq('or', 'stop'))),
    follow: $ => prec.right(seq(field('name', $.identifier), optional(seq('(', optional(list($._expression)), ')')))),
    pass: _ => 'pass',

    _expression: $ => choice($.number, $.text, $.identifier, $.value, $.type, $.function, $.conditional, $.unary, $.binary, $.range, $.call, $.fold,
      $.index, $.entry, $.tuple, $.list, $.set, $.optional, $.sets),

    conditional: $ => prec.right(LEVEL.if, seq('if', $._expression, 'then', $._expression, 'else', $._expression)),
    unary: $ => choice(prec(LEVEL.not, seq('not', $._expression)), prec(LEVEL.minus, seq('-', $._expression))),
    binary: $ => choice(...[
      [LEVEL.or, 'or'], [LEVEL.and, 'and'],
      [LEVEL.compare, choice('==', '!=', '<', '<=', '>', '>=', 'in', seq('not', 'in'))],
      [LEVEL.xor, '^^'], [LEVEL.sum, choice('+', '-')], [LEVEL.product, choice('*', '//', '%', '&')],
    ].map(([level, sign]) => prec.left(level, seq($._expression, sign, $._expression)))),
    range: $ => prec.left(LEVEL.range, seq($._expression, '..', optional($._expression))),
    optional: $ => prec(LEVEL.tight, seq($._expression, '?')),
    sets: $ => prec.left(LEVEL.compare, seq(choice('set', 'list'), 'of', $._expression)),
    index: $ => prec(LEVEL.tight, seq($._expression, '[', list($._expression), ']')),
    entry: $ => prec(LEVEL.tight, seq($._expression, '.', field('name', $.identifier))),
    call: $ => prec(LEVEL.tight, choice(seq($.identifier, '(', optional(list(choice($.named, $._expression))), optional(','), ')'),
      seq($.function, '(', optional(list($._expression)), optional(','), ')'))),
    named: $ => seq(field('name', $.identifier), '=', $._expression),
    fold: $ => prec.dynamic(1, prec(LEVEL.tight, seq($.function, '(', $._bound, ')'))),
    _bound: $ => seq($.binders, optional(seq('if', $._expression)), optional(seq(':', $._expression))),
    tuple: $ => seq('(', list(choice($.typed, $._expression)), optional(','), ')'),
    typed: $ => seq(field('name', $.identifier), ':', $._expression),
    list: $ => seq('[', optional(list($._expression)), optional(','), ']'),
    set: $ => choice(seq('{', optional(list($._expression)), optional(','), '}'), prec.dynamic(1, seq('{', $._bound, '}'))),

    type: _ => choice('nat', 'int', 'bool', 'player', 'digraph'),
    value: _ => choice('me', 'opp', 'Left', 'Right', 'none', 'true', 'false', 'stuck', 'forever', 'orth', 'diag', 'king'),
    function: _ => choice('all', 'grid', 'lines', 'reach', 'next', 'nodes', 'len', 'abs', 'min', 'max', 'exists', 'count', 'sum', 'xor'),

    identifier: _ => /[\p{Alphabetic}_][\p{Alphabetic}\p{N}_]*/u,
    number: _ => /[0-9][0-9_]*([eE][0-9]+)?/,
    text: _ => /"[^"\n]*"/,
    comment: _ => /#[^\n]*/,
  },
});
