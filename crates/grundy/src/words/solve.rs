//! The words of a solved position.

use crate::question::{Mover, Origin};
use crate::report::Language;
use crate::solve::Solved;
use grundy_solve::{Class, Grundy, Winner};
use std::fmt::Write;

/// Sums of more parts are counted, not written out.
const SHOWN_PARTS: usize = 12;

/// Winning moves that are written out.
const SHOWN_MOVES: usize = 20;

/// Moves of a line that are written out.
const SHOWN_LINE: usize = 12;

/// One of three, by language.
pub fn said<'a>(language: Language, english: &'a str, korean: &'a str, chinese: &'a str) -> &'a str {
    match language {
        Language::English => english,
        Language::Korean => korean,
        Language::Chinese => chinese,
    }
}

/// That who starts wins.
pub fn first_wins(language: Language) -> &'static str {
    said(language, "the first player wins", "먼저 두는 사람이 이긴다", "先手勝")
}

/// That who does not start wins.
pub fn second_wins(language: Language) -> &'static str {
    said(language, "the second player wins", "나중에 두는 사람이 이긴다", "後手勝")
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

fn who_wins(winner: Winner, players: &[String; 2], language: Language) -> String {
    match winner {
        Winner::First => first_wins(language).to_string(),
        Winner::Second => second_wins(language).to_string(),
        Winner::Draw => said(language, "a draw", "무승부", "和局").to_string(),
        Winner::Player(side) => {
            let name = &players[side as usize];
            match language {
                Language::English => format!("{name} wins, whoever starts"),
                Language::Korean => format!("누가 먼저 두든 {name} 승"),
                Language::Chinese => format!("不論誰先,{name} 勝"),
            }
        }
    }
}

/// A solved position in one line.
pub fn short(solved: &Solved, language: Language) -> String {
    let answer = &solved.answer;
    let mut parts = Vec::new();
    if let Some(winner) = answer.winner {
        let class = answer.outcome.map(|class| format!(" ({})", class_letter(class))).unwrap_or_default();
        parts.push(format!("{}{class}", who_wins(winner, &solved.players, language)));
    }
    if let Some([left, right]) = answer.by_starter.filter(|_| answer.winner.is_none()) {
        let words = [left, right].map(|winner| winner_word(winner, &solved.players));
        parts.push(format!("{}: {}, {}: {}", solved.players[0], words[0], solved.players[1], words[1]));
    }
    if let Some(grundy) = &answer.grundy {
        parts.push(format!("{} {}", said(language, "Grundy value", "그런디 수", "格蘭迪數"), grundy_text(grundy)));
    }
    if let Some(margin) = answer.margin {
        parts.push(format!("{} {margin}", said(language, "margin", "점수 차", "分差")));
    }
    if let Some(one) = answer.winning_moves.first() {
        parts.push(one.text.clone());
    }
    format!("{}; {}", parts.join(", "), answer.standing.kind())
}

/// A solved position for people.
pub fn text(solved: &Solved, language: Language) -> String {
    let (answer, players) = (&solved.answer, &solved.players);
    let mut text = String::new();
    let parts = &solved.position.parts;
    if parts.len() <= SHOWN_PARTS {
        let _ = writeln!(text, "{}", solved.position);
    } else {
        let _ = match language {
            Language::English => writeln!(text, "a sum of {} components", parts.len()),
            Language::Korean => writeln!(text, "성분 {}개의 합", parts.len()),
            Language::Chinese => writeln!(text, "{} 個部分的和", parts.len()),
        };
    }
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
        Origin::Start => text.push_str(said(
            language,
            "(no position was given: this is the `start` of the file)\n",
            "(위치를 주지 않아 파일의 `start`를 풀었다)\n",
            "(未給局面:這是檔案的 `start`)\n",
        )),
        Origin::Defaults => text.push_str(said(
            language,
            "(no position was given: this is what the defaults give)\n",
            "(위치를 주지 않아 기본값으로 풀었다)\n",
            "(未給局面:依預設值)\n",
        )),
    }
    if let Some(Mover { reason: Some(reason), .. }) = &solved.turn {
        let _ = writeln!(text, "{reason}");
    }
    if let Some(winner) = answer.winner {
        let outcome = said(language, "outcome", "결과 유형", "結果類");
        let class = answer.outcome.map(|class| format!(" ({outcome} {})", class_letter(class))).unwrap_or_default();
        let _ = writeln!(text, "{}{class}", who_wins(winner, players, language));
    }
    if let Some(by) = answer.by_starter {
        for (player, winner) in players.iter().zip(by) {
            let winner = winner_word(winner, players);
            let _ = match language {
                Language::English => writeln!(text, "  if {player} starts: {winner}"),
                Language::Korean => writeln!(text, "  {player} 먼저: {}", starter_word(&winner, language)),
                Language::Chinese => writeln!(text, "  {player} 先:{}", starter_word(&winner, language)),
            };
        }
    }
    if let Some(grundy) = &answer.grundy {
        let _ = writeln!(text, "{} {}", said(language, "Grundy value", "그런디 수", "格蘭迪數"), grundy_text(grundy));
    }
    if let (Some(value), None) = (&answer.value, &answer.grundy) {
        let _ = writeln!(text, "{} {value}", said(language, "value", "값", "值"));
    }
    if let Some(margin) = answer.margin {
        let _ = match language {
            Language::English => writeln!(text, "margin {margin} for the first player"),
            Language::Korean => writeln!(text, "먼저 두는 사람의 점수 차 {margin}"),
            Language::Chinese => writeln!(text, "先手領先 {margin} 分"),
        };
    }
    if let Some(plies) = answer.plies {
        let rounds = plies.div_ceil(2);
        let _ = match language {
            Language::English => writeln!(text, "over in {plies} moves ({rounds} rounds) under best play"),
            Language::Korean => writeln!(text, "최선으로 두면 {plies}수({rounds}라운드)에 끝난다"),
            Language::Chinese => writeln!(text, "雙方最佳下法,{plies} 步({rounds} 回合)結束"),
        };
    }
    moves(&mut text, solved, language);
    if !answer.line.is_empty() {
        let shown: Vec<&str> = answer.line.iter().take(SHOWN_LINE).map(String::as_str).collect();
        let more = if answer.line.len() > SHOWN_LINE { ", ..." } else { "" };
        let best = said(language, "best play:", "최선의 수순:", "最佳下法:");
        let _ = writeln!(text, "{best} {}{more}", shown.join(", "));
    }
    if let Some(stop) = answer.stopped {
        let _ = match language {
            Language::English => writeln!(text, "stopped: {stop}, so not every move was looked at"),
            Language::Korean => writeln!(text, "중단됨({stop}): 모든 수를 살펴보지 못했다"),
            Language::Chinese => writeln!(text, "已停止({stop}):並非每一步都看過"),
        };
    }
    let _ = writeln!(text, "{}", answer.standing);
    if let Some(lines) = &solved.explanation {
        let _ = writeln!(text, "\n{}\n{}", said(language, "why", "이유", "理由"), lines.join("\n"));
    }
    if let Some(certificate) = &solved.certificate {
        text.push_str(&certificate.words());
    }
    text
}

fn starter_word(winner: &str, language: Language) -> String {
    match winner {
        "first" => said(language, "first", "먼저 두는 사람 승", "先手勝").to_string(),
        "second" => said(language, "second", "나중에 두는 사람 승", "後手勝").to_string(),
        "draw" => said(language, "draw", "무승부", "和局").to_string(),
        name => name.to_string(),
    }
}

fn moves(text: &mut String, solved: &Solved, language: Language) {
    let answer = &solved.answer;
    if answer.winning_move_count > 0 {
        let kind = match answer.margin.is_some() {
            true => said(language, "best moves:", "최선의 수:", "最佳的一步:"),
            false => said(language, "winning moves:", "이기는 수:", "必勝的一步:"),
        };
        let least = if answer.winning_moves_complete { "" } else { said(language, "at least ", "최소 ", "至少 ") };
        let _ = writeln!(text, "{kind} {least}{}", answer.winning_move_count);
        for one in answer.winning_moves.iter().take(SHOWN_MOVES) {
            let _ = writeln!(text, "  {} -> {}", one.text, one.to);
        }
        if answer.winning_move_count > SHOWN_MOVES as u64 {
            let more = answer.winning_move_count - SHOWN_MOVES as u64;
            let _ = match language {
                Language::English => writeln!(text, "  and {more} more"),
                Language::Korean => writeln!(text, "  그 밖에 {more}개"),
                Language::Chinese => writeln!(text, "  另有 {more} 個"),
            };
        }
    } else if answer.winner == Some(Winner::First) && !answer.winning_moves_complete && answer.stopped.is_none() {
        let unlisted = said(
            language,
            "winning moves: not listed, not every option is spoken of, or there are too many",
            "이기는 수: 목록 없음(모든 선택지가 다루어지지 않았거나 너무 많다)",
            "必勝的一步:未列出(並非每個選擇都有說明,或太多)",
        );
        let _ = writeln!(text, "{unlisted}");
    }
}
