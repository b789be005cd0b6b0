//! Games of one board on which every move sets a stone of the mover on an empty cell, and lines of one's own stones win:
//! moves and lines are written out once, as masks, and everything about a position follows from them.
//!
//! Why it is sound. The rules are seen to read the board in three ways only: a move asks that its cell is empty, and
//! perhaps that cells it names without looking at the board are not; a verdict asks for a line of one player's stones.
//! So a move that is legal stays so until its cell is taken, whoever is to move; stones never leave; and where nobody has
//! a line, a move ends the game exactly if its cell is all that one of the mover's lines lacks.

use grundy_rule::syntax::{AssignOp, FoldOp, Mover};
use grundy_rule::{Binder, Comparison, Expr, Kind, Move, Source, StmtKind, Uses, VerdictResult, Who};
use grundy_run::{Ending, Eval, Flow, Game, Halt, Machine, Shape, Side, Universe, Value, defined};

/// What such rules come to. Cells have the numbers they have on the board, at most 64 of them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Placing {
    /// How many cells.
    pub cells: usize,
    /// The cells on which a stone can ever be set.
    pub open: u64,
    /// Per cell, the cells that must not be empty before a stone is set on it.
    pub needs: Vec<u64>,
    /// Per player, the lines that win.
    pub lines: [Vec<u64>; 2],
    /// How the game ends if there is no move, by the player to move.
    pub stuck: [Ending; 2],
}

/// No more instances of moves are written out.
const MOST_INSTANCES: usize = 1 << 14;

impl Placing {
    /// The masks of a game, if its rules are of this kind.
    pub fn of(game: &Game) -> Option<Placing> {
        let [Shape::Array(universe, values)] = &game.shapes[..] else { return None };
        let players = [Value::None, Value::Player(Side::Left), Value::Player(Side::Right)];
        let cells = universe.len();
        let is_board = (1..=64).contains(&cells)
            && values.len() == 3
            && (0..3).all(|rank| values.value(rank) == players[rank as usize])
            && game.layout.places[0].is_planes();
        if !is_board {
            return None;
        }
        let mut placing =
            Placing { cells, open: 0, needs: vec![0; cells], lines: Default::default(), stuck: [Ending::Drawn; 2] };
        let mut reader = Reader { game, universe, machine: game.machine(game.unpack(&vec![0; game.layout.words()])) };
        for of in &game.rules.moves {
            reader.moves(of, &mut placing)?;
        }
        for mover in [Side::Left, Side::Right] {
            reader.verdicts(mover, &mut placing)?;
        }
        Some(placing)
    }
}

/// A part of a guard.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Asks {
    Undefined,
    Never,
    Always,
    /// That none of these cells is empty.
    Filled(u64),
}

struct Reader<'a> {
    game: &'a Game,
    universe: &'a Universe,
    machine: Machine<'a>,
}

impl<'a> Reader<'a> {
    /// Whether an expression looks at nothing but parameters and bound names.
    fn is_fixed(&self, expr: &Expr) -> bool {
        Uses::of(expr, &self.game.rules.defs).is_fixed()
    }

    /// The cell that an expression names, if it is on the board.
    fn cell(&mut self, expr: &Expr) -> Option<Option<u64>> {
        let value = defined(self.machine.value(expr)).ok()?;
        Some(value.and_then(|value| self.universe.rank(&value)).map(|rank| 1 << rank))
    }

    fn moves(&mut self, of: &Move, placing: &mut Placing) -> Option<()> {
        let [only] = &of.body[..] else { return None };
        let StmtKind::Assign(place, AssignOp::Set, value) = &only.kind else { return None };
        let target = place.index.as_ref()?;
        let free = of.binders.iter().all(|binder| self.is_fixed(binder.source.expr()));
        if !free || of.mover != Mover::Either || value.kind != Kind::Who(Who::Me) || !self.is_fixed(target) {
            return None;
        }
        let mut parts = Vec::new();
        conjuncts(of.guard.as_ref()?, &mut parts);
        let before = parts.len();
        parts.retain(|part| self.emptied(part) != Some(target));
        if parts.len() == before {
            return None;
        }
        self.machine.locals.clear();
        self.machine.locals.resize(of.locals, Value::None);
        let mut left = MOST_INSTANCES;
        self.instances(&of.binders, &mut |reader| {
            left = left.checked_sub(1)?;
            let mut needs = 0;
            for part in &parts {
                match reader.asks(part)? {
                    Asks::Undefined | Asks::Never => return Some(()),
                    Asks::Always => {}
                    Asks::Filled(cells) => needs |= cells,
                }
            }
            // A cell off the board is no empty cell.
            let Some(cell) = reader.cell(target)? else { return Some(()) };
            if placing.open & cell != 0 || needs & cell != 0 {
                return None;
            }
            placing.open |= cell;
            placing.needs[cell.trailing_zeros() as usize] = needs;
            Some(())
        })
    }

    /// Calls `visit` with every assignment of the binders; `None` as soon as it or they say so.
    fn instances(&mut self, binders: &[Binder], visit: &mut dyn FnMut(&mut Self) -> Option<()>) -> Option<()> {
        let Some((binder, rest)) = binders.split_first() else { return visit(self) };
        match &binder.source {
            Source::Is(value) => match defined(self.machine.value(value)).ok()? {
                None => Some(()),
                Some(value) => {
                    self.machine.bind(binder.local, value);
                    self.instances(rest, visit)
                }
            },
            Source::In(set) => {
                let mut elements = Vec::new();
                let walked: Eval<Flow> = self.machine.each(set, &mut |_, element| {
                    elements.push(element);
                    Ok(if elements.len() > MOST_INSTANCES { Flow::Stop } else { Flow::On })
                });
                walked.ok().filter(|flow| *flow == Flow::On)?;
                elements.into_iter().try_for_each(|element| {
                    self.machine.bind(binder.local, element);
                    self.instances(rest, visit)
                })
            }
        }
    }

    /// The cell that is asked to be empty, if that is all an expression asks.
    fn emptied<'e>(&self, expr: &'e Expr) -> Option<&'e Expr> {
        compared_with_none(expr).filter(|(op, _)| *op == Comparison::Eq).map(|(_, cell)| cell)
    }

    /// What a part of a guard comes to, its names bound; `None` if it is of another kind. Something undefined makes all
    /// around it so, unless it is not looked at.
    fn asks(&mut self, expr: &Expr) -> Option<Asks> {
        if self.is_fixed(expr) {
            return match self.machine.truth(expr) {
                Ok(true) => Some(Asks::Always),
                Ok(false) => Some(Asks::Never),
                Err(Halt::Undefined) => Some(Asks::Undefined),
                Err(Halt::Fault(_)) => None,
            };
        }
        if let Some((Comparison::Ne, cell)) = compared_with_none(expr) {
            return match self.is_fixed(cell) {
                true => Some(self.cell(cell)?.map_or(Asks::Undefined, Asks::Filled)),
                false => None,
            };
        }
        match &expr.kind {
            Kind::And(a, b) => match self.asks(a)? {
                Asks::Always => self.asks(b),
                Asks::Filled(first) => match self.asks(b)? {
                    Asks::Undefined => None,
                    Asks::Never => Some(Asks::Never),
                    Asks::Always => Some(Asks::Filled(first)),
                    Asks::Filled(second) => Some(Asks::Filled(first | second)),
                },
                no => Some(no),
            },
            Kind::Or(a, b) => match self.asks(a)? {
                Asks::Never => self.asks(b),
                Asks::Filled(cells) => match self.asks(b)? {
                    Asks::Never => Some(Asks::Filled(cells)),
                    Asks::Always => Some(Asks::Always),
                    Asks::Undefined | Asks::Filled(_) => None,
                },
                yes => Some(yes),
            },
            _ => None,
        }
    }

    /// The verdict lines with `mover` about to move.
    fn verdicts(&mut self, mover: Side, placing: &mut Placing) -> Option<()> {
        let side = |who: Who| match who {
            Who::Me => mover,
            Who::Opp => mover.other(),
            Who::Left => Side::Left,
            Who::Right => Side::Right,
        };
        let mut stuck = None;
        for verdict in &self.game.rules.verdicts {
            if verdict.when.expr.kind == Kind::Stuck {
                stuck = stuck.or(Some(match verdict.result {
                    VerdictResult::Wins(who) => Ending::Won(side(who)),
                    VerdictResult::Loses(who) => Ending::Won(side(who).other()),
                    VerdictResult::Draw => Ending::Drawn,
                    VerdictResult::Score(_) => return None,
                }));
                continue;
            }
            let (owner, lines) = self.line(&verdict.when.expr, &[])?;
            let winner = match verdict.result {
                VerdictResult::Wins(who) => side(who),
                VerdictResult::Loses(who) => side(who).other(),
                _ => return None,
            };
            if winner != side(owner) {
                return None;
            }
            // A line is to be seen as soon as it is there: on the turn of the other player.
            match winner == mover {
                false => placing.lines[winner as usize].extend(lines),
                true if matches!(owner, Who::Left | Who::Right) => {}
                true => return None,
            }
        }
        placing.stuck[mover as usize] = stuck.unwrap_or(Ending::Won(mover.other()));
        Some(())
    }

    /// Whose lines a condition asks for, and which: `exists(L in lines: all(c in L: board[c] == p))`.
    fn line(&self, expr: &Expr, arguments: &[Who]) -> Option<(Who, Vec<u64>)> {
        let who = |expr: &Expr| match expr.kind {
            Kind::Who(who) => Some(who),
            Kind::Local(slot) => arguments.get(slot).copied(),
            _ => None,
        };
        if let Kind::Call(number, passed) = &expr.kind {
            let def = &self.game.rules.defs[*number];
            let passed: Vec<Who> = passed.iter().map(who).collect::<Option<_>>()?;
            return if def.recursive { None } else { self.line(&def.code.expr, &passed) };
        }
        let Kind::Fold(FoldOp::Exists, outer, None, body) = &expr.kind else { return None };
        let Kind::Fold(FoldOp::All, inner, None, body) = &body.kind else { return None };
        let ([outer], [inner]) = (&outer[..], &inner[..]) else { return None };
        let (Source::In(lines), Source::In(line)) = (&outer.source, &inner.source) else { return None };
        let Kind::Compare(Comparison::Eq, a, b) = &body.kind else { return None };
        let (read, owner) = [(a, b), (b, a)].into_iter().find_map(|(read, of)| Some((read, who(of)?)))?;
        let Kind::Index(board, cell) = &read.kind else { return None };
        let Kind::Const(number) = lines.kind else { return None };
        if line.kind != Kind::Local(outer.local)
            || board.kind != Kind::Field(0)
            || cell.kind != Kind::Local(inner.local)
        {
            return None;
        }
        let mut masks = Vec::new();
        for line in self.game.constants[number].elements()? {
            let ranks = line.elements()?.iter().map(|cell| self.universe.rank(cell));
            let mask = ranks.map(|rank| rank.map(|rank| 1u64 << rank)).try_fold(0, |mask, bit| Some(mask | bit?));
            match mask {
                Some(0) => return None,
                Some(mask) => masks.push(mask),
                // No stone lies off the board.
                None => {}
            }
        }
        Some((owner, masks))
    }
}

/// The cell of the board that is compared with `none`, and how.
fn compared_with_none(expr: &Expr) -> Option<(Comparison, &Expr)> {
    let Kind::Compare(op, a, b) = &expr.kind else { return None };
    [(a, b), (b, a)].into_iter().find_map(|(read, of)| match &read.kind {
        Kind::Index(board, cell) if board.kind == Kind::Field(0) && of.kind == Kind::None => Some((*op, &**cell)),
        _ => None,
    })
}

fn conjuncts<'e>(expr: &'e Expr, out: &mut Vec<&'e Expr>) {
    match &expr.kind {
        Kind::And(a, b) => {
            conjuncts(a, out);
            conjuncts(b, out);
        }
        _ => out.push(expr),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use grundy_rule::{check_file, parse_file};
    use grundy_run::{World, default_game};
    use std::sync::Arc;

    fn placing(file: &str) -> Option<Placing> {
        let text = std::fs::read_to_string(format!("../../games/{file}.game")).unwrap();
        let (module, _) = check_file(&parse_file(&text).file);
        Placing::of(&default_game(&World::new(vec![Arc::new(module)]), (0, 0), 0).unwrap())
    }

    /// Seven columns of six, 69 lines of four for each player.
    #[test]
    fn stones_that_fall() {
        let placing = placing("connect4").unwrap();
        assert_eq!((placing.cells, placing.open), (42, (1 << 42) - 1));
        let needs = |cell: usize| if cell < 35 { 1 << (cell + 7) } else { 0 };
        assert!(placing.needs.iter().enumerate().all(|(cell, mask)| *mask == needs(cell)));
        assert_eq!(placing.lines.each_ref().map(Vec::len), [69, 69]);
        assert!(placing.lines.iter().flatten().all(|line| line.count_ones() == 4));
        assert_eq!(placing.stuck, [Ending::Drawn; 2]);
    }

    #[test]
    fn only_one_player_has_lines() {
        let placing = placing("maker-breaker").unwrap();
        assert_eq!(placing.lines.each_ref().map(Vec::len), [8, 0]);
        assert_eq!(placing.stuck, [Ending::Won(Side::Right); 2]);
        assert!(placing.needs.iter().all(|mask| *mask == 0));
    }

    #[test]
    fn other_games_are_left_alone() {
        for file in ["tic-tac-toe", "mnk"] {
            assert!(placing(file).is_some(), "{file}");
        }
        for file in ["misere-tic-tac-toe", "quixo", "wild-tic-tac-toe", "notakto", "order-and-chaos", "achi", "reversi"]
        {
            assert!(placing(file).is_none(), "{file}");
        }
    }
}
