//! The rules as a program: a recursion over positions that follows the turn of the language step by step. Fields become
//! arguments, definitions and folds become functions. What is undefined makes a condition false, as `run` has it: every
//! expression carries the condition under which it is defined. What is outside the fragment is refused with its place.

mod body;
mod condition;
mod expr;
mod open;
mod scope;
mod set;
mod turn;

use crate::program::{Axis, Constant, Data, E, Function, Memory, Program, S, Ty};
use grundy_rule::{Expr, Kind, Rules, Span, Type, Uses};
use grundy_run::{Game, Shape, State, Stored, Universe, Value};
use scope::Scope;
use std::collections::{BTreeSet, HashMap, HashSet};
use std::sync::Arc;

pub(crate) use open::openable;
pub use turn::Gives;

/// Why rules are not translated.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Untranslated {
    /// Where it shows.
    pub span: Span,
    /// What it is.
    pub reason: String,
}

type Res<T> = Result<T, Untranslated>;

fn refuse<T>(span: Span, reason: impl Into<String>) -> Res<T> {
    Err(Untranslated { span, reason: reason.into() })
}

/// An expression and the condition under which it is defined.
#[derive(Clone, Debug)]
pub(crate) struct Ex {
    pub def: E,
    pub e: E,
}

impl Ex {
    fn total(e: E) -> Ex {
        Ex { def: E::Bool(true), e }
    }
}

/// A definition that has become a function.
#[derive(Clone)]
struct Made {
    name: String,
    /// The function that says whether the first is defined, if it may not be.
    defined: Option<String>,
    fields: BTreeSet<usize>,
    mover: bool,
}

/// Rules on their way to a program.
pub(crate) struct Translator<'a> {
    game: &'a Arc<Game>,
    /// Its rules: with the parameters folded in, unless some are open.
    rules: &'a Rules,
    /// The rule text, for comments.
    text: &'a str,
    pub(crate) program: Program,
    names: HashSet<String>,
    tables: HashMap<Value, (String, Ty)>,
    ranks: HashMap<Universe, String>,
    defs: HashMap<usize, Made>,
    /// The functions that make sets of masks, by field.
    elements: HashMap<usize, String>,
    /// The functions that follow pairs, by the types of an element and of a pair.
    reached: Vec<(Ty, Ty, String)>,
    /// Names and types of the fields as arguments, and then of the open parameters.
    fields: Vec<(String, Ty)>,
    /// What each field is called once it is written.
    copies: Vec<String>,
    /// The parameters that are arguments too.
    open: Vec<usize>,
    /// The numbers of a table that holds all values, where an order to fill it is known.
    axes: Option<Vec<Axis>>,
}

/// Words that no variable may be called in one of the languages.
const RESERVED: &str = "and or not in is if else for while def return lambda class from import pass with as try del global yield \
    None True False int long char bool auto const new delete this switch case default do double float short \
    signed static struct union unsigned void using namespace template operator private public protected friend \
    goto break continue register let mut fn impl match mod move pub ref self super trait type use where loop \
    crate dyn box max min abs set map list tuple array vector find memo key known result wrong failures main \
    least greatest magnitude has added cleared bits bit_count contains place_of as_set mex united less common \
    floor_div floor_mod sys lru_cache count next prev left right swap remove rank size begin end data plus minus \
    copy fill range len sum sorted bin found options best value gain again mover state column weight values \
    after s NEXT ACCEPT WEIGHTS NO_MOVE table marks cases parts part entry last given read_number ones all_marks \
    high0 high1 high2 high3 at0 at1 at2 at3 fresh round rest0 rest1 rest2 rest3 \
    assert elif except finally raise nonlocal async await typename catch throw inline explicit export volatile mutable sizeof \
    typedef enum extern constexpr decltype noexcept nullptr alignas alignof and_eq asm bitand bitor char8_t char16_t char32_t \
    compl concept consteval constinit const_cast co_await co_return co_yield dynamic_cast not_eq or_eq reinterpret_cast requires \
    static_assert static_cast thread_local typeid wchar_t xor xor_eq NULL EOF errno stdin stdout stderr unsafe final macro Self \
    abstract become override priv typeof unsized virtual gen";

/// What names of a function's own tables and loops end with.
const ENDINGS: [&str; 5] = ["_of", "_at", "_known", "_low", "_size"];

/// Whether a program may use a name itself.
fn is_own(name: &str) -> bool {
    ENDINGS.iter().any(|ending| name.ends_with(ending)) || RESERVED.split_whitespace().any(|word| word == name)
}

impl<'a> Translator<'a> {
    /// Nothing translated yet, all parameters fixed; refuses fields that are no arguments.
    pub(crate) fn new(game: &'a Arc<Game>, text: &'a str) -> Res<Translator<'a>> {
        Translator::with_open(game, text, &[])
    }

    /// The same with these parameters as arguments.
    pub(crate) fn with_open(game: &'a Arc<Game>, text: &'a str, open: &[usize]) -> Res<Translator<'a>> {
        let rules = if open.is_empty() { &game.rules } else { game.source() };
        let mut translator = Translator {
            game,
            rules,
            text,
            program: Program::default(),
            names: HashSet::new(),
            tables: HashMap::new(),
            ranks: HashMap::new(),
            defs: HashMap::new(),
            elements: HashMap::new(),
            reached: Vec::new(),
            fields: Vec::new(),
            copies: Vec::new(),
            open: open.to_vec(),
            axes: None,
        };
        for (field, shape) in rules.fields.iter().zip(&game.shapes) {
            let ty = match shape {
                Shape::Set(universe) if universe.len() > 64 => {
                    return refuse(field.span, format!("a set of {} elements does not fit 64 bits", universe.len()));
                }
                Shape::Set(_) => Ty::Mask,
                Shape::One(values) | Shape::Array(_, values) => {
                    let signed = matches!(values.universe, Universe::Range { low, .. } if low < 0);
                    if values.none && signed {
                        return refuse(field.span, "`none` beside negative numbers");
                    }
                    let cell = !values.universe.is_empty() && matches!(values.universe.element(0), Value::Cell(..));
                    match (shape, cell, values.none) {
                        (Shape::Array(..), true, _) => return refuse(field.span, "an array of cells"),
                        (Shape::Array(..), false, _) => Ty::Array,
                        (_, true, true) => return refuse(field.span, "a cell that may be `none`"),
                        (_, true, false) => Ty::Tuple(2),
                        (_, false, _) => translator.ty(&field.domain.ty(), field.span)?,
                    }
                }
            };
            let name = translator.fresh(&field.name);
            translator.fields.push((name, ty));
        }
        for &param in open {
            let param = &rules.params[param];
            let ty = match param.domain.ty() {
                Type::Int => Ty::Int,
                Type::Set(inner) | Type::List(inner) if *inner == Type::Int => Ty::Array,
                other => return refuse(param.span, format!("a parameter of type {other}")),
            };
            let name = translator.fresh(&param.name);
            translator.fields.push((name, ty));
        }
        for field in 0..rules.fields.len() {
            let copy = translator.fresh(&format!("new_{}", translator.fields[field].0.clone()));
            translator.copies.push(copy);
        }
        Ok(translator)
    }

    /// A name not used before, as near to the wish as possible.
    fn fresh(&mut self, wish: &str) -> String {
        let plain: String =
            wish.chars().map(|letter| if letter.is_ascii_alphanumeric() { letter } else { '_' }).collect();
        let plain = if plain.starts_with(|first: char| first.is_ascii_digit()) { format!("v{plain}") } else { plain };
        let mut name = plain.clone();
        let mut number = 1;
        while is_own(&name) || !self.names.insert(name.clone()) {
            number += 1;
            name = format!("{plain}{number}");
        }
        name
    }

    /// How a type of the language is held.
    fn ty(&self, of: &Type, span: Span) -> Res<Ty> {
        Ok(match of {
            Type::Int | Type::Player | Type::Enum(_) | Type::Any => Ty::Int,
            Type::Bool => Ty::Bool,
            Type::Optional(inner) => match self.ty(inner, span)? {
                Ty::Int => Ty::Int,
                _ => return refuse(span, "something that may be `none`"),
            },
            // A tuple of cells is all their numbers.
            Type::Tuple(entries) => {
                let mut size = 0;
                for entry in entries {
                    size += match self.ty(&entry.ty, span)? {
                        Ty::Int => 1,
                        Ty::Tuple(size) => size,
                        _ => return refuse(span, "a tuple of other things than numbers"),
                    };
                }
                Ty::Tuple(size)
            }
            Type::Set(inner) => Ty::Set(Box::new(self.ty(inner, span)?)),
            Type::List(inner) => Ty::List(Box::new(self.ty(inner, span)?)),
            Type::Array(..) => Ty::Array,
            Type::Graph | Type::Text | Type::Position => return refuse(span, format!("a value of type {of}")),
        })
    }

    /// The value of an expression that depends on parameters alone.
    fn fixed(&self, expr: &Expr) -> Option<Value> {
        let positions = matches!(expr.ty, Type::Position | Type::Text);
        let recursive =
            expr.any(&|part| matches!(part.kind, Kind::Call(number, _) if self.rules.defs[number].recursive));
        if positions
            || recursive
            || self.is_open(expr)
            || !Uses::of(expr, &self.rules.defs).is_fixed()
            || !scope::free(expr).is_empty()
        {
            return None;
        }
        self.game.machine(State { fields: Vec::new() }).value(expr).ok()
    }

    /// A fixed set or list as a constant table.
    fn table(&mut self, value: &Value, span: Span) -> Res<(E, Ty)> {
        if let Some((name, ty)) = self.tables.get(value) {
            return Ok((E::var(name.clone()), ty.clone()));
        }
        let Some(data) = data(value) else { return refuse(span, "a constant that is no table of numbers") };
        let ty = data_type(&data);
        if !matches!(ty, Ty::List(_)) {
            return refuse(span, "a constant that is no table of numbers");
        }
        let rules = self.rules;
        let param = rules.params.iter().zip(&self.game.params).find(|(_, known)| *known == value);
        let (wish, doc) = match (param, value) {
            (Some((param, _)), _) => (param.name.to_uppercase(), format!("parameter {}", param.name)),
            (None, Value::Set(elements)) => match Universe::of(elements.clone()) {
                Universe::Grid { .. } => ("CELLS".to_string(), "all cells, row by row".to_string()),
                _ => ("TABLE".to_string(), String::new()),
            },
            _ => ("TABLE".to_string(), String::new()),
        };
        let name = self.fresh(&wish);
        self.program.constants.push(Constant { name: name.clone(), ty: ty.clone(), data, doc });
        self.tables.insert(value.clone(), (name.clone(), ty.clone()));
        Ok((E::var(name), ty))
    }

    /// The function that numbers the cells of a universe, -1 outside.
    fn rank_function(&mut self, universe: &Universe, span: Span) -> Res<String> {
        if let Some(name) = self.ranks.get(universe) {
            return Ok(name.clone());
        }
        let name = self.fresh("at");
        let c = E::var("c");
        let (ty, inside, rank) = match universe {
            Universe::Grid { rows, columns } => {
                let inside = E::all([
                    within(c.clone().item(0), 0, i64::from(*rows) - 1),
                    within(c.clone().item(1), 0, i64::from(*columns) - 1),
                ]);
                (Ty::Tuple(2), inside, grid_rank(c.clone(), *columns))
            }
            Universe::Range { low, high } => {
                (Ty::Int, within(c.clone(), *low, *high), E::bin(crate::program::Op::Sub, c.clone(), E::Int(*low)))
            }
            Universe::Listed(elements) => {
                let (table, ty) = self.table(&Value::Set(elements.clone()), span)?;
                let Ty::List(inner) = ty else { return refuse(span, "an index set of other things than numbers") };
                (*inner, E::Bool(true), E::Find(Box::new(table), Box::new(c)))
            }
        };
        let body = match inside {
            E::Bool(true) => vec![S::Return(rank)],
            inside => vec![S::Return(E::If(Box::new(inside), Box::new(rank), Box::new(E::Int(-1))))],
        };
        self.program.functions.push(Function {
            name: name.clone(),
            doc: vec!["The number of a cell; -1 off the board.".into()],
            params: vec![("c".into(), ty)],
            result: Ty::Int,
            body,
            memory: Memory::None,
        });
        self.ranks.insert(universe.clone(), name.clone());
        Ok(name)
    }

    /// The scope of the turn itself.
    fn scope(&self) -> Scope {
        Scope::new(self.fields.iter().map(|(name, _)| name.clone()).collect())
    }

    /// The rule text between two places, on one line.
    fn quoted(&self, span: Span) -> Option<String> {
        let text = self.text.get(span.start as usize..span.end as usize)?;
        let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
        (!line.is_empty() && line.chars().count() <= 120).then_some(line)
    }

    /// A position as arguments.
    pub(crate) fn arguments(&self, state: &State) -> Option<Vec<E>> {
        let one = |value: &Value| scalar(value).map(E::Int);
        state
            .fields
            .iter()
            .zip(&self.fields)
            .map(|(stored, (_, ty))| match (stored, ty) {
                (Stored::Set(bits), _) => Some(E::Mask(bits.first().copied().unwrap_or(0))),
                (Stored::Array(cells), _) => cells.iter().map(one).collect::<Option<_>>().map(E::Array),
                (Stored::One(Value::Bool(value)), Ty::Bool) => Some(E::Bool(*value)),
                (Stored::One(Value::Cell(row, col)), _) => {
                    Some(E::Tuple(vec![E::Int((*row).into()), E::Int((*col).into())]))
                }
                (Stored::One(value), _) => one(value),
            })
            .collect()
    }
}

/// Numbers for everything that is one thing: `none` is -1, Left 0, Right 1, names in order.
fn scalar(value: &Value) -> Option<i64> {
    Some(match value {
        Value::None => -1,
        Value::Int(number) => *number,
        Value::Bool(value) => i64::from(*value),
        Value::Player(side) => *side as i64,
        Value::Name(number) => i64::from(*number),
        _ => return None,
    })
}

fn data(value: &Value) -> Option<Data> {
    Some(match value {
        Value::Cell(row, col) => Data::Tuple(vec![(*row).into(), (*col).into()]),
        Value::Tuple(entries) => {
            let mut numbers = Vec::new();
            for entry in entries.iter() {
                match entry {
                    Value::Cell(row, col) => numbers.extend([i64::from(*row), i64::from(*col)]),
                    other => numbers.push(scalar(other)?),
                }
            }
            Data::Tuple(numbers)
        }
        Value::Set(entries) | Value::List(entries) => Data::List(entries.iter().map(data).collect::<Option<_>>()?),
        Value::Graph(graph) => {
            let row = |next: &Vec<i64>| Data::List(next.iter().map(|&to| Data::Int(to)).collect());
            Data::List(graph.next.iter().map(row).collect())
        }
        other => Data::Int(scalar(other)?),
    })
}

fn data_type(data: &Data) -> Ty {
    match data {
        Data::Int(_) => Ty::Int,
        Data::Tuple(numbers) => Ty::Tuple(numbers.len()),
        Data::List(entries) => {
            let inner = entries.iter().map(data_type).find(|ty| *ty != Ty::List(Box::new(Ty::Int)));
            Ty::List(Box::new(inner.or_else(|| entries.first().map(data_type)).unwrap_or(Ty::Int)))
        }
    }
}

/// Whether a number lies between two others.
fn within(number: E, low: i64, high: i64) -> E {
    use crate::program::Op;
    E::all([E::bin(Op::Le, E::Int(low), number.clone()), E::bin(Op::Le, number, E::Int(high))])
}

fn grid_rank(cell: E, columns: i32) -> E {
    use crate::program::Op;
    let row = E::bin(Op::Mul, cell.clone().item(0), E::Int(columns.into()));
    E::bin(Op::Add, row, cell.item(1))
}

impl Translator<'_> {
    /// Where a condition on a position holds.
    pub(crate) fn condition(&mut self, expr: &Expr) -> Res<E> {
        let scope = self.scope();
        self.holds(expr, &scope)
    }

    /// A number computed from a position that has one.
    pub(crate) fn number(&mut self, expr: &Expr) -> Res<E> {
        let scope = self.scope().safe();
        Ok(self.int(expr, &scope)?.e)
    }

    /// The fields as arguments.
    pub(crate) fn arguments_named(&self) -> Vec<(String, Ty)> {
        self.fields.clone()
    }
}

#[cfg(test)]
mod tests {
    use super::is_own;
    use crate::{Asked, Lang, Method, Parameters, Whole, export, print};
    use grundy_answer::Unwatched;
    use std::collections::BTreeSet;

    /// Names in a text: not in strings and comments, and not those that come after a dot or a colon or before a bang.
    fn names(text: &str, comment: &str) -> BTreeSet<String> {
        let mut names = BTreeSet::new();
        for line in text.lines().filter(|line| !line.starts_with("#include") && !line.starts_with("use ")) {
            let line = line.split(comment).next().unwrap_or_default();
            let code: String = line.split('"').step_by(2).collect::<Vec<_>>().join(" ");
            let is_part = |c: char| c.is_ascii_alphanumeric() || c == '_';
            let mut rest = code.as_str();
            let mut before = ' ';
            while let Some(first) = rest.chars().next() {
                let end = rest.find(|c| !is_part(c)).unwrap_or(rest.len());
                let (name, after) = rest.split_at(end.max(first.len_utf8()));
                let stands_alone = !matches!(before, '.' | ':' | '\'') && !after.starts_with('!');
                if stands_alone && is_part(first) && !first.is_ascii_digit() {
                    names.insert(name.to_string());
                }
                before = name.chars().last().unwrap_or(' ');
                rest = after;
            }
        }
        names
    }

    /// A variable of the rules is called otherwise where a program has a name of its own; so each of these must be known.
    #[test]
    fn the_programs_own_names_are_reserved() {
        let games = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../games");
        let mut unknown = BTreeSet::new();
        for entry in std::fs::read_dir(games).expect("the library").flatten() {
            let Ok(text) = std::fs::read_to_string(entry.path()) else { continue };
            let world = grundy_kit::world(&text);
            let Ok(subject) = grundy_prove::Subject::by_default(&world, (0, 0)) else { continue };
            let own = names(&text, "#");
            for (method, sum) in [(None, false), (Some(Method::Recursion), false), (Some(Method::Recursion), true)] {
                let main = Some(Whole { sum, words: None });
                for parameters in [Parameters::Fixed, Parameters::Arguments] {
                    let (subject, text, main) = (&subject, text.as_str(), main.clone());
                    let asked = Asked { subject, text, method, tests: 2, bound: 3, budget: 200, parameters, main };
                    let Ok(made) = export(&asked, &|| Box::new(Unwatched)) else { continue };
                    for lang in Lang::ALL {
                        let comment = if lang == Lang::Python { "#" } else { "//" };
                        for name in names(&print(&made.program, lang).text(), comment) {
                            let stem = name.trim_end_matches(|c: char| c.is_ascii_digit());
                            let stem = stem.strip_prefix("new_").unwrap_or(stem);
                            if !own.contains(stem) && !own.contains(&name) && !is_own(&name) {
                                unknown.insert(name);
                            }
                        }
                    }
                }
            }
        }
        assert!(unknown.is_empty(), "{unknown:?}");
    }
}
