//! From the words on the command line to a strategy seen without a search, also on boards too large to set up.

use crate::asked;
use crate::reply::Failure;
use crate::source::Source;
use grundy_answer::Watch;
use grundy_proof::{Board, PairingCertificate, Start};
use grundy_prove::Strategy;
use grundy_run::{Component, Position, Value};

/// A position and the strategy that is seen for it.
pub struct Seen {
    /// The position as one line.
    pub name: String,
    /// The rule file.
    pub source: Source,
    /// The board, where the game is one set of cells.
    pub board: Option<Board>,
    /// What is seen.
    pub strategy: Option<Strategy>,
}

impl Seen {
    /// The certificate of a pairing.
    pub fn certificate(&self) -> Option<PairingCertificate> {
        let pairing = self.strategy.as_ref()?.pairing?;
        let rules = grundy_proof::sha256(self.source.text.as_bytes());
        Some(PairingCertificate { game: self.name.clone(), rules, pairing })
    }
}

/// The strategy of the position that GAME and POSITION name. A board too large to be set up is looked at by its rules.
pub fn seen(game: &str, position: Option<&str>, watch: &dyn Watch) -> Result<Seen, Failure> {
    match asked::position(game, position) {
        Ok(asked) => {
            let [part] = &asked.position.parts[..] else {
                let cause = "a strategy is looked for in one component, not in a sum";
                return Err(Failure::bad_input("E23", cause).remedy("`grundy solve` answers for sums"));
            };
            let strategy = grundy_prove::strategy(part, watch);
            let source = asked.sources[part.game.key.0].clone();
            Ok(Seen { name: line_of(part), source, board: Board::of(part).ok(), strategy })
        }
        Err(failure) => match by_rules(game, position) {
            Some(seen) => Ok(seen),
            None => Err(failure),
        },
    }
}

/// The pairing of the position that GAME and POSITION name, seen without a search; nothing if there is none.
pub fn paired(game: &str, position: Option<&str>) -> Option<Seen> {
    let Ok(asked) = asked::position(game, position) else { return by_rules(game, position) };
    let [part] = &asked.position.parts[..] else { return None };
    let board = Board::of(part).ok()?;
    let strategy = Some(grundy_prove::pairing(&board)?);
    let source = asked.sources[part.game.key.0].clone();
    Some(Seen { name: line_of(part), source, board: Some(board), strategy })
}

/// Whether a position is too large to be searched before it is looked at for a strategy.
pub fn is_large(position: &Position) -> bool {
    const LARGE: u128 = 1 << 44;
    match &position.parts[..] {
        [part] => grundy_run::count(&part.game.shapes).is_none_or(|count| count > LARGE),
        _ => false,
    }
}

/// A position by its parameters where its board is whole, else as it is written.
fn line_of(part: &Component) -> String {
    let whole = Board::of(part).is_ok_and(|board| board.start == Start::Full);
    if whole { by_name(&part.game.rules.name, part.game.source(), &part.game.params) } else { part.to_string() }
}

fn by_name(name: &str, rules: &grundy_rule::Rules, params: &[Value]) -> String {
    let each = rules.params.iter().zip(params);
    let each: Vec<String> =
        each.map(|(param, value)| format!("{}={}", param.name, grundy_run::value_text(value, None))).collect();
    format!("{name}({})", each.join(", "))
}

/// The pairing of a whole board that is known by its rules alone.
fn by_rules(game: &str, position: Option<&str>) -> Option<Seen> {
    let (ruled, params) = asked::parameters(game, position).ok()?;
    let rules = &ruled.module.games[ruled.game];
    let board = Board::new(rules, &params, Start::Full).ok()?;
    let strategy = grundy_prove::pairing(&board)?;
    let name = by_name(&rules.name, rules, &params);
    Some(Seen { name, source: ruled.source, board: Some(board), strategy: Some(strategy) })
}
