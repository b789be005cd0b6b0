//! Moves and endings prepared for interpretation: a binder whose elements are known beforehand is replaced by one copy of
//! what follows for each of them, and what depends on no position then is computed once. What is prepared means what the rules mean,
//! in the same order; where copies would be many, what follows stands there once, as in the rules.

use crate::current::Ranks;
use crate::eval::Machine;
use crate::game::{Folder, Game, free_locals};
use crate::shape::Shape;
use crate::universe::Universe;
use crate::value::{Side, Value};
use grundy_rule::syntax::FoldOp;
use grundy_rule::{Binder, Comparison, Expr, Kind, SetOp, Source, Span, Stmt, Type, Uses, Who, each_in_body, map_body};

/// The most expressions that copies of what follows binders may have in one game, and of what quantifiers speak of.
const MOST_COPIED: usize = 1 << 16;

/// The most elements that are tried for the constant sets of one game.
const MOST_TRIED: usize = 1 << 16;

/// The moves and endings of a game.
pub(crate) struct Prepared {
    /// One for each kind of move.
    pub moves: Vec<Branch>,
    /// The condition of each verdict line.
    pub verdicts: Vec<Expr>,
    /// Values computed once: those of the game, and more.
    pub constants: Vec<Value>,
    /// Those that are sets, their elements numbered.
    pub sets: Vec<Option<Universe>>,
    /// Those that are sets of elements of a field: the field, and the elements by number.
    pub masks: Vec<Option<(usize, Ranks)>>,
}

/// A move with its first binders bound.
pub(crate) struct Branch {
    /// The conjuncts of the guard whose names are bound here and were not before.
    pub guards: Vec<Expr>,
    pub next: Next,
}

/// What follows.
pub(crate) enum Next {
    /// A copy for each element that a name can be; where that is a set field, those count that it has.
    Copies { local: usize, field: Option<usize>, span: Span, copies: Vec<Copied> },
    /// A name whose values depend on the position.
    Bind(Binder, Box<Branch>),
    /// Nothing is left to bind.
    Play(Vec<Stmt>),
}

/// What follows a binder with one element.
pub(crate) struct Copied {
    /// The number of the element in its set.
    pub rank: usize,
    pub element: Value,
    pub then: Branch,
}

impl Prepared {
    /// The moves and endings as the rules say them.
    pub fn plain(game: &Game) -> Prepared {
        Preparer::new(game, 0).prepare()
    }

    /// The same with copies.
    pub fn copied(game: &Game) -> Prepared {
        Preparer::new(game, MOST_COPIED).prepare()
    }
}

struct Preparer<'g> {
    game: &'g Game,
    folder: Folder<'g>,
    masks: Vec<(usize, usize, Ranks)>,
    /// Expressions that may still be copied.
    copies: usize,
    /// Elements that may still be tried.
    tried: usize,
}

impl<'g> Preparer<'g> {
    fn new(game: &'g Game, copies: usize) -> Preparer<'g> {
        let folder = Folder { params: &game.params, rules: &game.rules, constants: game.constants.clone() };
        Preparer { game, folder, masks: Vec::new(), copies, tried: if copies == 0 { 0 } else { MOST_TRIED } }
    }

    fn prepare(mut self) -> Prepared {
        let (game, copies) = (self.game, self.copies);
        let prepare = |(of, guards): (&grundy_rule::Move, &Vec<Vec<Expr>>)| self.branch(&of.binders, guards, &of.body);
        let moves = game.rules.moves.iter().zip(&game.guards).map(prepare).collect();
        self.copies = copies;
        let verdicts = game.rules.verdicts.iter().map(|verdict| self.opened(&verdict.when.expr)).collect();
        let constants = self.folder.constants;
        let mut masks = vec![None; constants.len()];
        self.masks.into_iter().for_each(|(number, field, ranks)| masks[number] = Some((field, ranks)));
        let sets = constants.iter().map(Universe::of_set).collect();
        Prepared { moves, verdicts, constants, sets, masks }
    }

    /// What the binders lead to; the guards stand at the number of binders they need.
    fn branch(&mut self, binders: &[Binder], guards: &[Vec<Expr>], body: &[Stmt]) -> Branch {
        let guards_here = guards[0].iter().map(|guard| self.opened(guard)).collect();
        let Some((binder, rest)) = binders.split_first() else {
            let body = map_body(body, &mut |expr| self.opened(expr));
            return Branch { guards: guards_here, next: Next::Play(body) };
        };
        let next = match self.elements(&binder.source) {
            Some((field, elements)) if self.affords(elements.len(), size(rest, &guards[1..], body)) => {
                let (local, span) = (binder.local, binder.source.expr().span);
                let mut copies = Vec::new();
                for (rank, element) in elements.into_iter().enumerate() {
                    let known = self.literal(&element);
                    let mut put = |expr: &Expr| self.put(expr, local, &known);
                    let rest: Vec<Binder> = rest.iter().map(|binder| binder.map(&mut put)).collect();
                    let deeper: Vec<Vec<Expr>> =
                        guards[1..].iter().map(|level| level.iter().map(&mut put).collect()).collect();
                    let body = map_body(body, &mut put);
                    let mut then = self.branch(&rest, &deeper, &body);
                    then.guards.retain(|guard| guard.kind != Kind::Bool(true));
                    // What is wrong in a condition that comes before is still told.
                    if then.guards.first().is_none_or(|guard| guard.kind != Kind::Bool(false)) {
                        copies.push(Copied { rank, element, then });
                    }
                }
                Next::Copies { local, field, span, copies }
            }
            _ => Next::Bind(binder.clone(), Box::new(self.branch(rest, &guards[1..], body))),
        };
        Branch { guards: guards_here, next }
    }

    /// Whether so many copies of so many expressions may be made; they count then.
    fn affords(&mut self, copies: usize, size: usize) -> bool {
        let left = self.copies.checked_sub(copies.saturating_mul(size + 1));
        self.copies = left.unwrap_or(self.copies);
        left.is_some()
    }

    /// What a name can be, where that is known beforehand: the elements of a set, or of the universe of a set field.
    fn elements(&self, source: &Source) -> Option<(Option<usize>, Vec<Value>)> {
        match source {
            Source::Is(value) => Some((None, vec![self.known(value)?])),
            Source::In(set) => match set.kind {
                Kind::Field(field) => match &self.game.shapes[field] {
                    Shape::Set(universe) if universe.len() <= self.copies => {
                        Some((Some(field), universe.elements().collect()))
                    }
                    _ => None,
                },
                Kind::Const(number) => Some((None, self.folder.constants[number].elements()?.to_vec())),
                _ => None,
            },
        }
    }

    /// The value of an expression that is one.
    fn known(&self, expr: &Expr) -> Option<Value> {
        match expr.kind {
            Kind::None => Some(Value::None),
            Kind::Int(number) => Some(Value::Int(number)),
            Kind::Bool(value) => Some(Value::Bool(value)),
            Kind::Const(number) => Some(self.folder.constants[number].clone()),
            _ => None,
        }
    }

    /// An expression that is a value.
    fn literal(&mut self, value: &Value) -> Kind {
        match value {
            Value::None => Kind::None,
            Value::Int(number) => Kind::Int(*number),
            Value::Bool(value) => Kind::Bool(*value),
            Value::Player(Side::Left) => Kind::Who(Who::Left),
            Value::Player(Side::Right) => Kind::Who(Who::Right),
            value => self.constant(value.clone()),
        }
    }

    fn constant(&mut self, value: Value) -> Kind {
        self.folder.constants.push(value);
        Kind::Const(self.folder.constants.len() - 1)
    }

    /// An expression with a name replaced, and computed as far as it can be; one that is wrong stays as it is, to be wrong
    /// where it is met.
    fn put(&mut self, expr: &Expr, local: usize, known: &Kind) -> Expr {
        let with = substituted(expr, local, known);
        self.folder.expr(&with).unwrap_or(with)
    }

    /// The same condition or value with quantifiers over known elements written out, where nothing in them can be
    /// undefined, and with choices from a set field that depend on no position made beforehand.
    fn opened(&mut self, expr: &Expr) -> Expr {
        if self.tried == 0 {
            return expr.clone();
        }
        let opened = match &expr.kind {
            Kind::Fold(op @ (FoldOp::Exists | FoldOp::All), binders, filter, body) => {
                self.quantified(*op, binders, filter.as_deref(), body)
            }
            Kind::Build(binders, filter, body) => self.chosen(binders, filter.as_deref(), body),
            _ => None,
        };
        match opened {
            Some(kind) => Expr { kind, ty: expr.ty.clone(), span: expr.span },
            None => expr.map_parts(&mut |part| self.opened(part)),
        }
    }

    /// A quantifier over known elements as a condition on each of them.
    fn quantified(&mut self, op: FoldOp, binders: &[Binder], filter: Option<&Expr>, body: &Expr) -> Option<Kind> {
        let (binder, rest) = binders.split_first()?;
        let (None, elements) = self.elements(&binder.source)? else { return None };
        let exists = op == FoldOp::Exists;
        let condition = |kind: Kind| Expr { kind, ty: Type::Bool, span: body.span };
        let inner = match (rest, filter) {
            ([], None) => body.clone(),
            ([], Some(filter)) if exists => condition(Kind::And(filter.clone().into(), body.clone().into())),
            ([], Some(filter)) => {
                let fails = condition(Kind::Not(filter.clone().into()));
                condition(Kind::Or(fails.into(), body.clone().into()))
            }
            (rest, filter) => {
                let filter = filter.map(|filter| filter.clone().into());
                condition(Kind::Fold(op, rest.to_vec(), filter, body.clone().into()))
            }
        };
        let mut parts = Vec::new();
        if !self.affords(elements.len(), nodes(&inner)) {
            return None;
        }
        for element in elements {
            let known = self.literal(&element);
            let with = self.put(&inner, binder.local, &known);
            let part = self.opened(&with);
            match part.kind {
                Kind::Bool(value) if value == exists => return Some(Kind::Bool(value)),
                Kind::Bool(_) => {}
                _ if self.is_total(&part) => parts.push(part),
                _ => return None,
            }
        }
        Some(joined(&parts, exists))
    }

    /// `{d in field if P}` with a P that depends on `d` alone: what the field has of the elements for which P holds.
    fn chosen(&mut self, binders: &[Binder], filter: Option<&Expr>, body: &Expr) -> Option<Kind> {
        let ([Binder { local, source: Source::In(set), .. }], Some(filter)) = (binders, filter) else { return None };
        let (Kind::Field(field), Kind::Local(element)) = (&set.kind, &body.kind) else { return None };
        let Shape::Set(universe) = &self.game.shapes[*field] else { return None };
        let alone = free_locals(filter).iter().all(|free| free == local) && element == local;
        if !alone || !Uses::of(filter, &self.game.rules.defs).is_fixed() {
            return None;
        }
        self.tried = self.tried.checked_sub(universe.len())?;
        let rules = &self.game.rules;
        let mut machine = Machine::new(&self.game.params, &self.folder.constants, &rules.defs, &rules.enums);
        let (mut ranks, mut elements) = (Ranks::from_elem(0, universe.len().div_ceil(64)), Vec::new());
        for (rank, element) in universe.elements().enumerate() {
            machine.bind(*local, element.clone());
            if machine.holds(filter).ok()? {
                ranks[rank / 64] |= 1 << (rank % 64);
                elements.push(element);
            }
        }
        let among = self.constant(Value::Set(elements.into()));
        self.masks.push((self.folder.constants.len() - 1, *field, ranks));
        let among = Expr { kind: among, ty: set.ty.clone(), span: set.span };
        Some(Kind::SetOp(SetOp::Meet, Box::new(set.clone()), among.into()))
    }

    /// Whether a condition has a truth value at every position: the list of what is known to have one.
    fn is_total(&self, expr: &Expr) -> bool {
        match &expr.kind {
            Kind::Bool(_) | Kind::Stuck | Kind::Forever => true,
            Kind::Not(inner) => self.is_total(inner),
            Kind::And(left, right) | Kind::Or(left, right) => self.is_total(left) && self.is_total(right),
            Kind::Compare(Comparison::Eq | Comparison::Ne, left, right) => self.is_there(left) && self.is_there(right),
            Kind::In(element, set) => {
                matches!(element.kind, Kind::Int(_) | Kind::Const(_)) && matches!(set.kind, Kind::Field(_))
            }
            _ => false,
        }
    }

    /// Whether an expression has a value at every position.
    fn is_there(&self, expr: &Expr) -> bool {
        match &expr.kind {
            Kind::None | Kind::Int(_) | Kind::EnumValue(..) | Kind::Who(_) | Kind::Const(_) => true,
            Kind::Index(base, index) => match (&base.kind, self.known(index)) {
                (Kind::Field(field), Some(index)) => {
                    matches!(&self.game.shapes[*field], Shape::Array(universe, _) if universe.rank(&index).is_some())
                }
                _ => false,
            },
            _ => false,
        }
    }
}

/// How many expressions there are in an expression.
fn nodes(expr: &Expr) -> usize {
    let mut count = 0;
    expr.each(&mut |_| count += 1);
    count
}

/// How many there are in what follows a binder.
fn size(binders: &[Binder], guards: &[Vec<Expr>], body: &[Stmt]) -> usize {
    let before: usize = binders.iter().map(|binder| nodes(binder.source.expr())).sum();
    let mut all = before + guards.iter().flatten().map(nodes).sum::<usize>();
    each_in_body(body, &mut |_| {}, &mut |expr| all += nodes(expr));
    all
}

/// An expression with a name replaced by a value; each name of a frame has a place of its own.
fn substituted(expr: &Expr, local: usize, known: &Kind) -> Expr {
    match expr.kind {
        Kind::Local(slot) if slot == local => Expr { kind: known.clone(), ty: expr.ty.clone(), span: expr.span },
        _ => expr.map_parts(&mut |part| substituted(part, local, known)),
    }
}

/// Some part holds, or all of them do, tried in order.
fn joined(parts: &[Expr], any: bool) -> Kind {
    match parts {
        [] => Kind::Bool(!any),
        [only] => only.kind.clone(),
        _ => {
            let (left, right) = parts.split_at(parts.len() / 2);
            let side = |parts: &[Expr]| Expr { kind: joined(parts, any), ty: Type::Bool, span: parts[0].span }.into();
            if any { Kind::Or(side(left), side(right)) } else { Kind::And(side(left), side(right)) }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::Flow;
    use crate::moves::{Led, Stuck};
    use crate::position::Component;
    use crate::world::World;
    use std::collections::HashSet;
    use std::sync::Arc;

    /// Everything that prepared rules say of a position: for each mover the moves and what they lead to, and the endings.
    fn said(game: &Arc<Game>, prepared: &Prepared, packed: &[u64], next: &mut Vec<Vec<u64>>) -> Vec<String> {
        let mut all = Vec::new();
        for mover in [Side::Left, Side::Right] {
            let moves = game.each_by(prepared, packed, mover, &mut |one, led, gain, turn| {
                let parts = match led {
                    Led::Words(words) => vec![Component { game: game.clone(), packed: words.into() }],
                    Led::Components(parts) => parts,
                };
                next.extend(parts.iter().filter(|part| part.game.id == game.id).map(|part| part.packed.to_vec()));
                let parts: Vec<String> = parts.iter().map(Component::to_string).collect();
                all.push(format!("{:?} {parts:?} {gain} {turn:?}", one()));
                Flow::On
            });
            all.push(format!("{moves:?}"));
            all.extend(
                [Stuck::No, Stuck::Yes].map(|stuck| format!("{:?}", game.ending_by(prepared, packed, mover, stuck))),
            );
        }
        all
    }

    /// Compares some positions of each game of a text; how many.
    fn compared(text: &str) -> usize {
        let module = Arc::new(grundy_rule::read(text).module);
        let games = 0..module.games.len();
        let world = World::new(vec![module]);
        let mut compared = 0;
        for start in games.filter_map(|number| crate::start_with(&world, (0, number), &[]).ok()) {
            let Component { game, packed } = &start.parts[0];
            let (plain, copied) = (Prepared::plain(game), Prepared::copied(game));
            let mut known: HashSet<Vec<u64>> = HashSet::from([packed.to_vec()]);
            let mut waiting = vec![packed.to_vec()];
            for turn in 0..30 {
                if waiting.is_empty() {
                    break;
                }
                // Late positions and early ones in turn.
                let packed = waiting.swap_remove(if turn % 2 == 0 { waiting.len() - 1 } else { 0 });
                let mut next = Vec::new();
                let expected = said(game, &plain, &packed, &mut next);
                assert_eq!(said(game, &copied, &packed, &mut Vec::new()), expected, "{} {packed:x?}", game.rules.name);
                waiting.extend(next.into_iter().filter(|next| known.insert(next.clone())));
                compared += 1;
            }
        }
        compared
    }

    #[test]
    fn copies_mean_what_the_rules_mean() {
        let library = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../games");
        let files = std::fs::read_dir(library).unwrap().map(|entry| entry.unwrap().path());
        let games = files.filter(|path| path.extension().is_some_and(|extension| extension == "game"));
        let positions: usize = games.map(|path| compared(&std::fs::read_to_string(path).unwrap())).sum();
        assert!(positions > 1000, "{positions}");
    }

    /// Undefined under quantifiers, elements off the board, sets that the mover decides, a field that a body changes first.
    #[test]
    fn what_is_undefined_stays_so() {
        let text = "game A\n  param L: list of int = [3, 0, 2]\n  state n: 0..9 = 9, s: set of grid(2, 3) = all, b: player?[grid(2, 3)] = none\n\
            \x20 def near(c) = {d in s if abs(d.row - c.row) + abs(d.col - c.col) == 1}\n\
            \x20 move m(c in s, d in near(c)) if all(k in L: 6 // k > 0) or exists(x in grid(2, 3): b[x + d - c] == me): s -= {e in s if e.row >= c.row and e != d}\n\
            \x20 move t(c in s, p in player) if p == me or exists(x in grid(2, 3) if x != c: b[x] == p): s -= {c}; b[c] = p; s -= {e in s if e.col > c.col}\n\
            \x20 move u(k in L, w = 6 // k) if 0 <= w and w <= n and not exists(j in L: 6 // j == n): n -= w; gain count(x in s if x.col < k)\n\
            \x20 opp wins when exists(l in lines(grid(2, 3), 2): all(x in l: b[x] == opp or b[x + (1, 0)] == me))\n\
            \x20 draw when n == 0 and stuck\n";
        let wrong: Vec<_> = grundy_rule::read(text).diagnostics.into_iter().filter(|one| one.is_error()).collect();
        assert!(wrong.is_empty(), "{wrong:?}");
        assert!(compared(text) > 20);
    }
}
