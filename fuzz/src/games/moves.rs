//! Moves by type: what a body does to a field is safe by construction, what decides it is any expression.

use super::expr::Writer;
use super::schema::{Field, Sort};

/// What a move needs to do one thing: binders, guards, statements.
#[derive(Default)]
struct Deed {
    binders: Vec<(String, Sort, String)>,
    guards: Vec<String>,
    lines: Vec<String>,
}

impl Deed {
    fn new(guards: &[&str], lines: &[&str]) -> Deed {
        let own = |list: &[&str]| list.iter().map(|text| text.to_string()).collect();
        Deed { binders: Vec::new(), guards: own(guards), lines: own(lines) }
    }

    fn with(mut self, name: &str, sort: Sort, text: String) -> Deed {
        self.binders.push((name.to_string(), sort, text));
        self
    }
}

impl Writer<'_> {
    /// One move clause.
    pub fn one_move(&mut self, number: usize) -> String {
        let known = self.names.len();
        let owner = match self.schema.partizan {
            true => self.dice.pick(&["", "", "", "", "left ", "right "]),
            false => "",
        };
        let (mut binders, mut guards, mut lines) = (Vec::new(), Vec::new(), Vec::new());
        if self.dice.below(3) == 0 {
            let (name, sort, text) = self.binder(1);
            binders.push(text);
            self.names.push((name, sort));
        }
        for _ in 0..1 + self.dice.below(2) {
            let deed = self.deed();
            for (name, sort, text) in deed.binders {
                binders.push(text);
                self.names.push((name, sort));
            }
            guards.extend(deed.guards);
            lines.extend(self.around(deed.lines));
        }
        if self.dice.below(4) > 0 {
            guards.push(self.cond(2));
        }
        if self.schema.points && self.dice.below(3) > 0 {
            let points = self.dice.pick(&["1", "2", "-1"]).to_string();
            let points = match self.names.iter().find(|(_, sort)| *sort == Sort::Int) {
                Some((name, _)) if self.dice.below(2) == 0 => name.clone(),
                _ => points,
            };
            lines.push(format!("gain {points}"));
        }
        match self.dice.below(14) {
            0 => lines.push("again".to_string()),
            1 => lines.push(format!("if {}: again", self.cond(1))),
            _ => {}
        }
        self.names.truncate(known);
        let binders = if binders.is_empty() { String::new() } else { format!("({})", binders.join(", ")) };
        let guard = if guards.is_empty() { String::new() } else { format!(" if {}", guards.join(" and ")) };
        let body: String = lines.iter().map(|line| format!("    {}\n", line.replace('\n', "\n    "))).collect();
        format!("  {owner}move m{number}{binders}{guard}:\n{body}")
    }

    /// The same lines, perhaps under a condition, once for each of something, or after a name is given.
    fn around(&mut self, lines: Vec<String>) -> Vec<String> {
        let indented = |lines: &[String]| -> String {
            lines.iter().map(|line| format!("\n  {}", line.replace('\n', "\n  "))).collect()
        };
        match self.dice.below(10) {
            0 => vec![format!("if {}:{}", self.cond(1), indented(&lines))],
            1 => {
                let other = self.dice.pick(&["pass", "again"]);
                vec![format!("if {}:{}\nelse: {other}", self.cond(1), indented(&lines))]
            }
            2 => {
                let name = self.fresh("v");
                let value = self.dice.pick(&["len(L)", "m + 1", "count(z0 in T)", "max(1, k0)"]);
                let mut all = vec![format!("let {name} = {value}")];
                self.names.push((name.clone(), Sort::Int));
                all.push(format!("if {}:{}", self.cond(1), indented(&lines)));
                self.names.pop();
                all
            }
            _ => lines,
        }
    }

    /// One thing that a move does.
    fn deed(&mut self) -> Deed {
        let field = self.schema.fields[self.dice.below(self.schema.fields.len())];
        let pick = |w: &mut Self, many: usize| w.dice.below(many);
        match field {
            Field::Heap => {
                let k = self.fresh("k");
                match pick(self, 7) {
                    0 => Deed::new(&[], &[&format!("n -= {k}")]).with(&k, Sort::Int, format!("{k} in 1..n")),
                    1 | 2 => {
                        let deed = Deed::new(&[&format!("{k} <= n")], &[&format!("n -= {k}")]);
                        deed.with(&k, Sort::Int, format!("{k} in {}", self.dice.pick(&["S", "{1, 2}", "1..m"])))
                    }
                    3 => Deed::new(&["n > 0"], &["n -= 1"]),
                    4 => Deed::new(&["n > 0"], &[self.dice.pick(&["n = 0", "n = n // 2", "n = n - 1"])]),
                    5 if self.schema.fields.len() == 1 => {
                        let line = match self.dice.below(4) {
                            0 => format!("become G({k}) + G(n - 1 - {k})"),
                            1 => format!("become G(n - 1) + G(n = {k})"),
                            2 => format!("become sum({k}x in {{0, {k}}}: G({k}x))"),
                            _ => format!("become G({k})"),
                        };
                        Deed::new(&[], &[&line]).with(&k, Sort::Int, format!("{k} in 0..n-1"))
                    }
                    _ => Deed::new(&["n >= 2"], &["n -= 2"]),
                }
            }
            Field::Clock => match pick(self, 6) {
                0 => Deed::new(&["n < 4"], &["n += 1"]),
                1 => Deed::new(&[], &["n = (n + 1) % 5"]),
                2 => Deed::new(&[], &["n = 4 - n"]),
                3 => {
                    let k = self.fresh("k");
                    let deed = Deed::new(&[&format!("{k} < n")], &[&format!("n = {k}")]);
                    deed.with(&k, Sort::Int, format!("{k} in 0..4"))
                }
                _ => Deed::new(&["n > 0"], &["n -= 1"]),
            },
            Field::Row | Field::Heaps => {
                let (j, k) = (self.fresh("j"), self.fresh("k"));
                let over = self.dice.pick(&["0..m-1", "0..m-1", "T", "0..m-2"]);
                let index = format!("{j} in {over}");
                let taken = format!("a[{j}] -= {k}");
                match pick(self, 8) {
                    6 => {
                        let line = self.dice.pick(&["a = 0", "a = [0, 1, 0]", "let t = a\na = 1\nif a[0] > 2: a = t"]);
                        match self.dice.below(2) {
                            0 => Deed::new(&["sum(z1 in 0..m-1: a[z1]) > 1"], &[line]),
                            _ => Deed::new(&[&format!("a[{j}] > 0")], &["a = 0"]).with(&j, Sort::Int, index),
                        }
                    }
                    7 => {
                        let over = self.dice.pick(&["0..m-1", "T", "0..m-2", "L"]);
                        let line = format!("for {k} in {over}:\n  if a[{k}] > 0: a[{k}] -= 1");
                        Deed::new(&["a[0] > 0"], &[&line])
                    }
                    0 => Deed::new(&[], &[&taken]).with(&j, Sort::Int, index).with(
                        &k,
                        Sort::Int,
                        format!("{k} in 1..a[{j}]"),
                    ),
                    1 => Deed::new(&[&format!("{k} <= a[{j}]")], &[&taken]).with(&j, Sort::Int, index).with(
                        &k,
                        Sort::Int,
                        format!("{k} in S"),
                    ),
                    2 => Deed::new(&[&format!("a[{j}] > a[{k}]")], &[&format!("swap a[{j}], a[{k}]")])
                        .with(&j, Sort::Int, "0..m-1".replace("0..m-1", &format!("{j} in 0..m-1")))
                        .with(&k, Sort::Int, format!("{k} in 0..m-1")),
                    3 if field == Field::Row => {
                        let guards = [format!("a[{j}] > 0"), format!("a[{k}] < 2"), format!("{j} != {k}")];
                        let guards: Vec<&str> = guards.iter().map(String::as_str).collect();
                        Deed::new(&guards, &[&format!("a[{j}] -= 1"), &format!("a[{k}] += 1")])
                            .with(&j, Sort::Int, format!("{j} in 0..m-1"))
                            .with(&k, Sort::Int, format!("{k} in 0..m-1"))
                    }
                    4 => Deed::new(&[&format!("a[{j}] > 0")], &[&format!("for {k} in 0..{j}: a[{k}] = 0")]).with(
                        &j,
                        Sort::Int,
                        index,
                    ),
                    _ => Deed::new(&[&format!("a[{j}] > 0")], &[&format!("a[{j}] -= 1")]).with(&j, Sort::Int, index),
                }
            }
            Field::Flag => Deed::new(&[], &[self.dice.pick(&["b = not b", "b = true", "b = false"])]),
            Field::Owner => {
                let who = if self.schema.partizan { self.player() } else { "none".to_string() };
                Deed::new(&[self.dice.pick(&["w == none", "w != none", "true"])], &[&format!("w = {who}")])
            }
            Field::Tint => {
                let hue = self.hue();
                Deed::new(&[&format!("tint != {hue}")], &[&format!("tint = {hue}")])
            }
            Field::At | Field::Away => {
                let (d, t) = (self.fresh("d"), self.fresh("t"));
                if field == Field::Away {
                    let cells = self.cells(0);
                    return match pick(self, 2) {
                        0 => Deed::new(&["at == none"], &[&format!("at = {t}")]).with(
                            &t,
                            Sort::Cell,
                            format!("{t} in grid(R, C) & {cells}"),
                        ),
                        _ => Deed::new(&["at != none"], &["at = none"]),
                    };
                }
                let steps = self.steps();
                Deed::new(&[&format!("{t} in grid(R, C)")], &[&format!("at = {t}")])
                    .with(&d, Sort::Step, format!("{d} in {steps}"))
                    .with(&t, Sort::Cell, format!("{t} = at + {d}"))
            }
            Field::Node => {
                let v = self.fresh("v");
                Deed::new(&[], &[&format!("node = {v}")]).with(&v, Sort::Int, format!("{v} in next(G0, node)"))
            }
            Field::Picks => self.picked("picks", Sort::Int),
            Field::Free => self.picked("free", Sort::Cell),
            Field::Board => {
                let (c, d) = (self.fresh("c"), self.fresh("d"));
                let (who, steps) = (self.player(), self.steps());
                let from = format!("{c} in {}", self.dice.pick(&["grid(R, C)", "grid(R, C)", "B"]));
                match pick(self, 4) {
                    0 => Deed::new(
                        &[&format!("board[{c}] == me"), &format!("board[{c} + {d}] == opp")],
                        &[&format!("board[{c}] = none"), &format!("board[{c} + {d}] = me")],
                    )
                    .with(&c, Sort::Cell, from)
                    .with(&d, Sort::Step, format!("{d} in {steps}")),
                    1 => Deed::new(
                        &[&format!("board[{c}] == me"), &format!("board[{c} + {d}] == none")],
                        &[&format!("swap board[{c}], board[{c} + {d}]")],
                    )
                    .with(&c, Sort::Cell, from)
                    .with(&d, Sort::Step, format!("{d} in {steps}")),
                    _ => Deed::new(&[&format!("board[{c}] == none")], &[&format!("board[{c}] = {who}")]).with(
                        &c,
                        Sort::Cell,
                        from,
                    ),
                }
            }
            Field::Dyes => {
                let (i, hue) = (self.fresh("i"), self.hue());
                Deed::new(&[&format!("dyes[{i}] != {hue}")], &[&format!("dyes[{i}] = {hue}")]).with(
                    &i,
                    Sort::Int,
                    format!("{i} in 0..m-1"),
                )
            }
            Field::Tally => {
                let h = self.fresh("h");
                let deed = Deed::new(&[&format!("tally[{h}] > 0")], &[&format!("tally[{h}] -= 1")]);
                deed.with(&h, Sort::Hue, format!("{h} in {}", self.dice.pick(&["Hue", "{Red, Green}"])))
            }
            Field::Purse => {
                let who = self.dice.pick(&["me", "opp", "Left"]);
                Deed::new(&[&format!("purse[{who}] > 0")], &[&format!("purse[{who}] -= 1")])
            }
            Field::Odd => {
                let i = self.fresh("i");
                Deed::new(&[&format!("odd[{i}]")], &[&format!("odd[{i}] = false")]).with(
                    &i,
                    Sort::Int,
                    format!("{i} in 0..m"),
                )
            }
        }
    }

    /// What a move does to a set.
    fn picked(&mut self, set: &str, sort: Sort) -> Deed {
        let (x, y) = (self.fresh("p"), self.fresh("y"));
        let whole = if sort == Sort::Int { "0..m-1" } else { "grid(R, C)" };
        let bound = |w: &mut Self, depth: usize| {
            w.names.push((x.clone(), sort));
            w.names.push((y.clone(), sort));
            let condition = w.cond(depth);
            w.names.truncate(w.names.len() - 2);
            condition
        };
        let from = format!("{x} in {set}");
        match self.dice.below(9) {
            0 => {
                let steps = if sort == Sort::Cell { self.steps() } else { "{1}" };
                let line = format!("{set} -= {{{x}}} + {{{y} in {steps}: {x} + {y}}}");
                Deed::new(&[], &[&line]).with(&x, sort, from)
            }
            1 => {
                let condition = bound(self, 1);
                let line = format!("{set} -= {{{y} in {set} if {y} == {x} or {condition}}}");
                Deed::new(&[], &[&line]).with(&x, sort, from)
            }
            2 => {
                let condition = bound(self, 1);
                let lines =
                    [format!("{set} -= {{{x}}}"), format!("for {y} in {set}:\n  if {condition}: {set} -= {{{y}}}")];
                Deed::new(&[], &[&lines[0], &lines[1]]).with(&x, sort, from)
            }
            3 => {
                let line = format!("{set} += {{{x}}}");
                Deed::new(&[&format!("{x} not in {set}")], &[&line]).with(&x, sort, format!("{x} in {whole}"))
            }
            4 => {
                let condition = bound(self, 1);
                let line = format!("{set} = {{{y} in {set} if {y} != {x} and not ({condition})}}");
                Deed::new(&[], &[&line]).with(&x, sort, from)
            }
            5 => {
                let next = if sort == Sort::Int { "1" } else { "(0, 1)" };
                let line = format!("{set} -= {{{x}, {x} + {next}}}");
                Deed::new(&[&format!("{x} + {next} in {set}")], &[&line]).with(&x, sort, from)
            }
            _ => Deed::new(&[], &[&format!("{set} -= {{{x}}}")]).with(&x, sort, from),
        }
    }
}
