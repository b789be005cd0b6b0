//! The symmetries of a game, found: automorphisms of its graph by colour refinement and individualisation (McKay and
//! Piperno, Practical graph isomorphism II, 2014), each decided on the moves and endings before it is believed.
//!
//! Colours are refined, one cell of a class is given a colour of its own, and so on until all cells differ: the first path. An
//! automorphism that keeps the first cells chosen and moves the next one leads to another path with the same colours. Such paths
//! are looked for from the last choice to the first; a cell that maps found before carry the chosen one to needs none. The
//! maps found generate all symmetries, unless the work that was allowed is done before.

use crate::graph::{Graph, Scratch, mix};
use crate::symmetry::Symmetries;
use grundy_run::{Game, Image};

/// A cell chosen gets its colour stirred with this.
const CHOSEN: u64 = 0xA5A5_5A5A_0F0F_F0F0;

/// What was found.
#[derive(Clone, Debug, Default)]
pub struct Automorphisms {
    /// Maps that keep the players in their places.
    pub maps: Vec<Image>,
    /// A map that exchanges the players.
    pub exchanging: Option<Image>,
    /// How many maps keep the players, if all of them are generated; never more than is said here.
    pub order: Option<u128>,
}

/// One choice of the first path.
struct Choice {
    /// The colours before it.
    before: Vec<u64>,
    /// The cells of one colour, and that colour.
    class: Vec<u32>,
    colour: u64,
    /// How many sweeps followed, and what they led to.
    sweeps: usize,
    trace: u64,
}

struct Finder<'s, 'g> {
    game: &'g Game,
    symmetries: &'s mut Symmetries<'g>,
    scratch: Scratch,
    choices: Vec<Choice>,
    /// The colours at the end of the first path, all different.
    last: Vec<u64>,
    /// What may still be done: edges of the graph walked.
    left: usize,
}

/// The work is done before everything was tried.
struct Spent;

impl Automorphisms {
    /// All symmetries that reorder cells inside their fields, with at most so many steps. `known` are symmetries that keep
    /// the players; whether an exchange of the players is looked for is said too.
    pub fn find<'g>(
        game: &'g Game,
        symmetries: &mut Symmetries<'g>,
        known: &[Image],
        exchanges: bool,
        most: usize,
    ) -> Automorphisms {
        let graph = symmetries.graph();
        let mut found = Automorphisms { maps: known.to_vec(), ..Automorphisms::default() };
        let (choices, last) = (Vec::new(), graph.cells.clone());
        let mut finder = Finder { game, symmetries, scratch: Scratch::default(), choices, last, left: most };
        let Ok((sweeps, trace)) = finder.first_path(&graph) else { return found };
        let Ok(order) = finder.generators(&graph, &mut found.maps) else { return found };
        found.order = Some(order);
        if exchanges && let Some(other) = finder.symmetries.exchanged_graph() {
            found.exchanging = finder.exchange(&other, sweeps, trace).ok().flatten();
        }
        found
    }
}

impl Finder<'_, '_> {
    fn spend(&mut self, work: usize) -> Result<(), Spent> {
        self.left = self.left.checked_sub(work).ok_or(Spent)?;
        Ok(())
    }

    fn sweep(&mut self, graph: &Graph, colours: &mut [u64]) -> Result<(), Spent> {
        self.spend(graph.work())?;
        graph.sweep(colours, &mut self.scratch);
        Ok(())
    }

    /// Sweeps until no more cells are told apart: how often, and a number that says what came out.
    fn refine(&mut self, graph: &Graph, colours: &mut [u64]) -> Result<(usize, u64), Spent> {
        let mut classes = 0;
        let mut sweeps = 0;
        loop {
            self.sweep(graph, colours)?;
            sweeps += 1;
            let now = distinct(colours);
            if now == classes || now == colours.len() {
                return Ok((sweeps, trace(colours)));
            }
            classes = now;
        }
    }

    /// Chooses cells until all differ.
    fn first_path(&mut self, graph: &Graph) -> Result<(usize, u64), Spent> {
        let mut colours = graph.cells.clone();
        let root = self.refine(graph, &mut colours)?;
        while let Some((colour, class)) = smallest_class(&colours) {
            let before = colours.clone();
            individualise(&mut colours, class[0]);
            let (sweeps, trace) = self.refine(graph, &mut colours)?;
            self.choices.push(Choice { before, class, colour, sweeps, trace });
        }
        self.last = colours;
        Ok(root)
    }

    /// Adds maps until they and those there are already generate all; how many they generate.
    fn generators(&mut self, graph: &Graph, maps: &mut Vec<Image>) -> Result<u128, Spent> {
        let cells = graph.cells.len();
        let mut moved: Vec<Vec<u32>> = maps.iter().map(|map| cells_of(self.game, map)).collect();
        let mut order: u128 = 1;
        for depth in (0..self.choices.len()).rev() {
            let kept: Vec<u32> = self.choices[..depth].iter().map(|choice| choice.class[0]).collect();
            let class = self.choices[depth].class.clone();
            let (before, first) = (self.choices[depth].before.clone(), class[0]);
            let keeps = |map: &Vec<u32>| kept.iter().all(|cell| map[*cell as usize] == *cell);
            let mut orbits = Orbits::new(cells);
            moved.iter().filter(|map| keeps(map)).for_each(|map| orbits.join(map));
            let mut refused: Vec<u32> = Vec::new();
            for &to in &class[1..] {
                self.spend(1)?;
                let tried = |orbits: &mut Orbits, refused: &[u32]| {
                    refused.iter().any(|other| orbits.of(*other) == orbits.of(to))
                };
                if orbits.of(to) == orbits.of(first) || tried(&mut orbits, &refused) {
                    continue;
                }
                match self.through(graph, &before, depth, to, first, false)? {
                    None => refused.push(to),
                    Some(image) => {
                        let map = cells_of(self.game, &image);
                        orbits.join(&map);
                        moved.push(map);
                        maps.push(image);
                    }
                }
            }
            order = order.saturating_mul(orbits.size(first, &class));
        }
        Ok(order)
    }

    /// A map that exchanges the players.
    fn exchange(&mut self, other: &Graph, sweeps: usize, told: u64) -> Result<Option<Image>, Spent> {
        let mut colours = other.cells.clone();
        for _ in 0..sweeps {
            self.sweep(other, &mut colours)?;
        }
        if trace(&colours) != told {
            return Ok(None);
        }
        self.complete(other, &colours, 0, u32::MAX, true)
    }

    /// A symmetry that carries the cell chosen at a depth to this one, and those chosen before as is settled already.
    fn through(
        &mut self,
        graph: &Graph,
        colours: &[u64],
        depth: usize,
        to: u32,
        first: u32,
        swaps: bool,
    ) -> Result<Option<Image>, Spent> {
        let mut colours = colours.to_vec();
        individualise(&mut colours, to);
        for _ in 0..self.choices[depth].sweeps {
            self.sweep(graph, &mut colours)?;
        }
        if trace(&colours) != self.choices[depth].trace {
            return Ok(None);
        }
        self.complete(graph, &colours, depth + 1, first, swaps)
    }

    fn complete(
        &mut self,
        graph: &Graph,
        colours: &[u64],
        depth: usize,
        first: u32,
        swaps: bool,
    ) -> Result<Option<Image>, Spent> {
        let Some(choice) = self.choices.get(depth) else {
            self.spend(2 * graph.work())?;
            let image = image(self.game, &self.last, colours, swaps);
            return Ok(image.filter(|image| self.symmetries.contains(image)));
        };
        let (stays, colour) = (choice.class[0], choice.colour);
        let same = |cell: &u32| colours[*cell as usize] == colour;
        let mut cells: Vec<u32> = (0..colours.len() as u32).filter(same).collect();
        // Maps that move few cells are wanted: cells stay, or change places with the first one that moves.
        cells.sort_by_key(|cell| (*cell != stays, *cell != first));
        for to in cells {
            let found = self.through(graph, colours, depth, to, first, swaps)?;
            if found.is_some() {
                return Ok(found);
            }
        }
        Ok(None)
    }
}

fn individualise(colours: &mut [u64], cell: u32) {
    colours[cell as usize] = mix(colours[cell as usize], CHOSEN);
}

fn trace(colours: &[u64]) -> u64 {
    colours.iter().fold(0, |sum, colour| sum.wrapping_add(mix(*colour, 1)))
}

fn distinct(colours: &[u64]) -> usize {
    let mut sorted = colours.to_vec();
    sorted.sort_unstable();
    sorted.dedup();
    sorted.len()
}

/// The smallest class of several cells with one colour.
fn smallest_class(colours: &[u64]) -> Option<(u64, Vec<u32>)> {
    let mut sorted: Vec<(u64, u32)> = colours.iter().zip(0..).map(|(colour, cell)| (*colour, cell)).collect();
    sorted.sort_unstable();
    let classes = sorted.chunk_by(|a, b| a.0 == b.0).filter(|class| class.len() > 1);
    let class = classes.min_by_key(|class| class.len())?;
    Some((class[0].0, class.iter().map(|(_, cell)| *cell).collect()))
}

/// The map that carries each cell to the one that has its colour, if all colours differ.
fn image(game: &Game, from: &[u64], to: &[u64], swaps: bool) -> Option<Image> {
    let sorted = |colours: &[u64]| {
        let mut all: Vec<(u64, u32)> = colours.iter().zip(0..).map(|(colour, cell)| (*colour, cell)).collect();
        all.sort_unstable();
        all
    };
    let (from, to) = (sorted(from), sorted(to));
    let same = from.iter().zip(&to).all(|(a, b)| a.0 == b.0) && from.windows(2).all(|pair| pair[0].0 != pair[1].0);
    if !same {
        return None;
    }
    let mut source = vec![0u32; from.len()];
    for ((_, a), (_, b)) in from.iter().zip(&to) {
        // With the players exchanged the second graph is carried to the first.
        let (a, b) = if swaps { (b, a) } else { (a, b) };
        source[*b as usize] = *a;
    }
    let mut start = 0;
    let mut cells = Vec::new();
    for place in &game.layout.places {
        let end = start + place.count;
        let inside: Option<Vec<u32>> = source[start..end]
            .iter()
            .map(|cell| cell.checked_sub(start as u32).filter(|index| (*index as usize) < place.count))
            .collect();
        let inside = inside?;
        let stays = inside.iter().enumerate().all(|(index, from)| index as u32 == *from);
        cells.push((!stays).then_some(inside));
        start = end;
    }
    Some(Image { cells, swaps })
}

/// For each cell of all fields the cell of the image it comes from.
pub fn cells_of(game: &Game, image: &Image) -> Vec<u32> {
    let mut all = Vec::new();
    for (place, cells) in game.layout.places.iter().zip(&image.cells) {
        let start = all.len() as u32;
        match cells {
            None => all.extend(start..start + place.count as u32),
            Some(cells) => all.extend(cells.iter().map(|cell| start + cell)),
        }
    }
    all
}

/// Which cells maps carry to each other.
struct Orbits(Vec<u32>);

impl Orbits {
    fn new(cells: usize) -> Orbits {
        Orbits((0..cells as u32).collect())
    }

    fn of(&mut self, cell: u32) -> u32 {
        let mut here = cell;
        while self.0[here as usize] != here {
            self.0[here as usize] = self.0[self.0[here as usize] as usize];
            here = self.0[here as usize];
        }
        here
    }

    fn join(&mut self, map: &[u32]) {
        for (cell, to) in map.iter().enumerate() {
            let (a, b) = (self.of(cell as u32), self.of(*to));
            self.0[a.max(b) as usize] = a.min(b);
        }
    }

    fn size(&mut self, of: u32, class: &[u32]) -> u128 {
        let root = self.of(of);
        class.iter().filter(|cell| self.of(**cell) == root).count() as u128
    }
}
