//! What a game is about: its parameters and fields, few and small, and what expressions may speak of.

use crate::dice::Dice;

/// What a name stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sort {
    Int,
    Bool,
    Player,
    Hue,
    Cell,
    Step,
    CellSet,
    Edge,
}

/// A field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Field {
    /// `n: nat`.
    Heap,
    /// `n: 0..4`.
    Clock,
    /// `a: 0..2[m]`.
    Row,
    /// `a: nat[m]`.
    Heaps,
    /// `b: bool`.
    Flag,
    /// `w: player?`.
    Owner,
    /// `tint: Hue?`.
    Tint,
    /// `at: grid(R, C)`.
    At,
    /// `at: grid(R, C)?`, which may be nowhere.
    Away,
    /// `node: nodes(G)`.
    Node,
    /// `picks: set of 0..m-1`.
    Picks,
    /// `free: set of grid(R, C)`.
    Free,
    /// `board: player?[grid(R, C)]`.
    Board,
    /// `dyes: Hue[m]`.
    Dyes,
    /// `tally: 0..2[Hue]`.
    Tally,
    /// `purse: 0..2[player]`.
    Purse,
    /// `odd: bool[{x in 0..m if x % 2 == 1}]`, an array over a set that is built.
    Odd,
}

/// All fields, with how many values each has about.
const FIELDS: &[(Field, usize)] = &[
    (Field::Heap, 6),
    (Field::Clock, 5),
    (Field::Row, 27),
    (Field::Heaps, 27),
    (Field::Flag, 2),
    (Field::Owner, 3),
    (Field::Tint, 4),
    (Field::At, 4),
    (Field::Away, 5),
    (Field::Node, 4),
    (Field::Picks, 8),
    (Field::Free, 32),
    (Field::Board, 200),
    (Field::Dyes, 27),
    (Field::Tally, 27),
    (Field::Purse, 9),
    (Field::Odd, 4),
];

/// What a game is about.
#[derive(Clone, Debug)]
pub struct Schema {
    /// Its fields, each kind at most once.
    pub fields: Vec<Field>,
    /// Rows and columns of its boards.
    pub size: (usize, usize),
    /// Whether rules may tell the players apart.
    pub partizan: bool,
    /// Whether moves gain points.
    pub points: bool,
}

impl Schema {
    pub fn new(dice: &mut Dice) -> Schema {
        let size = [(1, 3), (2, 2), (1, 4), (2, 3), (2, 2)][dice.below(5)];
        let mut fields = Vec::new();
        let mut room = 2_500;
        for _ in 0..1 + dice.below(3) {
            let (field, values) = FIELDS[dice.below(FIELDS.len())];
            let values = match field {
                Field::Free => 1 << (size.0 * size.1),
                Field::Board => 3usize.pow((size.0 * size.1) as u32),
                _ => values,
            };
            let clash = |known: &Field| {
                let same = |pair: [Field; 2]| pair.contains(&field) && pair.contains(known);
                *known == field
                    || same([Field::Heap, Field::Clock])
                    || same([Field::Row, Field::Heaps])
                    || same([Field::At, Field::Away])
            };
            if values <= room && !fields.iter().any(clash) {
                room /= values;
                fields.push(field);
            }
        }
        if fields.is_empty() {
            fields.push(Field::Heap);
        }
        let partizan = dice.below(3) > 0 || fields.iter().any(|field| matches!(field, Field::Board | Field::Purse));
        Schema { fields, size, partizan, points: dice.below(5) == 0 }
    }

    pub fn has(&self, field: Field) -> bool {
        self.fields.contains(&field)
    }

    /// The declarations: `type`, parameters with defaults that depend on each other, fields with defaults.
    pub fn text(&self, dice: &mut Dice) -> String {
        let (rows, columns) = self.size;
        let corner = dice.pick(&["(0, 0)", "(0, C - 1)", "(R - 1, 0)", "(0, 1)"]);
        let spread = dice.pick(&["{}", "all", "{c in grid(R, C) if (c.row + c.col) % 2 == 0}", "{(0, 0), (0, C - 1)}"]);
        let spread = if dice.below(2) == 0 { format!("{{{corner}}}") } else { spread.to_string() };
        let takes = dice.pick(&["{1, 2}", "{1, 3}", "{m - 1, 1}", "{x in 1..4 if x % 2 == 1}", "{m // 2, 1}"]);
        let list = dice.pick(&["[2, 0, 1]", "[1, 3]", "[0, m, 1]", "[1]", "[1, 1]"]);
        let edges = dice.pick(&[
            "[(0, 1, Blue), (1, 2, Red)]",
            "[(0, 1, Red), (0, 2, Blue), (1, 2, Green)]",
            "[(1, 2, Blue), (0, 0, Green)]",
        ]);
        let graph = dice.pick(&["0->1 2;1->2;2->3;3->", "0->1;1->2;2->0", "0->1 2;1->3;2->3;3->0", "0->0 1;1->"]);
        let mut text = format!(
            "type Hue = Blue | Red | Green\ngame G\n{}  param m = 3, R = {rows}, C = {columns}\n  \
             param S: set of 1..4 = {takes}, L: list of int = {list}, B: set of grid(R, C) = {spread}\n",
            if dice.below(6) == 0 { "  players Ann, Bob\n" } else { "" }
        );
        text += &format!(
            "  param E: list of (u: nat, v: nat, hue: Hue) = {edges}, G0: digraph = \"{graph}\", k0 = m - {}, H0: graph = \"{}\"\n",
            dice.below(3),
            dice.pick(&["0-1-2", "0-1-2-0, 3", "0-1, 2-3", "0-1-2-3-0"])
        );
        text += &format!(
            "  param T: set of 0..m-1 = {}, pair: (lo: nat, hi: nat) = (1, m), dye: Hue? = {}\n",
            dice.pick(&["{0}", "{x in 0..m-1 if x % 2 == 0}", "{m - 1}", "all"]),
            dice.pick(&["none", "Red"])
        );
        let fields: Vec<String> = self.fields.iter().map(|field| field.declared(dice)).collect();
        text + &format!("  state {}\n", fields.join(", "))
    }
}

impl Field {
    fn declared(self, dice: &mut Dice) -> String {
        match self {
            Field::Heap => format!("n: nat = {}", dice.pick(&["4", "3", "m", "5"])),
            Field::Clock => format!("n: 0..4 = {}", dice.below(5)),
            Field::Row => format!("a: 0..2[m] = {}", dice.pick(&["1", "2", "0"])),
            Field::Heaps => format!("a: nat[m] = {}", dice.pick(&["1", "2"])),
            Field::Flag => format!("b: bool = {}", dice.pick(&["true", "false"])),
            Field::Owner => format!("w: player? = {}", dice.pick(&["none", "none", "Left"])),
            Field::Tint => format!("tint: Hue? = {}", dice.pick(&["none", "Red"])),
            Field::At => format!("at: grid(R, C) = {}", dice.pick(&["(0, 0)", "(0, 1)"])),
            Field::Away => format!("at: grid(R, C)? = {}", dice.pick(&["none", "(0, 0)"])),
            Field::Node => "node: nodes(G0) = 0".to_string(),
            Field::Picks => format!("picks: set of 0..m-1 = {}", dice.pick(&["all", "{0, 1}", "{}"])),
            Field::Free => format!("free: set of grid(R, C) = {}", dice.pick(&["all", "all", "grid(R, C) - {(0, 0)}"])),
            Field::Board => "board: player?[grid(R, C)] = none show \".XO\"".to_string(),
            Field::Dyes => format!("dyes: Hue[0..m-1] = {}", dice.pick(&["Blue", "Green"])),
            Field::Tally => format!("tally: 0..2[Hue] = {}", dice.pick(&["1", "2"])),
            Field::Purse => format!("purse: 0..2[player] = {}", dice.pick(&["1", "2"])),
            Field::Odd => "odd: bool[{x in 0..m if x % 2 == 1}] = true".to_string(),
        }
    }
}
