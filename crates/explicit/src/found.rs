//! What is found in the explicit game without being claimed: a split, and the symmetries that reorder cells inside their
//! fields, with the players in their places or exchanged.

use crate::automorphism::Automorphisms;
use crate::blocks::families;
use crate::game::Explicit;
use crate::reductions::{Held, Players};
use crate::symbol::Beyond;
use crate::symmetry::{Symmetries, exchanges};
use grundy_run::{Adjacency, Blocks, Claimed, Game, Image, Shape, generated};
use std::sync::{Arc, OnceLock};

/// Edges of the graph that are walked in search of symmetries: as many as there are positions, within these bounds.
const LEAST_WORK: u128 = 1 << 18;
const MOST_WORK: u128 = 1 << 20;

/// Images that are tried for each position, itself among them: more cost more than they save where moves are quick.
const MOST_IMAGES: usize = 8;

/// Blocks with more reorderings than this are sorted, and no images are tried.
const MANY_ORDERS: u128 = 64;

/// What was found; everything in it holds.
#[derive(Clone, Debug, Default)]
pub struct Found {
    /// A relation whose parts every position is the sum of.
    pub split: Option<Adjacency>,
    /// Maps that generate the symmetries, claimed ones that hold first.
    pub symmetries: Automorphisms,
}

/// What is kept with a game, for players who are alike and who differ.
#[derive(Default)]
struct Looked([OnceLock<Result<Arc<Found>, Beyond>>; 2]);

impl Found {
    /// Looks for both, once for each game, with as much work as the number of positions makes worth while.
    pub fn of(game: &Game, players: Players) -> Result<Arc<Found>, Beyond> {
        let kept = game.kept.get_or_make(Looked::default);
        let look = || {
            let states = grundy_run::count(&game.shapes).unwrap_or(u128::MAX);
            Found::with(game, players, states.clamp(LEAST_WORK, MOST_WORK) as usize).map(Arc::new)
        };
        kept.0[players as usize].get_or_init(look).clone()
    }

    /// Looks for both, for symmetries with at most so many steps.
    pub fn with(game: &Game, players: Players, most: usize) -> Result<Found, Beyond> {
        let explicit = Explicit::shared(game)?;
        let held = Held::of(game)?;
        let claimed = game.adjacencies().unwrap_or_default();
        let claimed = claimed.iter().zip(&held.splits).find(|(_, holds)| **holds).map(|(claimed, _)| claimed);
        let fields = match claimed {
            Some(claimed) => vec![claimed.field],
            None => (0..game.shapes.len()).filter(|&field| matches!(game.shapes[field], Shape::Set(_))).collect(),
        };
        let split = fields.into_iter().find_map(|field| explicit.found_split(game, field, claimed));
        let mut known: Vec<Image> = Vec::new();
        for (claim, _) in game.claimed_symmetries().into_iter().zip(&held.symmetries).filter(|(_, holds)| **holds) {
            match claim {
                Claimed::Map(image) if !image.swaps => known.push(image),
                Claimed::Permute(field) => known.extend(exchanges(game, field)),
                Claimed::Map(_) | Claimed::Nothing => {}
            }
        }
        let turns = players == Players::Different && !held.exchange;
        let mut symmetries = Symmetries::of(game, &explicit);
        Ok(Found { split, symmetries: Automorphisms::find(game, &mut symmetries, &known, turns, most) })
    }

    /// The maps to try on a position and the blocks to sort: the whole group where it is small or reorders blocks, else a
    /// part of it, one or the other.
    pub fn in_use(&self, game: &Game) -> (Vec<Image>, Vec<Blocks>) {
        let Automorphisms { maps, order, .. } = &self.symmetries;
        let families = families(game, maps);
        let orders = families.iter().fold(1u128, |product, (_, orders)| product.saturating_mul(*orders));
        if *order == Some(orders) || orders > MANY_ORDERS {
            return (Vec::new(), families.into_iter().map(|(blocks, _)| blocks).collect());
        }
        let mut few: Vec<Image> = Vec::new();
        for map in maps {
            few.push(map.clone());
            if generated(&few).len() + 1 > MOST_IMAGES {
                few.pop();
            }
        }
        (generated(&few), Vec::new())
    }
}
