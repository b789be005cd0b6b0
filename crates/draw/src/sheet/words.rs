//! What a sheet says of its own, in three languages.

use crate::lang::Lang;

/// A heading or a sentence of a sheet; `{}` stands for what is put in, in order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phrase {
    /// Heading.
    Rules,
    /// Heading.
    File,
    /// Heading.
    Values,
    /// Heading.
    Pattern,
    /// Heading.
    Worked,
    /// Heading.
    Exercises,
    /// Heading.
    Answers,
    /// Before the parameters.
    Parameter,
    /// Before a field.
    Field,
    /// Before a move: its name.
    Move,
    /// A move of one player: the player.
    Only,
    /// A binder: name, set.
    Choose,
    /// A named value: name, value.
    Let,
    /// A guard.
    Allowed,
    /// A body.
    Effect,
    /// Normal play.
    StuckLoses,
    /// Misère play.
    StuckWins,
    /// A verdict line.
    Ends,
    /// Caption of Grundy values.
    GrundyTable,
    /// Caption of outcomes.
    OutcomeTable,
    /// Over which parameter: names.
    Over,
    /// A period: where it begins, how long it is.
    Period,
    /// What each period adds.
    Saltus,
    /// A claim.
    Claim,
    /// A named pattern.
    Named,
    /// The first player wins the start: the position.
    FirstWins,
    /// The second player wins the start: the position.
    SecondWins,
    /// Why a period holds: the theorem.
    WhyPeriod,
    /// Why a statement holds for all sizes: the proof.
    WhyProved,
    /// How far a statement was looked at.
    WhyChecked,
    /// Why a pairing wins: the pairing.
    WhyPairing,
    /// Why a strategy wins that is seen without a search.
    WhyStrategy,
    /// Nothing is known.
    NoPattern,
    /// The lost position.
    Lost,
    /// No position of a fit size.
    NoWorked,
    /// Column head.
    MoveHead,
    /// Column head.
    Leaves,
    /// Column head.
    Answer,
    /// An exercise: the position.
    Ask,
    /// The same, with who is to move: the position, the player.
    AskOf,
    /// Won: a move.
    Wins,
    /// Lost.
    Loses,
    /// Drawn.
    Draw,
    /// The Grundy value.
    Grundy,
    /// The rest of the moves: how many.
    More,
}

impl Phrase {
    /// The words in a language.
    pub fn text(self, lang: Lang) -> &'static str {
        let (english, korean, chinese) = self.all();
        match lang {
            Lang::English => english,
            Lang::Korean => korean,
            Lang::Chinese => chinese,
        }
    }

    /// The words with something put in.
    pub fn with(self, lang: Lang, inserts: &[&str]) -> String {
        let mut pieces = self.text(lang).split("{}");
        let mut text = pieces.next().unwrap_or_default().to_string();
        for (piece, insert) in pieces.zip(inserts) {
            text.push_str(insert);
            text.push_str(piece);
        }
        text
    }

    fn all(self) -> (&'static str, &'static str, &'static str) {
        match self {
            Phrase::Rules => ("Rules", "규칙", "規則"),
            Phrase::File => ("The rule file", "규칙 파일", "規則檔"),
            Phrase::Values => ("Table of values", "값의 표", "數值表"),
            Phrase::Pattern => ("Pattern", "패턴", "規律"),
            Phrase::Worked => ("A worked position", "풀이 예제", "例題詳解"),
            Phrase::Exercises => ("Exercises", "연습 문제", "習題"),
            Phrase::Answers => ("Answers", "정답", "解答"),
            Phrase::Parameter => ("Fixed for the whole game: `{}`.", "게임 내내 고정된 값: `{}`.", "整局固定：`{}`。"),
            Phrase::Field => ("A position is described by `{}`.", "국면은 `{}`(으)로 나타낸다.", "局面以 `{}` 描述。"),
            Phrase::Move => ("Move `{}`:", "수 `{}`:", "著法 `{}`："),
            Phrase::Only => ("only for {};", "{}만 둘 수 있다;", "僅限 {}；"),
            Phrase::Choose => ("choose `{}` from `{}`;", "`{}`을(를) `{}`에서 고른다;", "選 `{}`，取自 `{}`；"),
            Phrase::Let => ("let `{}` be `{}`;", "`{}`을(를) `{}`(으)로 둔다;", "令 `{}` 為 `{}`；"),
            Phrase::Allowed => ("it is allowed if `{}`;", "`{}`일 때만 둘 수 있다;", "條件：`{}`；"),
            Phrase::Effect => ("effect: `{}`.", "결과: `{}`.", "效果：`{}`。"),
            Phrase::StuckLoses => ("Who cannot move loses.", "더 둘 수 없는 쪽이 진다.", "無法行動者敗。"),
            Phrase::StuckWins => ("Who cannot move wins.", "더 둘 수 없는 쪽이 이긴다.", "無法行動者勝。"),
            Phrase::Ends => ("The game ends by `{}`.", "끝나는 조건: `{}`.", "終局條件：`{}`。"),
            Phrase::GrundyTable => ("Grundy values", "그런디 값", "Grundy 值"),
            Phrase::OutcomeTable => (
                "Who wins: N the player to move, P the other, D nobody",
                "승자: N 차례인 쪽, P 상대, D 무승부",
                "勝者：N 輪走方，P 對方，D 平手",
            ),
            Phrase::Over => ("by {}", "{}에 따라", "依 {}"),
            Phrase::Period => (
                "From size {} on the values repeat with period {}.",
                "크기 {}부터 값이 주기 {}(으)로 되풀이된다.",
                "自大小 {} 起，值以週期 {} 重複。",
            ),
            Phrase::Saltus => ("Every period adds {}.", "한 주기마다 {}씩 커진다.", "每個週期增加 {}。"),
            Phrase::Claim => ("`{}`", "`{}`", "`{}`"),
            Phrase::Named => ("The lost positions: {}.", "지는 국면: {}.", "必敗局面：{}。"),
            Phrase::FirstWins => ("The first player wins `{}`.", "`{}`에서는 선수가 이긴다.", "在 `{}` 先手勝。"),
            Phrase::SecondWins => ("The second player wins `{}`.", "`{}`에서는 후수가 이긴다.", "在 `{}` 後手勝。"),
            Phrase::WhyPeriod => (
                "{}",
                "주기 정리와 유한한 검사로 모든 크기에 대해 성립한다 ({})",
                "由週期定理與有限次檢查，對所有大小成立（{}）",
            ),
            Phrase::WhyProved => ("{}", "모든 크기에 대해 증명되었다 ({})", "已對所有大小證明（{}）"),
            Phrase::WhyChecked => (
                "{}",
                "작은 크기에서 풀이 결과와 비교하였을 뿐, 모든 크기에 대한 증명은 아니다 ({})",
                "僅在較小的大小與求解結果比對，並非對所有大小的證明（{}）",
            ),
            Phrase::WhyPairing => (
                "{}",
                "짝짓기 전략: 모든 수에 그와 짝을 이루는 대칭인 수로 응수한다 ({})",
                "配對策略：每一步都以與其配對的對稱著法回應（{}）",
            ),
            Phrase::WhyStrategy => ("{}", "탐색 없이 알 수 있는 전략이다 ({})", "不需搜尋即可看出的策略（{}）"),
            Phrase::NoPattern => ("No pattern is known here.", "여기서는 알려진 패턴이 없다.", "此處沒有已知的規律。"),
            Phrase::Lost => (
                "The player to move loses `{}`: every move has an answer.",
                "`{}`에서는 차례인 쪽이 진다. 모든 수에 응수가 있다.",
                "在 `{}` 輪走方必敗：每一步都有應對。",
            ),
            Phrase::NoWorked => (
                "No lost position of a fit size was found.",
                "알맞은 크기의 지는 국면을 찾지 못했다.",
                "找不到大小合適的必敗局面。",
            ),
            Phrase::MoveHead => ("move", "수", "著法"),
            Phrase::Leaves => ("leaves", "결과", "結果"),
            Phrase::Answer => ("answer", "응수", "應對"),
            Phrase::Ask => (
                "Who wins `{}`? If it is the player to move, find a winning move.",
                "`{}`에서 누가 이기는가? 차례인 쪽이라면 이기는 수를 찾아라.",
                "`{}` 誰勝？若輪走方勝，找出一步必勝著法。",
            ),
            Phrase::AskOf => (
                "Who wins `{}` if {} is to move? If it is that player, find a winning move.",
                "`{}`에서 {}의 차례라면 누가 이기는가? 그쪽이라면 이기는 수를 찾아라.",
                "`{}` 輪到 {} 走，誰勝？若該方勝，找出一步必勝著法。",
            ),
            Phrase::Wins => ("The player to move wins: `{}`.", "차례인 쪽이 이긴다: `{}`.", "輪走方勝：`{}`。"),
            Phrase::Loses => ("The player to move loses.", "차례인 쪽이 진다.", "輪走方敗。"),
            Phrase::Draw => ("Nobody can force a win.", "누구도 승리를 강제할 수 없다.", "雙方皆無法必勝。"),
            Phrase::Grundy => ("Grundy value {}.", "그런디 값 {}.", "Grundy 值 {}。"),
            Phrase::More => ("and {} more", "그 밖에 {}개", "另有 {} 個"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_language_puts_the_same_things_in() {
        let phrases = [
            Phrase::Parameter,
            Phrase::Field,
            Phrase::Move,
            Phrase::Only,
            Phrase::Choose,
            Phrase::Let,
            Phrase::Allowed,
            Phrase::Effect,
            Phrase::Ends,
            Phrase::Over,
            Phrase::Period,
            Phrase::Saltus,
            Phrase::Claim,
            Phrase::Named,
            Phrase::FirstWins,
            Phrase::SecondWins,
            Phrase::WhyPeriod,
            Phrase::WhyProved,
            Phrase::WhyChecked,
            Phrase::WhyPairing,
            Phrase::WhyStrategy,
            Phrase::Lost,
            Phrase::Ask,
            Phrase::AskOf,
            Phrase::Wins,
            Phrase::Grundy,
            Phrase::More,
        ];
        for phrase in phrases {
            let count = |lang: Lang| phrase.text(lang).matches("{}").count();
            assert!(Lang::ALL.into_iter().all(|lang| count(lang) == count(Lang::English) && count(lang) > 0));
            assert!(Lang::ALL.into_iter().all(|lang| phrase.text(lang).matches('`').count() % 2 == 0));
        }
        assert_eq!(Phrase::Choose.with(Lang::Chinese, &["k", "1..n"]), "選 `k`，取自 `1..n`；");
    }
}
