//! What a sheet consists of, from its head to its end, without a format.

use super::{Drawn, Figure, Phrase, Sheet, ValueTable, Version};
use crate::lang::Word;

/// A part of a sheet.
pub enum Block<'a> {
    /// A heading.
    Heading(String),
    /// A paragraph.
    Text(String),
    /// A paragraph in small letters.
    Small(String),
    /// Sentences, each with a dot before it.
    List(Vec<String>),
    /// A text with its number.
    Numbered(usize, String),
    /// Text that is kept as it is written, folded away where that is possible.
    File(String, &'a str),
    /// Values.
    Table(&'a ValueTable),
    /// Rows of code below a head.
    Rows(Vec<String>, &'a [[String; 4]]),
    /// A picture.
    Drawn(&'a Drawn),
    /// Empty lines to write on.
    Lines(usize),
    /// What follows is not to be seen at once: folded away, or on a new page.
    Apart(String, Vec<Block<'a>>),
}

/// The parts of a sheet in their order.
pub fn blocks(sheet: &Sheet) -> Vec<Block<'_>> {
    match sheet.version {
        Version::Lesson => lesson(sheet),
        Version::Student | Version::Teacher => asked(sheet),
    }
}

/// What stands in the first line: the game, and on a sheet for students room for a name.
pub fn title(sheet: &Sheet) -> String {
    match sheet.version {
        Version::Teacher => format!("{}: {}", sheet.title, Phrase::Answers.text(sheet.lang)),
        _ => sheet.title.clone(),
    }
}

fn lesson(sheet: &Sheet) -> Vec<Block<'_>> {
    let lang = sheet.lang;
    let say = |phrase: Phrase| phrase.text(lang).to_string();
    let mut blocks = vec![Block::Heading(say(Phrase::Rules)), Block::List(sheet.rules.clone())];
    blocks.push(Block::File(say(Phrase::File), sheet.file.trim_end()));
    if !sheet.tables.is_empty() {
        blocks.push(Block::Heading(say(Phrase::Values)));
        blocks.extend(sheet.tables.iter().map(Block::Table));
    }
    blocks.push(Block::Heading(say(Phrase::Pattern)));
    if sheet.pattern.is_empty() {
        blocks.push(Block::Text(say(Phrase::NoPattern)));
    }
    for known in &sheet.pattern {
        blocks.push(Block::Text(known.text.clone()));
        if let Some(standing) = &known.standing {
            let word = match standing.kind() {
                "proved" => Word::Proved,
                "checked" => Word::Checked,
                _ => Word::Assumed,
            };
            blocks.push(Block::Small(format!("{}: {}", lang.word(word), standing.reason())));
        }
    }
    blocks.push(Block::Heading(say(Phrase::Worked)));
    match &sheet.worked {
        None => blocks.push(Block::Text(say(Phrase::NoWorked))),
        Some(worked) => {
            blocks.push(Block::Text(Phrase::Lost.with(lang, &[&worked.position])));
            blocks.push(Block::Drawn(&worked.drawn));
            let head = [Phrase::MoveHead, Phrase::Leaves, Phrase::Answer, Phrase::Leaves];
            blocks.push(Block::Rows(head.map(say).to_vec(), &worked.lines));
        }
    }
    if !sheet.exercises.is_empty() {
        blocks.push(Block::Heading(say(Phrase::Exercises)));
        for (number, exercise) in sheet.exercises.iter().enumerate() {
            blocks.push(Block::Numbered(number + 1, exercise.question.clone()));
            blocks.extend(figure(&exercise.figure));
        }
        let mut answers = Vec::new();
        for (number, exercise) in sheet.exercises.iter().enumerate() {
            answers.push(Block::Numbered(number + 1, exercise.answer.clone()));
            answers.extend(figure(&exercise.solution));
        }
        blocks.push(Block::Apart(say(Phrase::Answers), answers));
    }
    blocks
}

/// Exercises alone: the rules, and each question with room to answer or with its answer.
fn asked(sheet: &Sheet) -> Vec<Block<'_>> {
    let say = |phrase: Phrase| phrase.text(sheet.lang).to_string();
    let is_student = sheet.version == Version::Student;
    let mut blocks = Vec::new();
    if is_student {
        blocks.push(Block::Text(say(Phrase::Name)));
    }
    blocks.extend([Block::Heading(say(Phrase::Rules)), Block::List(sheet.rules.clone())]);
    blocks.push(Block::Heading(say(Phrase::Exercises)));
    for (number, exercise) in sheet.exercises.iter().enumerate() {
        blocks.push(Block::Numbered(number + 1, exercise.question.clone()));
        // A table that is filled in takes the place of the one with blanks.
        let filled = matches!((&exercise.figure, &exercise.solution), (Figure::Tables(_), Figure::Tables(_)));
        if is_student || !filled {
            blocks.extend(figure(&exercise.figure));
        }
        match is_student {
            true => blocks.push(Block::Lines(exercise.lines)),
            false => {
                blocks.push(Block::Text(format!("{} {}", say(Phrase::AnswerMark), exercise.answer)));
                blocks.extend(figure(&exercise.solution));
            }
        }
    }
    blocks
}

fn figure(figure: &Figure) -> Vec<Block<'_>> {
    match figure {
        Figure::None => Vec::new(),
        Figure::Drawn(drawn) => vec![Block::Drawn(drawn)],
        Figure::Tables(tables) => tables.iter().map(Block::Table).collect(),
    }
}
