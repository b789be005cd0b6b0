//! How positions are normalised before they are looked up: by the claimed splits and symmetries that hold of the explicit
//! game, so at all positions. A claim of a game that cannot be written out is not used.

use crate::found::Found;
use crate::game::Explicit;
use crate::symbol::Beyond;
use crate::symmetry::{Symmetries, exchange};
use grundy_run::{Adjacency, Blocks, Claimed, Game, Image, Reducer, Shape};
use std::sync::Arc;

/// Maps of so few positions cost more to decide than they save.
const FEW_STATES: u128 = 1 << 12;

/// So few positions are searched with claimed maps alone, and only if the moves are written out with little work: one
/// step for so many positions.
const FEW_SEARCHED: u128 = 1 << 16;
const POSITIONS_A_STEP: u128 = 16;

/// Which claimed splits and symmetries hold at the parameters of a game.
#[derive(Clone, Debug, Default)]
pub struct Held {
    /// One per `split` line.
    pub splits: Vec<bool>,
    /// One per symmetry; what says nothing at these sizes holds.
    pub symmetries: Vec<bool>,
    /// Exchanging the players, in the fields too, changes nothing.
    pub exchange: bool,
}

/// What is kept with a game.
struct Decided(Result<Held, Beyond>);

impl Held {
    /// Decided on the bits of the explicit game, once for each game.
    pub fn of(game: &Game) -> Result<Held, Beyond> {
        game.kept.get_or_make(|| Decided(Held::decide(game))).0.clone()
    }

    fn decide(game: &Game) -> Result<Held, Beyond> {
        let explicit = Explicit::shared(game)?;
        let adjacencies = game.adjacencies().map_err(|_| Beyond("a split that is undefined"))?;
        let splits = adjacencies.iter().map(|adjacency| explicit.is_split_by(game, adjacency)).collect();
        let mut symmetries = Symmetries::of(game, &explicit);
        let holds = |claim: &Claimed| match claim {
            Claimed::Nothing => true,
            Claimed::Map(image) => symmetries.contains(image),
            Claimed::Permute(field) => symmetries.permutes(*field),
        };
        let held = game.claimed_symmetries().iter().map(holds).collect();
        Ok(Held { splits, symmetries: held, exchange: symmetries.contains(&exchange(game)) })
    }
}

/// Whether both players have the same moves from every position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Players {
    /// They have.
    Alike,
    /// They may differ.
    Different,
}

/// How positions are normalised.
#[derive(Clone, Debug, Default)]
pub struct Reductions {
    /// A split that holds.
    pub split: Option<Adjacency>,
    /// A group of symmetries without the identity, the players staying in their places or being alike.
    pub images: Vec<Image>,
    /// Blocks of cells that may be sorted.
    pub sorted: Vec<Blocks>,
    /// Symmetries that exchange the players.
    pub exchanging: Vec<Image>,
}

impl Reductions {
    /// By the claims that hold. A map that exchanges the players is used only for players who are alike: a sum has
    /// one player to move.
    pub fn claimed(game: &Game, players: Players) -> Reductions {
        let few = grundy_run::count(&game.shapes).is_some_and(|states| states <= FEW_STATES);
        if game.rules.splits.is_empty() && (game.rules.symmetries.is_empty() || few) {
            return Reductions::default();
        }
        let Ok(held) = Held::of(game) else { return Reductions::default() };
        let adjacencies = game.adjacencies().unwrap_or_default().into_iter();
        let split = adjacencies.zip(&held.splits).find(|(_, holds)| **holds).map(|(adjacency, _)| adjacency);
        let (mut maps, mut sorted, mut exchanging) = (Vec::new(), Vec::new(), Vec::new());
        for (claim, _) in game.claimed_symmetries().into_iter().zip(&held.symmetries).filter(|(_, holds)| **holds) {
            match claim {
                Claimed::Map(image) if image.swaps && players == Players::Different => exchanging.push(image),
                Claimed::Map(image) => maps.push(image),
                Claimed::Permute(field) => sorted.push(Blocks::cells(field, game.layout.places[field].count)),
                Claimed::Nothing => {}
            }
        }
        if held.exchange && players == Players::Different {
            exchanging.push(exchange(game));
        }
        Reductions { split, images: grundy_run::generated(&maps), sorted, exchanging }
    }

    /// By the claims that hold, and by what is found without them where there are so many positions that it pays.
    pub fn of(game: &Game, players: Players) -> Reductions {
        let several =
            |shape: &Shape| !matches!(shape, Shape::One(_)) && shape.universe().is_some_and(|all| all.len() > 1);
        if let Some(states) = grundy_run::count(&game.shapes).filter(|states| *states <= FEW_SEARCHED) {
            let nothing = game.rules.symmetries.is_empty() && game.rules.splits.is_empty();
            let work = (states / POSITIONS_A_STEP) as usize;
            let long = || game.rules.splits.is_empty() && Explicit::brief(game, work).is_err();
            return if nothing || long() { Reductions::default() } else { Reductions::claimed(game, players) };
        }
        match game.shapes.iter().any(several) {
            true => Reductions::found(game, players),
            false => Reductions::claimed(game, players),
        }
    }

    /// By the claims that hold, and by what is found without them.
    pub fn found(game: &Game, players: Players) -> Reductions {
        let mut reductions = Reductions::claimed(game, players);
        let Ok(found) = Found::of(game, players) else { return reductions };
        if found.split.is_some() {
            reductions.split = found.split.clone();
        }
        let claimed = reductions.images.len() as u128;
        if found.symmetries.order.is_some_and(|order| order > claimed) || claimed == 0 && reductions.sorted.is_empty() {
            (reductions.images, reductions.sorted) = found.in_use(game);
        }
        if reductions.exchanging.is_empty() {
            reductions.exchanging.extend(found.symmetries.exchanging.clone());
        }
        reductions
    }

    /// Normal forms by what is allowed.
    pub fn reducer(&self, game: &Arc<Game>) -> Reducer {
        Reducer::new(game, self.split.as_ref(), &self.images, &self.sorted)
    }
}
