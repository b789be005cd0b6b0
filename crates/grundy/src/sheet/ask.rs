//! Exercises of a kind, from positions that are solved: the same seed gives the same exercises.
//!
//! Invariant: every answer comes from the solver, the sequence or the pairing, never from the way in which the question was
//! made; questions about who wins are not all won where the game has lost positions or sums.

use super::pool::{Pool, Solved, loses, option_values};
use super::{SheetKind, drawn_picture};
use crate::words::Say;
use crate::words::solve::grundy_text;
use grundy_answer::Watch;
use grundy_draw::{Drawn, Exercise, Figure, Lang, Phrase, Picture, ValueTable};
use grundy_heap::Sequence;
use grundy_run::{Position, Side};
use grundy_solve::{Answer, Grundy, Question, Winner, WinningMove, solve};

/// Moves that an answer lists.
const LISTED: usize = 12;

/// Values that a question about a period lists at most.
const LONGEST_PERIOD: usize = 120;

/// Columns of a table of an exercise.
const COLUMNS: usize = 13;

/// Positions of a tree that is asked for, at most.
const LARGEST_TREE: usize = 40;

/// Questions that were asked before until one of the other outcome is taken.
const PATIENCE: usize = 20;

/// Tries to find a position that fits.
const TRIES: usize = 200;

/// Chance that gives the same for the same seed: Knuth's MMIX generator.
pub struct Chance(u64);

impl Chance {
    /// From a seed.
    pub fn new(seed: u64) -> Chance {
        let mut chance = Chance(seed ^ 0x9e37_79b9_7f4a_7c15);
        chance.below(2);
        chance
    }

    /// A number below a bound above 0.
    pub fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) % bound.max(1) as u64) as usize
    }

    fn pick<'a, T>(&mut self, from: &'a [T]) -> Option<&'a T> {
        if from.is_empty() { None } else { from.get(self.below(from.len())) }
    }
}

/// Draws the tree of a position, whoever moves first, of at most so many nodes; gives how many it has.
pub type TreeDrawer<'a> = dyn Fn(&Position, Side, usize) -> Option<(Picture, usize)> + 'a;

/// What exercises are made from.
pub struct Asker<'a> {
    /// Solved positions.
    pub pool: &'a Pool,
    /// Values over numbers or sizes.
    pub tables: &'a [ValueTable],
    /// The values of heaps, where the game is one.
    pub sequence: Option<&'a Sequence>,
    /// The position to be won by a pairing, its words, and the pairs drawn.
    pub pairing: Option<(String, String, Option<Picture>)>,
    /// The language.
    pub lang: Lang,
    /// 1 is easy, 3 is hard.
    pub level: u8,
    /// What a position looks like.
    pub look: &'a dyn Fn(&Position) -> Drawn,
    /// The tree of a position of at most so many nodes, with how many it has.
    pub tree: &'a TreeDrawer<'a>,
    /// Limits.
    pub watch: &'a dyn Watch,
}

impl Asker<'_> {
    /// Up to `count` different exercises of a kind.
    pub fn exercises(&self, kind: SheetKind, count: usize, chance: &mut Chance) -> Vec<Exercise> {
        let mut found: Vec<Exercise> = Vec::new();
        let mut since = 0;
        for _ in 0..TRIES {
            if found.len() >= count {
                break;
            }
            // Won and lost in turns; where no other one is found, whatever there is.
            let won = (found.len() + since / PATIENCE) % 2 == 0;
            let made = match kind {
                SheetKind::Who => self.who(won, chance),
                SheetKind::Table => self.table(chance),
                SheetKind::Mex => self.mex(chance),
                SheetKind::Period => self.period(),
                SheetKind::Sum => self.sum(won, chance),
                SheetKind::Mistake => self.mistake(chance),
                SheetKind::Pairing => self.pairing(),
                SheetKind::Tree => self.tree(chance),
            };
            let Some(exercise) = made else { break };
            let is_new = |known: &Exercise| known.question != exercise.question || !alike(known, &exercise);
            match found.iter().all(is_new) {
                true => {
                    found.push(exercise);
                    since = 0;
                }
                // There is only one such question.
                false if matches!(kind, SheetKind::Period | SheetKind::Pairing) => break,
                false => since += 1,
            }
        }
        found
    }

    fn question(&self, position: &Position, mover: Side) -> String {
        let text = position.to_string();
        match &self.pool.named {
            Some(names) => Phrase::AskOf.with(self.lang, &[&text, &names[mover as usize]]),
            None => Phrase::Ask.with(self.lang, &[&text]),
        }
    }

    fn figure(&self, position: &Position) -> Figure {
        match (self.look)(position) {
            drawn if drawn.scene.is_some() => Figure::Drawn(drawn),
            _ => Figure::None,
        }
    }

    /// Who wins a position; a sum of two where no single position is lost.
    fn who(&self, won: bool, chance: &mut Chance) -> Option<Exercise> {
        let most = [5, 10, usize::MAX][usize::from(self.level.clamp(1, 3)) - 1];
        let fits = |one: &&Solved| {
            let lost = loses(&one.answer, one.mover);
            (2..=most).contains(&one.moves) && lost != won && one.position.parts.len() == 1
        };
        let fit: Vec<&Solved> = self.pool.all.iter().filter(fits).collect();
        match chance.pick(&fit) {
            Some(one) => Some(self.about(&one.position, one.mover, &one.answer)),
            None if self.pool.impartial => {
                let sum = self.sum_of(2, won, chance)?;
                let answer = solve(&sum, Question::default(), self.watch).ok()?;
                Some(self.about(&sum, Side::Left, &answer))
            }
            None => {
                let any: Vec<&Solved> = self.pool.all.iter().filter(|one| one.moves >= 2).collect();
                chance.pick(&any).map(|one| self.about(&one.position, one.mover, &one.answer))
            }
        }
    }

    fn about(&self, position: &Position, mover: Side, answer: &Answer) -> Exercise {
        let mut said = match answer.winner {
            Some(Winner::Draw) => Phrase::Draw.text(self.lang).to_string(),
            _ if loses(answer, mover) => Phrase::Loses.text(self.lang).to_string(),
            _ => Phrase::Wins.with(self.lang, &[&listed(position, answer, self.lang)]),
        };
        if let Some(grundy) = &answer.grundy {
            said.push(' ');
            said.push_str(&Phrase::Grundy.with(self.lang, &[&grundy_text(grundy)]));
        }
        Exercise {
            question: self.question(position, mover),
            figure: self.figure(position),
            lines: 1 + usize::from(self.level),
            answer: said,
            solution: Figure::None,
        }
    }

    /// The tables with some entries left out: a third of them, two thirds, or all.
    fn table(&self, chance: &mut Chance) -> Option<Exercise> {
        let known = |table: &&ValueTable| table.rows.iter().flat_map(|(_, row)| row).any(|entry| entry != "?");
        let full: Vec<ValueTable> = self.tables.iter().filter(known).cloned().collect();
        let mut blank = full.clone();
        for entry in blank.iter_mut().flat_map(|table| &mut table.rows).flat_map(|(_, row)| row) {
            if entry != "?" && chance.below(3) < usize::from(self.level) {
                entry.clear();
            }
        }
        for table in &mut blank {
            table.asked = None;
        }
        (!full.is_empty() && blank != full).then(|| Exercise {
            question: Phrase::AskTable.text(self.lang).to_string(),
            figure: Figure::Tables(blank),
            lines: 0,
            answer: String::new(),
            solution: Figure::Tables(full),
        })
    }

    /// The least number that is missing among the values of the options.
    fn mex(&self, chance: &mut Chance) -> Option<Exercise> {
        let (least, most) = [(2, 9), (4, 14), (6, 20)][usize::from(self.level.clamp(1, 3)) - 1];
        let is_finite =
            |one: &&Solved| matches!(one.answer.grundy, Some(Grundy::Finite(_))) && one.position.parts.len() == 1;
        let fits = |one: &&Solved| is_finite(one) && (least..=most).contains(&one.moves);
        let fit: Vec<&Solved> = self.pool.all.iter().filter(fits).collect();
        let any = || self.pool.all.iter().filter(is_finite).filter(|one| (2..=16).contains(&one.moves)).collect();
        let one = *chance.pick(&if fit.is_empty() { any() } else { fit })?;
        let values = option_values(&one.position, self.watch)?;
        let values: Vec<String> = values.iter().map(u64::to_string).collect();
        let grundy = one.answer.grundy.as_ref().map(grundy_text)?;
        Some(Exercise {
            question: Phrase::AskMex.with(self.lang, &[&one.position.to_string(), &values.join(", ")]),
            lines: 1,
            answer: Phrase::IsMex.with(self.lang, &[&grundy]),
            ..Exercise::default()
        })
    }

    /// From where and how the values of heaps repeat.
    fn period(&self) -> Option<Exercise> {
        let sequence = self.sequence?;
        let period = sequence.period().filter(|period| period.saltus == 0 && period.standing.kind() == "proved")?;
        let (from, length) = (period.preperiod(), period.period);
        let count = (from + 3 * length).max(20) as usize;
        if count > LONGEST_PERIOD || count > sequence.computed() {
            return None;
        }
        let values: Vec<String> = (0..count as u64).filter_map(|n| Some(sequence.value_at(n)?.0.to_string())).collect();
        let table = |start: usize| ValueTable {
            corner: "n".to_string(),
            columns: (start..(start + COLUMNS).min(count)).map(|n| n.to_string()).collect(),
            rows: vec![(String::new(), values[start..(start + COLUMNS).min(count)].to_vec())],
            ..ValueTable::default()
        };
        Some(Exercise {
            question: Phrase::AskPeriod.with(self.lang, &[&count.to_string()]),
            figure: Figure::Tables((0..count).step_by(COLUMNS).map(table).collect()),
            lines: 1,
            answer: Phrase::IsPeriod.with(self.lang, &[&from.to_string(), &length.to_string()]),
            solution: Figure::None,
        })
    }

    /// A sum of so many positions, of nim-sum 0 or not.
    fn sum_of(&self, parts: usize, won: bool, chance: &mut Chance) -> Option<Position> {
        let most = [6, 12, usize::MAX][usize::from(self.level.clamp(1, 3)) - 1];
        // Where the small positions give no such sum, larger ones do.
        [most, usize::MAX].into_iter().find_map(|most| self.sum_within(parts, won, most, chance))
    }

    fn sum_within(&self, parts: usize, won: bool, most: usize, chance: &mut Chance) -> Option<Position> {
        let value = |one: &Solved| match one.answer.grundy {
            Some(Grundy::Finite(value)) if one.position.parts.len() == 1 => Some(value),
            _ => None,
        };
        let fits = |one: &&Solved| value(one).is_some() && (1..=most).contains(&one.moves);
        let fit: Vec<&Solved> = self.pool.all.iter().filter(fits).collect();
        for _ in 0..TRIES {
            let mut chosen: Vec<&Solved> = (1..parts).filter_map(|_| chance.pick(&fit).copied()).collect();
            let nim_sum = chosen.iter().filter_map(|one| value(one)).fold(0, |sum, value| sum ^ value);
            let last: Vec<&Solved> = fit
                .iter()
                .copied()
                .filter(|one| {
                    (value(one) == Some(nim_sum)) != won && !chosen.iter().any(|known| known.position == one.position)
                })
                .collect();
            let Some(last) = chance.pick(&last) else { continue };
            chosen.push(last);
            let parts = chosen.iter().flat_map(|one| one.position.parts.iter().cloned());
            return Some(Position { parts: parts.collect() });
        }
        None
    }

    /// All winning moves of a sum.
    fn sum(&self, won: bool, chance: &mut Chance) -> Option<Exercise> {
        if !self.pool.impartial {
            return None;
        }
        let sum = self.sum_of(if self.level == 1 { 2 } else { 3 }, won, chance)?;
        let answer = solve(&sum, Question::default(), self.watch).ok()?;
        let nim_sum = answer.grundy.as_ref().map(grundy_text)?;
        Some(Exercise {
            question: Phrase::AskSum.with(self.lang, &[&sum.to_string()]),
            figure: Figure::None,
            lines: 2,
            answer: match answer.winning_move_count {
                0 => Phrase::NoSum.text(self.lang).to_string(),
                _ => Phrase::IsSum.with(self.lang, &[&listed(&sum, &answer, self.lang), &nim_sum]),
            },
            solution: Figure::None,
        })
    }

    /// A table with one wrong number.
    fn mistake(&self, chance: &mut Chance) -> Option<Exercise> {
        let table = chance.pick(self.tables)?;
        let mut wrong = ValueTable { asked: None, ..table.clone() };
        let numbers: Vec<(usize, usize, i64)> = wrong
            .rows
            .iter()
            .enumerate()
            .flat_map(|(row, (_, entries))| {
                entries.iter().enumerate().filter_map(move |(column, entry)| Some((row, column, entry.parse().ok()?)))
            })
            .collect();
        let &(row, column, truth) = chance.pick(&numbers).filter(|_| numbers.len() >= 8)?;
        let written = if truth > 0 && chance.below(2) == 0 { truth - 1 } else { truth + 1 };
        wrong.rows[row].1[column] = written.to_string();
        let place = [&wrong.rows[row].0, &wrong.columns[column]].map(String::as_str);
        let place: Vec<&str> = place.into_iter().filter(|name| !name.is_empty()).collect();
        let place = match place[..] {
            [only] => format!("{} = {only}", wrong.corner),
            _ => format!("({})", place.join(", ")),
        };
        Some(Exercise {
            question: Phrase::AskMistake.text(self.lang).to_string(),
            figure: Figure::Tables(vec![wrong]),
            lines: 1,
            answer: Phrase::IsMistake.with(self.lang, &[&place, &written.to_string(), &truth.to_string()]),
            solution: Figure::None,
        })
    }

    /// A pairing to be found.
    fn pairing(&self) -> Option<Exercise> {
        let (position, words, picture) = self.pairing.as_ref()?;
        let solution = picture.as_ref().map(|picture| drawn_picture(picture, self.lang, self.watch));
        Some(Exercise {
            question: Phrase::AskPairing.with(self.lang, &[position]),
            figure: Figure::None,
            lines: 4,
            answer: words.clone(),
            solution: solution.map_or(Figure::None, Figure::Drawn),
        })
    }

    /// A tree to be drawn.
    fn tree(&self, chance: &mut Chance) -> Option<Exercise> {
        let (least, most): (usize, usize) = [(4, 9), (7, 16), (12, 30)][usize::from(self.level.clamp(1, 3)) - 1];
        let mut order: Vec<&Solved> = self.pool.all.iter().filter(|one| (2..=8).contains(&one.moves)).collect();
        let mut nearest: Option<(usize, &Solved, Picture, usize)> = None;
        while !order.is_empty() {
            let one = order.swap_remove(chance.below(order.len()));
            let Some((picture, nodes)) = (self.tree)(&one.position, one.mover, LARGEST_TREE) else { continue };
            // Where no tree is of the size asked for, the nearest is.
            let far = nodes.saturating_sub(most) + least.saturating_sub(nodes);
            if nearest.as_ref().is_none_or(|(known, ..)| far < *known) {
                nearest = Some((far, one, picture, nodes));
            }
            if far == 0 {
                break;
            }
        }
        nearest.map(|(_, one, picture, nodes)| {
            let outcome = if loses(&one.answer, one.mover) {
                Phrase::Loses.text(self.lang).to_string()
            } else {
                match one.answer.winner {
                    Some(Winner::Draw) => Phrase::Draw.text(self.lang).to_string(),
                    _ => Phrase::Wins.with(self.lang, &[&listed(&one.position, &one.answer, self.lang)]),
                }
            };
            Exercise {
                question: Phrase::AskTree.with(self.lang, &[&one.position.to_string()]),
                figure: Figure::None,
                lines: 8,
                answer: Phrase::IsTree.with(self.lang, &[&nodes.to_string(), &outcome]),
                solution: Figure::Drawn(drawn_picture(&picture, self.lang, self.watch)),
            }
        })
    }
}

/// Whether two exercises of the same words show the same tables.
fn alike(one: &Exercise, other: &Exercise) -> bool {
    match (&one.figure, &other.figure) {
        (Figure::Tables(one), Figure::Tables(other)) => one == other,
        _ => true,
    }
}

/// The winning moves of a position, parted by code marks; in a sum with the summand of each.
fn listed(position: &Position, answer: &Answer, lang: Lang) -> String {
    let several = position.parts.len() > 1;
    let text = |one: &WinningMove| match position.parts.get(one.component).filter(|_| several) {
        Some(part) => format!("{part}: {}", one.text),
        None => one.text.clone(),
    };
    let moves: Vec<String> = answer.winning_moves.iter().take(LISTED).map(text).collect();
    let more = answer.winning_move_count as usize - moves.len().min(answer.winning_move_count as usize);
    match more {
        0 => moves.join("`, `"),
        more => format!("{}`, {}`", moves.join("`, `"), Phrase::More.with(lang, &[&more.to_string()])),
    }
}

/// A strategy in words, in a language.
pub fn said(words: &[grundy_answer::Message], lang: Lang) -> String {
    words.iter().map(|line| line.say(lang).replace('`', "'")).collect::<Vec<_>>().join(" ")
}
