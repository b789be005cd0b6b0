//! Laws guessed from a table of solved positions, where no pattern is proved. They are checked to the bound of the table, never
//! more: the type has no room for a proof.

use crate::budget::Budget;
use crate::report::Language;
use crate::sampled::{Sampled, over_parameters, sampled};
use crate::words::{Say, say};
use grundy_answer::{Allowance, Standing, message};
use grundy_guess::{Failure, Guess, Known, Samples, guess};
use grundy_prove::Subject as Provable;
use serde::Serialize;
use std::fmt::Write;
use std::sync::Arc;

/// Ticks for the table that laws are guessed from.
const TABLE_TICKS: u64 = 1 << 13;

/// What is guessed of a game.
pub struct GuessedPattern {
    /// The game.
    pub game: String,
    /// The parameters with their values: what is checked is checked at these.
    pub scope: Option<String>,
    /// The laws that hold on the whole table: of what was asked for first.
    pub laws: Vec<GuessedLaw>,
    /// The laws that hold where number parameters vary too.
    pub parameters: Vec<GuessedLaw>,
    /// Why nothing is proved.
    pub reason: String,
    /// Where the rules leave arithmetic, if they do.
    pub span: Option<String>,
}

/// A law that holds on a whole table.
#[derive(Serialize)]
pub struct GuessedLaw {
    /// `outcome`: where the player to move loses; `grundy`: what the values are.
    pub of: &'static str,
    /// The law in words.
    pub name: String,
    /// What the functions in it mean.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub meanings: Vec<String>,
    /// Positions of which it does not speak, with what is true of them.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub exceptions: Vec<String>,
    /// How far the table goes.
    pub bound: String,
    /// Positions that it was fitted to.
    pub fitted: usize,
    /// Positions that it was then tested on.
    pub tested: usize,
    /// The shortest law that fits the first positions and fails later.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub runner_up: Option<RunnerUp>,
    /// How sure it is: checked.
    pub standing: Standing,
}

/// A law that fits the first positions of a table and fails later.
#[derive(Serialize)]
pub struct RunnerUp {
    /// The law in words.
    pub name: String,
    /// Where it fails first.
    pub fails_at: String,
}

/// Which laws are wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Sought {
    /// Of the lost positions, then of the values.
    Both,
    /// Of the values.
    Values,
}

/// The laws that hold on a table of the game; if there are none, why.
pub(super) fn guessed(subject: &Provable, sought: Sought, budget: &Budget) -> Result<Vec<GuessedLaw>, String> {
    let table = sampled(subject, &Allowance::new(budget, TABLE_TICKS))?;
    let mut laws = Vec::new();
    let mut failed = None;
    let mut add = |of: &'static str, samples: Samples, known: &dyn Fn() -> Vec<Known>| {
        let (mut best, failure) = guess(&samples, &[]);
        if best.is_none() {
            best = guess(&samples, &known()).0;
        }
        match best {
            Some(best) => laws.push(GuessedLaw::of(of, &samples, best, failure)),
            None if failed.is_none() => failed = failure.map(|failure| (samples, failure)),
            None => {}
        }
    };
    if sought == Sought::Both {
        add("outcome", table.lost(), &Vec::new);
    }
    if let Some(values) = table.values() {
        add("grundy", values, &|| known(&table, &subject.rules().name));
    }
    if !laws.is_empty() {
        return Ok(laws);
    }
    let size = table.points.len();
    Err(match failed {
        Some((samples, failure)) => format!(
            "no law that was tried holds on all {size} positions of a table; the shortest that fits the first {} is \
             \"{}\", which fails at {}",
            samples.fitted(),
            failure.text,
            place(&samples.names, &failure.at)
        ),
        None => format!("no law that was tried fits a table of {size} positions"),
    })
}

/// The laws that hold where number parameters vary too, if any are found.
pub(super) fn guessed_over_parameters(subject: &Provable, sought: Sought, budget: &Budget) -> Vec<GuessedLaw> {
    let Ok(table) = over_parameters(subject, &Allowance::new(budget, TABLE_TICKS)) else { return Vec::new() };
    let mut laws = Vec::new();
    let mut add = |of: &'static str, samples: Samples| {
        if let (Some(best), failure) = guess(&samples, &[]) {
            laws.push(GuessedLaw::of(of, &samples, best, failure));
        }
    };
    if sought == Sought::Both {
        add("outcome", table.lost());
    }
    if let Some(values) = table.values() {
        add("grundy", values);
    }
    laws
}

/// Sequences of other heap games of the library than the one called `own`, as far as the table goes, for a table of one number.
fn known(table: &Sampled, own: &str) -> Vec<Known> {
    let [_] = &table.names[..] else { return Vec::new() };
    let reach = table.points.len() + 3;
    let library = crate::library::Library::standard();
    let one = |entry: &Arc<crate::library::Entry>| {
        let heap = entry.text.text.contains("nat") && !entry.text.text.contains("param");
        let ruleset = heap.then(|| library.game(&entry.stem).ok()).flatten()?;
        let subject = crate::subject::Subject::Rules(ruleset);
        let provable = subject.provable(None, crate::engine::Engine::Interpreted).ok()?;
        let game = grundy_run::default_game(&provable.world, provable.key, 0).ok()?;
        if game.rules.name == own {
            return None;
        }
        let rule = grundy_solve::heap_values(&game)?;
        let sequence = grundy_heap::Sequence::explore(&rule, grundy_heap::Reach::To(reach), &grundy_answer::Unwatched);
        let values: Option<Vec<i64>> =
            (0..reach as u64).map(|n| sequence.value_at(n).map(|(value, _)| value as i64)).collect();
        Some(Known { name: game.rules.name.clone(), values: Arc::new(values?) })
    };
    library.entries().iter().filter_map(one).collect()
}

impl GuessedLaw {
    fn of(of: &'static str, samples: &Samples, guess: Guess, failure: Option<Failure>) -> GuessedLaw {
        let bound = bound(samples);
        let standing = message!(
            "holds for {}: fitted to the first {} positions, tested on {} more",
            bound,
            guess.fitted,
            guess.tested
        );
        let value = |is: i64| match of {
            "outcome" if is == 1 => "lost".to_string(),
            "outcome" => "won".to_string(),
            _ => is.to_string(),
        };
        let exception =
            |one: &grundy_guess::Exception| format!("{} at {}", value(one.is), place(&samples.names, &one.at));
        GuessedLaw {
            of,
            name: guess.text,
            meanings: guess.meanings.iter().map(|(name, meaning)| format!("{name}: {meaning}")).collect(),
            exceptions: guess.exceptions.iter().map(exception).collect(),
            bound,
            fitted: guess.fitted,
            tested: guess.tested,
            runner_up: failure.map(|failure| RunnerUp {
                name: failure.text,
                fails_at: format!("{}, which is {}", place(&samples.names, &failure.at), value(failure.is)),
            }),
            standing: Standing::Checked(standing),
        }
    }

    /// In words.
    pub fn words(&self, game: &str, language: Language) -> String {
        let mut text = format!("{game}: {}\n", super::told(self.of == "outcome", &self.name, language));
        if !self.exceptions.is_empty() {
            let _ = writeln!(text, "  {}", say!(language, "except: {}", self.exceptions.join("; ")));
        }
        for meaning in &self.meanings {
            let _ = writeln!(text, "  {meaning}");
        }
        let _ = writeln!(text, "  {}", self.standing.say(language));
        if let Some(other) = &self.runner_up {
            let (name, place) = (&other.name, other.fails_at.to_string());
            let _ = writeln!(text, "  {}", say!(language, "also fits at first: {}; fails at {}", name, place));
        }
        text
    }
}

/// `n <= 1000`, or `x, y <= 100`.
fn bound(samples: &Samples) -> String {
    let bounds = samples.bounds();
    let side = bounds.iter().max().copied().unwrap_or(0);
    if bounds.iter().any(|bound| bound + 1 < side) {
        let each: Vec<String> =
            samples.names.iter().zip(&bounds).map(|(name, bound)| format!("{name} <= {bound}")).collect();
        return each.join(", ");
    }
    // The last box may be cut: what is complete is one less.
    let whole = samples.arity() == 1 || samples.at(&vec![side; samples.arity()]).is_some();
    let side = if whole { side } else { side - 1 };
    format!("{} <= {side}", samples.names.join(", "))
}

fn place(names: &[String], at: &[i64]) -> String {
    let each: Vec<String> = names.iter().zip(at).map(|(name, number)| format!("{name} = {number}")).collect();
    each.join(", ")
}
