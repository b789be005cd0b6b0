//! The values of a heap game by size, the period with its proof, answers far out, statistics.

mod answer;
mod heaps;
mod misere;
mod survey;

use crate::budget::Budget;
use crate::keeping::Keeping;
use crate::problem::Problem;
use crate::report::{Ended, Language, Report};
use crate::unsolved::Unsolved;
use crate::words::Say;
use grundy_answer::{Standing, message};
use grundy_heap::{Code, Outcomes, Sequence, Table, save};
use grundy_run::{Component, Game, Position};
use grundy_solve::{Answer, Grundy, Play, Question, Refusal};
use serde::Serialize;

pub use answer::{
    Exceptions, Far, FoundPeriod, HeapSequence, HistogramRow, LosingCount, RareValues, RecordRow, SequenceStatistics,
    SizeAnswer, Terms, WinningTake,
};
pub use grundy_heap::Reach;
pub use heaps::{HeapGame, looks_like_code};
pub use survey::{Kinship, SurveyAnswer, SurveyRow, survey};

/// The most values that are ever computed at once.
const MOST_VALUES: usize = 4_000_000_000;

/// The most values that are searched for one by one.
const MOST_SEARCHED_VALUES: u64 = 100_000;

/// Values computed between two times the work is kept, once there are that many.
const KEPT_VALUES: usize = 1 << 24;

/// Values computed before the work is first kept.
const FIRST_KEPT_VALUES: usize = 1 << 20;

/// What to compute and what to tell of it.
#[derive(Clone, Debug)]
pub struct SequenceWant {
    /// How far to compute.
    pub reach: Reach,
    /// Values to list, from heap 0.
    pub print: u64,
    /// Whether the last move wins or loses.
    pub play: Play,
    /// A heap whose value, winner and winning moves are wanted.
    pub at: Option<u64>,
    /// A bound up to which lost heaps are to be counted.
    pub count_losing: Option<u64>,
    /// Whether the histogram, the records, and rare and common values are wanted.
    pub statistics: bool,
    /// Whether a certificate of the period is wanted.
    pub certificate: bool,
}

/// The values of a game.
#[derive(Serialize)]
#[serde(untagged)]
pub enum SequenceAnswer {
    /// Of a game in heap form.
    Heaps(Box<HeapSequence>),
    /// Of a game that has no heap form: values found by search.
    Searched(SearchedValues),
    /// Of a game that cannot be searched.
    Unsolved(Unsolved),
}

/// Values found by search, with no theorem behind what lies beyond them.
#[derive(Serialize)]
pub struct SearchedValues {
    /// The game.
    pub code: String,
    /// The first values, as many as were to be listed.
    pub values: Vec<u64>,
    /// How many values were found.
    pub computed: usize,
    /// How they were found.
    pub method: &'static str,
    /// How sure they are.
    pub standing: Standing,
    /// Whether fewer values were found than wanted.
    #[serde(skip)]
    pub is_cut: bool,
}

/// The values of a game, and what is wanted of them.
pub fn sequence(
    game: &HeapGame,
    want: &SequenceWant,
    keeping: Option<Keeping>,
    budget: &Budget,
) -> Result<SequenceAnswer, Problem> {
    let code = match game.code() {
        Ok(code) => code,
        Err(game) => return searched(game, want, budget),
    };
    let play = if game.is_misere() { Play::Misere } else { want.play };
    if game.is_misere() {
        let asked = [("--stats", want.statistics), ("--certificate", want.certificate), ("--save", keeping.is_some())];
        if let Some((option, _)) = asked.into_iter().find(|(_, is_asked)| *is_asked) {
            return Err(heaps::no_values(&format!("the values of {option}")));
        }
    }
    if let Reach::To(to) | Reach::All(to) = want.reach
        && to > MOST_VALUES
    {
        let cause = format!("--to is above {MOST_VALUES}, the most values kept");
        let remedy = "--at and --count-losing go to 9e18 once a period is proved";
        return Err(Problem::bad_input("number", cause).remedy(remedy));
    }
    if play == Play::Misere {
        return last_loses(code, want, budget);
    }
    let sequence = match keeping {
        None => Sequence::explore(code.rule(), want.reach, budget),
        Some(keeping) => kept(code, want.reach, keeping, budget)?,
    };
    let mut answer = HeapSequence::of_values(code, &sequence, want.print, budget.seconds());
    if let Some(n) = want.at {
        answer.at = Some(answer::value_at(&sequence, n));
    }
    if let Some(n) = want.count_losing {
        answer.losing = Some(answer::losing(sequence.count_losing(n), n));
    }
    if want.statistics {
        answer.statistics = Some(SequenceStatistics::of(&sequence));
    }
    if want.certificate {
        answer.certificate = Some(game.certificate(&sequence, budget)?);
    }
    answer.sequence = Some(sequence);
    Ok(SequenceAnswer::Heaps(Box::new(answer)))
}

/// Computes in legs counted by values, and has the work kept after each, so that at most one leg is ever lost.
fn kept(code: &Code, reach: Reach, keeping: Keeping, budget: &Budget) -> Result<Sequence, Problem> {
    let refused = |message: String| {
        Problem::bad_input("save", format!("{}: {message}", keeping.name))
            .remedy("give another file, or remove this one to begin anew; nothing was changed")
    };
    let mut table = match &keeping.before {
        None => Table::new(code.rule()),
        Some(bytes) => {
            let (rule, values) = save::from_bytes(bytes).map_err(|error| refused(error.to_string()))?;
            if rule != *code.rule() {
                return Err(refused(format!("the file holds values of {rule}, not of {code}")));
            }
            Table::resume(code.rule(), values)
        }
    };
    let (Reach::To(aim) | Reach::All(aim)) = reach else {
        let sequence = Sequence::continued(table, reach, budget);
        (keeping.keep)(&save::to_bytes(code.rule(), sequence.table().values()))?;
        return Ok(sequence);
    };
    loop {
        let known = table.values().len();
        let leg = aim.min((2 * known).clamp(FIRST_KEPT_VALUES, known + KEPT_VALUES));
        let part = if matches!(reach, Reach::All(_)) { Reach::All(leg) } else { Reach::To(leg) };
        let sequence = Sequence::continued(table, part, budget);
        (keeping.keep)(&save::to_bytes(code.rule(), sequence.table().values()))?;
        let proved = sequence.period().is_some_and(|period| period.standing.kind() == "proved");
        if sequence.halt().is_some() || sequence.computed() >= aim || (proved && matches!(reach, Reach::To(_))) {
            return Ok(sequence);
        }
        table = sequence.into_table();
    }
}

/// Who wins one heap alone when the last move loses.
fn last_loses(code: &Code, want: &SequenceWant, budget: &Budget) -> Result<SequenceAnswer, Problem> {
    let (outcomes, method) = match Outcomes::explore(code.rule(), grundy_heap::Play::Misere, want.reach, budget) {
        Some(outcomes) => (outcomes, "bit-parallel outcomes"),
        None => (misere::outcomes(code.rule(), want.reach, budget), "misere quotient"),
    };
    let mut answer = HeapSequence::of_outcomes(code, &outcomes, (method, want.print), budget.seconds());
    if let Some(n) = want.at {
        answer.at = Some(answer::winner_at(outcomes.wins_at(n), n));
    }
    if let Some(n) = want.count_losing {
        answer.losing = Some(answer::losing(outcomes.count_losing(n), n));
    }
    Ok(SequenceAnswer::Heaps(Box::new(answer)))
}

/// The values of heap after heap, each searched for.
fn searched(of: &Game, want: &SequenceWant, budget: &Budget) -> Result<SequenceAnswer, Problem> {
    let far = [("--at", want.at.is_some()), ("--count-losing", want.count_losing.is_some())];
    let coded =
        [("--misere", want.play == Play::Misere), ("--stats", want.statistics), ("--certificate", want.certificate)];
    if let Some((option, _)) = far.iter().chain(&coded).find(|(_, is_asked)| *is_asked) {
        let cause = format!(
            "{option} is answered where a code can be read off the rules, and none can be of {}",
            of.rules.name
        );
        let remedy = "`grundy facts` says why; `grundy solve` and `grundy table` search";
        return Err(Problem::bad_input("code", cause).remedy(remedy));
    }
    let to = match want.reach {
        Reach::Default => want.print,
        Reach::To(to) | Reach::All(to) => to as u64,
    };
    let count = to.clamp(1, MOST_SEARCHED_VALUES);
    let rules = &of.rules;
    let heaps = crate::sampled::heaps(of, count).map_err(|diagnostic| Problem::of_position(&diagnostic))?;
    let mut values: Vec<u64> = match grundy_solve::grundy_column(&heaps, budget) {
        Ok(Some(column)) => column.values.iter().map(|value| u64::from(*value)).collect(),
        Ok(None) => match one_by_one(heaps, budget)? {
            Ok(values) => values,
            Err(unsolved) => return Ok(SequenceAnswer::Unsolved(unsolved)),
        },
        Err(refusal) => return Unsolved::of(refusal, budget.seconds()).map(SequenceAnswer::Unsolved),
    };
    let computed = values.len();
    values.truncate(want.print as usize);
    Ok(SequenceAnswer::Searched(SearchedValues {
        code: rules.name.clone(),
        values,
        computed,
        method: "search",
        standing: Standing::Checked(message!("searched to {}; no theorem is offered for this game", computed)),
        is_cut: (computed as u64) < count,
    }))
}

/// Values of heaps that one table does not value together, as many as the budget leaves time for.
fn one_by_one(heaps: Vec<Component>, budget: &Budget) -> Result<Result<Vec<u64>, Unsolved>, Problem> {
    let mut values = Vec::new();
    for heap in heaps {
        let name = heap.game.rules.name.clone();
        match grundy_solve::solve(&Position { parts: vec![heap] }, Question::default(), budget) {
            Ok(Answer { grundy: Some(Grundy::Finite(value)), .. }) => values.push(value),
            Ok(_) => {
                let cause = format!("{name} has no Grundy values");
                return Err(Problem::bad_input("code", cause).remedy("`grundy table` lists outcomes"));
            }
            Err(Refusal::Stopped(..)) => break,
            Err(refusal) => return Unsolved::of(refusal, budget.seconds()).map(Err),
        }
    }
    Ok(Ok(values))
}

impl Report for SequenceAnswer {
    fn words(&self, language: Language) -> String {
        match self {
            SequenceAnswer::Heaps(heaps) => heaps.words(language),
            SequenceAnswer::Searched(searched) => searched.words(language),
            SequenceAnswer::Unsolved(unsolved) => unsolved.words(language),
        }
    }

    fn ended(&self) -> Ended {
        match self {
            SequenceAnswer::Heaps(heaps) => heaps.ended(),
            SequenceAnswer::Searched(searched) => searched.ended(),
            SequenceAnswer::Unsolved(unsolved) => unsolved.ended(),
        }
    }
}

impl Report for SearchedValues {
    fn words(&self, language: Language) -> String {
        let values: Vec<String> = self.values.iter().map(u64::to_string).collect();
        format!("{}: {}\n{}\n", self.code, values.join(" "), self.standing.say(language))
    }

    fn ended(&self) -> Ended {
        if self.is_cut { Ended::Limit } else { Ended::Fine }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn heaps(want: &SequenceWant, keeping: Option<Keeping>, code: &str) -> Result<Box<HeapSequence>, Problem> {
        let game = HeapGame::written(&[code.to_string()])?;
        match sequence(&game, want, keeping, &Budget::unlimited())? {
            SequenceAnswer::Heaps(heaps) => Ok(heaps),
            _ => panic!("a code is in heap form"),
        }
    }

    #[test]
    fn work_is_kept_and_gone_on_with() {
        let mut want = SequenceWant {
            reach: Reach::All(500),
            print: 3,
            play: Play::AsWritten,
            at: Some(1_000_000_000_000),
            count_losing: None,
            statistics: true,
            certificate: true,
        };
        let mut kept = Vec::new();
        let mut keep = |bytes: &[u8]| {
            kept = bytes.to_vec();
            Ok(())
        };
        let first = Keeping { name: "first".into(), before: None, keep: &mut keep };
        let first = heaps(&want, Some(first), "0.77").expect("values");
        assert_eq!(first.period.as_ref().map(|period| period.period), Some(12));
        assert!(matches!(first.at, Some(Far::Known(SizeAnswer { value: Some(1), .. }))));
        assert!(matches!(first.certificate, Some(Ok(_))));
        want.reach = Reach::All(600);
        let again = Keeping { name: "again".into(), before: Some(kept.clone()), keep: &mut |_| Ok(()) };
        assert_eq!(heaps(&want, Some(again), "0.77").expect("values").computed, 600);
        let other = Keeping { name: "other".into(), before: Some(kept), keep: &mut |_| Ok(()) };
        assert_eq!(heaps(&want, Some(other), "0.07").err().map(|problem| problem.code).as_deref(), Some("save"));
    }
}
