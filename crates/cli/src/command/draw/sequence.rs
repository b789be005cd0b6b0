//! `grundy draw sequence CODE|NAME`: values over the size of a heap, the period marked.

use super::lookup::Lookup;
use super::output::{Account, Output};
use crate::asked;
use crate::number::number;
use crate::reply::{Failure, Outcome};
use crate::terminal::Terminal;
use grundy_answer::{Standing, Stop};
use grundy_draw::{Period, Picture, SequencePlot};
use grundy_heap::{Code, Reach, Sequence, Values, observe};
use grundy_rule::Domain;
use grundy_run::{Component, Position, Side, Stored, Value};
use grundy_solve::Grundy;
use serde_json::json;

/// The most values of a plot.
const MOST: u64 = 10_000_000;

/// Of what, and how far.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  grundy draw sequence 0.77 --to 300 -o kayles.svg
  grundy draw sequence 'S{2,5,7}' --to 120
  grundy draw sequence grundys-game --to 200 -o grundy.png")]
pub struct Args {
    /// The code of a heap game, or a file or library name whose game has one `nat`.
    #[arg(allow_hyphen_values = true)]
    code: String,
    /// Values of 0, 1, ..., N (at most 10^7).
    #[arg(long, value_name = "N", default_value = "200", value_parser = number)]
    to: u64,
    #[command(flatten)]
    output: Output,
}

/// Draws it.
pub fn run(args: Args) -> Outcome {
    args.output.format()?;
    if args.to > MOST {
        return Err(Failure::bad_input("number", format!("--to is above {MOST}, the most values of a plot")));
    }
    let watch = args.output.watch();
    let (plot, stop) = match args.code.parse::<Code>() {
        Ok(code) => coded(&code, args.to, &watch),
        Err(_) => ruled(&args.code, args.to, &watch)?,
    };
    let mut account = Account { stop, ..Account::default() };
    account.text = format!("{} values", plot.values.len());
    account.json.insert("computed".into(), json!(plot.values.len()));
    if let Some(period) = plot.period {
        account.text.push_str(&format!(", period {} from {}", period.period, period.preperiod));
        account.json.insert("period".into(), json!(period.period));
        account.json.insert("preperiod".into(), json!(period.preperiod));
        account.json.insert("saltus".into(), json!(period.saltus));
        account.json.insert("exceptions".into(), json!(plot.exceptions.len()));
    }
    if let Some(standing) = &plot.standing {
        account.text.push_str(&format!("\n{standing}"));
        account.json.insert("standing".into(), json!({ "kind": standing.kind(), "reason": standing.reason() }));
    }
    let title = args.output.title.clone().unwrap_or(plot.title);
    args.output.finish(&Picture::Sequence(SequencePlot { title, ..plot }), account, &watch)
}

fn coded(code: &Code, to: u64, watch: &Terminal) -> (SequencePlot, Option<Stop>) {
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
fn ruled(name: &str, to: u64, watch: &Terminal) -> Result<(SequencePlot, Option<Stop>), Failure> {
    let ruled = asked::rules(name)?;
    let rules = &ruled.module.games[ruled.game];
    let [field] = &rules.fields[..] else { return Err(unfit(&rules.name)) };
    if !matches!(field.domain, Domain::Nat) {
        return Err(unfit(&rules.name));
    }
    let largest = asked::position(name, Some(&format!("{} = {to}", field.name)))?.position;
    let part = largest.parts.first().ok_or_else(|| unfit(&rules.name))?.clone();
    let mut lookup = Lookup::new(&largest, watch)?;
    let mut values = Vec::new();
    for n in 0..=to {
        let mut state = part.game.unpack(&part.packed);
        state.fields[0] = Stored::One(Value::Int(n as i64));
        let Some(packed) = part.game.pack(&state) else { break };
        let position = Position { parts: vec![Component { game: part.game.clone(), packed }] };
        match lookup.worth(&position, Side::Left)?.map(|worth| worth.grundy) {
            None => break,
            Some(Some(Grundy::Finite(value))) => values.push(value),
            Some(_) => return Err(unfit(&rules.name)),
        }
    }
    let small: Option<Vec<u16>> = values.iter().map(|&value| u16::try_from(value).ok()).collect();
    let law = small.and_then(|small| observe(&Values::Wide(small)));
    let standing = match &law {
        Some(_) => {
            Standing::Checked(format!("the period was seen in the values to {}", values.len().saturating_sub(1)))
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

fn unfit(name: &str) -> Failure {
    Failure::bad_input("sequence", format!("the positions of {name} are not numbers with a Grundy value each"))
        .remedy("`grundy draw heat` draws outcomes over fields and parameters")
}
