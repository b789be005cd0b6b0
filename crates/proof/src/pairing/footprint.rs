//! What the moves of a game of one set need and take, relative to a base cell: read off the rules once the parameters
//! are known. A move is recognised if its one binder over the field is the base cell, its other binders range over
//! fixed sets, its guard asks only for cells at fixed steps from the base, and its body takes cells at fixed steps away.

use super::Cell;
use grundy_rule::syntax::{AssignOp, FoldOp, Mover};
use grundy_rule::{ArithOp, Binder, Builtin, Domain, Expr, Kind, Move, Rules, SetOp, Source, StmtKind, Uses};
use grundy_run::{Machine, Value};
use std::collections::{BTreeSet, HashMap};

/// More shapes than this are not looked at.
const MOST_SHAPES: usize = 4096;

/// The size of a board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Extent {
    /// Rows; 1 for a strip.
    pub rows: i64,
    /// Columns.
    pub columns: i64,
    /// The least number of a strip; `None` for a board.
    pub low: Option<i64>,
}

impl Extent {
    /// Whether a cell lies on the board.
    pub fn has(&self, cell: Cell) -> bool {
        (0..self.rows).contains(&cell[0]) && (0..self.columns).contains(&cell[1])
    }

    /// A cell as the rules write it.
    pub fn text(&self, cell: Cell) -> String {
        match self.low {
            Some(low) => (cell[1] + low).to_string(),
            None => format!("({}, {})", cell[0], cell[1]),
        }
    }

    /// The cell of a value of the rules.
    pub fn cell(&self, value: &Value) -> Option<Cell> {
        match (value, self.low) {
            (Value::Int(number), Some(low)) => Some([0, number - low]),
            (Value::Cell(row, column), None) => Some([(*row).into(), (*column).into()]),
            _ => None,
        }
    }
}

/// What one kind of move needs and takes.
#[derive(Clone, Debug)]
pub struct Shape {
    /// The move's name, with what its other binders are.
    pub name: String,
    /// Who may make it.
    pub mover: Mover,
    /// Steps from the base to cells that must be there.
    pub needs: BTreeSet<Cell>,
    /// Steps from the base to cells that it takes.
    pub takes: BTreeSet<Cell>,
    /// The values of its `in` binders; `None` is the base.
    pub values: Vec<Option<Value>>,
}

impl Shape {
    /// Whether the player who did not make this move may make the other.
    pub fn answers(&self, other: &Shape) -> bool {
        match (self.mover, other.mover) {
            (_, Mover::Either) => true,
            (Mover::Left, other) => other == Mover::Right,
            (Mover::Right, other) => other == Mover::Left,
            (Mover::Either, _) => false,
        }
    }

    /// The move at a base cell, as it is written.
    pub fn text(&self, base: Cell, extent: &Extent) -> String {
        let name = self.name.split(' ').next().unwrap_or_default();
        let each = self.values.iter().map(|value| match value {
            None => extent.text(base),
            Some(value) => grundy_run::value_text(value, None),
        });
        format!("{name}({})", each.collect::<Vec<_>>().join(", "))
    }
}

/// The board and the moves.
pub struct Footprints {
    /// Its size.
    pub extent: Extent,
    /// What moves need and take, in the order of the rules.
    pub shapes: Vec<Shape>,
}

/// Reads them off; else why not.
pub fn footprints(rules: &Rules, params: &[Value]) -> Result<Footprints, String> {
    let [field] = &rules.fields[..] else { return Err("a position is not one set".to_string()) };
    let Domain::SetOf(inner) = &field.domain else { return Err("a position is not one set".to_string()) };
    let Domain::Of(board) = &**inner else { return Err("a position is not one set".to_string()) };
    if rules.has_steps() {
        return Err("a turn may take several steps".to_string());
    }
    let extent = extent(rules, params, board)?;
    let mut shapes = Vec::new();
    for of in &rules.moves {
        let mut reader = Reader { rules, params, of, extent: &extent, shapes: &mut shapes };
        reader.bind(0, &Names::default())?;
    }
    if shapes.is_empty() {
        return Err("there is no move".to_string());
    }
    Ok(Footprints { extent, shapes })
}

/// A definition without arguments in place of its name.
fn named<'e>(rules: &'e Rules, expr: &'e Expr) -> &'e Expr {
    match &expr.kind {
        Kind::Call(number, arguments) if arguments.is_empty() && !rules.defs[*number].recursive => {
            &rules.defs[*number].code.expr
        }
        _ => expr,
    }
}

fn extent(rules: &Rules, params: &[Value], board: &Expr) -> Result<Extent, String> {
    let mut machine = Machine::new(params, &[], &rules.defs, &rules.enums);
    let mut number = |expr: &Expr| machine.int(expr).map_err(|_| "the board has no size".to_string());
    match &named(rules, board).kind {
        Kind::Builtin(Builtin::Grid, sizes) => {
            Ok(Extent { rows: number(&sizes[0])?.max(0), columns: number(&sizes[1])?.max(0), low: None })
        }
        Kind::Range(low, high) => {
            let (low, high) = (number(low)?, number(high)?);
            let columns = high.checked_sub(low).and_then(|gap| gap.checked_add(1)).ok_or("the strip is too long")?;
            Ok(Extent { rows: 1, columns: columns.max(0), low: Some(low) })
        }
        _ => Err("the board is no grid and no strip".to_string()),
    }
}

/// What a bound name stands for.
#[derive(Clone)]
enum Sym {
    /// The base and this step.
    Cell(Cell),
    /// Cells at these steps from the base.
    Cells(BTreeSet<Cell>),
    /// A value that does not depend on the base.
    Fixed(Value),
}

#[derive(Clone, Default)]
struct Names {
    locals: HashMap<usize, Sym>,
    needs: BTreeSet<Cell>,
    based: bool,
    values: Vec<Option<Value>>,
}

struct Reader<'a> {
    rules: &'a Rules,
    params: &'a [Value],
    of: &'a Move,
    extent: &'a Extent,
    shapes: &'a mut Vec<Shape>,
}

impl Reader<'_> {
    fn no<T>(&self, what: &str) -> Result<T, String> {
        Err(format!("move {}: {what}", self.of.name))
    }

    fn bind(&mut self, level: usize, names: &Names) -> Result<(), String> {
        let Some(binder) = self.of.binders.get(level) else { return self.finish(names.clone()) };
        match &binder.source {
            Source::In(set) if matches!(set.kind, Kind::Field(_)) => {
                if names.based {
                    return self.no("two binders over the field");
                }
                let mut inner = names.clone();
                inner.based = true;
                inner.needs.insert([0, 0]);
                inner.values.push(None);
                inner.locals.insert(binder.local, Sym::Cell([0, 0]));
                self.bind(level + 1, &inner)
            }
            Source::In(set) => {
                let Some(value) = self.fixed(set, names) else {
                    return self.no("a binder over a set that is not fixed");
                };
                let Some(elements) = value.elements() else { return self.no("a binder over no set") };
                for element in elements {
                    if self.shapes.len() > MOST_SHAPES {
                        return self.no("too many kinds of moves");
                    }
                    let mut inner = names.clone();
                    inner.values.push(Some(element.clone()));
                    inner.locals.insert(binder.local, Sym::Fixed(element.clone()));
                    self.bind(level + 1, &inner)?;
                }
                Ok(())
            }
            Source::Is(value) => {
                let Some(sym) = self.sym(value, names) else { return self.no("a name for something that is not seen") };
                let mut inner = names.clone();
                inner.locals.insert(binder.local, sym);
                self.bind(level + 1, &inner)
            }
        }
    }

    /// The guard and the body, all binders bound.
    fn finish(&mut self, mut names: Names) -> Result<(), String> {
        if !names.based {
            return self.no("no binder over the field");
        }
        let mut waiting: Vec<&Expr> = self.of.guard.iter().collect();
        while let Some(condition) = waiting.pop() {
            match &condition.kind {
                Kind::And(a, b) => waiting.extend([&**a, &**b]),
                Kind::In(element, set) if matches!(set.kind, Kind::Field(_)) => match self.sym(element, &names) {
                    Some(Sym::Cell(step)) => {
                        names.needs.insert(step);
                    }
                    _ => return self.no("a guard about a cell that is not at a fixed step"),
                },
                Kind::Fold(FoldOp::All, binders, None, body) => {
                    let needed = self.all_there(binders, body, &names);
                    let Some(cells) = needed else { return self.no("a guard that asks for more than cells") };
                    names.needs.extend(cells);
                }
                _ => match self.fixed(condition, &names) {
                    Some(Value::Bool(true)) => {}
                    Some(Value::Bool(false)) => return Ok(()),
                    _ => return self.no("a guard that asks for more than cells"),
                },
            }
        }
        let [only] = &self.of.body[..] else { return self.no("it does more than take cells away") };
        let StmtKind::Assign(place, AssignOp::Sub, set) = &only.kind else {
            return self.no("it does more than take cells away");
        };
        if place.index.is_some() {
            return self.no("it does more than take cells away");
        }
        let Some(Sym::Cells(takes)) = self.sym(set, &names) else {
            return self.no("it takes cells that are not at fixed steps");
        };
        let details: Vec<String> =
            names.values.iter().flatten().map(|value| grundy_run::value_text(value, None)).collect();
        let name = match details.is_empty() {
            true => self.of.name.clone(),
            false => format!("{} with {}", self.of.name, details.join(", ")),
        };
        self.shapes.push(Shape { name, mover: self.of.mover, needs: names.needs, takes, values: names.values });
        Ok(())
    }

    /// The cells that `all(x in CELLS: x in FIELD)` asks for.
    fn all_there(&self, binders: &[Binder], body: &Expr, names: &Names) -> Option<BTreeSet<Cell>> {
        let [binder] = binders else { return None };
        let Source::In(set) = &binder.source else { return None };
        let Some(Sym::Cells(cells)) = self.sym(set, names) else { return None };
        match &body.kind {
            Kind::In(element, of) if matches!(of.kind, Kind::Field(_)) && element.kind == Kind::Local(binder.local) => {
                Some(cells)
            }
            _ => None,
        }
    }

    /// A value that depends on parameters and fixed names alone.
    fn fixed(&self, expr: &Expr, names: &Names) -> Option<Value> {
        if !Uses::of(expr, &self.rules.defs).is_fixed() {
            return None;
        }
        let mut machine = Machine::new(self.params, &[], &self.rules.defs, &self.rules.enums);
        machine.locals.resize(self.of.locals, Value::None);
        let mut unknown = false;
        expr.each(&mut |part| {
            if let Kind::Local(slot) = part.kind {
                match names.locals.get(&slot) {
                    Some(Sym::Fixed(value)) => machine.bind(slot, value.clone()),
                    Some(_) => unknown = true,
                    None => {}
                }
            }
        });
        if unknown { None } else { machine.value(expr).ok() }
    }

    fn sym(&self, expr: &Expr, names: &Names) -> Option<Sym> {
        if let Some(value) = self.fixed(expr, names) {
            return match &value {
                Value::Set(elements) if elements.is_empty() => Some(Sym::Cells(BTreeSet::new())),
                _ => Some(Sym::Fixed(value)),
            };
        }
        let expr = named(self.rules, expr);
        match &expr.kind {
            Kind::Local(slot) => names.locals.get(slot).cloned(),
            Kind::Arith(op @ (ArithOp::Add | ArithOp::Sub), a, b) => {
                let (a, b) = (self.sym(a, names)?, self.sym(b, names)?);
                match (a, b) {
                    (Sym::Cell(cell), Sym::Fixed(step)) => {
                        let step = self.step(&step)?;
                        let sign = if *op == ArithOp::Add { 1 } else { -1 };
                        Some(Sym::Cell([cell[0] + sign * step[0], cell[1] + sign * step[1]]))
                    }
                    (Sym::Fixed(step), Sym::Cell(cell)) if *op == ArithOp::Add => {
                        let step = self.step(&step)?;
                        Some(Sym::Cell([cell[0] + step[0], cell[1] + step[1]]))
                    }
                    _ => None,
                }
            }
            Kind::Set(parts) => {
                let mut cells = BTreeSet::new();
                for part in parts {
                    let Sym::Cell(cell) = self.sym(part, names)? else { return None };
                    cells.insert(cell);
                }
                Some(Sym::Cells(cells))
            }
            Kind::SetOp(SetOp::Union, a, b) => {
                let (Sym::Cells(mut a), Sym::Cells(b)) = (self.sym(a, names)?, self.sym(b, names)?) else {
                    return None;
                };
                a.extend(b);
                Some(Sym::Cells(a))
            }
            Kind::Build(binders, filter, body) => {
                let mut cells = BTreeSet::new();
                self.build(binders, filter.as_deref(), body, names, &mut cells)?;
                Some(Sym::Cells(cells))
            }
            _ => None,
        }
    }

    fn build(
        &self,
        binders: &[Binder],
        filter: Option<&Expr>,
        body: &Expr,
        names: &Names,
        cells: &mut BTreeSet<Cell>,
    ) -> Option<()> {
        let Some((binder, rest)) = binders.split_first() else {
            if let Some(filter) = filter {
                match self.fixed(filter, names)? {
                    Value::Bool(true) => {}
                    _ => return Some(()),
                }
            }
            let Sym::Cell(cell) = self.sym(body, names)? else { return None };
            cells.insert(cell);
            return Some(());
        };
        let mut inner = names.clone();
        match &binder.source {
            Source::Is(value) => {
                inner.locals.insert(binder.local, self.sym(value, names)?);
                self.build(rest, filter, body, &inner, cells)
            }
            Source::In(set) => {
                for element in self.fixed(set, names)?.elements()? {
                    inner.locals.insert(binder.local, Sym::Fixed(element.clone()));
                    self.build(rest, filter, body, &inner, cells)?;
                }
                Some(())
            }
        }
    }

    fn step(&self, value: &Value) -> Option<Cell> {
        match (value, self.extent.low) {
            (Value::Int(number), Some(_)) => Some([0, *number]),
            (Value::Cell(row, column), None) => Some([(*row).into(), (*column).into()]),
            _ => None,
        }
    }
}
