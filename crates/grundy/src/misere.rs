//! Misère play of heap games: the quotient heap by heap, checked, and sums read off it.

mod answer;
mod check;
mod survey;

use crate::budget::Budget;
use crate::keeping::Keeping;
use crate::problem::Problem;
use crate::sequence::HeapGame;
use grundy_answer::Allowance;
use grundy_heap::Code;
use grundy_misere::{Growth, Halt};
use std::str::FromStr;

pub use answer::{Genera, HeapGenus, MultiplicationTable, QuotientAnswer, QuotientPeriod, SumAnswer, SumMove};
pub use survey::{QuotientRow, QuotientSurvey, survey_quotients};

/// The largest heap of a sum; larger ones have too many moves to list.
const LARGEST_HEAP: u32 = 100_000;

/// The largest heap of a quotient when neither a bound nor a sum is given.
const DEFAULT_HEAP: u32 = 200;

/// Ticks of work between two times the work is kept: about half a minute of a large quotient.
const KEPT_TICKS: u64 = 1 << 17;

/// Heaps of a sum: `3,7,12`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HeapSum(pub Vec<u32>);

impl FromStr for HeapSum {
    type Err = String;

    fn from_str(text: &str) -> Result<HeapSum, String> {
        let heap = |word: &str| match word.trim().parse() {
            Ok(heap) if heap <= LARGEST_HEAP => Ok(heap),
            Ok(heap) => Err(format!("heap {heap} is above {LARGEST_HEAP}, the largest whose moves are listed")),
            Err(_) => Err(format!("`{word}` is not a heap; write --sum 3,7,12")),
        };
        text.split([',', '+']).map(heap).collect::<Result<Vec<_>, _>>().map(HeapSum)
    }
}

/// How far a quotient is to go, and what to tell of it.
#[derive(Clone, Debug)]
pub struct QuotientWant {
    /// The largest heap; otherwise the largest of the sum, else 200.
    pub to: Option<u32>,
    /// Copies of one heap that repeat nothing after which the quotient is given up as probably infinite.
    pub copies: u32,
    /// A sum whose outcome and winning moves are wanted.
    pub sum: Option<HeapSum>,
    /// Whether genus, species and canonical form of each heap are wanted.
    pub genus: bool,
    /// Whether the multiplication table is wanted.
    pub table: bool,
}

/// The misère quotient of a game, checked, and what is wanted of it.
pub fn quotient(
    game: &HeapGame,
    want: &QuotientWant,
    keeping: Option<Keeping>,
    budget: &Budget,
) -> Result<QuotientAnswer, Problem> {
    let code = game.coded()?;
    let largest = want.sum.as_ref().and_then(|sum| sum.0.iter().copied().max());
    let to = want.to.or(largest).unwrap_or(DEFAULT_HEAP).max(largest.unwrap_or(0));
    let (growth, halt) = match keeping {
        Some(keeping) => grow_kept(code, to, want.copies, keeping, budget)?,
        None => {
            let mut growth = Growth::new(code.rule(), want.copies);
            let halt = growth.grow(to, budget).err();
            (growth, halt)
        }
    };
    let standing = check::standing(code, growth.solution(), halt, budget)?;
    Ok(QuotientAnswer::new(code, want, (&growth, halt), standing, budget))
}

/// Grows to heap `to` in legs counted by work, and has the work kept after each; the halt says why it ended before, if it did.
fn grow_kept<'c>(
    code: &'c Code,
    to: u32,
    copies: u32,
    keeping: Keeping,
    budget: &Budget,
) -> Result<(Growth<'c>, Option<Halt>), Problem> {
    let name = code.rule().to_string();
    let refused = |why: &str| {
        Problem::bad_input("save", format!("{} cannot be gone on with: {why}", keeping.name))
            .remedy("name another file, or remove this one to begin again")
    };
    let mut growth = match &keeping.before {
        None => Growth::new(code.rule(), copies),
        Some(bytes) => {
            let text = std::str::from_utf8(bytes).map_err(|_| refused("it is not UTF-8"))?;
            Growth::restore(code.rule(), copies, &name, text).map_err(|damaged| refused(&damaged.0))?
        }
    };
    loop {
        let leg = Allowance::new(budget, KEPT_TICKS);
        let halt = growth.grow(to, &leg).err();
        (keeping.keep)(growth.save(&name).as_bytes())?;
        if !leg.is_used_up() {
            return Ok((growth, halt));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sums() {
        let sum = |text: &str| text.parse::<HeapSum>();
        assert_eq!(sum("3, 7,12"), Ok(HeapSum(vec![3, 7, 12])));
        assert_eq!(sum("0"), Ok(HeapSum(vec![0])));
        assert!(sum("").is_err());
        assert!(sum("3,,4").is_err());
        assert!(sum("100001").unwrap_err().contains("largest"));
        assert!(sum("99999999999").unwrap_err().contains("not a heap"));
    }

    #[test]
    fn work_is_kept_and_gone_on_with() {
        let game = HeapGame::written(&["0.77".to_string()]).expect("a code");
        let mut want = QuotientWant { to: Some(20), copies: 256, sum: None, genus: false, table: false };
        let mut kept = Vec::new();
        let mut keep = |bytes: &[u8]| {
            kept = bytes.to_vec();
            Ok(())
        };
        let first = Keeping { name: "first".into(), before: None, keep: &mut keep };
        assert!(!quotient(&game, &want, Some(first), &Budget::unlimited()).expect("a quotient").complete);
        want.to = Some(200);
        let again = Keeping { name: "again".into(), before: Some(kept), keep: &mut |_| Ok(()) };
        let whole = quotient(&game, &want, Some(again), &Budget::unlimited()).expect("a quotient");
        assert_eq!((whole.order, whole.period.map(|law| law.period)), (40, Some(12)));
    }
}
