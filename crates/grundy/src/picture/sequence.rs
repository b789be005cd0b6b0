//! Values over the size of a heap, the period marked.

use super::lookup::Lookup;
use super::{PeriodFacts, PictureAnswer, PictureFacts};
use crate::budget::Budget;
use crate::engine::Engine;
use crate::problem::Problem;
use crate::subject::Ruleset;
use crate::text::Text;
use grundy_answer::{Message, Piece, Standing, Stop, message};
use grundy_draw::{Period, Picture, SequencePlot};
use grundy_heap::{Code, Reach, Sequence, Values, observe};
use grundy_rule::Domain;
use grundy_run::{Component, Position, Side, Stored, Value};
use grundy_solve::Grundy;

/// The most values of a plot.
const MOST_VALUES: u64 = 10_000_000;

/// The values of heaps 0 to `to` of a code, or of rules with one `nat`.
pub fn sequence_picture(
    of: Result<Code, &Ruleset>,
    to: u64,
    title: Option<&str>,
    engine: Engine,
    budget: &Budget,
) -> Result<PictureAnswer, Problem> {
    if to > MOST_VALUES {
        return Err(Problem::bad_input("number", format!("--to is above {MOST_VALUES}, the most values of a plot")));
    }
    let (plot, stopped) = match of {
        Ok(code) => coded(&code, to, budget),
        Err(ruleset) => ruled(ruleset, to, engine, budget)?,
    };
    let count = plot.values.len();
    let mut words = vec![match plot.period {
        Some(period) => message!("{} values, period {} from {}", count, period.period, period.preperiod),
        None => message!("{} values", count),
    }];
    words.extend(plot.standing.as_ref().map(Piece::piece));
    let words = Message::row("\n", words);
    let period = plot.period.map(|period| PeriodFacts {
        period: period.period,
        preperiod: period.preperiod,
        saltus: period.saltus,
        exceptions: plot.exceptions.len(),
    });
    let facts = PictureFacts::Sequence { computed: plot.values.len(), period, standing: plot.standing.clone() };
    let title = title.map_or(plot.title, str::to_string);
    Ok(PictureAnswer { picture: Picture::Sequence(SequencePlot { title, ..plot }), words, facts, stopped })
}

fn coded(code: &Code, to: u64, watch: &Budget) -> (SequencePlot, Option<Stop>) {
    let sequence = Sequence::explore(code.rule(), Reach::All(to as usize + 1), watch);
    let period =
        sequence.period().map(|law| Period { preperiod: law.preperiod(), period: law.period, saltus: law.saltus });
    let stop = sequence.halt().and_then(|halt| match halt {
        grundy_heap::Halt::Stopped(stop) => Some(stop),
        _ => None,
    });
    let plot = SequencePlot {
        title: code.to_string(),
        standing: Some(sequence.standing()),
        start: 0,
        values: sequence.table().values().iter().map(u64::from).collect(),
        exceptions: sequence.exceptions().into_iter().map(|(n, _)| n).collect(),
        period,
    };
    (plot, stop)
}

/// The values of a game with one `nat`, by its rules.
fn ruled(ruleset: &Ruleset, to: u64, engine: Engine, watch: &Budget) -> Result<(SequencePlot, Option<Stop>), Problem> {
    let rules = ruleset.rules();
    let [field] = &rules.fields[..] else { return Err(unfit(&rules.name)) };
    if !matches!(field.domain, Domain::Nat) {
        return Err(unfit(&rules.name));
    }
    let largest = Text::position(format!("{} = {to}", field.name));
    let largest = ruleset.question(Some(&largest), engine)?.position;
    let part = largest.parts.first().ok_or_else(|| unfit(&rules.name))?.clone();
    let mut lookup = Lookup::new(&largest, watch)?;
    let mut values = Vec::new();
    for n in 0..=to {
        let mut state = part.game.unpack(&part.packed);
        state.fields[0] = Stored::One(Value::Int(n as i64));
        let Some(packed) = part.game.pack(&state) else { break };
        let position = Position { parts: vec![Component { game: part.game.clone(), packed }] };
        match lookup.evaluate(&position, Side::Left)?.map(|worth| worth.grundy) {
            None => break,
            Some(Some(Grundy::Finite(value))) => values.push(value),
            Some(_) => return Err(unfit(&rules.name)),
        }
    }
    let small: Option<Vec<u16>> = values.iter().map(|&value| u16::try_from(value).ok()).collect();
    let law = small.and_then(|small| observe(&Values::Wide(small)));
    let standing = match &law {
        Some(_) => {
            Standing::Checked(message!("the period was seen in the values to {}", values.len().saturating_sub(1)))
        }
        None => lookup.standing(),
    };
    let period = law.map(|law| Period { preperiod: law.preperiod(), period: law.period, saltus: law.saltus });
    let exceptions = period.map(|law| exceptions(&values, law)).unwrap_or_default();
    let plot =
        SequencePlot { title: rules.name.clone(), standing: Some(standing), start: 0, values, period, exceptions };
    Ok((plot, lookup.stop))
}

/// The `n` before the period begins whose values do not follow it.
fn exceptions(values: &[u64], law: Period) -> Vec<u64> {
    let follows = |n: u64| {
        let turns = (law.preperiod - n).div_ceil(law.period);
        let later = values.get((n + turns * law.period) as usize);
        later.is_some_and(|&later| later == values[n as usize] + turns * law.saltus)
    };
    (0..law.preperiod.min(values.len() as u64)).filter(|&n| !follows(n)).collect()
}

fn unfit(name: &str) -> Problem {
    Problem::bad_input("sequence", format!("the positions of {name} are not numbers with a Grundy value each"))
        .remedy("`grundy draw heat` draws outcomes over fields and parameters")
}
