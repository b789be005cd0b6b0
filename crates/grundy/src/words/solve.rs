//! The words of a solved position.

use crate::question::{Mover, Origin};
use crate::report::{Language, Styled, Tone};
use crate::solve::Solved;
use crate::words::{Say, kind, say};
use grundy_answer::{Message, message};
use grundy_run::Side;
use grundy_solve::{Aim, Class, Grundy, Winner};
use std::fmt::Write;

/// Sums of more parts are counted, not written out.
const SHOWN_PARTS: usize = 12;

/// Winning moves that are written out.
const SHOWN_MOVES: usize = 20;

/// Moves of a line that are written out.
const SHOWN_LINE: usize = 12;

/// That who starts wins.
pub fn first_wins() -> Message {
    message!("the first player wins")
}

/// That who does not start wins.
pub fn second_wins() -> Message {
    message!("the second player wins")
}

/// `first`, `second`, `draw`, or a player's name: the words of the JSON answers.
pub fn winner_word(winner: Winner, players: &[String; 2]) -> String {
    match winner {
        Winner::First => "first".into(),
        Winner::Second => "second".into(),
        Winner::Draw => "draw".into(),
        Winner::Player(side) => players[side as usize].clone(),
    }
}

/// `N`, `P`, `L`, `R`, `D`.
pub fn class_letter(class: Class) -> &'static str {
    match class {
        Class::N => "N",
        Class::P => "P",
        Class::L => "L",
        Class::R => "R",
        Class::D => "D",
    }
}

/// `4`, or `inf(1, 2)`.
pub fn grundy_text(grundy: &Grundy) -> String {
    match grundy {
        Grundy::Finite(value) => value.to_string(),
        Grundy::Infinite(set) => {
            let set: Vec<String> = set.iter().map(u64::to_string).collect();
            format!("inf({})", set.join(", "))
        }
    }
}

fn who_wins(winner: Winner, players: &[String; 2]) -> Message {
    match winner {
        Winner::First => first_wins(),
        Winner::Second => second_wins(),
        Winner::Draw => message!("a draw"),
        Winner::Player(side) => message!("{} wins, whoever starts", players[side as usize]),
    }
}

/// The tone of a result for who starts; of a player who wins whoever starts, for Left.
fn tone(winner: Winner) -> Tone {
    match winner {
        Winner::First | Winner::Player(Side::Left) => Tone::Win,
        Winner::Second | Winner::Player(Side::Right) => Tone::Loss,
        Winner::Draw => Tone::Draw,
    }
}

/// Who wins if a player starts.
fn starter_word(winner: Winner, players: &[String; 2]) -> Message {
    match winner {
        Winner::First => message!("first"),
        Winner::Second => message!("second"),
        Winner::Draw => message!("draw"),
        Winner::Player(side) => players[side as usize].as_str().into(),
    }
}

/// A solved position in one line.
pub fn short(solved: &Solved, language: Language) -> Styled {
    let (answer, players) = (&solved.answer, &solved.players);
    let mut text = Styled::default();
    if let Some(winner) = answer.winner {
        let wins = who_wins(winner, players);
        let wins = match answer.outcome {
            Some(class) => say!(language, "{} ({})", wins, class_letter(class)),
            None => wins.say(language),
        };
        text.push(tone(winner), &wins);
    }
    let mut more = Vec::new();
    if let Some(by) = answer.by_starter.filter(|_| answer.winner.is_none()) {
        let each = players.iter().zip(by);
        more.extend(each.map(|(player, winner)| format!("{player}: {}", starter_word(winner, players).say(language))));
    }
    if let Some(grundy) = &answer.grundy {
        more.push(say!(language, "Grundy value {}", grundy_text(grundy)));
    }
    if let Some(margin) = answer.margin {
        more.push(say!(language, "margin {}", margin));
    }
    if let Some(one) = answer.winning_moves.first() {
        more.push(one.text.clone());
    }
    if answer.winner.is_some() && !more.is_empty() {
        text.push_str(", ");
    }
    let _ = write!(text, "{}; {}", more.join(", "), kind(&answer.standing, language));
    text
}

/// A solved position for people.
pub fn text(solved: &Solved, language: Language) -> Styled {
    let mut text = Styled::default();
    let parts = &solved.position.parts;
    let _ = match parts.len() {
        ..=SHOWN_PARTS => writeln!(text, "{}", solved.position),
        count => writeln!(text, "{}", say!(language, "a sum of {} components", count)),
    };
    if let [part] = &parts[..]
        && let Some(board) = part.game.board(&part.packed)
        && board.len() > 1
    {
        for row in board {
            let _ = writeln!(text, "  {row}");
        }
    }
    match solved.origin {
        Origin::Asked => {}
        Origin::Start => {
            let _ = writeln!(text, "{}", say!(language, "(no position was given: this is the `start` of the file)"));
        }
        Origin::Defaults => {
            let _ = writeln!(text, "{}", say!(language, "(no position was given: this is what the defaults give)"));
        }
    }
    text.extend(&verdict(solved, language));
    text
}

/// A solved position for people who see it already: who wins comes first.
pub fn verdict(solved: &Solved, language: Language) -> Styled {
    let (answer, players) = (&solved.answer, &solved.players);
    let mut text = Styled::default();
    let line = |text: &mut Styled, message: Message| {
        let _ = writeln!(text, "{}", message.say(language));
    };
    if let Some(Mover { reason: Some(reason), .. }) = &solved.turn {
        line(&mut text, reason.clone());
    }
    if let Some(winner) = answer.winner {
        let wins = who_wins(winner, players);
        // Where no class says it for both starters, it is said for the one that is asked about.
        let starter =
            answer.by_starter.filter(|[left, right]| left != right).map(|[left, _]| usize::from(winner != left));
        let wins = match answer.outcome {
            Some(class) => say!(language, "{} (outcome {})", wins, class_letter(class)),
            None => match starter {
                Some(starter) => say!(language, "{} if {} starts", wins, players[starter]),
                None => wins.say(language),
            },
        };
        text.push(tone(winner), &wins);
        text.push_str("\n");
    }
    if let Some(by) = answer.by_starter {
        for (player, winner) in players.iter().zip(by) {
            line(&mut text, message!("  if {} starts: {}", player, starter_word(winner, players)));
        }
    }
    if let Some(grundy) = &answer.grundy {
        line(&mut text, message!("Grundy value {}", grundy_text(grundy)));
    }
    if let (Some(value), None) = (&answer.value, &answer.grundy) {
        line(&mut text, message!("value {}", value.text()));
    }
    if let Some(margin) = answer.margin {
        line(&mut text, message!("margin {} for the first player", margin));
    }
    if let Some(plies) = answer.plies {
        line(&mut text, message!("over in {} moves ({} rounds) under best play", plies, plies.div_ceil(2)));
    }
    moves(&mut text, solved, language);
    if !answer.line.is_empty() {
        let shown: Vec<&str> = answer.line.iter().take(SHOWN_LINE).map(|one| &*one.text).collect();
        let more = if answer.line.len() > SHOWN_LINE { ", ..." } else { "" };
        line(&mut text, message!("best play: {}", format!("{}{more}", shown.join(", "))));
    }
    if let Some(stop) = answer.stopped {
        line(&mut text, message!("stopped: {}, so not every move was looked at", stop));
    }
    let _ = writeln!(text, "{}", answer.standing.say(language));
    if let Some(lines) = &solved.explanation {
        let _ = writeln!(text, "\n{}", say!(language, "why"));
        lines.iter().for_each(|one| line(&mut text, one.clone()));
    }
    if let Some(certificate) = &solved.certificate {
        text.push_str(&certificate.words(language));
    }
    text
}

fn moves(text: &mut Styled, solved: &Solved, language: Language) {
    let answer = &solved.answer;
    let count = answer.winning_move_count;
    if count > 0 {
        let number = match answer.winning_moves_complete {
            true => count.to_string().into(),
            false => message!("at least {}", count),
        };
        let head = match answer.margin.is_some() {
            true => message!("best moves: {}", number),
            false => message!("winning moves: {}", number),
        };
        let _ = writeln!(text, "{}", head.say(language));
        for one in answer.winning_moves.iter().take(SHOWN_MOVES) {
            let _ = writeln!(text, "  {} -> {}", one.text, one.to);
        }
        if count > SHOWN_MOVES as u64 {
            let _ = writeln!(text, "{}", say!(language, "  and {} more", count - SHOWN_MOVES as u64));
        }
    } else if solved.aim == Aim::Moves
        && answer.winner == Some(Winner::First)
        && !answer.winning_moves_complete
        && answer.stopped.is_none()
    {
        let unlisted =
            say!(language, "winning moves: not listed, not every option is spoken of, or there are too many");
        let _ = writeln!(text, "{unlisted}");
    }
}
