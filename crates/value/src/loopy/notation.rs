//! Loopy values as text: `on`, `over`, `upon`, `{1|pass}`, `a{0||||0|||a|*||*}`, and `s & t` for a value with two sides. The calculator
//! reads it back.

use super::graph::Graph;
use super::sided::{Named, Sided};
use crate::{Game, Halt, Side, Values};

/// Longest text of one side.
const LENGTH_LIMIT: usize = 1 << 20;

impl Sided {
    /// The value in the calculator's notation.
    pub fn text(&self, values: Values<'_>) -> Result<String, Halt> {
        let [on, off] = [Side::Left, Side::Right].map(|side| side_text(values, self.side(side)));
        let (on, off) = (on?, off?);
        Ok(match (on.as_str(), off.as_str()) {
            (on, off) if on == off => on.to_string(),
            ("on", "off") => "dud".to_string(),
            _ => format!("{on} & {off}"),
        })
    }
}

fn side_text(values: Values<'_>, graph: &Graph) -> Result<String, Halt> {
    let short = graph.short_values(values)?;
    let mut writer = Writer { values, graph, short, path: Vec::new(), used: Vec::new() };
    Ok(writer.write(graph.root)?.closed())
}

/// A written vertex: `bars` is 0 for what needs no braces or has its own.
struct Written {
    text: String,
    bars: usize,
}

impl Written {
    fn whole(text: impl Into<String>) -> Written {
        Written { text: text.into(), bars: 0 }
    }

    fn closed(self) -> String {
        if self.bars == 0 { self.text } else { format!("{{{}}}", self.text) }
    }
}

struct Writer<'a> {
    values: Values<'a>,
    graph: &'a Graph,
    short: Vec<Option<Game>>,
    /// The vertices being written, outermost first.
    path: Vec<usize>,
    /// Those of them named inside.
    used: Vec<usize>,
}

impl Writer<'_> {
    fn write(&mut self, vertex: usize) -> Result<Written, Halt> {
        if let Some(game) = self.short[vertex] {
            return self.values.text(game).map(Written::whole);
        }
        if let Some(depth) = self.path.iter().position(|&open| open == vertex) {
            if depth + 1 == self.path.len() {
                return Ok(Written::whole("pass"));
            }
            self.used.push(vertex);
            return Ok(Written::whole(label(depth)));
        }
        if let Some(name) = self.named(vertex) {
            return Ok(Written::whole(name));
        }
        let depth = self.path.len();
        self.path.push(vertex);
        let (left, right) = (self.side(vertex, Side::Left)?, self.side(vertex, Side::Right)?);
        self.path.pop();
        let named = self.used.contains(&vertex);
        self.used.retain(|&other| other != vertex);
        let bars = 1 + left.bars.max(right.bars);
        let text = format!("{}{}{}", left.text, "|".repeat(bars), right.text);
        if text.len() > LENGTH_LIMIT {
            return Err(Halt::TooLarge("a text of more than 1 MB"));
        }
        Ok(if named { Written::whole(format!("{}{{{text}}}", label(depth))) } else { Written { text, bars } })
    }

    /// The options of one side; a single one goes without its braces.
    fn side(&mut self, vertex: usize, side: Side) -> Result<Written, Halt> {
        let mut options = Vec::new();
        for &option in &self.graph.options[vertex][side.index()] {
            options.push(self.write(option)?);
        }
        if options.len() == 1 {
            return Ok(options.remove(0));
        }
        let mut texts: Vec<String> = options.into_iter().map(Written::closed).collect();
        texts.sort_by_key(|text| (text.len(), text.clone()));
        Ok(Written::whole(texts.join(",")))
    }

    /// The name of a vertex that looks exactly like a named game.
    fn named(&self, vertex: usize) -> Option<&'static str> {
        let here = Graph { root: vertex, ..self.graph.clone() }.trimmed();
        let minus_upon = here == Named::Upon.graph().negative().trimmed();
        let named = Named::ALL.into_iter().find(|(_, named)| here == named.graph().trimmed()).map(|(name, _)| name);
        named.or(minus_upon.then_some("-upon"))
    }
}

fn label(depth: usize) -> String {
    let letter = (b'a' + (depth % 20) as u8) as char;
    if depth < 20 { letter.to_string() } else { format!("{letter}{}", depth / 20) }
}
