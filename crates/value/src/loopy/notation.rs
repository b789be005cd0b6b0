//! Loopy values as text: `on`, `over`, `upon`, `{1|pass}`, `a{0||||0|||a|*||*}`, and `s & t` for a value with two sides. The calculator
//! reads it back.

use super::graph::Graph;
use super::sided::{Named, Sided};
use crate::{Game, Halt, Notation, Side, Values};

/// Longest text of one side.
const LENGTH_LIMIT: usize = 1 << 20;

impl Sided {
    /// The value in the calculator's notation.
    pub fn text(&self, values: Values<'_>) -> Result<String, Halt> {
        self.written(values, Notation::Plain)
    }

    /// The value in LaTeX's mathematics.
    pub fn latex(&self, values: Values<'_>) -> Result<String, Halt> {
        self.written(values, Notation::Latex)
    }

    /// The value in a notation.
    pub fn written(&self, values: Values<'_>, notation: Notation) -> Result<String, Halt> {
        let [on, off] = [Side::Left, Side::Right].map(|side| side_text(values, self.side(side), notation));
        let (on, off) = (on?, off?);
        let word = |name: &str| word(name, notation);
        Ok(match notation {
            _ if on == off => on,
            _ if on == word("on") && off == word("off") => word("dud"),
            Notation::Plain => format!("{on} & {off}"),
            Notation::Latex => format!("{on} \\mathbin{{\\&}} {off}"),
        })
    }
}

fn side_text(values: Values<'_>, graph: &Graph, notation: Notation) -> Result<String, Halt> {
    let short = graph.short_values(values)?;
    let mut writer = Writer { values, graph, notation, short, path: Vec::new(), used: Vec::new() };
    Ok(writer.write(graph.root)?.closed(notation))
}

/// A name as a notation shows it.
fn word(name: &str, notation: Notation) -> String {
    match (notation, name.strip_prefix('-')) {
        (Notation::Plain, _) => name.to_string(),
        (Notation::Latex, None) => format!("\\mathbf{{{name}}}"),
        (Notation::Latex, Some(name)) => format!("-\\mathbf{{{name}}}"),
    }
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

    fn closed(self, notation: Notation) -> String {
        match (self.bars, notation) {
            (0, _) => self.text,
            (_, Notation::Plain) => format!("{{{}}}", self.text),
            (_, Notation::Latex) => format!("\\{{{}\\}}", self.text),
        }
    }
}

struct Writer<'a> {
    values: Values<'a>,
    graph: &'a Graph,
    notation: Notation,
    short: Vec<Option<Game>>,
    /// The vertices being written, outermost first.
    path: Vec<usize>,
    /// Those of them named inside.
    used: Vec<usize>,
}

impl Writer<'_> {
    fn write(&mut self, vertex: usize) -> Result<Written, Halt> {
        if let Some(game) = self.short[vertex] {
            return self.values.written(game, self.notation).map(Written::whole);
        }
        if let Some(depth) = self.path.iter().position(|&open| open == vertex) {
            if depth + 1 == self.path.len() {
                return Ok(Written::whole(word("pass", self.notation)));
            }
            self.used.push(vertex);
            return Ok(Written::whole(label(depth)));
        }
        if let Some(name) = self.named(vertex) {
            return Ok(Written::whole(word(name, self.notation)));
        }
        let depth = self.path.len();
        self.path.push(vertex);
        let (left, right) = (self.side(vertex, Side::Left)?, self.side(vertex, Side::Right)?);
        self.path.pop();
        let named = self.used.contains(&vertex);
        self.used.retain(|&other| other != vertex);
        let bars = 1 + left.bars.max(right.bars);
        let bar = match self.notation {
            Notation::Plain => "|".repeat(bars),
            Notation::Latex => format!(" {} ", "{|}".repeat(bars)),
        };
        let text = format!("{}{bar}{}", left.text, right.text);
        if text.len() > LENGTH_LIMIT {
            return Err(Halt::TooLarge("a text of more than 1 MB"));
        }
        let written = Written { text, bars };
        Ok(if named { Written::whole(format!("{}{}", label(depth), written.closed(self.notation))) } else { written })
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
        let mut texts: Vec<String> = options.into_iter().map(|option| option.closed(self.notation)).collect();
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
