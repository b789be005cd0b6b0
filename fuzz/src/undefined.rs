//! Every operator with something undefined in it, in every context, and what the language page says it is: reading
//! outside an index set, dividing by 0, `min`/`max` of nothing and reckoning with `none` are undefined; so is all that is made of it, up to the
//! condition around it, which counts as false, also under `not`; `or` is true if either side is and `and` is false if
//! either side is, whatever the other; an instance of a fold whose filter or body is undefined is dropped or false; a binder whose set
//! or value is undefined has no values. What is expected is computed here from the table alone, with no engine.

/// A position of the games below, and the bound name `i`.
#[derive(Clone, Copy, Debug)]
pub struct At {
    /// `n: 0..3`.
    pub n: i64,
    /// `p: 0..3[2]`, few values.
    pub p: [i64; 2],
    /// `q: 0..9[2]`, more.
    pub q: [i64; 2],
    /// `s: set of 0..3`, by bits.
    pub s: u8,
    /// `u: 0..3?`.
    pub u: Option<i64>,
    /// The bound name.
    pub i: i64,
}

impl At {
    /// The position as an expression.
    pub fn text(&self) -> String {
        let elements: Vec<String> = (0..4).filter(|i| self.s >> i & 1 == 1).map(|i| i.to_string()).collect();
        let u = self.u.map_or("none".to_string(), |u| u.to_string());
        format!("G({}, {:?}, {:?}, {{{}}}, {u})", self.n, self.p, self.q, elements.join(", "))
    }

    fn has(&self, x: i64) -> bool {
        (0..4).contains(&x) && self.s >> x & 1 == 1
    }
}

/// A number, undefined at some positions.
type Number = fn(&At) -> Option<i64>;
/// A number made of another one, written `X`.
type Made = fn(Option<i64>) -> Option<i64>;
/// A condition on a number, written `X`.
type Asked = fn(Option<i64>, &At) -> Option<bool>;
/// A condition made of another one, written `B`.
type Said = fn(Option<bool>) -> Option<bool>;

fn cell(list: &[i64], at: i64) -> Option<i64> {
    usize::try_from(at).ok().and_then(|at| list.get(at).copied())
}

/// Where something undefined comes from. None is ever negative.
const SOURCES: &[(&str, Number)] = &[
    ("p[i + 1]", |a| cell(&a.p, a.i + 1)),
    ("q[i + 1]", |a| cell(&a.q, a.i + 1)),
    ("q[i - 1]", |a| cell(&a.q, a.i - 1)),
    ("p[p[0]]", |a| cell(&a.p, a.p[0])),
    ("q[p[1]]", |a| cell(&a.q, a.p[1])),
    ("L[i + 1]", |a| cell(&[2, 0], a.i + 1)),
    ("L[n]", |a| cell(&[2, 0], a.n)),
    ("6 // n", |a| (a.n != 0).then(|| 6 / a.n)),
    ("q[0] % n", |a| (a.n != 0).then(|| a.q[0] % a.n)),
    ("max(k in 1..n: k)", |a| (a.n > 0).then_some(a.n)),
    ("min(k in 1..2 if k > n: k)", |a| (a.n < 2).then_some(a.n + 1)),
    ("max(k in s if k > i: k)", |a| (a.i + 1..4).rev().find(|&k| a.has(k))),
    ("u + 0", |a| a.u),
    ("2 * u", |a| a.u.map(|u| 2 * u)),
    ("q[u]", |a| cell(&a.q, a.u?)),
    ("max(u, i)", |a| a.u.map(|u| u.max(a.i))),
];

/// Numbers made of one.
const NUMBERS: &[(&str, Made)] = &[
    ("X", |x| x),
    ("1 - X", |x| x.map(|x| 1 - x)),
    ("X + 1", |x| x.map(|x| x + 1)),
    ("-X", |x| x.map(|x| -x)),
    ("X * 0", |x| x.map(|_| 0)),
    ("0 * X", |x| x.map(|_| 0)),
    ("X // 2", |x| x.map(|x| x / 2)),
    ("7 // (X + 1)", |x| x.map(|x| 7 / (x + 1))),
    ("X % 2", |x| x.map(|x| x % 2)),
    ("X ^^ 1", |x| x.map(|x| x ^ 1)),
    ("1 ^^ X", |x| x.map(|x| x ^ 1)),
    ("abs(X)", |x| x),
    ("min(X, 1)", |x| x.map(|x| x.min(1))),
    ("max(1, X)", |x| x.map(|x| x.max(1))),
    ("(if n < 9 then X else 1)", |x| x),
    ("(if n > 9 then X else 1)", |_| Some(1)),
    ("(if X == 1 then 1 else 2)", |x| x.map(|x| if x == 1 { 1 } else { 2 })),
    ("one(X)", |x| x.map(|_| 1)),
    ("more(X)", |x| x.map(|x| x + 1)),
    ("len({X})", |x| x.map(|_| 1)),
    ("len({X, 99})", |x| x.map(|_| 2)),
    ("len(0..X)", |x| x.map(|x| x + 1)),
    ("len({1} + {X + 2})", |x| x.map(|_| 2)),
    ("len({1} - {X + 2})", |x| x.map(|_| 1)),
    ("len({v in 0..2 if X == v})", |x| Some(i64::from(x.is_some_and(|x| x < 3)))),
    ("len({v in 0..2: X + v})", |x| Some(if x.is_some() { 3 } else { 0 })),
    ("sum(v in 0..1: X)", |x| Some(x.map_or(0, |x| 2 * x))),
    ("sum(v in 0..5: X)", |x| Some(x.map_or(0, |x| 6 * x))),
    ("xor(v in 0..2: X)", |x| Some(x.unwrap_or(0))),
    ("min(v in 0..1: X)", |x| x),
    ("max(v in 0..1: X + v)", |x| x.map(|x| x + 1)),
    ("max(v in {X}: v)", |x| x),
    ("min(v = X: v)", |x| x),
    ("count(v in 0..X)", |x| Some(x.map_or(0, |x| x + 1))),
    ("count(v = X)", |x| Some(i64::from(x.is_some()))),
    ("count(v in 0..1: X >= 0)", |x| Some(if x.is_some() { 2 } else { 0 })),
    ("count(v in 0..6: X >= 0)", |x| Some(if x.is_some() { 7 } else { 0 })),
    ("count(v in 0..1 if X >= 0)", |x| Some(if x.is_some() { 2 } else { 0 })),
    ("sum(v in {X, 99}: 1)", |x| Some(if x.is_some() { 2 } else { 0 })),
    ("sum(v = X: 3)", |x| Some(if x.is_some() { 3 } else { 0 })),
    ("(X, 5).row", |x| x),
    ("(5, X).row", |x| x.map(|_| 5)),
    ("(X, 5).1", |x| x.map(|_| 5)),
    ("(5, X).0", |x| x.map(|_| 5)),
    ("(5, X).1", |x| x),
    ("(4, X, 3).2", |x| x.map(|_| 3)),
    ("min(v = (X, 5): v.1)", |x| x.map(|_| 5)),
    ("((1, 1) + (X, 2)).row", |x| x.map(|x| x + 1)),
    ("((1, 1) + (X, 2)).col", |x| x.map(|_| 3)),
    ("(X * (1, 2)).col", |x| x.map(|x| 2 * x)),
];

/// Conditions on a number.
const QUESTIONS: &[(&str, Asked)] = &[
    ("X == 1", |x, _| x.map(|x| x == 1)),
    ("1 != X", |x, _| x.map(|x| x != 1)),
    ("X == X", |x, _| x.map(|_| true)),
    ("X != n", |x, a| x.map(|x| x != a.n)),
    ("X < 2", |x, _| x.map(|x| x < 2)),
    ("X <= 2", |x, _| x.map(|x| x <= 2)),
    ("2 > X", |x, _| x.map(|x| x < 2)),
    ("X >= n", |x, a| x.map(|x| x >= a.n)),
    ("0 <= X < 2", |x, _| x.map(|x| (0..2).contains(&x))),
    ("5 < 1 < X", |_, _| Some(false)),
    ("X < 5 < 1", |_, _| Some(false)),
    ("X >= 0", |x, _| x.map(|x| x >= 0)),
    ("X in {1}", |x, _| x.map(|x| x == 1)),
    ("X not in {1, 2}", |x, _| x.map(|x| x != 1 && x != 2)),
    ("X in 0..1", |x, _| x.map(|x| (0..2).contains(&x))),
    ("X not in 0..n", |x, a| x.map(|x| !(0..=a.n).contains(&x))),
    ("X in n..9", |x, a| x.map(|x| (a.n..=9).contains(&x))),
    ("X in s", |x, a| x.map(|x| a.has(x))),
    ("X not in s", |x, a| x.map(|x| !a.has(x))),
    ("X in s + {1}", |x, a| x.map(|x| a.has(x) || x == 1)),
    ("X not in s - {1}", |x, a| x.map(|x| !(a.has(x) && x != 1))),
    ("X not in s & {1}", |x, a| x.map(|x| !(a.has(x) && x == 1))),
    ("X in S", |x, _| x.map(|x| x == 0 || x == 2)),
    ("X not in S", |x, _| x.map(|x| x != 0 && x != 2)),
    ("X in L", |x, _| x.map(|x| x == 0 || x == 2)),
    ("X not in {j in s if j > 0}", |x, a| x.map(|x| !(a.has(x) && x > 0))),
    ("X not in {}", |x, _| x.map(|_| true)),
    ("1 in {X}", |x, _| x.map(|x| x == 1)),
    ("1 not in {X, 2}", |x, _| x.map(|x| x != 1)),
    ("n in {X, 0}", |x, a| x.map(|x| a.n == x || a.n == 0)),
    ("1 in X..3", |x, _| x.map(|x| x <= 1)),
    ("n not in 0..X", |x, a| x.map(|x| a.n > x)),
    ("n in s + {X}", |x, a| x.map(|x| a.has(a.n) || a.n == x)),
    ("n not in s - {X}", |x, a| x.map(|x| !(a.has(a.n) && a.n != x))),
    ("(X, 1) == (1, 1)", |x, _| x.map(|x| x == 1)),
    ("(X, 1) != (1, 2)", |x, _| x.map(|_| true)),
    ("(X, n) in {(1, 1), (2, 2)}", |x, a| x.map(|x| x == a.n && (x == 1 || x == 2))),
    ("{X} == {}", |x, _| x.map(|_| false)),
    ("{X} != {1}", |x, _| x.map(|x| x != 1)),
    ("{1} + {X} != {}", |x, _| x.map(|_| true)),
    ("{1} - {X} == {}", |x, _| x.map(|x| x == 1)),
    ("s - {X} == {}", |x, a| x.map(|x| (0..4).all(|k| !a.has(k) || k == x))),
    ("s & {X} != {}", |x, a| x.map(|x| a.has(x))),
    ("s + {X} == s", |x, a| x.map(|x| a.has(x))),
    ("0..X == {}", |x, _| x.map(|_| false)),
    ("odd(X)", |x, _| x.map(|x| x % 2 == 1)),
    ("sure(X)", |x, _| x.map(|_| true)),
    ("just(X) == {}", |x, _| x.map(|_| false)),
    ("none_of(X) == {}", |x, _| x.map(|_| true)),
    ("none_of(X) != s", |x, a| x.map(|_| a.s != 0)),
    ("1 not in none_of(X)", |x, _| x.map(|_| true)),
    ("exists(j = X)", |x, _| Some(x.is_some())),
    ("exists(j in 0..X)", |x, _| Some(x.is_some())),
    ("exists(j in {X}: j == 1)", |x, _| Some(x == Some(1))),
    ("exists(j in s + {X})", |x, _| Some(x.is_some())),
    ("exists(j in 0..1 if X == 1: true)", |x, _| Some(x == Some(1))),
    ("exists(j in 0..1: X != 1)", |x, _| Some(x.is_some_and(|x| x != 1))),
    ("exists(j in 0..6: X != j)", |x, _| Some(x.is_some())),
    ("exists(j in 0..6 if X != j: X not in {j})", |x, _| Some(x.is_some())),
    ("all(j = X: false)", |x, _| Some(x.is_none())),
    ("all(j in 0..X: false)", |x, _| Some(x.is_none())),
    ("all(j in {X}: j != 1)", |x, _| Some(x != Some(1))),
    ("all(j in 0..1 if X == 1: false)", |x, _| Some(x != Some(1))),
    ("all(j in 0..1: X != 1)", |x, _| Some(x.is_some_and(|x| x != 1))),
    ("all(j in 0..6: X not in {j + 20})", |x, _| Some(x.is_some())),
    ("all(j in 1..0: X == 1)", |_, _| Some(true)),
    ("X in reach({0}, {(0, 1)})", |x, _| x.map(|x| x < 2)),
    ("0 in reach({X}, {j in 0..1: (j, j + 1)})", |x, _| x.map(|x| x < 3)),
];

/// Conditions made of one; `Y` is a condition that is true, `N` one that is false, neither known beforehand.
const CONTEXTS: &[(&str, Said)] = &[
    ("B", |b| b),
    ("not B", |b| b.map(|b| !b)),
    ("not not B", |b| b),
    ("B and true", |b| b),
    ("true and B", |b| b),
    ("N and B", |_| Some(false)),
    ("not (N and B)", |_| Some(true)),
    ("not (Y and B)", |b| b.map(|b| !b)),
    ("B and N", |_| Some(false)),
    ("not (B and N)", |_| Some(true)),
    ("B or true", |_| Some(true)),
    ("B or Y", |_| Some(true)),
    ("Y or B", |_| Some(true)),
    ("N or B", |b| b),
    ("B or not B", |b| b.map(|_| true)),
    ("not (B or Y)", |_| Some(false)),
    ("not (B or N)", |b| b.map(|b| !b)),
    ("(B or Y) and Y", |_| Some(true)),
    ("(not B) or Y", |_| Some(true)),
    ("(if B then true else true)", |b| b.map(|_| true)),
    ("(if B then N else Y)", |b| b.map(|b| !b)),
    ("(if Y then B else true)", |b| b),
    ("(if N then B else Y)", |_| Some(true)),
    ("not (if N then true else B)", |b| b.map(|b| !b)),
    ("(if B then 1 else 2) != 3", |b| b.map(|_| true)),
    ("(if B then 1 else 2) not in {1}", |b| b.map(|b| !b)),
    ("exists(h in 0..1: B)", |b| Some(b == Some(true))),
    ("not exists(h in 0..1: B)", |b| Some(b != Some(true))),
    ("exists(h in 0..1 if B)", |b| Some(b == Some(true))),
    ("exists(h in 0..5 if not B: true)", |b| Some(b == Some(false))),
    ("all(h in 0..1: B)", |b| Some(b == Some(true))),
    ("not all(h in 0..1: not B)", |b| Some(b != Some(false))),
    ("all(h in 0..5: B or true)", |_| Some(true)),
    ("all(h in 0..1 if B: N)", |b| Some(b != Some(true))),
    ("count(h in 0..1 if B) == 0", |b| Some(b != Some(true))),
    ("count(h in 0..1: not B) == 2", |b| Some(b == Some(false))),
    ("sum(h in 0..1 if B: 1) == 0", |b| Some(b != Some(true))),
    ("xor(h in 1..2 if B: h) == 0", |b| Some(b != Some(true))),
    ("min(h in 0..1 if B: h) != 1", |b| (b == Some(true)).then_some(true)),
    ("not (max(h in 0..1 if B: h) == 0)", |b| (b == Some(true)).then_some(true)),
    ("{h in 0..1 if B} == {}", |b| Some(b != Some(true))),
    ("1 not in {h in 0..1 if B}", |b| Some(b != Some(true))),
    ("1 in {h in 0..5 if not B}", |b| Some(b == Some(false))),
    ("n in (if B then {0, 1, 2, 3} else {})", |b| b),
    ("said(B)", |b| b),
    ("not ignored(B)", |b| b.map(|_| false)),
    ("(B) == true", |b| b),
    ("(B) != Y", |b| b.map(|b| !b)),
    ("(B) in {true}", |b| b),
    ("(B) not in {true}", |b| b.map(|b| !b)),
];

/// Which part of a move a condition stands in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// Its guard, `i` walking over known numbers, a set, or numbers up to a field.
    Guard(Walk),
    /// The filter of a fold in its body.
    Filter,
    /// The condition of an `if` in its body.
    Body,
    /// A verdict line, where `i` is 1.
    Verdict,
}

/// What `i` walks over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Walk {
    /// `0..1`.
    Known,
    /// `s`.
    Set,
    /// `0..n`.
    Range,
}

/// A condition and what it is.
#[derive(Clone, Debug)]
pub struct Condition {
    /// As it is written.
    pub text: String,
    source: usize,
    number: usize,
    question: usize,
    context: usize,
}

impl Condition {
    fn new(source: usize, number: usize, question: usize, context: usize) -> Condition {
        let x = NUMBERS[number].0.replace('X', &format!("({})", SOURCES[source].0));
        let b = QUESTIONS[question].0.replace('X', &format!("({x})"));
        let text = CONTEXTS[context].0.replace('B', &format!("({b})")).replace('Y', "(n < 9)").replace('N', "(n > 8)");
        Condition { text, source, number, question, context }
    }

    /// What it asks, of a number `X` made of another.
    pub fn question(&self) -> (&'static str, &'static str) {
        (QUESTIONS[self.question].0, NUMBERS[self.number].0)
    }

    /// Whether it speaks of numbers alone, not of the set `s`, nor of `u`, which may be `none`.
    pub fn is_of_numbers(&self) -> bool {
        !self.text.split(|letter: char| !letter.is_alphanumeric()).any(|word| word == "s" || word == "u")
    }

    /// Whether it holds: something undefined is false.
    pub fn holds(&self, at: &At) -> bool {
        let x = NUMBERS[self.number].1(SOURCES[self.source].1(at));
        CONTEXTS[self.context].1(QUESTIONS[self.question].1(x, at)) == Some(true)
    }
}

/// A game of several conditions: move `c` with `i` leads to `tag == 8 * c + i + 1`, where the condition holds.
#[derive(Clone, Debug)]
pub struct Sample {
    /// The rules.
    pub text: String,
    /// Where the conditions stand.
    pub place: Place,
    /// One per move.
    pub conditions: Vec<Condition>,
}

/// How many conditions a game has.
const TOGETHER: usize = 12;

impl Sample {
    /// A game of these conditions; only one of them where it is a verdict line.
    pub fn new(place: Place, conditions: Vec<Condition>) -> Sample {
        let mut text = head(8 * conditions.len());
        for (c, Condition { text: condition, .. }) in conditions.iter().enumerate() {
            let first = 8 * c + 1;
            text += &match place {
                Place::Guard(walk) => {
                    let walk = match walk {
                        Walk::Known => "0..1",
                        Walk::Set => "s",
                        Walk::Range => "0..n",
                    };
                    format!("  move m{c}(i in {walk}) if tag == 0 and ({condition}): tag = {first} + i\n")
                }
                Place::Filter => {
                    format!("  move m{c} if tag == 0: tag = {first} + min(2, count(i in 0..1 if {condition}))\n")
                }
                Place::Body => format!(
                    "  move m{c}(i in 0..1) if tag == 0:\n    if {condition}: tag = {first} + i\n    else: tag = 0\n"
                ),
                Place::Verdict => format!("  draw when exists(i in 1..1: {condition})\n"),
            };
        }
        if place == Place::Verdict {
            text += "  move m if tag == 0: tag = 1\n";
        }
        Sample { text, place, conditions }
    }

    /// The same conditions in smaller games, so many in each.
    pub fn apart(self, many: usize) -> Vec<Sample> {
        self.conditions.chunks(many).map(|some| Sample::new(self.place, some.to_vec())).collect()
    }

    /// As `chosen`, of numbers alone: there is no field `s`, nor `u`.
    pub fn of_numbers(conditions: &[Condition]) -> String {
        Sample::chosen(conditions).replace(" s: set of 0..3, u: 0..3?,", "")
    }

    /// The same conditions in a game where `tag == 4 * c + i + 1` chooses one: there is a move, to `tag == 0`, where it
    /// holds. For engines that answer a question about a position instead of listing its moves.
    pub fn chosen(conditions: &[Condition]) -> String {
        let mut text = head(4 * conditions.len());
        for (c, Condition { text: condition, .. }) in conditions.iter().enumerate() {
            text += &format!("  move m{c}(i in 0..1) if tag == {} + i and ({condition}): tag = 0\n", 4 * c + 1);
        }
        text
    }

    /// The same conditions as filters of a set that a body writes: `tag == 4 * c + i + 1` leads to `t == {i}` where the
    /// condition holds, from which there is one move, else to `t == {}`, from which there is none.
    pub fn chosen_in_body(conditions: &[Condition]) -> String {
        let mut text = head(4 * conditions.len()).replacen(" = 0\n", " = 0, t: set of 0..1 = {}\n", 1);
        for (c, Condition { text: condition, .. }) in conditions.iter().enumerate() {
            let first = 4 * c + 1;
            text +=
                &format!("  move m{c}(g in 0..1) if tag == {first} + g: t = {{i in g..g if {condition}}}; tag = 0\n");
        }
        text + "  move last(g in t) if tag == 0: t -= {g}\n"
    }

    /// What `tag` becomes by each move, in order; for a verdict line, whether it holds: 1 or 0.
    pub fn expected(&self, position: &At) -> Vec<i64> {
        let walked: Vec<i64> = match self.place {
            Place::Guard(Walk::Set) => (0..4).filter(|&i| position.has(i)).collect(),
            Place::Guard(Walk::Range) => (0..=position.n).collect(),
            Place::Verdict => vec![1],
            _ => vec![0, 1],
        };
        let mut tags = Vec::new();
        for (c, condition) in self.conditions.iter().enumerate() {
            let first = 8 * c as i64 + 1;
            let holds = |i: i64| condition.holds(&At { i, ..*position });
            match self.place {
                Place::Guard(_) => tags.extend(walked.iter().filter(|&&i| holds(i)).map(|i| first + i)),
                Place::Filter => tags.push(first + walked.iter().filter(|&&i| holds(i)).count() as i64),
                Place::Body => tags.extend(walked.iter().map(|&i| if holds(i) { first + i } else { 0 })),
                Place::Verdict => tags.push(i64::from(holds(1))),
            }
        }
        tags
    }
}

/// Everything before the moves.
fn head(tags: usize) -> String {
    format!(
        "game G\n  param L: list of int = [2, 0], S: set of 0..9 = {{0, 2}}\n  \
         state n: 0..3, p: 0..3[2], q: 0..9[2], s: set of 0..3, u: 0..3?, tag: 0..{tags} = 0\n  \
         def one(x) = 1\n  def more(x) = x + 1\n  def odd(x) = x % 2 == 1\n  def sure(x) = true\n  \
         def just(x) = {{x}}\n  def none_of(x) = {{j in 0..3 if j > 3}}\n  def said(b: bool) = b\n  \
         def ignored(b: bool) = true\n"
    )
}

/// Positions at which every source is defined somewhere and undefined elsewhere.
pub fn positions() -> Vec<At> {
    let mut all = Vec::new();
    for (number, n) in [0, 1, 2, 3, 0, 2, 1, 3].into_iter().enumerate() {
        let p = [[0, 1], [1, 2], [3, 0], [2, 2]][number % 4];
        let q = [[1, 0], [2, 9], [0, 1], [5, 2]][number / 2 % 4];
        all.push(At {
            n,
            p,
            q,
            s: [0b0000, 0b0011, 0b1010, 0b1111, 0b0110][number % 5],
            u: [None, Some(1), Some(3)][number % 3],
            i: 0,
        });
    }
    all
}

/// The games of round `round`: every question in every context, and every number in a few of them, each with a source
/// and in a place that change from round to round; after `SOURCES` times the number of places all have been met.
pub fn round(round: usize) -> Vec<Sample> {
    const PLACES: [Place; 6] = [
        Place::Guard(Walk::Known),
        Place::Guard(Walk::Set),
        Place::Guard(Walk::Range),
        Place::Filter,
        Place::Body,
        Place::Verdict,
    ];
    let mut by_place: Vec<Vec<Condition>> = vec![Vec::new(); PLACES.len()];
    let mut next = round;
    let mut add = |number: usize, question: usize, context: usize| {
        let source = next % SOURCES.len();
        let place = (next / SOURCES.len() + next) % PLACES.len();
        // A game for each verdict line takes long: fewer of them.
        let place = if PLACES[place] == Place::Verdict && next % 5 != 0 { 0 } else { place };
        by_place[place].push(Condition::new(source, number, question, context));
        next += 1;
    };
    for question in 0..QUESTIONS.len() {
        for context in 0..CONTEXTS.len() {
            add(0, question, context);
        }
    }
    for number in 1..NUMBERS.len() {
        for (step, context) in [0, 1, 10, 14, 27].into_iter().enumerate() {
            add(number, (round + number * 5 + step) % QUESTIONS.len(), context);
        }
    }
    let mut games = Vec::new();
    for (conditions, place) in by_place.into_iter().zip(PLACES) {
        let together = if place == Place::Verdict { 1 } else { TOGETHER };
        games.extend(conditions.chunks(together).map(|some| Sample::new(place, some.to_vec())));
    }
    games
}
