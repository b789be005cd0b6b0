//! What is proved of rules, tried at every position that the sets of the fields allow, not only at those reached.

use super::graph::{Graph, MOST_NODES, grundy};
use grundy_explicit::{ClaimFacts, Players, Reductions};
use grundy_rule::{Convention, Facts};
use grundy_run::{
    Claimed, Component, Ending, Game, Image, Packed, Side, State, Stuck, Successor, Turn, Universe, Value,
};
use std::collections::HashMap;
use std::sync::Arc;

/// Games with more positions than this are not tried.
const MOST_STATES: u128 = 160;

/// All positions of a game, if they are few and its bounds are those of its fields.
fn states(game: &Arc<Game>) -> Option<Vec<State>> {
    let count = grundy_run::count(&game.shapes).filter(|&count| count <= MOST_STATES)?;
    Some((0..count).map(|rank| grundy_run::unrank(&game.shapes, rank)).collect())
}

fn component(game: &Arc<Game>, state: &State) -> Component {
    Component { game: game.clone(), packed: game.pack(state).expect("a position") }
}

/// Moves without their names, in no order: the parts they lead to, points, and whether the player moves again.
type Moves = Vec<(Vec<Packed>, i64, bool)>;

/// What a player sees, with everything carried through a map: moves, and endings before and after moves are looked for and
/// of infinite play.
fn seen(game: &Arc<Game>, state: &State, mover: Side, image: &Image) -> Option<(Moves, [Option<Ending>; 3])> {
    let packed = game.pack(state)?;
    let mut moves: Moves = Vec::new();
    for (_, to) in game.moves(&packed, mover).ok()? {
        let mut parts: Vec<Packed> = Vec::new();
        for part in &to.parts {
            // Only what stays in the game can be carried.
            if part.game.id != game.id {
                return None;
            }
            parts.push(game.pack(&game.image(image, &game.unpack(&part.packed)))?);
        }
        parts.sort();
        moves.push((parts, to.gain, to.turn == Turn::Stays));
    }
    moves.sort();
    moves.dedup();
    let side = |ending: Option<Ending>| match ending {
        Some(Ending::Won(side)) if image.swaps => Some(Ending::Won(side.other())),
        other => other,
    };
    let before = side(game.ending(&packed, mover, Stuck::No).ok()?);
    let after = side(game.ending(&packed, mover, Stuck::Yes).ok()?);
    Some((moves, [before, after, side(Some(game.forever(&packed, mover).ok()?))]))
}

/// The first position at which a map is no symmetry, if there is one.
fn broken(game: &Arc<Game>, states: &[State], image: &Image) -> Option<String> {
    let identity = Image { cells: vec![None; image.cells.len()], swaps: false };
    for state in states {
        for mover in [Side::Left, Side::Right] {
            let moved = game.image(image, state);
            let after = if image.swaps { mover.other() } else { mover };
            let (there, here) = (seen(game, &moved, after, &identity), seen(game, state, mover, image));
            if let (Some(there), Some(here)) = (there, here)
                && there != here
            {
                return Some(format!("{} with {mover:?} to move", component(game, state)));
            }
        }
    }
    None
}

/// The maps that a symmetry line claims; a reordering is made of exchanges of neighbours.
fn maps(game: &Game, claimed: &Claimed) -> Vec<Image> {
    match claimed {
        Claimed::Nothing => Vec::new(),
        Claimed::Map(image) => vec![image.clone()],
        Claimed::Permute(field) => {
            let size = game.universe(*field).map_or(0, |universe| universe.len());
            let exchange = |at: usize| {
                let mut order: Vec<u32> = (0..size as u32).collect();
                order.swap(at, at + 1);
                let mut cells = vec![None; game.shapes.len()];
                cells[*field] = Some(order);
                Image { cells, swaps: false }
            };
            (0..size.saturating_sub(1)).map(exchange).collect()
        }
    }
}

/// The exchange of players, in values and in what arrays and sets are indexed by.
fn exchange(game: &Game) -> Option<Image> {
    let mut cells = Vec::new();
    for field in 0..game.shapes.len() {
        let Some(universe) = game.universe(field) else {
            cells.push(None);
            continue;
        };
        let swapped = |value: &Value| match value {
            Value::Player(side) => Value::Player(side.other()),
            other => other.clone(),
        };
        let order: Option<Vec<u32>> = (0..universe.len())
            .map(|rank| Universe::rank(universe, &swapped(&universe.element(rank))).map(|rank| rank as u32))
            .collect();
        cells.push(Some(order?));
    }
    Some(Image { cells, swaps: true })
}

/// The map that exchanges two blocks of cells.
fn exchanged(game: &Game, one: &[(usize, usize)], other: &[(usize, usize)]) -> Image {
    let mut cells: Vec<Vec<u32>> = game.layout.places.iter().map(|place| (0..place.count as u32).collect()).collect();
    for (a, b) in one.iter().zip(other) {
        cells[a.0][a.1] = b.1 as u32;
        cells[b.0][b.1] = a.1 as u32;
    }
    Image { cells: cells.into_iter().map(Some).collect(), swaps: false }
}

/// What is wrong with what is proved of a game, each with the law that it breaks.
pub fn wrong(game: &Arc<Game>, facts: &Facts) -> Vec<(&'static str, String)> {
    let mut wrong = Vec::new();
    let Some(states) = states(game) else { return wrong };
    let mut note = |law: &'static str, at: String| wrong.push((law, at));
    if facts.impartial.is_proved() || facts.mover_free.is_proved() {
        for state in &states {
            let packed = game.pack(state).expect("a position");
            let moves = |mover| {
                let moves = game.moves(&packed, mover).ok()?.into_iter();
                let row = |(_, to): (_, Successor)| (to.parts, to.gain, to.turn);
                Some(moves.map(row).collect::<Vec<_>>())
            };
            if moves(Side::Left) != moves(Side::Right) {
                note("impartial", component(game, state).to_string());
                break;
            }
            let ending = |mover: Side, stuck| match game.ending(&packed, mover, stuck).ok().flatten() {
                Some(Ending::Won(side)) => format!("{}", side == mover),
                other => format!("{other:?}"),
            };
            let same =
                [Stuck::No, Stuck::Yes].iter().all(|&stuck| ending(Side::Left, stuck) == ending(Side::Right, stuck));
            if facts.mover_free.is_proved() && !same {
                note("mover free", component(game, state).to_string());
                break;
            }
        }
    }
    if facts.player_symmetric.is_proved()
        && let Some(image) = exchange(game)
        && let Some(at) = broken(game, &states, &image)
    {
        note("player-symmetric", at);
    }
    let claims = ClaimFacts::of(&game.rules, Some(game));
    if claims.symmetry_sound.is_proved() {
        for (number, claimed) in game.claimed_symmetries().iter().enumerate() {
            for image in maps(game, claimed) {
                if let Some(at) = broken(game, &states, &image) {
                    note("symmetry", format!("map {number} at {at}"));
                    break;
                }
            }
        }
    }
    // Found without a claim: maps, with the players in their places or exchanged, and blocks that are put in any order.
    let found = Reductions::found(game, Players::Different);
    for image in found.images.iter().chain(&found.exchanging) {
        if let Some(at) = broken(game, &states, image) {
            note("symmetry found", format!("{image:?} at {at}"));
            break;
        }
    }
    for blocks in &found.sorted {
        for pair in blocks.0.windows(2) {
            if let Some(at) = broken(game, &states, &exchanged(game, &pair[0], &pair[1])) {
                note("blocks found", format!("{pair:?} at {at}"));
                break;
            }
        }
    }
    let starts =
        states.iter().flat_map(|state| [Side::Left, Side::Right].map(|mover| (vec![component(game, state)], mover)));
    let whole = Graph::of(starts.collect());
    let cyclic = whole.as_ref().is_none_or(|graph| graph.order().is_none());
    if let Some(graph) = &whole
        && facts.acyclic.is_proved()
        && graph.order().is_none()
    {
        note("acyclic", "play returns".to_string());
    }
    let adjacencies = game.adjacencies().unwrap_or_default();
    let claimed = adjacencies.first().filter(|_| claims.split_sound.is_proved());
    for (law, adjacency) in [("split", claimed), ("split found", found.split.as_ref())] {
        let Some(adjacency) = adjacency.filter(|_| !cyclic) else { continue };
        let mut memo = HashMap::new();
        let impartial = facts.impartial.is_proved() && Convention::of(&game.rules) == Convention::Normal;
        for state in states.iter().take(MOST_NODES) {
            let here = component(game, state);
            let parts: Vec<Component> = adjacency.parts(state).iter().map(|part| component(game, part)).collect();
            // Nothing at all has no game that says who wins.
            if parts.len() < 2 {
                continue;
            }
            let same = if impartial {
                let sum = parts.iter().fold(0, |sum, part| sum ^ grundy(part, &mut memo));
                sum == grundy(&here, &mut memo)
            } else {
                [Side::Left, Side::Right].iter().all(|&mover| {
                    let graphs = [vec![here.clone()], parts.clone()].map(|sum| Graph::of(vec![(sum, mover)]));
                    let [Some(whole), Some(apart)] = graphs else { return true };
                    match (whole.margins(false), apart.margins(false)) {
                        (Some(a), Some(b)) => a[0] == b[0],
                        _ => whole.results().map(|list| list[0]) == apart.results().map(|list| list[0]),
                    }
                })
            };
            if !same {
                note(law, here.to_string());
                break;
            }
        }
    }
    wrong
}
