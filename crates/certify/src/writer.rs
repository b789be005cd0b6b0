//! Writes the certificate of a solved position. What is wrong in it the checker refuses; nothing here is trusted.

use crate::collect::collect;
use crate::collected::{self, CollectedStrategy, Line, NO_MOVE};
use crate::labels::labelled;
use crate::text::{self, number_order, write_step};
use crate::walk::{CLOSED, Listed, NotWritten, Oracle, Shape, Walk, Witness};
use crate::written::Means;
use grundy_answer::Watch;
use grundy_kernel::{Claim, Header, Likeness, Measure, Part, PlayedBy, Proves, side_word};
use grundy_proof::{Id, Ids};
use grundy_rule::sha256;
use grundy_run::{Packed, Position, Side};
use smallvec::SmallVec;
use std::fmt::Write as _;
use std::io::Write;

/// Writes a certificate that `position`, of the rule files `rules` and played so, is worth what `wanted` says; gives how
/// many positions it lists.
pub fn write<O: Oracle>(
    position: &Position,
    rules: &[&str],
    claimed: (PlayedBy, Proves),
    oracle: &mut O,
    out: &mut dyn Write,
    watch: &dyn Watch,
) -> Result<u64, NotWritten<O::Failure>> {
    write_by(Means::HONEST, position, rules, claimed, oracle, out, watch)
}

/// The same by other means: what they get wrong the checker refuses.
pub fn write_by<O: Oracle>(
    means: Means,
    position: &Position,
    rules: &[&str],
    (play, wanted): (PlayedBy, Proves),
    oracle: &mut O,
    out: &mut dyn Write,
    watch: &dyn Watch,
) -> Result<u64, NotWritten<O::Failure>> {
    if position.parts.is_empty() {
        return Err(NotWritten::Unfit("there is no component".to_string()));
    }
    let digests = rules.iter().map(|text| sha256(text.as_bytes())).collect();
    let header = Header { position: position.to_string(), rules: digests, play, proves: wanted };
    // Values belong to components, so that sums need no entries of their own.
    let single = Walk::new(position, play, Shape::Single, means, watch);
    if let Some(count) = attempt(&header, position, single, oracle, out)? {
        return Ok(count);
    }
    let sums = Walk::new(position, play, Shape::Sums, means, watch);
    let count = attempt(&header, position, sums, oracle, out)?;
    count.ok_or_else(|| NotWritten::Unfit("a position is no sum".to_string()))
}

/// The canonical value of a position, as a certificate claims it.
pub fn canonical<F>(position: &Position, watch: &dyn Watch) -> Result<String, NotWritten<F>> {
    let mut walk = Walk::new(position, PlayedBy::Rules, Shape::Single, Means::HONEST, watch);
    Ok(collect(&mut walk, position)?.text)
}

/// The Grundy value of a position in which play can return, as a certificate claims it.
pub fn loopy<F>(position: &Position, watch: &dyn Watch) -> Result<String, NotWritten<F>> {
    let mut walk = Walk::new(position, PlayedBy::Rules, Shape::Single, Means::HONEST, watch);
    Ok(labelled(&mut walk, position)?.worth.to_string())
}

/// Walks, and writes unless positions are not of the shape.
fn attempt<O: Oracle>(
    header: &Header,
    position: &Position,
    mut walk: Walk,
    oracle: &mut O,
    out: &mut dyn Write,
) -> Result<Option<u64>, NotWritten<O::Failure>> {
    let mut sections: Vec<(String, Kind, Section)> = Vec::new();
    let mut forms: Option<Vec<[Ids; 2]>> = None;
    match &header.proves {
        Proves::Grundy(_) => {
            let listed = Section::Listed(walk.values(position, oracle)?);
            sections.push((format!("values nodes {}", listed.len()), Kind::Values, listed));
        }
        Proves::Value(claimed) => {
            let collected = collect(&mut walk, position)?;
            if collected.text != *claimed {
                return Err(NotWritten::Unfit(format!("the value is {}, not {claimed}", collected.text)));
            }
            forms = Some(collected.forms);
            let listed = Section::Listed(collected.listed);
            sections.push((format!("values nodes {}", listed.len()), Kind::Values, listed));
        }
        Proves::Loopy(claimed) => {
            let labelled = labelled(&mut walk, position)?;
            let worth = labelled.worth.to_string();
            if worth != *claimed {
                return Err(NotWritten::Unfit(format!("the Grundy value is {worth}, not {claimed}")));
            }
            let listed = Section::Listed(labelled.listed);
            sections.push((format!("values nodes {}", listed.len()), Kind::Values, listed));
        }
        Proves::Results(measure, claims) => {
            let mut done = Vec::new();
            for (needs, _) in claims.iter().flat_map(|claim| claim.needs(*measure)) {
                if done.contains(&needs) {
                    continue;
                }
                let serves = |claim: &&Claim| claim.needs(*measure).any(|(other, _)| other == needs);
                let starters: Vec<Side> = claims.iter().filter(serves).map(|claim| claim.starts).collect();
                let listed = match walk.shape {
                    Shape::Single => {
                        let collected = collected::strategy(&mut walk, position, &starters, (*measure, needs), oracle)?;
                        let Some(collected) = collected else { return Ok(None) };
                        Section::CollectedStrategy(collected)
                    }
                    Shape::Sums => {
                        let mut roots = Vec::new();
                        for starts in starters {
                            roots.push(walk.root(position, starts)?);
                        }
                        Section::Listed(walk.strategy(&roots, *measure, needs, oracle)?)
                    }
                };
                let bound = needs.bound.map(|bound| measure.text(bound) + " ").unwrap_or_default();
                let head = format!("strategy {} {bound}nodes {}", side_word(needs.player), listed.len());
                let kind = if needs.bound.is_some() { Kind::Common } else { Kind::Bounds(*measure) };
                sections.push((head, kind, listed));
                done.push(needs);
            }
        }
    }
    let mut count = 0;
    let mut page = Page { walk: &walk, out, numbers: Vec::new() };
    page.out.write_all(text::header(header).as_bytes()).map_err(NotWritten::Write)?;
    page.games().and_then(|()| page.alike()).and_then(|()| page.parts(&sections)).map_err(NotWritten::Write)?;
    if let Some(forms) = forms {
        page.forms(&forms).map_err(NotWritten::Write)?;
    }
    for (head, kind, listed) in &sections {
        let begun = writeln!(page.out, "{head}");
        let written = begun.and_then(|()| match listed {
            Section::Listed(listed) => page.section(*kind, listed),
            Section::CollectedStrategy(collected) => page.collected(*kind, collected),
        });
        written.map_err(NotWritten::Write)?;
        count += listed.len() as u64;
    }
    page.out.write_all(b"end\n").map_err(NotWritten::Write)?;
    Ok(Some(count))
}

/// What one section lists.
enum Section {
    /// Values of components, or sums.
    Listed(Listed),
    /// Single components.
    CollectedStrategy(CollectedStrategy),
}

impl Section {
    fn len(&self) -> usize {
        match self {
            Section::Listed(listed) => listed.entries.len(),
            Section::CollectedStrategy(collected) => collected.len(),
        }
    }
}

/// What follows the position on the line of an entry.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// The value.
    Values,
    /// The move, if one is named.
    Common,
    /// The move, if one is named, and the bound.
    Bounds(Measure),
}

struct Page<'w, 'a> {
    walk: &'w Walk<'a>,
    out: &'w mut dyn Write,
    /// The number in the certificate of each part of the walk, if positions are sums.
    numbers: Vec<u32>,
}

impl Page<'_, '_> {
    fn games(&mut self) -> std::io::Result<()> {
        writeln!(self.out, "games {}", self.walk.origins.len())?;
        for origin in &self.walk.origins {
            let mut key = String::new();
            let zero: Packed = SmallVec::from_elem(0, origin.part.packed.len());
            write_step(&zero, &origin.part.packed, &mut key);
            let (game, mover) = (origin.part.game, side_word(origin.mover));
            writeln!(self.out, "game {game} {mover} {key} {} {}", origin.one, origin.place)?;
        }
        Ok(())
    }

    /// The lines of the rules by which positions are taken for one.
    fn alike(&mut self) -> std::io::Result<()> {
        let games = &self.walk.games;
        let of = |game: u32| (self.walk.means.likenesses)(games.game(game)).into_iter().map(move |line| (game, line));
        let all: Vec<(u32, Likeness)> = (0..games.count() as u32).flat_map(of).collect();
        writeln!(self.out, "alike {}", all.len())?;
        all.into_iter().try_for_each(|(game, line)| match line {
            Likeness::Split(line) => writeln!(self.out, "by {game} split {line}"),
            Likeness::Symmetry(line) => writeln!(self.out, "by {game} symmetry {line}"),
        })
    }

    fn parts(&mut self, sections: &[(String, Kind, Section)]) -> std::io::Result<()> {
        if self.walk.shape == Shape::Single {
            return writeln!(self.out, "parts 0");
        }
        let mut listed = vec![false; self.walk.parts()];
        for (_, _, section) in sections {
            let Section::Listed(section) = section else { continue };
            for node in 0..section.keys.count() {
                section.keys.at(node)[1..].iter().for_each(|&part| listed[part as usize] = true);
            }
        }
        let met = (0..listed.len()).filter(|&number| listed[number]);
        let mut order: Vec<(Part, usize)> = met.map(|number| (self.walk.part(number as u64), number)).collect();
        order.sort_by(|(a, _), (b, _)| a.game.cmp(&b.game).then_with(|| number_order(&a.packed, &b.packed)));
        self.numbers = vec![0; listed.len()];
        writeln!(self.out, "parts {}", order.len())?;
        let mut group = Group::default();
        for (number, (part, met)) in order.iter().enumerate() {
            self.numbers[*met] = number as u32;
            let line = group.line(&format!("of {}", part.game), &part.packed);
            writeln!(self.out, "{line}")?;
        }
        Ok(())
    }

    fn forms(&mut self, forms: &[[Ids; 2]]) -> std::io::Result<()> {
        writeln!(self.out, "forms {}", forms.len())?;
        for [left, right] in forms {
            let text = |options: &Ids| options.iter().map(Id::to_string).collect::<Vec<_>>().join(",");
            writeln!(self.out, "{}|{}", text(left), text(right))?;
        }
        Ok(())
    }

    fn collected(&mut self, kind: Kind, collected: &CollectedStrategy) -> std::io::Result<()> {
        let (mut group, mut before, mut text) = (None, Packed::new(), String::new());
        collected.each(|line| {
            text.clear();
            match line {
                Line::Level | Line::Closed => {
                    group = None;
                    text.push_str(if matches!(line, Line::Closed) { "closed" } else { "level" });
                }
                Line::Entry(game, mover, words, one, bound) => {
                    if group.replace((game, mover)) != Some((game, mover)) {
                        before = SmallVec::from_elem(0, words.len());
                        let _ = writeln!(text, "{} {game}", side_word(mover));
                    }
                    write_step(&before, words, &mut text);
                    before.copy_from_slice(words);
                    if one != NO_MOVE {
                        let _ = write!(text, " {one}");
                    }
                    if let (Kind::Bounds(measure), Some(bound)) = (kind, bound) {
                        let _ = write!(text, " {}", measure.text(bound));
                    }
                }
            }
            text.push('\n');
            self.out.write_all(text.as_bytes())
        })
    }

    fn section(&mut self, kind: Kind, listed: &Listed) -> std::io::Result<()> {
        let mut order: Vec<u32> = (0..listed.entries.len() as u32).collect();
        let single = self.walk.shape == Shape::Single;
        let place = |node: u32| {
            let key = listed.keys.at(node as usize);
            // Of a component come its value, then what is not its value.
            let (mover, said) = if kind == Kind::Values { (0, key[0]) } else { (key[0], 0) };
            (listed.entries[node as usize].level, mover, key.get(1).copied(), said)
        };
        let numbers = &self.numbers;
        let sum = |node: u32| -> SmallVec<[u32; 8]> {
            let mut sum: SmallVec<[u32; 8]> =
                listed.keys.at(node as usize)[1..].iter().map(|&part| numbers[part as usize]).collect();
            sum.sort_unstable();
            sum
        };
        order.sort_by(|&a, &b| {
            let ((level_a, mover_a, part_a, said_a), (level_b, mover_b, part_b, said_b)) = (place(a), place(b));
            let first = (level_a, mover_a).cmp(&(level_b, mover_b));
            first.then_with(|| match (part_a, part_b) {
                (Some(a), Some(b)) if single => self.walk.order(a, b).then(said_a.cmp(&said_b)),
                _ => sum(a).cmp(&sum(b)),
            })
        });
        let mut group = Group::default();
        let mut level = None;
        let mut text = String::new();
        for node in order {
            text.clear();
            let entry = listed.entries[node as usize];
            if level != Some(entry.level) {
                level = Some(entry.level);
                group = Group::default();
                text.push_str(if entry.level == CLOSED { "closed\n" } else { "level\n" });
            }
            let key = listed.keys.at(node as usize);
            let mover = side_word(if key[0] == Side::Left as u64 { Side::Left } else { Side::Right });
            if single {
                let part = self.walk.part(key[1]);
                let head = match kind {
                    Kind::Values => format!("of {}", part.game),
                    _ => format!("{mover} {}", part.game),
                };
                text.push_str(&group.line(&head, &part.packed));
            } else {
                let sum = sum(node);
                let words: Vec<String> = sum.iter().map(u32::to_string).collect();
                let written = if words.is_empty() { "-".to_string() } else { words.join("+") };
                text.push_str(&group.head(&format!("{mover} sums")));
                text.push_str(&written);
            }
            if let (Some(Witness { part, one }), true) = (entry.witness, kind != Kind::Values) {
                let _ = match single {
                    true => write!(text, " {one}"),
                    false => {
                        let place = sum(node).iter().position(|number| *number == numbers[part as usize]);
                        write!(text, " {}.{one}", place.unwrap_or(0))
                    }
                };
            }
            match kind {
                Kind::Values => {
                    let _ = match entry.witness {
                        None if entry.level == CLOSED => write!(text, " inf"),
                        None => write!(text, " {}", entry.bound.0),
                        Some(Witness { one, .. }) => write!(text, " !{} {one}", entry.bound.0),
                    };
                }
                Kind::Common => {}
                Kind::Bounds(measure) => {
                    let _ = write!(text, " {}", measure.text(entry.bound));
                }
            }
            text.push('\n');
            self.out.write_all(text.as_bytes())?;
        }
        Ok(())
    }
}

/// The group of entries being written: its head, and the position before.
#[derive(Default)]
struct Group {
    head: String,
    before: Packed,
}

impl Group {
    /// The head with its line feed if it is another, else nothing.
    fn head(&mut self, head: &str) -> String {
        if self.head == head {
            return String::new();
        }
        self.head = head.to_string();
        format!("{head}\n")
    }

    /// The step to a position, with the head before it if it is another.
    fn line(&mut self, head: &str, packed: &Packed) -> String {
        let mut line = self.head(head);
        if !line.is_empty() {
            self.before = SmallVec::from_elem(0, packed.len());
        }
        write_step(&self.before, packed, &mut line);
        self.before = packed.clone();
        line
    }
}
