//! The named functions of the calculator: one table, from which calls, completion and help are made.

use super::answer::Answer;
use super::evaluate::game;
use super::fault::Fault;
use crate::{Choice, Dyadic, Game, Halt, Nimber, Nus, Side, Sided, Together, Values};
use std::ops::{Range, RangeInclusive};

/// A function of the calculator.
#[derive(Debug)]
pub struct Function {
    /// Its name; case does not matter when it is called.
    pub name: &'static str,
    /// How many arguments it takes.
    pub arguments: RangeInclusive<usize>,
    /// A call and what it gives, on one line.
    pub usage: &'static str,
    what: What,
}

/// A call under way.
pub(super) struct Call<'a> {
    pub(super) values: Values<'a>,
    pub(super) arguments: Vec<Answer>,
    pub(super) span: Range<usize>,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum What {
    Canonical,
    Latex,
    Outcome,
    Birthday,
    Thermograph,
    Mean,
    Temperature,
    Stop(Side),
    Options(Side),
    Incentives(Side),
    Heat,
    Cool,
    Freeze,
    Overheat,
    Norton,
    Ordinal,
    Together(Together),
    Reduced,
    AtomicWeight,
    FarStar,
    Tiny(Side),
    Switch,
    SignExpansion,
    SumOutcome,
    WinningMoves(Side),
    Orthodox(Side),
    Simplest,
    UpPower,
    UpPowerTo,
    Uptimal,
    Nimber,
    NimSum,
    NimProduct,
    NimInverse,
    NimSquareRoot,
    NimPower,
    IsNumber,
    IsInfinitesimal,
    IsAllSmall,
    Followers,
    Compare,
    OneSide(Side),
    IsStopper,
}

macro_rules! functions {
    ($($name:literal $range:expr, $what:expr, $usage:literal;)*) => {
        &[$(Function { name: $name, arguments: $range, usage: $usage, what: $what }),*]
    };
}

static FUNCTIONS: &[Function] = functions! {
    "AtomicWeight" 1..=1, What::AtomicWeight, "AtomicWeight(G): how many ups an all-small G is worth";
    "Birthday" 1..=1, What::Birthday, "Birthday(G): the day G is born";
    "Canonical" 1..=1, What::Canonical, "Canonical(G): the canonical form (as every answer)";
    "Compare" 2..=2, What::Compare, "Compare(G, H): <, =, > or || (confused)";
    "Conjunctive" 2..=2, What::Together(Together::Conjunctive), "Conjunctive(G, H): move in both";
    "Cool" 1..=2, What::Cool, "Cool(G, t): G cooled by t (1 if left out)";
    "FarStar" 1..=1, What::FarStar, "FarStar(G): a nimber too large to matter to G";
    "Followers" 1..=1, What::Followers, "Followers(G): how many values its canonical form leads to";
    "Freeze" 1..=1, What::Freeze, "Freeze(G): G cooled by its temperature";
    "Heat" 1..=2, What::Heat, "Heat(G, t): G heated by t (1 if left out)";
    "IsAllSmall" 1..=1, What::IsAllSmall, "IsAllSmall(G): can both move or neither, everywhere?";
    "IsInfinitesimal" 1..=1, What::IsInfinitesimal, "IsInfinitesimal(G): are both stops 0?";
    "IsStopper" 1..=1, What::IsStopper, "IsStopper(G): is alternating play in G alone always finite?";
    "IsNumber" 1..=1, What::IsNumber, "IsNumber(G)";
    "LaTeX" 1..=1, What::Latex, "LaTeX(G): the canonical form for LaTeX";
    "LeftIncentives" 1..=1, What::Incentives(Side::Left), "LeftIncentives(G): what Left's moves gain";
    "LeftMoves" 1..=usize::MAX, What::WinningMoves(Side::Left), "LeftMoves(G, H, ...): Left's winning moves in the sum, each as summand and option";
    "LeftOptions" 1..=1, What::Options(Side::Left), "LeftOptions(G): Left's options in the canonical form";
    "LeftOrthodox" 1..=usize::MAX, What::Orthodox(Side::Left), "LeftOrthodox(G, H, ...): the move the thermographs advise Left in the sum";
    "LeftStop" 1..=1, What::Stop(Side::Left), "LeftStop(G): the number reached when Left starts";
    "Mean" 1..=1, What::Mean, "Mean(G): what G is worth on average";
    "Miny" 1..=1, What::Tiny(Side::Right), "Miny(G): {G|0||0}";
    "NimInverse" 1..=1, What::NimInverse, "NimInverse(*a): the nimber whose nim product with *a is *";
    "NimPower" 2..=2, What::NimPower, "NimPower(*a, n): the nim product of n copies of *a";
    "NimProduct" 2..=2, What::NimProduct, "NimProduct(*a, *b): Conway's product of nimbers";
    "NimSquareRoot" 1..=1, What::NimSquareRoot, "NimSquareRoot(*a): the nimber whose nim square is *a";
    "NimSum" 2..=2, What::NimSum, "NimSum(*a, *b): the same as *a + *b";
    "Nimber" 1..=1, What::Nimber, "Nimber(n): *n";
    "Norton" 2..=2, What::Norton, "Norton(G, U): the Norton product of G by a unit U > 0";
    "Offside" 1..=1, What::OneSide(Side::Right), "Offside(G): G with infinite play won by Right";
    "Onside" 1..=1, What::OneSide(Side::Left), "Onside(G): G with infinite play won by Left";
    "OrdinalSum" 2..=2, What::Ordinal, "OrdinalSum(G, H): the same as G:H";
    "Outcome" 1..=1, What::Outcome, "Outcome(G): L, R, N or P";
    "Overheat" 3..=3, What::Overheat, "Overheat(G, s, t): G overheated from s to t";
    "Pow" 1..=2, What::UpPower, "Pow(^, n): up-nth; Pow(^, 1) is ^";
    "PowTo" 1..=2, What::UpPowerTo, "PowTo(^, n): the sum of the first n powers of up";
    "Reduced" 1..=1, What::Reduced, "Reduced(G): the reduced canonical form, up to infinitesimals";
    "RightIncentives" 1..=1, What::Incentives(Side::Right), "RightIncentives(G): what Right's moves gain";
    "RightMoves" 1..=usize::MAX, What::WinningMoves(Side::Right), "RightMoves(G, H, ...): Right's winning moves in the sum, each as summand and option";
    "RightOptions" 1..=1, What::Options(Side::Right), "RightOptions(G): Right's options in the canonical form";
    "RightOrthodox" 1..=usize::MAX, What::Orthodox(Side::Right), "RightOrthodox(G, H, ...): the move the thermographs advise Right in the sum";
    "RightStop" 1..=1, What::Stop(Side::Right), "RightStop(G): the number reached when Right starts";
    "Selective" 2..=2, What::Together(Together::Selective), "Selective(G, H): move in either or both";
    "SignExpansion" 1..=1, What::SignExpansion, "SignExpansion(x): a number as the steps of its birth, + to the right";
    "Simplest" 2..=2, What::Simplest, "Simplest(a, b): the simplest number strictly between a and b";
    "SumOutcome" 1..=usize::MAX, What::SumOutcome, "SumOutcome(G, H, ...): who wins the sum, without adding it up";
    "Switch" 1..=usize::MAX, What::Switch, "Switch(G): {G|-G}, the same as +-G; Switch(G, H) is +-(G,H)";
    "Temperature" 1..=1, What::Temperature, "Temperature(G): how hot G is";
    "Thermograph" 1..=1, What::Thermograph, "Thermograph(G): the walls, corner by corner";
    "Tiny" 1..=1, What::Tiny(Side::Left), "Tiny(G): {0||0|-G}";
    "Uptimal" 1..=usize::MAX, What::Uptimal, "Uptimal(a, b, c): a ups, b up-seconds, c up-thirds";
};

/// Other names people use.
static ALSO: [(&str, &str); 8] = [
    ("RCF", "Reduced"),
    ("ReducedCanonicalForm", "Reduced"),
    ("CanonicalForm", "Canonical"),
    ("Mex", "Nimber"),
    ("NortonProduct", "Norton"),
    ("NortonMultiply", "Norton"),
    ("Star", "Nimber"),
    ("OutcomeClass", "Outcome"),
];

/// All functions, by name.
pub fn functions() -> &'static [Function] {
    FUNCTIONS
}

pub(super) fn function(name: &str) -> Option<&'static Function> {
    let name = ALSO.iter().find(|also| also.0.eq_ignore_ascii_case(name)).map_or(name, |also| also.1);
    FUNCTIONS.iter().find(|function| function.name.eq_ignore_ascii_case(name))
}

/// A name that means nothing, with the nearest that does.
pub(super) fn unknown(name: &str, span: Range<usize>) -> Fault {
    let fault = Fault::new("name", span, format!("`{name}` is not a name the calculator knows"));
    let distance = |other: &str| edit_distance(&name.to_lowercase(), &other.to_lowercase());
    let nearest = FUNCTIONS.iter().map(|function| (distance(function.name), function)).min_by_key(|near| near.0);
    match nearest {
        Some((near, function)) if near <= 2 && name.len() > 2 => {
            fault.remedy(format!("did you mean {}?", function.usage))
        }
        _ if name.chars().all(|c| c.is_alphabetic()) => {
            fault.remedy(format!("give it a value first: {name} := {{1|-1}}"))
        }
        _ => fault,
    }
}

fn edit_distance(a: &str, b: &str) -> usize {
    let b: Vec<char> = b.chars().take(64).collect();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.chars().take(64).enumerate() {
        let mut before = row[0];
        row[0] = i + 1;
        for (j, y) in b.iter().enumerate() {
            let replaced = before + usize::from(x != *y);
            before = row[j + 1];
            row[j + 1] = replaced.min(row[j] + 1).min(before + 1);
        }
    }
    row[b.len()]
}

impl Call<'_> {
    fn fault(&self, code: &'static str, message: impl Into<String>) -> Fault {
        Fault::new(code, self.span.clone(), message)
    }

    fn game(&self, at: usize) -> Result<Game, Fault> {
        game(&self.arguments[at], &self.span)
    }

    fn games(&self) -> Result<Vec<Game>, Fault> {
        (0..self.arguments.len()).map(|at| self.game(at)).collect()
    }

    /// The number given, or 1 if it was left out.
    fn number(&self, at: usize) -> Result<Dyadic, Fault> {
        if at >= self.arguments.len() {
            return Ok(Dyadic::ONE);
        }
        let number = self.values.as_number(self.game(at)?);
        number.ok_or_else(|| self.fault("kind", format!("argument {} must be a number", at + 1)))
    }

    /// A nimber, or an integer that names one.
    fn nimber(&self, at: usize) -> Result<Nimber, Fault> {
        let game = self.game(at)?;
        let integer = |number: Dyadic| u128::try_from(number.numerator()).ok().filter(|_| number.is_integer());
        let named = || self.values.as_number(game).and_then(integer).map(Nimber);
        let nimber = self.values.as_nimber(game).filter(|nimber| nimber.0 != 0).or_else(named);
        nimber.ok_or_else(|| self.fault("kind", format!("argument {} must be a nimber below 2^128", at + 1)))
    }

    fn count(&self, at: usize) -> Result<u32, Fault> {
        let count = self.number(at)?.to_i64().and_then(|count| u32::try_from(count).ok());
        count.ok_or_else(|| self.fault("kind", format!("argument {} must be a small integer", at + 1)))
    }
}

pub(super) fn apply(function: &Function, call: &Call<'_>) -> Result<Answer, Fault> {
    let values = call.values;
    let halt = |halt: Halt| Fault::halt(call.span.clone(), halt);
    let number = |number: &Dyadic| values.number(number).map(Answer::Game);
    let list = |games: Vec<Game>| Answer::List(games.into_iter().map(Answer::Game).collect());
    let nimber = |nimber: Nimber| values.nus(&Nus::nimber(nimber)).map(Answer::Game).map_err(halt);
    if let Answer::Loopy(sided) = &call.arguments[0]
        && let Some(answer) = apply_loopy(function, call, sided)?
    {
        return Ok(answer);
    }
    let g = call.game(0)?;
    let answer = match function.what {
        What::Canonical => Ok(Answer::Game(g)),
        What::Latex => values.latex(g).map(Answer::Text),
        What::Outcome => values.outcome(g).map(|outcome| Answer::Text(outcome.to_string())),
        What::Birthday => values.birthday(g).and_then(|day| number(&day)),
        What::Thermograph => values.thermograph(g).map(|found| Answer::Thermograph(Box::new(found))),
        What::Mean => values.mean(g).and_then(|mean| number(&mean)),
        What::Temperature => values.temperature(g).and_then(|temperature| number(&temperature)),
        What::Stop(side) => Ok(Answer::Game(values.stop(g, side))),
        What::Options(side) => values.options(g, side).map(|options| list(options.to_vec())),
        What::Incentives(side) => values.incentives(g, side).map(list),
        What::Heat if call.arguments.len() == 1 => values.heat(g, Game::ONE).map(Answer::Game),
        What::Heat => values.heat(g, call.game(1)?).map(Answer::Game),
        What::Cool => values.cool(g, &call.number(1)?).map(Answer::Game),
        What::Freeze => values.temperature(g).and_then(|t| values.cool(g, &t)).map(Answer::Game),
        What::Overheat => values.overheat(g, call.game(1)?, call.game(2)?).map(Answer::Game),
        What::Norton => match values.norton(g, call.game(1)?).map_err(halt)? {
            Some(product) => Ok(Answer::Game(product)),
            None => return Err(call.fault("kind", "the unit of a Norton product must be positive")),
        },
        What::Ordinal => values.ordinal_sum(g, call.game(1)?).map(Answer::Game),
        What::Together(how) => values.compound(g, call.game(1)?, how).map(Answer::Game),
        What::Reduced => values.reduced(g).map(Answer::Game),
        What::AtomicWeight => match values.atomic_weight(g).map_err(halt)? {
            Some(weight) => Ok(Answer::Game(weight)),
            None => return Err(call.fault("kind", "only an all-small game has an atomic weight")),
        },
        What::FarStar => values.far_star(g).map(Answer::Game),
        What::Tiny(side) => values.tiny(side, g).map(Answer::Game),
        What::Switch => values.switch_of(&call.games()?).map(Answer::Game),
        What::SignExpansion => Ok(Answer::Text(call.number(0)?.sign_expansion().map_err(halt)?)),
        What::SumOutcome => values.outcome_of_sum(&call.games()?).map(|outcome| Answer::Text(outcome.to_string())),
        What::WinningMoves(side) => {
            values.winning_moves(&call.games()?, side).and_then(|moves| choices(values, &moves))
        }
        What::Orthodox(side) => {
            let advised = values.thermostatic_move(&call.games()?, side).map_err(halt)?;
            choices(values, advised.as_slice())
        }
        What::Simplest => match values.simplest_between(&call.number(0)?, &call.number(1)?).map_err(halt)? {
            Some(found) => Ok(Answer::Game(found)),
            None => return Err(call.fault("arguments", "no number lies between the second and the first")),
        },
        What::UpPower | What::UpPowerTo => {
            // The power stands alone, or after the up it belongs to.
            let last = call.arguments.len() - 1;
            if last == 1 && g != Game::UP {
                return Err(call.fault("kind", "only powers of ^ are defined"));
            }
            let n = call.count(last)?;
            let power = if function.what == What::UpPower { values.up_power(n) } else { values.up_power_to(n) };
            power.map(Answer::Game)
        }
        What::Uptimal => {
            let digits: Result<Vec<Dyadic>, Fault> = (0..call.arguments.len()).map(|at| call.number(at)).collect();
            let digits = digits?;
            if digits.iter().any(|digit| !digit.is_integer()) {
                return Err(call.fault("kind", "the digits of an uptimal are integers"));
            }
            values.uptimal(&digits).map(Answer::Game)
        }
        What::Nimber => return nimber(call.nimber(0)?),
        What::NimSum => return nimber(call.nimber(0)? + call.nimber(1)?),
        What::NimProduct => return nimber(call.nimber(0)? * call.nimber(1)?),
        What::NimInverse => match call.nimber(0)?.inverse() {
            Some(inverse) => return nimber(inverse),
            None => return Err(call.fault("arguments", "0 has no inverse")),
        },
        What::NimSquareRoot => return nimber(call.nimber(0)?.square_root()),
        What::NimPower => {
            let exponent = call.number(1)?;
            let exponent = u128::try_from(exponent.numerator()).ok().filter(|_| exponent.is_integer());
            let exponent =
                exponent.ok_or_else(|| call.fault("kind", "the exponent must be a whole number below 2^128"))?;
            return nimber(call.nimber(0)?.power(exponent));
        }
        What::IsNumber => Ok(Answer::Truth(values.is_number(g))),
        What::IsInfinitesimal => Ok(Answer::Truth(values.is_infinitesimal(g))),
        What::IsAllSmall => values.is_all_small(g).map(Answer::Truth),
        What::Followers => values.in_order_of_birth(g).and_then(|all| number(&Dyadic::from(all.len() as i64))),
        What::OneSide(_) => Ok(Answer::Game(g)),
        What::IsStopper => Ok(Answer::Truth(true)),
        What::Compare => {
            let relation = values.compare(g, call.game(1)?).map_err(halt)?;
            Ok(Answer::Text(relation.symbol().to_string()))
        }
    };
    answer.map_err(halt)
}

/// Moves in a sum: the number of the summand, and what it becomes.
fn choices(values: Values<'_>, moves: &[Choice]) -> Result<Answer, Halt> {
    let texts = moves.iter().map(|&(at, option)| Ok(Answer::Text(format!("{}: {}", at + 1, values.text(option)?))));
    texts.collect::<Result<Vec<_>, Halt>>().map(Answer::List)
}

/// The functions that make sense of loopy values; `None` for the others.
fn apply_loopy(function: &Function, call: &Call<'_>, sided: &Sided) -> Result<Option<Answer>, Fault> {
    let halt = |halt: Halt| Fault::halt(call.span.clone(), halt);
    Ok(Some(match function.what {
        What::Canonical => call.arguments[0].clone(),
        What::Outcome => Answer::Text(sided.outcome()),
        What::Latex => Answer::Text(sided.latex(call.values).map_err(halt)?),
        What::OneSide(side) => Answer::loopy(call.values, sided.one_side(side)).map_err(halt)?,
        What::IsStopper => Answer::Truth(sided.is_stopper()),
        What::IsNumber => Answer::Truth(false),
        _ => return Ok(None),
    }))
}
