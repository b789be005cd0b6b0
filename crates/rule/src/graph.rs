//! Graphs as rules write them: `"0->1 2;1->2"` with arrows, `"0-1-2-0, 2-3"` without. Vertices are numbers from 0.

/// The most vertices.
const MOST: usize = 1 << 22;

/// Whether edges have a direction.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum GraphKind {
    /// A `digraph`: an edge leads one way.
    #[default]
    Directed,
    /// A `graph`: an edge leads both ways.
    Undirected,
}

/// Where the edges of each vertex lead, sorted.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Graph {
    /// One sorted list per vertex.
    pub next: Vec<Vec<i64>>,
    /// Whether edges have a direction; without one each edge stands in the lists of both its ends.
    pub kind: GraphKind,
}

impl Graph {
    /// Reads a graph, or says what is wrong with its text.
    pub fn parse(text: &str, kind: GraphKind) -> Result<Graph, String> {
        match kind {
            GraphKind::Directed => directed(text),
            GraphKind::Undirected => undirected(text),
        }
    }

    /// Where edges lead from a vertex; nothing if there is no such vertex.
    pub fn next_of(&self, vertex: i64) -> Option<&[i64]> {
        self.next.get(usize::try_from(vertex).ok()?).map(Vec::as_slice)
    }

    /// The vertices from which an edge leads to a vertex, sorted.
    pub fn before(&self, vertex: i64) -> Option<Vec<i64>> {
        self.next_of(vertex)?;
        let leads = |next: &Vec<i64>| next.binary_search(&vertex).is_ok();
        Some((0..).zip(&self.next).filter(|(_, next)| leads(next)).map(|(from, _)| from).collect())
    }

    /// Every edge once, by its ends: from and to, or the smaller and the larger.
    pub fn edges(&self) -> Vec<(i64, i64)> {
        let all = (0..).zip(&self.next).flat_map(|(from, next)| next.iter().map(move |&to| (from, to)));
        all.filter(|(from, to)| self.kind == GraphKind::Directed || from <= to).collect()
    }
}

/// As rules write it.
impl std::fmt::Display for Graph {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let parts: Vec<String> = match self.kind {
            GraphKind::Directed => {
                let line = |(from, next): (usize, &Vec<i64>)| {
                    let to: Vec<String> = next.iter().map(i64::to_string).collect();
                    format!("{from}->{}", to.join(" "))
                };
                self.next.iter().enumerate().map(line).collect()
            }
            GraphKind::Undirected => {
                let alone = self.next.iter().enumerate().filter(|(_, next)| next.is_empty());
                let edges = self.edges().into_iter().map(|(from, to)| format!("{from}-{to}"));
                edges.chain(alone.map(|(vertex, _)| vertex.to_string())).collect()
            }
        };
        f.write_str(&parts.join(if self.kind == GraphKind::Directed { ";" } else { ", " }))
    }
}

fn vertex(word: &str) -> Result<usize, String> {
    let number: usize = word.parse().map_err(|_| format!("`{word}` is no vertex; vertices are numbers from 0"))?;
    if number >= MOST { Err(format!("vertex {number} is beyond the limit of {MOST}")) } else { Ok(number) }
}

/// `0->1 2;1->2`: each vertex at most once; those not named have no edges.
fn directed(text: &str) -> Result<Graph, String> {
    let mut graph = Graph::default();
    let mut stated: Vec<bool> = Vec::new();
    for part in text.split([';', '\n']).map(str::trim).filter(|part| !part.is_empty()) {
        let (from, to) = part.split_once("->").ok_or_else(|| format!("`{part}` has no `->`; write `0->1 2;1->2`"))?;
        let from = vertex(from.trim())?;
        let mut next = Vec::new();
        for word in to.split([' ', ',']).filter(|word| !word.is_empty()) {
            next.push(vertex(word)? as i64);
        }
        next.sort_unstable();
        next.dedup();
        let size = next.iter().map(|&vertex| vertex as usize + 1).max().unwrap_or(0).max(from + 1);
        if graph.next.len() < size {
            graph.next.resize(size, Vec::new());
            stated.resize(size, false);
        }
        if std::mem::replace(&mut stated[from], true) {
            return Err(format!("the edges of {from} are given twice"));
        }
        graph.next[from] = next;
    }
    Ok(graph)
}

/// `0-1-2-0, 2-3, 4`: walks along edges, and vertices without any.
fn undirected(text: &str) -> Result<Graph, String> {
    let mut graph = Graph { next: Vec::new(), kind: GraphKind::Undirected };
    for walk in text.split([',', ';', '\n']).map(str::trim).filter(|walk| !walk.is_empty()) {
        if walk.contains("->") {
            return Err(format!("`{walk}` has an arrow; write `0-1`, or make it a `digraph`"));
        }
        let mut before: Option<usize> = None;
        for word in walk.split('-') {
            let here = vertex(word.trim())?;
            if graph.next.len() <= here {
                graph.next.resize(here + 1, Vec::new());
            }
            if let Some(before) = before {
                if before == here {
                    return Err(format!("an edge from {here} to itself"));
                }
                graph.next[before].push(here as i64);
                graph.next[here].push(before as i64);
            }
            before = Some(here);
        }
    }
    for next in &mut graph.next {
        next.sort_unstable();
        next.dedup();
    }
    Ok(graph)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digraphs() {
        let read = |text: &str| Graph::parse(text, GraphKind::Directed);
        let graph = read("0->1 2;1->2 3;2->3;3->").unwrap();
        assert_eq!(graph.next, vec![vec![1, 2], vec![2, 3], vec![3], vec![]]);
        assert_eq!(graph.before(3), Some(vec![1, 2]));
        assert_eq!(read(&graph.to_string()), Ok(graph));
        for wrong in ["0-1", "0->99999999999", "0->1;0->2"] {
            assert!(read(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn graphs() {
        let read = |text: &str| Graph::parse(text, GraphKind::Undirected);
        let graph = read("0-1-2-0, 2-3, 5").unwrap();
        assert_eq!(graph.next, vec![vec![1, 2], vec![0, 2], vec![0, 1, 3], vec![2], vec![], vec![]]);
        assert_eq!(graph.edges(), vec![(0, 1), (0, 2), (1, 2), (2, 3)]);
        assert_eq!(read(&graph.to_string()), Ok(graph));
        for wrong in ["0->1", "0-0", "0--1", "a-b"] {
            assert!(read(wrong).is_err(), "{wrong}");
        }
    }
}
