//! What each word of the language means: how it is written, and one sentence. docs/language.md has the whole.

/// How a word is written, and what it means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WordHelp {
    /// The word.
    pub word: &'static str,
    /// How it is written.
    pub form: &'static str,
    /// What it means.
    pub meaning: &'static str,
}

/// What a word of the language means; `None` of any other word.
pub fn word_help(word: &str) -> Option<WordHelp> {
    HELP.iter().find(|(known, _, _)| *known == word).map(|&(word, form, meaning)| WordHelp { word, form, meaning })
}

const HELP: &[(&str, &str, &str)] = &[
    // Items and clauses.
    ("game", "game NAME", "A game: its clauses stand indented below it."),
    (
        "def",
        "def NAME(ARGUMENTS) = EXPRESSION",
        "A name for an expression; it sees parameters, fields, `me`, `opp` and its arguments.",
    ),
    ("type", "type NAME = A | B | C", "An enumeration: a set of named values."),
    ("start", "start POSITION", "The position that is meant when none is given."),
    (
        "expect",
        "expect QUERY POSITION == ANSWER",
        "What `grundy check` has to find: `grundy`, `winner`, `outcome`, `value`, `margin`, `plies` or `rounds` of a position.",
    ),
    ("param", "param NAME: SET = DEFAULT", "Data that is fixed during play, such as the size of a board."),
    (
        "state",
        "state NAME: SET = START",
        "A field of a position. Its set is finite; `nat` gets its upper end from the start position.",
    ),
    ("left", "left move NAME(BINDERS) if GUARD: BODY", "A move that only Left may make."),
    ("right", "right move NAME(BINDERS) if GUARD: BODY", "A move that only Right may make."),
    (
        "move",
        "move NAME(BINDERS) if GUARD: BODY",
        "A kind of move: every choice of the binders whose guard holds is a move; the body says what it changes.",
    ),
    ("wins", "PLAYER wins when CONDITION", "An ending: verdict lines are tried from top to bottom before each move."),
    ("loses", "PLAYER loses when CONDITION", "An ending: verdict lines are tried from top to bottom before each move."),
    ("when", "VERDICT when CONDITION", "Says when a verdict or a claim holds."),
    ("draw", "draw when CONDITION", "An ending that nobody wins."),
    (
        "score",
        "score POINTS when CONDITION",
        "An ending that points decide: these more go to the player about to move.",
    ),
    ("misere", "misere play", "Who cannot move wins; the same as `me wins when stuck`."),
    ("players", "players NAME, NAME", "Renames Left and Right, in rules and in answers."),
    (
        "split",
        "split FIELD by STEPS",
        "A claim that parts of a field which no step joins are a sum; it is proved, checked or refused.",
    ),
    (
        "by",
        "split FIELD by STEPS",
        "Says what keeps two elements together: steps such as `orth`, or `(x, y) => CONDITION`.",
    ),
    (
        "symmetry",
        "symmetry MAP FIELD",
        "A claim that a map carries positions to positions of the same worth; it is proved, checked or refused.",
    ),
    ("measure", "measure EXPRESSION", "A claim that a number falls with every move, so that play ends."),
    ("invariant", "invariant CONDITION", "A claim that a condition holds of every position that is reached."),
    (
        "claim",
        "claim first wins when CONDITION",
        "A guess at a closed form: `grundy prove` proves it for all sizes or refutes it.",
    ),
    (
        "show",
        "show \".XO\"",
        "One character for each value in the order of its set, for pictures and position literals.",
    ),
    // Statements.
    ("for", "for NAME in SET: BODY", "Does the body for each element; the set is fixed beforehand."),
    ("let", "let NAME = EXPRESSION", "Names a value for the rest of the body."),
    ("gain", "gain EXPRESSION", "Gives the player who moves so many points."),
    ("again", "again", "The player who moved moves again."),
    ("become", "become POSITION", "Replaces the component that was moved in by a position, often a sum."),
    ("pass", "pass", "Changes nothing."),
    ("swap", "swap PLACE, PLACE", "Exchanges two places; in a symmetry, `swap players` exchanges the players."),
    // Operators.
    ("if", "if CONDITION then A else B", "One of two values; in a move its guard; in a body `if CONDITION: BODY`."),
    ("then", "if CONDITION then A else B", "The value where the condition holds."),
    ("else", "if CONDITION then A else B", "The value, or the body, where the condition does not hold."),
    ("in", "NAME in SET", "Ranges over a set, in increasing order; in a condition, whether it is an element."),
    ("and", "A and B", "True if both are, false if one is, whatever the other."),
    ("or", "A or B", "True if one is, false if both are, whatever the other."),
    ("not", "not A", "Whether it does not hold. What touches something undefined is false, also under `not`."),
    ("set", "set of SET", "All subsets of a set."),
    ("of", "set of SET", "Joins `set` or `list` to what its elements are."),
    ("list", "list of SET", "All lists with entries of a set; only in parameters."),
    // Types.
    ("nat", "nat", "The numbers 0, 1, 2, ...; the upper end follows from the start position."),
    ("int", "int", "Any whole number; only in parameters."),
    ("bool", "bool", "`false` and `true`."),
    ("player", "player", "`Left` and `Right`."),
    ("digraph", "digraph", "A directed graph, written \"0->1 2;1->2\"; only in parameters."),
    // Values.
    ("me", "me", "The player who is about to move."),
    ("opp", "opp", "The other player."),
    ("Left", "Left", "The first-named player, who starts unless a question says otherwise."),
    ("Right", "Right", "The second-named player."),
    ("none", "none", "The value that `T?` adds to a set, before all others."),
    ("true", "true", "Holds always."),
    ("false", "false", "Holds never."),
    ("stuck", "VERDICT when stuck", "There is no move; only in verdicts."),
    ("forever", "VERDICT when forever", "Play never ends; only in verdicts."),
    ("orth", "orth", "The four steps to a side: `(-1, 0)`, `(0, -1)`, `(0, 1)`, `(1, 0)`."),
    ("diag", "diag", "The four steps to a corner."),
    ("king", "king", "All eight steps to a neighbour."),
    // Functions and operations over binders.
    (
        "all",
        "all(BINDERS if FILTER: CONDITION)",
        "Whether a condition holds of every element; as a value, the full set.",
    ),
    ("grid", "grid(ROWS, COLUMNS)", "All cells `(row, col)`, from the top left."),
    (
        "lines",
        "lines(SET, LENGTH, STEPS)",
        "All straight runs of so many cells in a set, each once; by these steps if they are given.",
    ),
    ("reach", "reach(FROM, PAIRS)", "All that can be reached along pairs in either direction, the start included."),
    ("next", "next(GRAPH, VERTEX)", "Where the edges of a vertex lead."),
    ("nodes", "nodes(GRAPH)", "The vertices of a graph, from 0."),
    ("near", "near(GRAPH, VERTEX)", "The neighbours of a vertex."),
    ("before", "before(GRAPH, VERTEX)", "The vertices from which an edge leads to this one."),
    ("edges", "edges(GRAPH)", "The edges as pairs of vertices; without directions the smaller one first."),
    ("ends", "ends(EDGE)", "The set of the two vertices of an edge."),
    ("touch", "touch(EDGE, EDGE)", "Whether two different edges share a vertex."),
    ("graph", "graph", "A graph without directions, `\"0-1-2-0, 2-3\"`; only for parameters."),
    ("ray", "ray(CELL, STEP, SET)", "The cells one step after the other while they are in the set."),
    ("until", "until(CELL, STEP, SET)", "The first cell, one step after the other, that is not in the set."),
    (
        "flood",
        "flood(FROM, SET, STEPS)",
        "All that is reached inside a set by steps in either direction, or along a graph.",
    ),
    (
        "parts",
        "parts(SET, STEPS)",
        "The groups that a set falls into by steps, or along a graph: `len(parts(S, orth))`.",
    ),
    ("shapes", "shapes(SET, SHAPE)", "The sets inside a set that a shape becomes when it is moved."),
    ("subsets", "subsets(SET, SIZES)", "All subsets, or those of a size or of a range of sizes."),
    ("gcd", "gcd(A, B)", "The greatest common divisor; 0 of two zeros."),
    ("len", "len(LIST)", "How many entries a list or a set has."),
    ("abs", "abs(NUMBER)", "A number without its sign."),
    ("min", "min(A, B) or min(BINDERS if FILTER: VALUE)", "The least; of nothing it is undefined."),
    ("max", "max(A, B) or max(BINDERS if FILTER: VALUE)", "The greatest; of nothing it is undefined."),
    ("exists", "exists(BINDERS if FILTER: CONDITION)", "Whether a condition holds of some element."),
    ("count", "count(BINDERS if FILTER)", "How many elements there are."),
    ("sum", "sum(BINDERS if FILTER: VALUE)", "The sum of numbers; of positions, their disjunctive sum."),
    ("xor", "xor(BINDERS if FILTER: VALUE)", "The exclusive or of numbers."),
    // Words that are free as names.
    ("play", "misere play", "Who cannot move wins."),
    ("first", "claim first wins when CONDITION", "Who moves next."),
    ("second", "claim second wins when CONDITION", "Who does not move next."),
    ("grundy", "claim grundy == EXPRESSION", "The Grundy value."),
    ("winner", "expect winner POSITION == ANSWER", "Who wins: `first`, `second`, `draw` or a player's name."),
    ("outcome", "expect outcome POSITION == ANSWER", "The outcome class: N, P, L, R or D."),
    ("value", "expect value POSITION == \"{1|-1}\"", "The canonical value."),
    ("margin", "expect margin POSITION == NUMBER", "The first player's points less the other's."),
    ("plies", "claim plies == EXPRESSION", "Moves to the end when the winner hurries and the loser delays."),
    ("rounds", "claim rounds == EXPRESSION", "Rounds of two moves to the end."),
    ("rotate", "symmetry rotate FIELD", "A quarter turn of the board."),
    ("mirror", "symmetry mirror FIELD", "Left and right change places."),
    ("flip", "symmetry flip FIELD", "Top and bottom change places."),
    ("transpose", "symmetry transpose FIELD", "Rows and columns change places."),
    ("permute", "symmetry permute FIELD", "Any reordering of the cells."),
    ("swapping", "symmetry MAP FIELD swapping players", "The players change places too."),
    ("step", "step NAME(BINDERS) if GUARD: STATEMENTS", "A move that only goes on with a turn, after `then`."),
    ("stop", "then NAME(VALUES) or stop", "The turn may end here."),
];

#[cfg(test)]
mod tests {
    use super::*;
    use grundy_rule::{OPEN_WORDS, WORDS};

    #[test]
    fn every_word_of_the_language_is_explained_once() {
        let reserved = WORDS.iter().flat_map(|(_, words)| words.iter().copied());
        let words: Vec<&str> = reserved.chain(OPEN_WORDS.iter().copied()).collect();
        for word in &words {
            assert!(word_help(word).is_some_and(|help| help.meaning.ends_with('.')), "{word}");
        }
        assert_eq!(words.len(), HELP.len());
    }
}
