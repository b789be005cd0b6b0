//! Expressions by type: numbers, conditions, cells, players, names and sets, some of them undefined at some positions.

use super::schema::{Field, Schema, Sort};
use crate::dice::Dice;

/// Writes expressions about a schema, with names bound around them.
pub struct Writer<'d> {
    pub dice: &'d mut Dice,
    pub schema: Schema,
    /// Bound names, innermost last.
    pub names: Vec<(String, Sort)>,
    /// Definitions: name, what its argument is, what it gives.
    pub defs: Vec<(String, Option<Sort>, Sort)>,
    next: usize,
}

impl<'d> Writer<'d> {
    pub fn new(dice: &'d mut Dice, schema: Schema) -> Writer<'d> {
        Writer { dice, schema, names: Vec::new(), defs: Vec::new(), next: 0 }
    }

    /// A name that nothing has yet.
    pub fn fresh(&mut self, letter: &str) -> String {
        self.next += 1;
        format!("{letter}{}", self.next)
    }

    fn one_in(&mut self, many: usize) -> bool {
        self.dice.below(many) == 0
    }

    fn has(&self, field: Field) -> bool {
        self.schema.has(field)
    }

    fn named(&mut self, sort: Sort) -> Option<String> {
        let all: Vec<String> = self.names.iter().filter(|(_, of)| *of == sort).map(|(name, _)| name.clone()).collect();
        (!all.is_empty()).then(|| all[self.dice.below(all.len())].clone())
    }

    fn one_of(&mut self, all: Vec<String>) -> String {
        let at = self.dice.below(all.len());
        all[at].clone()
    }

    /// Runs `inner` with a name bound, and forgets it.
    fn with<T>(&mut self, name: &str, sort: Sort, inner: impl FnOnce(&mut Self) -> T) -> T {
        self.names.push((name.to_string(), sort));
        let made = inner(self);
        self.names.pop();
        made
    }

    fn called(&mut self, sort: Sort, depth: usize) -> Option<String> {
        let fit: Vec<_> = self.defs.iter().filter(|(_, _, gives)| *gives == sort).cloned().collect();
        if fit.is_empty() {
            return None;
        }
        let (name, argument, _) = fit[self.dice.below(fit.len())].clone();
        Some(match argument {
            None => name,
            Some(sort) => {
                let given = self.of(sort, depth.saturating_sub(1));
                format!("{name}({given})")
            }
        })
    }

    /// Anything of a sort.
    pub fn of(&mut self, sort: Sort, depth: usize) -> String {
        match sort {
            Sort::Int => self.int(depth),
            Sort::Bool => self.cond(depth),
            Sort::Player => self.player(),
            Sort::Hue => self.hue(),
            Sort::Cell => self.cell(depth),
            Sort::Step => self.step(),
            Sort::CellSet => self.cells(depth),
            Sort::Edge => "E[0]".to_string(),
        }
    }

    /// A number that is always defined and small.
    fn leaf(&mut self) -> String {
        let mut all = vec![self.dice.below(4).to_string(), "1".to_string(), "m".to_string()];
        if let Some(name) = self.named(Sort::Int) {
            all.extend([name.clone(), name]);
        }
        if self.has(Field::Heap) || self.has(Field::Clock) {
            all.extend(["n".to_string(), "n".to_string()]);
        }
        if self.has(Field::Node) {
            all.push("node".to_string());
        }
        all.extend(["k0".to_string(), "pair.hi".to_string(), "len(L)".to_string()]);
        self.one_of(all)
    }

    pub fn int(&mut self, depth: usize) -> String {
        if depth == 0 || self.one_in(3) {
            return self.leaf();
        }
        let d = depth - 1;
        match self.dice.below(20) {
            0 => format!("({} + {})", self.int(d), self.leaf()),
            1 => format!("({} - {})", self.int(d), self.leaf()),
            2 => format!("({} * {})", self.leaf(), self.leaf()),
            3 => format!("({} // {})", self.int(d), self.leaf()),
            4 => format!("({} % {})", self.int(d), self.leaf()),
            5 if self.one_in(3) => format!("gcd({}, {})", self.int(d), self.leaf()),
            5 => format!("(abs({}) ^^ {})", self.int(d), self.dice.below(3)),
            6 => format!("{}({}, {})", self.dice.pick(&["min", "max"]), self.int(d), self.leaf()),
            7 => format!("(if {} then {} else {})", self.cond(d), self.int(d), self.leaf()),
            8 => format!("L[{}]", self.int(d)),
            9 | 10 if self.has(Field::Row) || self.has(Field::Heaps) => format!("a[{}]", self.int(d)),
            9 if self.has(Field::Tally) && self.has(Field::Tint) && self.one_in(2) => "tally[tint]".to_string(),
            9 if self.has(Field::Tally) => format!("tally[{}]", self.hue()),
            9 if self.has(Field::Purse) && self.has(Field::Owner) && self.one_in(2) => "purse[w]".to_string(),
            9 | 10 if self.has(Field::Purse) => format!("purse[{}]", self.player()),
            15 if self.has(Field::Away) && self.one_in(2) => format!("at.{}", self.dice.pick(&["row", "col"])),
            11 => self.fold("count", d),
            12 => self.fold("sum", d),
            13 => {
                let op = self.dice.pick(&["min", "max", "xor"]);
                self.fold(op, d)
            }
            14 => format!("len({})", self.ints(d)),
            15 => format!("{}.{}", self.near_cell(d), self.dice.pick(&["row", "col"])),
            16 => format!("E[{}].{}", self.int(d), self.dice.pick(&["u", "v"])),
            17 => format!("-{}", self.leaf()),
            18 => self.called(Sort::Int, depth).unwrap_or_else(|| "2".to_string()),
            _ => self.leaf(),
        }
    }

    /// A cell with a name, a sum of cells in brackets otherwise.
    fn near_cell(&mut self, depth: usize) -> String {
        match self.named(Sort::Cell) {
            Some(name) => name,
            None => format!("({})", self.cell(depth)),
        }
    }

    fn fold(&mut self, op: &str, depth: usize) -> String {
        self.bound(depth, |w, source| {
            let filter = if w.one_in(2) { format!(" if {}", w.cond(depth)) } else { String::new() };
            match op {
                "count" if w.one_in(2) || filter.is_empty() => {
                    let body = w.cond(depth);
                    format!("count({source}{filter}: {body})")
                }
                "count" => format!("count({source}{filter})"),
                "xor" => {
                    let body = w.int(depth);
                    format!("xor({source}{filter}: abs({body}))")
                }
                _ => {
                    let body = w.int(depth);
                    format!("{op}({source}{filter}: {body})")
                }
            }
        })
    }

    /// Runs `inner` with one binder or two, the second seeing the first, and their text.
    fn bound(&mut self, depth: usize, inner: impl FnOnce(&mut Self, &str) -> String) -> String {
        let (name, sort, source) = self.binder(depth);
        if !self.one_in(5) {
            return self.with(&name, sort, |w| inner(w, &source));
        }
        self.with(&name, sort, |w| {
            let (second, sort, more) = w.binder(depth.min(1));
            w.with(&second, sort, |w| inner(w, &format!("{source}, {more}")))
        })
    }

    /// A binder: its name, what it is, and its text.
    pub fn binder(&mut self, depth: usize) -> (String, Sort, String) {
        let d = depth.saturating_sub(1);
        let boards = self.has(Field::Free) || self.has(Field::Board) || self.has(Field::At) || self.has(Field::Away);
        match self.dice.below(12) {
            0 if self.schema.partizan => {
                let name = self.fresh("q");
                let set = self.dice.pick(&["player", "{me, opp}", "{me}"]);
                (name.clone(), Sort::Player, format!("{name} in {set}"))
            }
            1 => {
                let name = self.fresh("h");
                (name.clone(), Sort::Hue, format!("{name} in {}", self.dice.pick(&["Hue", "{Blue, Red}"])))
            }
            2 => {
                let name = self.fresh("e");
                (name.clone(), Sort::Edge, format!("{name} in E"))
            }
            3 => {
                let name = self.fresh("f");
                (name.clone(), Sort::Bool, format!("{name} in bool"))
            }
            4..=6 if boards => {
                let name = self.fresh("c");
                let set = self.cells(d);
                (name.clone(), Sort::Cell, format!("{name} in {set}"))
            }
            7 if boards => {
                let name = self.fresh("d");
                (name.clone(), Sort::Step, format!("{name} in {}", self.steps()))
            }
            8 if boards => {
                let name = self.fresh("r");
                let from = self.dice.pick(&["grid(R, C)", "grid(R, C)", "grid(R, C) - B", "B"]);
                let by = if self.one_in(3) { format!(", {}", self.steps()) } else { String::new() };
                let set = match self.dice.below(4) {
                    0 => format!(
                        "subsets({}, {})",
                        self.dice.pick(&["B", "grid(1, C)"]),
                        self.dice.pick(&["1", "2", "0..1"])
                    ),
                    _ => format!("lines({from}, 2{by})"),
                };
                (name.clone(), Sort::CellSet, format!("{name} in {set}"))
            }
            9 => {
                let name = self.fresh("x");
                let value = self.int(d);
                (name.clone(), Sort::Int, format!("{name} = {value}"))
            }
            10 => {
                let name = self.fresh("x");
                (name.clone(), Sort::Int, format!("{name} in L"))
            }
            _ => {
                let name = self.fresh("x");
                let set = self.ints(d);
                (name.clone(), Sort::Int, format!("{name} in {set}"))
            }
        }
    }

    pub fn cond(&mut self, depth: usize) -> String {
        if depth == 0 {
            return self.atom(0);
        }
        let d = depth - 1;
        match self.dice.below(16) {
            0 => format!("not ({})", self.cond(d)),
            1 | 2 => format!("({} and {})", self.cond(d), self.cond(d)),
            3 | 4 => format!("({} or {})", self.cond(d), self.cond(d)),
            5 => format!("(if {} then {} else {})", self.cond(d), self.cond(d), self.cond(d)),
            6 | 7 => self.quantified("exists", d),
            8 => self.quantified("all", d),
            9 => self.called(Sort::Bool, depth).unwrap_or_else(|| self.atom(d)),
            _ => self.atom(d),
        }
    }

    fn quantified(&mut self, op: &str, depth: usize) -> String {
        self.bound(depth, |w, source| {
            let filter = if w.one_in(2) { format!(" if {}", w.cond(depth)) } else { String::new() };
            if op == "exists" && !filter.is_empty() && w.one_in(2) {
                return format!("exists({source}{filter})");
            }
            let body = w.cond(depth);
            format!("{op}({source}{filter}: {body})")
        })
    }

    fn atom(&mut self, depth: usize) -> String {
        let compare = |w: &mut Self| w.dice.pick(&["==", "!=", "<", "<=", ">", ">="]);
        let same = |w: &mut Self| w.dice.pick(&["==", "!="]);
        let member = |w: &mut Self| w.dice.pick(&["in", "not in", "not in"]);
        match self.dice.below(24) {
            0 if self.has(Field::Flag) => "b".to_string(),
            1 if self.has(Field::Odd) => format!("odd[{}]", self.int(depth)),
            2 if self.has(Field::Owner) => format!("w {} {}", same(self), self.player_or_none()),
            3 | 4 if self.has(Field::Board) => {
                format!("board[{}] {} {}", self.cell(depth), same(self), self.player_or_none())
            }
            5 | 6 if self.has(Field::Free) => format!("{} {} free", self.cell(depth), member(self)),
            7 if self.has(Field::Tint) => format!("tint {} {}", same(self), self.hue_or_none()),
            8 if self.has(Field::Dyes) => format!("dyes[{}] {} {}", self.int(depth), same(self), self.hue()),
            9 if self.has(Field::At) => format!("at {} {}", same(self), self.cell(depth)),
            9 if self.has(Field::Away) => {
                format!("at {} {}", same(self), self.dice.pick(&["none", "(0, 0)", "(0, 1)"]))
            }
            10 if self.has(Field::Picks) => format!("{} {} picks", self.int(depth), member(self)),
            11 if self.schema.partizan => format!("{} {} {}", self.player(), same(self), self.player()),
            12 if self.has(Field::Free) || self.has(Field::Board) || self.has(Field::At) => {
                format!("{} {} {}", self.cell(depth), member(self), self.cells(depth))
            }
            13 => format!("{} {} {}", self.hue(), same(self), self.hue_or_none()),
            14 | 15 => format!("{} {} {}", self.int(depth), member(self), self.ints(depth)),
            16 => format!("{} {} {}", self.ints(depth), same(self), self.ints(depth)),
            17 => format!("{} <= {} < {}", self.leaf(), self.int(depth), self.int(depth)),
            18 => match self.named(Sort::Bool) {
                Some(name) => format!("{name} {} true", same(self)),
                None => "true".to_string(),
            },
            19 => match self.named(Sort::Edge) {
                Some(name) => format!("{name}.u {} {}", same(self), self.leaf()),
                None => format!("E[{}].hue {} {}", self.int(depth), same(self), self.hue()),
            },
            20 => match self.named(Sort::Cell) {
                Some(name) => format!("{name} {} {}", same(self), self.cell(depth)),
                None => format!("{} in S", self.int(depth)),
            },
            21 if self.has(Field::Heap) || self.has(Field::Clock) => {
                format!("{} % 2 == {}", self.int(depth), self.dice.below(2))
            }
            _ => format!("{} {} {}", self.int(depth), compare(self), self.int(depth)),
        }
    }

    pub fn player(&mut self) -> String {
        let mut all: Vec<String> = match self.schema.partizan {
            true => ["me", "opp", "me", "opp", "Left", "Right"].map(str::to_string).into(),
            false => vec!["me".to_string()],
        };
        all.extend(self.named(Sort::Player));
        self.one_of(all)
    }

    fn player_or_none(&mut self) -> String {
        if self.one_in(3) || !self.schema.partizan { "none".to_string() } else { self.player() }
    }

    pub fn hue(&mut self) -> String {
        let mut all = vec!["Blue".to_string(), "Red".to_string(), "Green".to_string()];
        if let Some(name) = self.named(Sort::Hue) {
            all.extend([name.clone(), name]);
        }
        if let Some(name) = self.named(Sort::Edge) {
            all.push(format!("{name}.hue"));
        }
        self.one_of(all)
    }

    fn hue_or_none(&mut self) -> String {
        if self.one_in(4) { "dye".to_string() } else { self.hue() }
    }

    pub fn cell(&mut self, depth: usize) -> String {
        let d = depth.saturating_sub(1);
        if depth > 0 && self.has(Field::Away) && self.one_in(3) {
            return format!("at + {}", self.step());
        }
        let base = match self.named(Sort::Cell) {
            Some(name) => name,
            None if self.has(Field::At) && self.one_in(2) => "at".to_string(),
            None => match self.dice.below(3) {
                0 => "(0, 0)".to_string(),
                1 => "(R - 1, C - 1)".to_string(),
                _ => format!("({}, {})", self.leaf(), self.leaf()),
            },
        };
        if depth == 0 || self.one_in(2) {
            return base;
        }
        match self.dice.below(6) {
            5 => format!("until({base}, {}, {})", self.step(), self.cells(0)),
            0 => format!("{base} - {}", self.step()),
            1 => format!("{base} + 2 * {}", self.step()),
            2 => format!("{base} + {} * {}", self.int(d), self.step()),
            3 => format!("(if {} then {base} else (0, 0))", self.cond(d)),
            _ => format!("{base} + {}", self.step()),
        }
    }

    fn step(&mut self) -> String {
        match self.named(Sort::Step) {
            Some(name) if !self.one_in(3) => name,
            _ => self.dice.pick(&["(0, 1)", "(1, 0)", "(0, -1)", "(1, 1)"]).to_string(),
        }
    }

    pub fn steps(&mut self) -> &'static str {
        self.dice.pick(&[
            "orth",
            "king",
            "diag",
            "{(0, 1)}",
            "{(0, 1), (1, 0)}",
            "{(0, 1), (0, -1)}",
            "orth - {(1, 0)}",
        ])
    }

    /// A set of numbers.
    pub fn ints(&mut self, depth: usize) -> String {
        let mut all = vec!["0..m-1".to_string(), "S".to_string(), "T".to_string(), "{0, 2}".to_string()];
        if self.has(Field::Picks) {
            all.extend(["picks".to_string(), "picks".to_string()]);
        }
        if depth == 0 || self.one_in(3) {
            return self.one_of(all);
        }
        let d = depth - 1;
        match self.dice.below(11) {
            0 => format!("0..min(6, {})", self.int(d)),
            1 => format!("{{{}, {}}}", self.int(d), self.int(d)),
            2 => format!("({} + {})", self.ints(d), self.ints(d)),
            3 => format!("({} - {})", self.ints(d), self.ints(d)),
            4 => format!("({} & {})", self.ints(d), self.ints(d)),
            5 => format!("(if {} then {} else {})", self.cond(d), self.ints(d), self.ints(d)),
            6 => {
                let (name, set) = (self.fresh("y"), self.ints(d));
                let filter = self.with(&name, Sort::Int, |w| w.cond(d));
                format!("{{{name} in {set} if {filter}}}")
            }
            7 => {
                let (name, set) = (self.fresh("y"), self.ints(d));
                let body = self.with(&name, Sort::Int, |w| w.int(d));
                format!("{{{name} in {set}: {body}}}")
            }
            8 => match self.dice.below(4) {
                0 => format!("near(H0, {})", self.int(d)),
                1 => format!("before(G0, {})", self.int(d)),
                2 => {
                    let name = self.fresh("e");
                    format!(
                        "{{{name} in edges({}): {name}.{}}}",
                        self.dice.pick(&["G0", "H0"]),
                        self.dice.pick(&["row", "col"])
                    )
                }
                _ => format!("next(G0, {})", self.int(d)),
            },
            9 => {
                let (start, name) = (self.ints(d), self.fresh("e"));
                format!("reach({start}, {{{name} in E: ({name}.u, {name}.v)}})")
            }
            _ => "nodes(G0)".to_string(),
        }
    }

    /// A set of cells.
    pub fn cells(&mut self, depth: usize) -> String {
        let mut all = vec!["grid(R, C)".to_string(), "B".to_string()];
        if self.has(Field::Free) {
            all.extend(["free".to_string(), "free".to_string(), "free".to_string()]);
        }
        all.extend(self.named(Sort::CellSet));
        if depth == 0 || self.one_in(2) {
            return self.one_of(all);
        }
        let d = depth - 1;
        match self.dice.below(10) {
            7 => format!("ray({}, {}, {})", self.cell(d), self.step(), self.cells(d)),
            8 => format!("flood({{{}}}, {}, {})", self.cell(d), self.cells(d), self.steps()),
            0 => format!("({} - {})", self.cells(d), self.cells(d)),
            1 => format!("({} & {})", self.cells(d), self.cells(d)),
            2 => {
                let name = self.fresh("d");
                let base = self.cell(d);
                format!("{{{name} in {}: {base} + {name}}}", self.steps())
            }
            3 => format!("({} + {{{}}})", self.cells(d), self.cell(d)),
            4 => "grid(R, C - 1)".to_string(),
            _ => {
                let (name, set) = (self.fresh("c"), self.cells(d));
                let filter = self.with(&name, Sort::Cell, |w| w.cond(d));
                format!("{{{name} in {set} if {filter}}}")
            }
        }
    }
}
