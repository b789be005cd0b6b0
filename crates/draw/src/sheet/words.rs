//! What a sheet says of its own, in three languages.

use crate::lang::Lang;

/// A heading or a sentence of a sheet; `{}` stands for what is put in, in order, `{1}` for the second of them.
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
    /// Before a step of a turn: its name.
    Step,
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
    /// Room for a name.
    Name,
    /// Before an answer.
    AnswerMark,
    /// Fill in a table.
    AskTable,
    /// A mex: the position, the values of its options.
    AskMex,
    /// A mex found: the value.
    IsMex,
    /// A period: how many values are listed.
    AskPeriod,
    /// A period found: where it begins, how long it is.
    IsPeriod,
    /// All winning moves of a sum: the sum.
    AskSum,
    /// They are: the moves, the nim-sum.
    IsSum,
    /// There are none.
    NoSum,
    /// A table with a mistake.
    AskMistake,
    /// The mistake: where, what is written, what is true.
    IsMistake,
    /// A pairing to be found: the position.
    AskPairing,
    /// A tree to be drawn: the position.
    AskTree,
    /// How large the tree is: positions, who wins.
    IsTree,
    /// A number.
    FieldNumber,
    /// A number out of a set.
    FieldIn,
    /// Numbers, one for each element.
    FieldArray,
    /// So many numbers: how many, their name.
    FieldNumbers,
    /// Stones of both players on places.
    FieldStones,
    /// A set of elements.
    FieldSet,
    /// A place changes to a value.
    Becomes,
    /// A number grows.
    Grows,
    /// A number falls.
    Falls,
    /// Elements leave a set.
    Leave,
    /// Elements join a set.
    Join,
    /// Two places change what they hold.
    Swaps,
    /// The position is replaced.
    Turns,
    /// Points.
    Gains,
    /// The same player moves again.
    Again,
    /// The turn goes on.
    GoesOn,
    /// Nothing changes.
    Passes,
    /// A condition: the condition, what then.
    IfThen,
    /// For each element: name, set, what then.
    ForEach,
}

/// The phrases that hold something, for tests.
#[cfg(test)]
const HOLDING: &[Phrase] = &[
    Phrase::AskMex,
    Phrase::IsMex,
    Phrase::AskPeriod,
    Phrase::IsPeriod,
    Phrase::AskSum,
    Phrase::IsSum,
    Phrase::IsMistake,
    Phrase::AskPairing,
    Phrase::AskTree,
    Phrase::IsTree,
    Phrase::FieldNumber,
    Phrase::FieldIn,
    Phrase::FieldArray,
    Phrase::FieldNumbers,
    Phrase::FieldStones,
    Phrase::FieldSet,
    Phrase::Becomes,
    Phrase::Grows,
    Phrase::Falls,
    Phrase::Leave,
    Phrase::Join,
    Phrase::Swaps,
    Phrase::Turns,
    Phrase::GoesOn,
    Phrase::Gains,
    Phrase::IfThen,
    Phrase::ForEach,
];

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
        let mut text = String::new();
        let mut rest = self.text(lang);
        let mut next = 0;
        while let Some((before, after)) = rest.split_once('{') {
            let (number, behind) = after.split_once('}').unwrap_or(("", after));
            text.push_str(before);
            text.push_str(inserts.get(number.parse().unwrap_or(next)).copied().unwrap_or_default());
            next += 1;
            rest = behind;
        }
        text + rest
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
            Phrase::Step => ("Step `{}`:", "이어지는 수 `{}`:", "接續著法 `{}`："),
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
            Phrase::Name => (
                "Name: ______________________    Class: __________",
                "이름: ______________________    반: __________",
                "姓名：______________________    班級：__________",
            ),
            Phrase::AnswerMark => ("Answer:", "답:", "答："),
            Phrase::AskTable => ("Fill in the empty cells of the table.", "표의 빈칸을 채워라.", "填寫表中的空格。"),
            Phrase::AskMex => (
                "The moves of `{}` lead to positions of the Grundy values {}. What is its own Grundy value (the mex, the \
                 least number that is missing)?",
                "`{}`에서 둘 수 있는 수들은 그런디 값이 {}인 국면에 이른다. 이 국면의 그런디 값(mex, 나오지 않은 가장 작은 수)은?",
                "`{}` 的著法通往 Grundy 值為 {} 的局面。此局面的 Grundy 值（mex，未出現的最小數）是多少？",
            ),
            Phrase::IsMex => ("The mex is {}.", "mex는 {}이다.", "mex 為 {}。"),
            Phrase::AskPeriod => (
                "These are the Grundy values of the first {} sizes. From which size on do they repeat, and with which period?",
                "다음은 크기 {}개까지의 그런디 값이다. 어느 크기부터 어떤 주기로 되풀이되는가?",
                "以下是前 {} 個大小的 Grundy 值。自哪個大小起重複？週期是多少？",
            ),
            Phrase::IsPeriod => (
                "From size {} on they repeat with period {}.",
                "크기 {}부터 주기 {}(으)로 되풀이된다.",
                "自大小 {} 起，以週期 {} 重複。",
            ),
            Phrase::AskSum => (
                "Find all winning moves of `{}`, or show that there are none.",
                "`{}`에서 이기는 수를 모두 찾거나, 없음을 보여라.",
                "找出 `{}` 的所有必勝著法，或說明沒有。",
            ),
            Phrase::IsSum => ("`{}`. The nim-sum is {}.", "`{}`. 님 합은 {}이다.", "`{}`。尼姆和為 {}。"),
            Phrase::NoSum => (
                "There is none: the nim-sum is 0, and the player to move loses.",
                "없다. 님 합이 0이므로 차례인 쪽이 진다.",
                "沒有：尼姆和為 0，輪走方敗。",
            ),
            Phrase::AskMistake => (
                "One entry of this table is wrong. Which one, and what should it be?",
                "이 표에는 틀린 값이 하나 있다. 어느 것이며, 올바른 값은 무엇인가?",
                "此表中有一個值是錯的。是哪一個？正確的值是多少？",
            ),
            Phrase::IsMistake => ("At {}: not {} but {}.", "{}: {}이(가) 아니라 {}이다.", "在 {}：不是 {}，而是 {}。"),
            Phrase::AskPairing => (
                "Show by a pairing of moves who wins `{}`: which answer does every move have?",
                "수를 짝지어 `{}`에서 누가 이기는지 보여라. 각 수에는 어떻게 응수하는가?",
                "以著法配對說明 `{}` 誰勝：每一步該如何回應？",
            ),
            Phrase::AskTree => (
                "Draw the tree of `{}` and write at each position whether the player to move wins.",
                "`{}`의 게임 트리를 그리고, 각 국면마다 차례인 쪽이 이기는지 써라.",
                "畫出 `{}` 的遊戲樹，並在每個局面標出輪走方是否會贏。",
            ),
            Phrase::IsTree => ("The tree has {} positions. {}", "트리의 국면은 {}개이다. {}", "樹有 {} 個局面。{}"),
            Phrase::FieldNumber => (
                "A position has a number `{}` (0, 1, 2, ...).",
                "국면에는 수 `{}`(0, 1, 2, ...)이(가) 있다.",
                "局面有一個數 `{}`（0、1、2……）。",
            ),
            Phrase::FieldIn => (
                "A position has `{}`, one of `{}`.",
                "국면에는 `{}`이(가) 있으며, `{}` 가운데 하나이다.",
                "局面有 `{}`，取自 `{}`。",
            ),
            Phrase::FieldArray => (
                "A position has `{}`: a value for each of `{}`.",
                "국면에는 `{}`이(가) 있다. `{}`마다 값이 하나씩 있다.",
                "局面有 `{}`：`{}` 各有一個值。",
            ),
            Phrase::FieldNumbers => (
                "A position has `{}` numbers, `{}`.",
                "국면에는 수 `{}`개, `{}`이(가) 있다.",
                "局面有 `{}` 個數 `{}`。",
            ),
            Phrase::FieldStones => (
                "On each place of `{}` (`{}`) stands a stone of {}, one of {}, or nothing.",
                "`{}`의 자리(`{}`)마다 {}의 돌이나 {}의 돌이 있거나 비어 있다.",
                "`{}` 的每個位置（`{}`）上有 {} 的棋子、{} 的棋子，或空著。",
            ),
            Phrase::FieldSet => (
                "A position has a set `{}`: some of `{}`.",
                "국면에는 집합 `{}`이(가) 있다. `{}` 가운데 일부로 이루어진다.",
                "局面有一個集合 `{}`，由 `{}` 中的一些組成。",
            ),
            Phrase::Becomes => ("`{}` becomes `{}`", "`{}`이(가) `{}`이(가) 된다", "`{}` 變成 `{}`"),
            Phrase::Grows => ("`{}` grows by `{}`", "`{}`이(가) `{}`만큼 커진다", "`{}` 增加 `{}`"),
            Phrase::Falls => ("`{}` falls by `{}`", "`{}`이(가) `{}`만큼 줄어든다", "`{}` 減少 `{}`"),
            Phrase::Leave => ("from `{}` these are taken: `{}`", "`{}`에서 다음을 없앤다: `{}`", "從 `{}` 移去：`{}`"),
            Phrase::Join => ("to `{}` these are added: `{}`", "`{}`에 다음을 더한다: `{}`", "在 `{}` 加入：`{}`"),
            Phrase::Swaps => {
                ("`{}` and `{}` change places", "`{}`와(과) `{}`이(가) 자리를 바꾼다", "`{}` 與 `{}` 互換")
            }
            Phrase::Turns => ("the position becomes `{}`", "국면이 `{}`이(가) 된다", "局面變成 `{}`"),
            Phrase::Gains => ("the mover gains `{}` points", "둔 쪽이 `{}`점을 얻는다", "走棋方得 `{}` 分"),
            Phrase::GoesOn => ("the turn goes on with `{}`", "차례가 `{}`(으)로 이어진다", "接著走 `{}`"),
            Phrase::Again => ("the same player moves again", "같은 쪽이 한 번 더 둔다", "同一方再走一步"),
            Phrase::Passes => ("nothing changes", "아무것도 바뀌지 않는다", "沒有變化"),
            Phrase::IfThen => ("if `{}`: {}", "`{}`이면: {}", "若 `{}`：{}"),
            Phrase::ForEach => {
                ("for each `{}` of `{}`: {}", "`{1}`의 각 `{0}`에 대해: {2}", "對 `{1}` 中的每個 `{0}`：{2}")
            }
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
            Phrase::Step,
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
        for &phrase in phrases.iter().chain(HOLDING) {
            let count = |lang: Lang| phrase.text(lang).matches('{').count();
            assert!(Lang::ALL.into_iter().all(|lang| count(lang) == count(Lang::English) && count(lang) > 0));
            assert!(Lang::ALL.into_iter().all(|lang| phrase.text(lang).matches('`').count() % 2 == 0));
        }
        assert_eq!(Phrase::Choose.with(Lang::Chinese, &["k", "1..n"]), "選 `k`，取自 `1..n`；");
    }
}
