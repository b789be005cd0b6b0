//! Translated rules as relations, and relations as the tables of certificates.

use crate::builder::{Builder, var};
use grundy_automata::sentence::{MoveRel, Moves, SplitRel};
use grundy_automata::{Arith, OutOfBudget, Rel};
use grundy_proof::{Formula, Game, Table};

/// The moves of a game; `within` narrows its domain.
pub fn relations(arith: &Arith, game: &Game, within: Option<&Formula>) -> Result<Moves, OutOfBudget> {
    let mut builder = Builder::new(arith);
    let position: Vec<_> = game.fields.iter().copied().map(var).collect();
    let parts: Vec<Formula> = game.domain.iter().chain(within).cloned().collect();
    let domain = match parts.is_empty() {
        true => None,
        false => Some(arith.widen(&builder.formula(&Formula::All(parts))?, &position)?),
    };
    let mut step = |one: &grundy_proof::Move| -> Result<MoveRel, OutOfBudget> {
        let changed: Vec<_> = one.changed.iter().map(|&(before, after)| (var(before), var(after))).collect();
        let kept: Vec<_> = position.iter().copied().chain(changed.iter().map(|&(_, after)| after)).collect();
        let rel = projected(arith, &mut builder, &one.legal, &kept)?;
        Ok(MoveRel { changed, rel })
    };
    let moves = game.moves.iter().map(&mut step).collect::<Result<_, _>>()?;
    let repeats = game.repeats.iter().map(&mut step).collect::<Result<_, _>>()?;
    let mut splits = Vec::new();
    for split in &game.splits {
        let parts: Vec<Vec<_>> = split.parts.iter().map(|part| part.iter().copied().map(var).collect()).collect();
        let kept: Vec<_> = position.iter().copied().chain(parts.iter().flatten().copied()).collect();
        let rel = projected(arith, &mut builder, &split.legal, &kept)?;
        splits.push(SplitRel { parts, rel });
    }
    Ok(Moves { position, domain, moves, repeats, splits })
}

/// The relation of a formula over `kept` alone, other variables chosen.
fn projected(
    arith: &Arith,
    builder: &mut Builder,
    formula: &Formula,
    kept: &[grundy_automata::Var],
) -> Result<Rel, OutOfBudget> {
    let parts = match formula {
        Formula::All(parts) => &parts[..],
        other => std::slice::from_ref(other),
    };
    let rels: Vec<Rel> = parts.iter().map(|part| builder.formula(part)).collect::<Result<_, _>>()?;
    let mut others: Vec<_> = rels.iter().flat_map(|rel| rel.vars().to_vec()).filter(|v| !kept.contains(v)).collect();
    others.sort_unstable();
    others.dedup();
    let rel = arith.and_exists(&rels.iter().collect::<Vec<_>>(), &others)?;
    let mut wanted: Vec<_> = kept.to_vec();
    wanted.sort_unstable();
    wanted.dedup();
    // A field that the move does not speak of may have any value.
    if rel.vars().iter().all(|v| wanted.contains(v)) { Ok(rel) } else { arith.exists(&rel, &others) }
}

/// A relation, its variables ascending, as the table of a certificate.
pub fn certificate_table(rel: &Rel) -> Result<Table, String> {
    let width = 1usize << rel.vars().len();
    let next = (0..rel.states()).flat_map(|state| (0..width).map(move |column| rel.after(state, column) as u32));
    Table::new(rel.vars().len(), next.collect(), (0..rel.states()).map(|state| rel.accepting(state)).collect())
}
