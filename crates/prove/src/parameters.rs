//! Claims that speak of the start position at every size: proved where a pairing wins all boards of which they speak.
//!
//! `proof` shows that from some length on only the parity of a board's sides matters to a pairing. So the boards
//! that some pairing wins are a set of sizes that finitely many boards decide, and a claim is compared with it by automata.

use crate::Subject;
use crate::builder::Builder;
use crate::notions::Notions;
use crate::strategy::{Wins, pairing};
use grundy_answer::{Message, Watch, message};
use grundy_automata::{Arith, Digits, OutOfBudget, Rel};
use grundy_proof::{Formula, Parameters, Relation, Says, Sizes, Term, parameters};

/// For each claim why it is true at all sizes, as far as that is seen.
pub(crate) fn paired(subject: &Subject, budget: usize, watch: &dyn Watch) -> Vec<Option<Message>> {
    let rules = subject.rules();
    let nothing = vec![None; rules.claims.len()];
    let Ok(said) = parameters(rules, &subject.params) else { return nothing };
    let (Some(board), Ok(sizes)) = (&said.board, Sizes::new(rules, &subject.params)) else { return nothing };
    let arith = Arith::watched(Digits::Base2, budget, watch);
    let found = Won::new(&arith, &said, board, &sizes).and_then(|won| compared(&arith, &said, &won));
    found.unwrap_or(nothing)
}

/// The sizes that pairings win, for the first player and for the second.
struct Won {
    first: Rel,
    second: Rel,
    /// In words.
    by: Message,
}

impl Won {
    fn new(arith: &Arith, said: &Parameters, board: &[Term; 2], sizes: &Sizes) -> Result<Won, OutOfBudget> {
        let [rows, columns] = board;
        let mut builder = Builder::new(arith);
        let domain = builder.formula(&said.domain)?;
        let lengths = 0..=sizes.edge + 1;
        let tall = if sizes.is_strip() { 1..=1 } else { lengths.clone() };
        let none = builder.formula(&Formula::Any(Vec::new()))?;
        let (mut first, mut second) = (none.clone(), none);
        let (mut boards, mut kinds) = (0usize, Vec::<Message>::new());
        for height in tall {
            let high = arith.and(&[&domain, &builder.formula(&like(rows, height, sizes))?])?;
            for width in lengths.clone() {
                let here = arith.and(&[&high, &builder.formula(&like(columns, width, sizes))?])?;
                if here.is_empty() {
                    continue;
                }
                boards += 1;
                let Some(strategy) = pairing(&sizes.board(height, width)) else { continue };
                let kind = strategy.pairing.map(|pairing| pairing.by.message()).unwrap_or_default();
                if !kinds.contains(&kind) {
                    kinds.push(kind);
                }
                let won = if strategy.wins == Wins::First { &mut first } else { &mut second };
                *won = arith.or(&[won, &here])?;
            }
        }
        let kinds = kinds.into_iter().reduce(|all, kind| message!("{}, or by {}", all, kind)).unwrap_or_default();
        let by = message!(
            "pairing by {}: seen on {} boards; from a length of {} on only its parity matters",
            kinds,
            boards,
            sizes.edge
        );
        Ok(Won { first, second, by })
    }
}

/// Where a length is like this one.
fn like(length: &Term, this: i64, sizes: &Sizes) -> Formula {
    let is = |relation: Relation| length.clone().is(relation, this.into());
    match this {
        0 => is(Relation::LessOrEqual),
        _ if this < sizes.edge => is(Relation::Equal),
        _ => {
            let parity = Term::Remainder(Box::new(length.clone()), 2).is(Relation::Equal, (this % 2).into());
            Formula::All(vec![is(Relation::GreaterOrEqual), parity])
        }
    }
}

/// The claims of which every size they speak of is won by the one they name.
fn compared(arith: &Arith, said: &Parameters, won: &Won) -> Result<Vec<Option<Message>>, OutOfBudget> {
    let mut builder = Builder::new(arith);
    let domain = builder.formula(&said.domain)?;
    let mut rest = Some(domain);
    let mut found = Vec::new();
    for claim in &said.claims {
        let claim = claim
            .as_ref()
            .ok()
            .filter(|claim| claim.calls.is_empty() && Notions::of_claims([*claim]).are_read_in(Digits::Base2));
        // What an unreadable claim leaves to later ones is not known.
        let (Some(claim), Some(left)) = (claim, &rest) else {
            rest = None;
            found.push(None);
            continue;
        };
        let when = builder.formula(&claim.when)?;
        let here = arith.and(&[left, &when])?;
        let wins = match claim.says {
            Says::First => Some(&won.first),
            Says::Second => Some(&won.second),
            _ => None,
        };
        let proved = match wins {
            Some(wins) => arith.find(&[&here, wins], |truth| truth[0] && !truth[1])?.is_none(),
            None => false,
        };
        found.push(proved.then(|| won.by.clone()));
        rest = Some(arith.and(&[left, &arith.not(&when)?])?);
    }
    Ok(found)
}
