//! Positions of one kind as the keys of a table: how a component falls into parts, which image of a part is looked up, and what
//! moves lead to. Only what is proved of the rules, or was checked on the instance, is used.
//!
//! A position and its negative share an entry: where exchanging the players is a symmetry, alone or with a turn of the board, the least of all
//! images is the key, and the sign says whether it is the negative.

use super::mask::{Masks, Sign};
use super::shapes::{Shapes, shapes};
use super::store::Store;
use grundy_explicit::Reductions;
use grundy_rule::Convention;
use grundy_run::{Component, Faulty, Flow, Game, Image, Options, Packed, Reducer, Side, Turn};
use smallvec::SmallVec;
use std::sync::Arc;

/// Positions of one kind.
pub struct Space {
    /// Their numbers and values.
    pub store: Store,
    kind: Kind,
}

enum Kind {
    /// Boards of all sizes with the same shapes of moves.
    Masks(Box<Masks>),
    /// Positions of one game with its parameters.
    Rules(Box<Instance>),
}

/// How the positions of one instance are looked up: taken apart, then in the least image of those that keep the players
/// or exchange them.
struct Instance {
    game: Arc<Game>,
    split: Reducer,
    normal: Reducer,
    exchanging: Vec<Image>,
}

/// Which space a component belongs to.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum SpaceKey {
    /// All boards with these shapes of moves.
    Boards(Shapes),
    /// One instance.
    Instance(u64),
}

impl Space {
    /// The space of boards of all sizes, if the position lies on such a board.
    pub fn boards(component: &Component) -> Option<(SpaceKey, Space)> {
        if Convention::of(&component.game.rules) != Convention::Normal {
            return None;
        }
        Masks::cells(component)?;
        let shapes = shapes(&component.game)?;
        let masks = Masks::new(&shapes)?;
        Some((SpaceKey::Boards(shapes), Space { store: Store::new(1), kind: Kind::Masks(Box::new(masks)) }))
    }

    /// The space of one instance, with what holds of it.
    pub fn instance(game: &Arc<Game>, reductions: Option<Arc<Reductions>>) -> (SpaceKey, Space) {
        let facts = game.facts();
        let reductions = reductions.unwrap_or_else(|| Arc::new(Reductions::of(game, crate::parts::players(&facts))));
        let mut maps: Vec<Image> = reductions.images.clone();
        maps.extend(reductions.exchanging.iter().cloned());
        if facts.player_symmetric.is_proved() {
            maps.push(Image { cells: vec![None; game.shapes.len()], swaps: true });
        }
        let exchanging = grundy_run::generated(&maps).into_iter().filter(|image| image.swaps).collect();
        let split = Reducer::new(game, reductions.split.as_ref(), &[], &[]);
        let normal = Reducer::new(game, None, &reductions.images, &reductions.sorted);
        let store = Store::new(game.layout.words());
        let instance = Instance { game: game.clone(), split, normal, exchanging };
        (SpaceKey::Instance(game.id), Space { store, kind: Kind::Rules(Box::new(instance)) })
    }

    /// Whether a negative shares an entry with its position.
    pub fn negates(&self) -> bool {
        match &self.kind {
            Kind::Masks(masks) => masks.negates(),
            Kind::Rules(instance) => !instance.exchanging.is_empty(),
        }
    }

    /// The parts of a component: their numbers, and whether each stands for its negative.
    pub fn land(&self, component: &Component, visit: &mut dyn FnMut(u64, Sign)) {
        match &self.kind {
            Kind::Masks(masks) => {
                let cells = Masks::cells(component).expect("a board of this space");
                masks.normal(cells, &mut |key, sign| visit(self.store.intern(&[key]), sign));
            }
            Kind::Rules(instance) => {
                instance.land(&component.packed, &mut |key, sign| visit(self.store.intern(key), sign))
            }
        }
    }

    /// Calls `visit` with what each move of one player leads to: cells of this space, or components of any.
    pub fn each_move(&self, id: u64, side: Side, visit: &mut dyn FnMut(After<'_>)) -> Faulty<()> {
        match &self.kind {
            Kind::Masks(masks) => {
                let cells = self.store.key(id, |key| key[0]);
                for after in masks.moves(cells, side) {
                    let mut parts = Vec::new();
                    masks.normal(after, &mut |key, sign| parts.push((self.store.intern(&[key]), sign)));
                    visit(After::Parts(&parts));
                }
                Ok(())
            }
            Kind::Rules(instance) => {
                let game = &instance.game;
                let words: Packed = self.store.key(id, Packed::from_slice);
                if game.stays_inside() {
                    let mut options = Options::default();
                    game.options(&words, side, &mut options)?;
                    for one in 0..options.len() {
                        let parts: SmallVec<[Component; 2]> = options
                            .parts(one)
                            .map(|words| Component { game: game.clone(), packed: words.into() })
                            .collect();
                        visit(After::Components(&parts, options.turn(one)));
                    }
                    return Ok(());
                }
                game.each_move(&words, side, &mut |_, to| {
                    visit(After::Components(&to.parts, to.turn));
                    Flow::On
                })
            }
        }
    }
}

impl Instance {
    /// Calls `visit` with the key of each part of a position, and whether it stands for the negative.
    fn land(&self, packed: &[u64], visit: &mut dyn FnMut(&[u64], Sign)) {
        let words = packed.len();
        let (mut parts, mut keys) = (Vec::new(), Vec::new());
        self.split.reduce(packed, &mut parts);
        for part in parts.chunks_exact(words) {
            keys.clear();
            self.normal.reduce(part, &mut keys);
            if !self.exchanging.is_empty() {
                let state = self.game.unpack(part);
                for image in &self.exchanging {
                    let image = self.game.pack(&self.game.image(image, &state));
                    self.normal.reduce(&image.expect("an image of a position is a position"), &mut keys);
                }
            }
            let (first, others) = keys.split_at(words);
            match others.chunks_exact(words).min() {
                Some(least) if least < first => visit(least, Sign::Negated),
                _ => visit(first, Sign::Same),
            }
        }
    }
}

/// What a move leads to.
pub enum After<'a> {
    /// Parts of the same space.
    Parts(&'a [(u64, Sign)]),
    /// Components, not looked up yet, and who moves then.
    Components(&'a [Component], Turn),
}
