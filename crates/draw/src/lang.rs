//! The words a picture adds of its own, in three languages.
//!
//! Invariant: every character here is in the embedded fonts (`fonts/make` reads this file), so that a PNG
//! never lacks one; a test checks it.

/// The language of the words a picture adds of its own.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Lang {
    /// English.
    #[default]
    English,
    /// Korean.
    Korean,
    /// Chinese in traditional characters.
    Chinese,
}

/// A word of the pictures.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Word {
    /// The player who moves first.
    First,
    /// The player who moves second.
    Second,
    /// The player Left.
    Left,
    /// The player Right.
    Right,
    /// The player to move wins.
    Wins,
    /// The player to move loses.
    Loses,
    /// Nobody wins.
    Draw,
    /// Left wins, whoever starts.
    LeftWins,
    /// Right wins, whoever starts.
    RightWins,
    /// Nothing is known.
    Unknown,
    /// The game is over.
    Over,
    /// A position.
    Position,
    /// The value of a position.
    Value,
    /// The moves of a position.
    Moves,
    /// Whose turn it is.
    Turn,
    /// The period of a sequence.
    Period,
    /// What comes before the first period.
    Preperiod,
    /// What grows from period to period.
    Saltus,
    /// The values that do not follow the period.
    Exceptions,
    /// The temperature of a thermograph.
    Temperature,
    /// The mean of a thermograph.
    Mean,
    /// To look for a position.
    Search,
    /// Show everything.
    Fit,
    /// Take a move back.
    Back,
    /// Begin again.
    Restart,
    /// Hide the positions below.
    Collapse,
    /// Show the positions below.
    Expand,
    /// Nothing was found.
    Nothing,
    /// The keys of the page.
    Keys,
    /// Make larger.
    ZoomIn,
    /// Make smaller.
    ZoomOut,
    /// A move that keeps the best result.
    Best,
    /// An answer that is proved.
    Proved,
    /// An answer that was checked so far.
    Checked,
    /// An answer taken for granted.
    Assumed,
    /// What the numbers of a board are: Grundy values.
    GrundyMarks,
    /// What the numbers of a board are: points.
    MarginMarks,
    /// What the texts of a board are: canonical values.
    ValueMarks,
    /// What the letters of a board are.
    OutcomeMarks,
    /// What the numbers in the cells of a board are: pairs.
    PairedCells,
}

use Lang::*;

impl Lang {
    /// Every language.
    pub const ALL: [Lang; 3] = [English, Korean, Chinese];

    /// The language of a tag such as `en`, `ko-KR`, `zh-Hant` or `zh-TW`.
    pub fn of_tag(tag: &str) -> Option<Lang> {
        let tag = tag.to_ascii_lowercase();
        match tag.split(['-', '_', '.']).next() {
            Some("en") => Some(English),
            Some("ko" | "kr") => Some(Korean),
            Some("zh" | "tw") => Some(Chinese),
            _ => None,
        }
    }

    /// The tag of the language in HTML and SVG.
    pub fn tag(self) -> &'static str {
        match self {
            English => "en",
            Korean => "ko",
            Chinese => "zh-Hant",
        }
    }

    /// `word` in this language.
    pub fn word(self, word: Word) -> &'static str {
        let (english, korean, chinese) = translations(word);
        match self {
            English => english,
            Korean => korean,
            Chinese => chinese,
        }
    }

    /// "`count` more", said of positions or moves that are not drawn.
    pub fn more(self, count: u64) -> String {
        match self {
            English => format!("{count} more"),
            Korean => format!("{count}개 더"),
            Chinese => format!("還有 {count} 個"),
        }
    }

    /// "`count` more moves", said where only the moves that are not drawn are counted.
    pub fn more_moves(self, count: u64) -> String {
        match (self, count) {
            (English, 1) => "1 more move".to_string(),
            (English, _) => format!("{count} more moves"),
            (Korean, _) => format!("수 {count}개 더"),
            (Chinese, _) => format!("還有 {count} 步"),
        }
    }

    /// "`shown` of `total` positions", said of a picture that leaves some out.
    pub fn shown(self, shown: u64, total: u64) -> String {
        match self {
            English => format!("{shown} of {total} positions shown"),
            Korean => format!("국면 {total}개 중 {shown}개 표시"),
            Chinese => format!("顯示 {total} 個局面中的 {shown} 個"),
        }
    }

    /// A title, and who is to move where that should be said.
    pub fn titled(self, title: &str, turn: Option<&str>) -> String {
        match (self, turn) {
            (_, None) => title.to_string(),
            (English, Some(player)) => format!("{title}; {player} to move"),
            (Korean, Some(player)) => format!("{title}; {player} 차례"),
            (Chinese, Some(player)) => format!("{title}; 輪到 {player}"),
        }
    }

    /// "`shown` of `all` moves", said of a board that has no place for the others.
    pub fn moves_shown(self, shown: u64, all: u64) -> String {
        match self {
            English => format!("{shown} of {all} moves"),
            Korean => format!("수 {all}개 중 {shown}개"),
            Chinese => format!("{all} 個著法中的 {shown} 個"),
        }
    }

    /// Said of a picture with so many moves that their texts are not drawn.
    pub fn unnamed(self) -> &'static str {
        match self {
            English => "moves are named where the pointer rests on an edge",
            Korean => "선을 가리키면 수가 보임",
            Chinese => "指著線即顯示著法",
        }
    }

    /// "`count` values in each column", said of a plot that is binned.
    pub fn binned(self, count: u64) -> String {
        match self {
            English => format!("{count} values in each column"),
            Korean => format!("열마다 값 {count}개"),
            Chinese => format!("每欄 {count} 個值"),
        }
    }
}

fn translations(word: Word) -> (&'static str, &'static str, &'static str) {
    match word {
        Word::First => ("first player", "선수", "先手"),
        Word::Second => ("second player", "후수", "後手"),
        Word::Left => ("Left", "왼쪽", "左方"),
        Word::Right => ("Right", "오른쪽", "右方"),
        Word::Wins => ("to move wins", "차례인 쪽 승리", "輪走方勝"),
        Word::Loses => ("to move loses", "차례인 쪽 패배", "輪走方敗"),
        Word::Draw => ("draw", "무승부", "平手"),
        Word::LeftWins => ("Left wins", "왼쪽 승리", "左方勝"),
        Word::RightWins => ("Right wins", "오른쪽 승리", "右方勝"),
        Word::Unknown => ("unknown", "모름", "未知"),
        Word::Over => ("game over", "게임 끝", "終局"),
        Word::Position => ("position", "국면", "局面"),
        Word::Value => ("value", "값", "值"),
        Word::Moves => ("moves", "수", "著法"),
        Word::Turn => ("to move", "차례", "輪到"),
        Word::Period => ("period", "주기", "週期"),
        Word::Preperiod => ("preperiod", "전주기", "前週期"),
        Word::Saltus => ("saltus", "도약", "躍度"),
        Word::Exceptions => ("exceptions", "예외", "例外"),
        Word::Temperature => ("temperature", "온도", "溫度"),
        Word::Mean => ("mean", "평균", "均值"),
        Word::Search => ("search", "찾기", "搜尋"),
        Word::Fit => ("fit", "맞춤", "全圖"),
        Word::Back => ("take back", "무르기", "悔棋"),
        Word::Restart => ("restart", "다시 시작", "重來"),
        Word::Collapse => ("collapse", "접기", "收合"),
        Word::Expand => ("expand", "펼치기", "展開"),
        Word::Nothing => ("nothing found", "찾지 못함", "找不到"),
        Word::Keys => ("keys", "단축키", "快捷鍵"),
        Word::ZoomIn => ("zoom in", "확대", "放大"),
        Word::ZoomOut => ("zoom out", "축소", "縮小"),
        Word::Best => ("best move", "최선의 수", "最佳著法"),
        Word::Proved => ("proved", "증명됨", "已證明"),
        Word::Checked => ("checked", "확인됨", "已檢查"),
        Word::Assumed => ("assumed", "가정", "假設"),
        Word::GrundyMarks => (
            "number at a move: the Grundy value of the position it leads to",
            "수에 적힌 숫자: 그 수가 이르는 국면의 그런디 값",
            "著法上的數字：走後局面的 Grundy 值",
        ),
        Word::MarginMarks => (
            "number at a move: the points of who makes it, less the other's",
            "수에 적힌 숫자: 둔 쪽의 점수에서 상대의 점수를 뺀 값",
            "著法上的數字：走棋方的得分減去對方的得分",
        ),
        Word::ValueMarks => (
            "at a move: the value of the position it leads to",
            "수에 적힌 값: 그 수가 이르는 국면의 값",
            "著法上：走後局面的值",
        ),
        Word::OutcomeMarks => (
            "at a move: W it wins, D it draws, L it loses",
            "수에 적힌 글자: W 이긴다, D 비긴다, L 진다",
            "著法上：W 勝、D 平手、L 敗",
        ),
        Word::PairedCells => ("equal numbers are a pair", "숫자가 같은 두 칸은 한 쌍이다", "數字相同的兩格為一對"),
    }
}

/// Every word, for tests and for pages that carry the table along.
pub const WORDS: &[Word] = &[
    Word::First,
    Word::Second,
    Word::Left,
    Word::Right,
    Word::Wins,
    Word::Loses,
    Word::Draw,
    Word::LeftWins,
    Word::RightWins,
    Word::Unknown,
    Word::Over,
    Word::Position,
    Word::Value,
    Word::Moves,
    Word::Turn,
    Word::Period,
    Word::Preperiod,
    Word::Saltus,
    Word::Exceptions,
    Word::Temperature,
    Word::Mean,
    Word::Search,
    Word::Fit,
    Word::Back,
    Word::Restart,
    Word::Collapse,
    Word::Expand,
    Word::Nothing,
    Word::Keys,
    Word::ZoomIn,
    Word::ZoomOut,
    Word::Best,
    Word::Proved,
    Word::Checked,
    Word::Assumed,
    Word::GrundyMarks,
    Word::MarginMarks,
    Word::ValueMarks,
    Word::OutcomeMarks,
    Word::PairedCells,
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::Certainty;

    #[test]
    fn every_word_is_in_the_embedded_fonts() {
        for lang in Lang::ALL {
            let sentences = [
                lang.more(3),
                lang.more_moves(3),
                lang.shown(3, 4),
                lang.binned(5),
                lang.titled("", Some("Left")),
                lang.moves_shown(3, 4),
                lang.unnamed().to_string(),
            ];
            let words = WORDS.iter().map(|&word| lang.word(word).to_string()).chain(sentences);
            for text in words {
                assert_eq!(crate::text::certainty(&text), Certainty::Embedded, "{text}");
            }
        }
    }

    #[test]
    fn tags() {
        assert_eq!(Lang::of_tag("zh-TW"), Some(Chinese));
        assert_eq!(Lang::of_tag("ko_KR.UTF-8"), Some(Korean));
        assert_eq!(Lang::of_tag("fr"), None);
        for lang in Lang::ALL {
            assert_eq!(Lang::of_tag(lang.tag()), Some(lang));
        }
    }
}
