//! All extreme equilibria: pairs of vertices of the best-reply polytopes that together have every label. Every
//! equilibrium is a weighted mean of extreme ones that share a mix; games with ties need no special care.
//! Source: Mangasarian, *Equilibrium points of bimatrix games*, J. SIAM 12 (1964); Avis, Rosenberg, Savani and von
//! Stengel, *Enumeration of Nash equilibria for two-player games*, Econ. Theory 42 (2010).

use super::{Bimatrix, Equilibrium, mix};
use crate::linear::cone::{self, Places};
use crate::matrix::Side;
use crate::number::Rational;
use dashu_int::IBig;
use grundy_answer::{Progress, Stop, Watch};

/// The extreme equilibria, in lexicographic order of the mixes, largest first.
#[derive(Clone, Debug)]
pub struct Extremes {
    /// The equilibria.
    pub equilibria: Vec<Equilibrium>,
    /// For each of them, the number (from 0) of the connected set of equilibria it belongs to.
    pub component: Vec<usize>,
    /// How many connected sets there are.
    pub components: usize,
}

/// A vertex: its mix and its labels (rows 0..m, columns m..m+n).
struct Vertex {
    mix: Vec<Rational>,
    labels: Places,
}

/// Enumerates all extreme equilibria. Exponential: meant for games of up to a dozen or so choices each.
pub fn equilibria(game: &Bimatrix, watch: &dyn Watch) -> Result<Extremes, Stop> {
    let (m, n) = (game.row.rows(), game.row.columns());
    let rows = vertices(game, Side::Row, watch)?;
    let columns = vertices(game, Side::Column, watch)?;
    let mut pairs = Vec::new();
    for (r, row) in rows.iter().enumerate() {
        if r % 64 == 0 {
            let progress = Progress { what: "vertices", done: r as u64, total: Some(rows.len() as u64), bytes: 0 };
            if let Some(stop) = watch.tick(progress) {
                return Err(stop);
            }
        }
        let complete = |column: &Vertex| row.labels.complete(&column.labels, m + n);
        pairs.extend((0..columns.len()).filter(|&c| complete(&columns[c])).map(|c| (r, c)));
    }
    pairs.sort_by(|&(r, c), &(s, d)| (&rows[s].mix, &columns[d].mix).cmp(&(&rows[r].mix, &columns[c].mix)));
    let (component, components) = connected(&pairs, rows.len(), columns.len());
    let equilibria = pairs.iter().map(|&(r, c)| game.equilibrium(rows[r].mix.clone(), columns[c].mix.clone()));
    Ok(Extremes { equilibria: equilibria.collect(), component, components })
}

/// The vertices, other than zero, of `{x >= 0, payoffs of the other player's replies <= 1}`.
fn vertices(game: &Bimatrix, side: Side, watch: &dyn Watch) -> Result<Vec<Vertex>, Stop> {
    let (m, n) = (game.row.rows(), game.row.columns());
    let payoffs = game.positive(side.other());
    let (own, other) = (game.row.choices(side), game.row.choices(side.other()));
    let at = |choice: usize, reply: usize| match side {
        Side::Row => &payoffs[choice * n + reply],
        Side::Column => &payoffs[reply * n + choice],
    };
    // Homogeneous coordinates: the mix, then the bound on the payoffs of the replies.
    let mut inequalities = vec![vec![IBig::ZERO; own + 1]; own + other];
    inequalities.iter_mut().take(own).enumerate().for_each(|(choice, row)| row[choice] = IBig::ONE);
    for reply in 0..other {
        (0..own).for_each(|choice| inequalities[own + reply][choice] = -at(choice, reply));
        inequalities[own + reply][own] = IBig::ONE;
    }
    let label = |place: usize| match side {
        Side::Row => place,
        Side::Column if place < own => m + place,
        Side::Column => place - own,
    };
    let rays = cone::rays(own + 1, &inequalities, watch)?;
    let vertices = rays.into_iter().filter(|ray| ray.entries[..own].iter().any(|entry| !entry.is_zero()));
    let vertices = vertices.map(|mut ray| {
        let mut labels = Places::new(m + n);
        (0..m + n).filter(|&place| ray.tight.contains(place)).for_each(|place| labels.insert(label(place)));
        ray.entries.truncate(own);
        Vertex { mix: mix(ray.entries), labels }
    });
    Ok(vertices.collect())
}

/// Numbers the connected sets: two extreme equilibria that share a mix are joined by a segment of equilibria.
fn connected(pairs: &[(usize, usize)], rows: usize, columns: usize) -> (Vec<usize>, usize) {
    let mut parent: Vec<usize> = (0..rows + columns).collect();
    fn root(parent: &mut [usize], mut node: usize) -> usize {
        while parent[node] != node {
            parent[node] = parent[parent[node]];
            node = parent[node];
        }
        node
    }
    for &(row, column) in pairs {
        let (left, right) = (root(&mut parent, row), root(&mut parent, rows + column));
        parent[left] = right;
    }
    let mut roots = Vec::new();
    let mut component = Vec::with_capacity(pairs.len());
    for &(row, _) in pairs {
        let root = root(&mut parent, row);
        let number = roots.iter().position(|&other| other == root).unwrap_or_else(|| {
            roots.push(root);
            roots.len() - 1
        });
        component.push(number);
    }
    (component, roots.len())
}
