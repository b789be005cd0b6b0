//! What messages are in Korean and in Chinese, each beside its English.
//!
//! A message stands in the code in English, with `{}` for what is put in; `{1}` is the second of them. What has no row
//! here is said in English. Vocabulary shared with pictures and sheets: 국면 局面 position, 수 著法 move, 선수 先手 first
//! player, 후수 後手 second player, 무승부 平手 draw; 그런디 수 格蘭迪值 Grundy value, 님 합 尼姆和 nim-sum.

mod codes;
mod facts;
mod standings;
mod tablebase;

use crate::report::Language;

/// The words of a message in a language; `None` in English, and where there is no row.
pub fn words(english: &str, language: Language) -> Option<&'static str> {
    let rare = || facts::row(english).or_else(|| tablebase::row(english));
    let others = || standings::row(english).or_else(|| codes::row(english)).or_else(rare);
    let (korean, chinese) = row(english).or_else(others)?;
    match language {
        Language::English => None,
        Language::Korean => Some(korean),
        Language::Chinese => Some(chinese),
    }
}

/// Korean and Chinese.
fn row(english: &str) -> Option<(&'static str, &'static str)> {
    let row = match english {
        // Why a computation stopped.
        "interrupted" => ("중단됨", "已中斷"),
        "the time limit was reached" => ("시간 제한에 도달함", "已達時間限制"),
        "the memory limit was reached" => ("메모리 제한에 도달함", "已達記憶體限制"),
        "more than {} automaton states were needed" => {
            ("오토마톤 상태가 {}개보다 많이 필요함", "需要超過 {} 個自動機狀態")
        }
        "{} variables at once, more than {}" => {
            ("변수 {}개가 한꺼번에 나와 {}개를 넘음", "同時出現 {} 個變數，超過 {} 個")
        }
        "a table of more than {} cells was asked for" => ("칸이 {}개를 넘는 표가 필요함", "需要超過 {} 格的表"),
        "numbers beyond 127 bits were needed" => ("127비트를 넘는 수가 필요함", "需要超過 127 位元的數"),

        "{} s" => ("{}초", "{} 秒"),
        "seen, not proved: from {} to {} the values repeat with period {}, {} more each time" => (
            "관찰됨, 증명되지 않음: {}부터 {}까지 값이 주기 {}로 반복되며 매번 {}씩 더해짐",
            "觀察所得，未經證明：從 {} 到 {}，值以週期 {} 重複，每次增加 {}",
        ),

        // A graph of positions.
        "{}: {} positions, {} moves" => ("{}: 국면 {}개, 수 {}개", "{}：{} 個局面，{} 個著法"),
        "all {} positions that the functions lead to were solved" => {
            ("함수가 이르는 국면 {}개를 모두 풀었음", "函式所到達的 {} 個局面全部解出")
        }
        "computed from the functions that describe the game: {} positions reached, the moves of {} asked for" => (
            "게임을 서술하는 함수로 계산함: 이른 국면 {}개, 수를 물은 국면 {}개",
            "由描述遊戲的函式算出：到達 {} 個局面，詢問了其中 {} 個的著法",
        ),

        // A solved position.
        "the first player wins" => ("선수가 이긴다", "先手勝"),
        "the second player wins" => ("후수가 이긴다", "後手勝"),
        "a draw" => ("무승부", "平手"),
        "{} wins, whoever starts" => ("누가 먼저 두든 {} 승", "不論誰先，{} 勝"),
        "{} (outcome {})" => ("{} (결과 유형 {})", "{}（結果類 {}）"),
        "{} ({})" => ("{} ({})", "{}（{}）"),
        "first" => ("선수 승", "先手勝"),
        "second" => ("후수 승", "後手勝"),
        "draw" => ("무승부", "平手"),
        "  if {} starts: {}" => ("  {} 먼저: {}", "  {} 先：{}"),
        "{} if {} starts" => ("{} ({}이(가) 먼저 둘 때)", "{}（若 {} 先走）"),
        "Grundy value {}" => ("그런디 수 {}", "格蘭迪值 {}"),
        "value {}" => ("값 {}", "值 {}"),
        "margin {}" => ("점수 차 {}", "分差 {}"),
        "margin {} for the first player" => ("선수의 점수 차 {}", "先手領先 {} 分"),
        "over in {} moves ({} rounds) under best play" => {
            ("최선으로 두면 {}수({}라운드)에 끝난다", "雙方最佳下法，{} 步（{} 回合）結束")
        }
        "best play: {}" => ("최선의 수순: {}", "最佳下法：{}"),
        "winning moves: {}" => ("이기는 수: {}", "必勝著法：{}"),
        "best moves: {}" => ("최선의 수: {}", "最佳著法：{}"),
        "at least {}" => ("최소 {}", "至少 {}"),
        "  and {} more" => ("  그 밖에 {}개", "  另有 {} 個"),
        "winning moves: not listed, not every option is spoken of, or there are too many" => (
            "이기는 수: 목록 없음 (모든 선택지가 다루어지지 않았거나 너무 많다)",
            "必勝著法：未列出（並非每個選擇都有說明，或太多）",
        ),
        "stopped: {}, so not every move was looked at" => {
            ("중단됨: {}. 모든 수를 살펴보지 못했다", "已停止：{}，並非每一步都看過")
        }
        "why" => ("이유", "理由"),
        "a sum of {} components" => ("성분 {}개의 합", "{} 個部分的和"),
        "(no position was given: this is the `start` of the file)" => {
            ("(국면을 주지 않아 파일의 `start`를 풀었다)", "（未給局面：這是檔案的 `start`）")
        }
        "(no position was given: this is what the defaults give)" => {
            ("(국면을 주지 않아 기본값으로 풀었다)", "（未給局面：依預設值）")
        }
        "{} to move: {} has {} stones, {} {}, and every move here adds one" => (
            "{} 차례: 돌은 {} {}개, {} {}개이고, 여기서는 수마다 돌이 하나씩 는다",
            "輪到 {}：{} 有 {} 子，{} 有 {} 子，而這裡每一步都多下一子",
        ),
        "no answer: {}" => ("답 없음: {}", "沒有答案：{}"),
        "no answer: {} after {} positions" => ("답 없음: {} (국면 {}개를 본 뒤)", "沒有答案：{}（已看 {} 個局面）"),
        "known so far: {}" => ("지금까지 밝혀진 것: {}", "目前已知：{}"),
        "certificate {}: {}" => ("증명서 {}: {}", "證書 {}：{}"),
        "{}; {} positions, {} bytes" => ("{}; 국면 {}개, {}바이트", "{}；{} 個局面，{} 位元組"),
        "certificate: {}" => ("증명서: {}", "證書：{}"),
        "no certificate: {}" => ("증명서 없음: {}", "沒有證書：{}"),
        "picture: {}" => ("그림: {}", "圖：{}"),

        // How positions were decided.
        "alpha-beta search of {} positions" => ("국면 {}개의 알파-베타 탐색", "對 {} 個局面的 alpha-beta 搜尋"),
        "proof-number and alpha-beta search of {} positions" => {
            ("국면 {}개의 증명 수 탐색과 알파-베타 탐색", "對 {} 個局面的證明數搜尋與 alpha-beta 搜尋")
        }
        "depth-first search of {} positions" => ("국면 {}개의 깊이 우선 탐색", "對 {} 個局面的深度優先搜尋"),
        "retrograde analysis of {} positions" => ("국면 {}개의 역행 분석", "對 {} 個局面的逆向分析"),
        "retrograde analysis of all {} positions" => ("국면 {}개 전체의 역행 분석", "對全部 {} 個局面的逆向分析"),
        "{} and of {} others" => ("{}, 그 밖의 국면 {}개", "{}，以及另外 {} 個局面"),
        "all {} positions below it were valued by the mex rule" => {
            ("이 국면 아래의 국면 {}개의 값을 모두 mex 규칙으로 구했다", "其下全部 {} 個局面皆以 mex 規則求值")
        }
        "all positions below it are among {} valued by the mex rule" => (
            "이 국면 아래의 모든 국면이 mex 규칙으로 값을 구한 국면 {}개에 든다",
            "其下所有局面皆在以 mex 規則求值的 {} 個局面之中",
        ),
        "{} positions were valued by the mex rule" => {
            ("국면 {}개의 값을 mex 규칙으로 구했다", "{} 個局面以 mex 規則求值")
        }
        "position-plus-nimber search of {} components" => {
            ("성분 {}개의 국면+님버 탐색", "對 {} 個部分的「局面加尼姆數」搜尋")
        }
        "all {} positions below it were labelled with Smith and Fraenkel's generalised values" => (
            "이 국면 아래의 국면 {}개 모두에 스미스와 프랭켈의 일반화된 값을 매겼다",
            "其下全部 {} 個局面皆標上 Smith 與 Fraenkel 的廣義值",
        ),
        "{} positions were labelled with Smith and Fraenkel's values" => {
            ("국면 {}개에 스미스와 프랭켈의 값을 매겼다", "{} 個局面標上 Smith 與 Fraenkel 的值")
        }
        "nothing was asked" => ("아무것도 묻지 않았다", "未曾提問"),
        "misère canonical forms of the {} positions below it and of sums: {} games" => (
            "이 국면 아래의 국면 {}개와 그 합의 미제르 표준형: 게임 {}개",
            "其下 {} 個局面及其和的 misère 標準型：{} 個遊戲",
        ),
        "read off the misère quotient of the {} positions below it, of order {}" => {
            ("이 국면 아래의 국면 {}개의 미제르 몫(위수 {})에서 읽었다", "由其下 {} 個局面的 misère 商（階 {}）讀出")
        }
        "read off the complete misère quotient, of order {}, whose pretending function has period {} by the theorem of Plambeck and Siegel" => {
            (
                "위수 {}인 완전한 미제르 몫에서 읽었다. 플램벡과 시겔의 정리에 따라 프리텐딩 함수의 주기는 {}이다",
                "由階 {} 的完整 misère 商讀出；依 Plambeck 與 Siegel 定理，其偽裝函數的週期為 {}",
            )
        }
        "read off the misère quotient to heap {}, of order {}" => {
            ("더미 {}까지의 미제르 몫(위수 {})에서 읽었다", "由到堆 {} 為止的 misère 商（階 {}）讀出")
        }
        "every part is a Nim heap" => ("모든 성분이 님 더미이다", "每個部分都是尼姆堆"),
        "all {} positions below it are tame" => {
            ("이 국면 아래의 국면 {}개가 모두 길들여져(tame) 있다", "其下全部 {} 個局面都是馴順的（tame）")
        }
        "{}, so that the sum plays like misère Nim" => {
            ("{}. 따라서 합은 미제르 님처럼 두면 된다", "{}，因此其和與 misère 尼姆相同")
        }
        "{} parts by their canonical values, {} positions in all; the sum by comparison, stops and search of values" => {
            (
                "성분 {}개는 표준값으로(국면 모두 {}개), 합은 값의 비교·정지값·탐색으로 구했다",
                "{} 個部分以其標準值（共 {} 個局面），其和以值的比較、停值與搜尋判定",
            )
        }
        "the sum was not decided within {} sums of values; the move is the thermographs' choice, at most {} short of best play" => {
            (
                "값의 합 {}개 안에서 승패를 가리지 못했다. 이 수는 온도 그래프로 고른 것으로, 최선과의 차이는 많아야 {}이다",
                "在 {} 個值的和之內未能判定；此著法依溫度圖選出，與最佳下法至多相差 {}",
            )
        }
        "on all {} positions of this instance" => ("이 경우의 국면 {}개 전체에서", "在此實例的全部 {} 個局面上"),
        "the player who starts wins" => ("먼저 두는 쪽이 이긴다", "先走的一方勝"),
        "the player who starts loses" => ("먼저 두는 쪽이 진다", "先走的一方敗"),
        "the player who starts does not lose" => ("먼저 두는 쪽은 지지 않는다", "先走的一方不會輸"),
        "the player who starts does not win" => ("먼저 두는 쪽은 이기지 못한다", "先走的一方不會贏"),
        "the margin is {}" => ("점수 차는 {}", "分差為 {}"),
        "the margin is at least {}" => ("점수 차는 {} 이상", "分差至少 {}"),
        "the margin is at most {}" => ("점수 차는 {} 이하", "分差至多 {}"),
        "{}, if that is {}" => ("{} ({} 먼저일 때)", "{}（若由 {} 先走）"),
        "{}: {}" => ("{}: {}", "{}：{}"),
        "nothing is known: {}" => ("알려진 것이 없다: {}", "一無所知：{}"),
        "{}; no more, as {}" => ("{}; 그 이상은 모른다 ({})", "{}；其餘未知（{}）"),

        // Periods of heap games.
        "no period proved to {}" => ("{}까지 증명된 주기 없음", "到 {} 為止未證明出週期"),
        "searched to {}; no theorem is offered for this game" => {
            ("{}까지 탐색함; 이 게임에 쓸 수 있는 정리가 없다", "搜尋到 {}；此遊戲沒有可用的定理")
        }
        "holds for {}: fitted to the first {} positions, tested on {} more" => (
            "{}에서 성립: 처음 국면 {}개에 맞추고 다른 {}개에서 시험함",
            "對 {} 成立：以前 {} 個局面擬合，再以 {} 個局面檢驗",
        ),
        "computed from the moves" => ("수로부터 직접 계산함", "由著法直接計算"),
        "seen in all heaps below {}; no theorem here covers this rule" => {
            ("{}보다 작은 모든 더미에서 확인됨; 이 규칙에 맞는 정리가 없다", "見於所有小於 {} 的堆；沒有定理涵蓋此規則")
        }
        "a window of {} values repeats, and each value is determined by the {} before it" => (
            "값 {}개의 구간이 되풀이되고, 각 값은 바로 앞의 {}개로 정해진다",
            "長 {} 的一段值重複出現，而每個值由其前 {} 個值決定",
        ),
        "Guy and Smith's theorem: {} for {}" => ("가이-스미스 정리: {1}에서 {0}", "Guy–Smith 定理：在 {1} 上 {0}"),
        "Guy and Smith's theorem for {} heaps: {} for {}" => {
            ("더미 {0}개에 대한 가이-스미스 정리: {2}에서 {1}", "{0} 堆的 Guy–Smith 定理：在 {2} 上 {1}")
        }
        "only finitely many takes are forbidden" => ("가져갈 수 없는 수는 유한 개뿐이다", "只有有限多種取法被禁止"),
        "from {} on a take is allowed by its remainder modulo {}" => {
            ("{}부터는 {}(으)로 나눈 나머지에 따라 가져갈 수 있는지가 정해진다", "自 {} 起，可否取走依模 {} 的餘數而定")
        }
        "{}: the state before heap {} (the open values and the last ones, counted from the least open value) comes again {} heaps later, {} higher" => {
            (
                "{}: 더미 {} 직전의 상태(열린 값과 마지막 값들을 가장 작은 열린 값부터 센 것)가 더미 {}개 뒤에 {}만큼 커져 다시 나온다",
                "{}：堆 {} 之前的狀態（未用的值與最後的值，自最小未用值起算）在 {} 堆之後以高出 {} 的形式重現",
            )
        }
        "any number may be taken: g(1), ..., g({}) are 1, ..., {} in some order, every smaller number is reached in the block by a move that can be repeated higher up, and no split of residues gives the value itself" => {
            (
                "몇 개든 가져갈 수 있다: g(1), ..., g({})은(는) 1, ..., {}의 순열이고, 더 작은 수는 모두 위에서도 되풀이할 수 있는 수로 구간 안에서 닿으며, 나머지를 어떻게 나누어도 값 자신이 나오지 않는다",
                "可取任意數目：g(1), ..., g({}) 是 1, ..., {} 的排列，每個較小的數都可由能在更高處重複的著法在區段內達到，且餘數的任何分拆都不會得到該值本身",
            )
        }
        "three heaps may be left: nim-sums of heights in three heaps of low value give every smaller number, and no split of early heaps and residues mod {} gives the value itself" => {
            (
                "더미 셋을 남길 수 있다: 값이 작은 세 더미의 높이의 님 합이 더 작은 수를 모두 내고, 앞쪽 더미와 법 {}의 나머지를 어떻게 나누어도 값 자신이 나오지 않는다",
                "可留下三堆：三個低值堆的高度的尼姆和給出每個較小的數，且前面的堆與模 {} 的餘數的任何分拆都不會得到該值本身",
            )
        }
        "{} for all n from {} on: {}" => ("{1} 이상의 모든 n에 대해 {0}: {2}", "對所有 n ≥ {1}，{0}：{2}"),
        "the Grundy values of {}, which is {}" => ("{}의 그런디 수 ({})", "{} 的格蘭迪值（{}）"),

        // Claims.
        "proved" => ("증명됨", "已證明"),
        "proved for all sizes" => ("모든 크기에 대해 증명됨", "已對所有大小證明"),
        "refuted" => ("반증됨", "已否證"),
        "checked" => ("확인됨", "已檢查"),
        "no verdict" => ("판정 없음", "無定論"),
        "{} to a bound: {}" => ("{}, 한계: {}", "{}，範圍：{}"),
        "(play ends there, or its moves are not listed)" => {
            ("(거기서 게임이 끝나거나, 수의 목록이 없다)", "（遊戲在此結束，或未列出其著法）")
        }
        "nothing is proved for all sizes" => ("모든 크기에 대해 증명된 것이 없다", "沒有任何對所有大小的證明"),
        "`grundy strategy` certifies the pairing of one board" => {
            ("판 하나의 짝짓기는 `grundy strategy`가 증명서를 쓴다", "單一棋盤的配對由 `grundy strategy` 出具證書")
        }
        "proved for all sizes at {}" => ("{}일 때 모든 크기에 대해 증명됨", "在 {} 時已對所有大小證明"),
        "a claim of {}, for all sizes at {}: {}" => {
            ("{}의 주장, {}일 때 모든 크기에 대해: {}", "{} 的主張，在 {} 時對所有大小：{}")
        }
        "the pattern of {} is proved for all sizes at {}: {}" => {
            ("{}의 패턴이 {}일 때 모든 크기에 대해 증명됨: {}", "{} 的規律在 {} 時已對所有大小證明：{}")
        }
        "a claim of {}, for all sizes: {}" => ("{}의 주장, 모든 크기에 대해: {}", "{} 的主張，對所有大小：{}"),
        "a claim of {}, checked to {}; {}" => ("{}의 주장, {} 확인됨; {}", "{} 的主張，檢查至 {}；{}"),
        "an automaton of {} states" => ("상태 {}개의 오토마톤", "{} 個狀態的自動機"),
        "the pattern of {} is proved for all sizes: {}" => {
            ("{}의 패턴이 모든 크기에 대해 증명됨: {}", "{} 的規律已對所有大小證明：{}")
        }
        "all positions" => ("모든 국면", "所有局面"),
        "all fields up to {}" => ("모든 값이 {} 이하", "所有欄位至多 {}"),
        "parameters up to {}" => ("매개변수 {} 이하", "參數至多 {}"),
        "all positions whose numbers add up to at most {}" => {
            ("수의 합이 {} 이하인 모든 국면", "數字總和至多 {} 的所有局面")
        }
        "no box at {}" => ("{}에서는 비교한 범위 없음", "在 {} 沒有比對範圍"),
        "{} at {}" => ("{1}에서 {0}", "{1}：{0}"),
        "{}, and smaller boxes at {} other choices of the parameters" => {
            ("{}, 그리고 다른 매개변수 {}가지에서 더 작은 범위", "{}，以及另外 {} 種參數下較小的範圍")
        }
        "not proved: {}; compared with the solver on {} positions" => {
            ("증명되지 않음: {}; 국면 {}개에서 풀이 결과와 비교함", "未證明：{}；在 {} 個局面上與求解結果比對")
        }
        "{}; this or another claim is wrong" => ("{}; 이 주장이나 다른 주장이 틀렸다", "{}；此主張或另一主張有誤"),
        "the start position" => ("시작 국면", "起始局面"),
        "at {}: claimed {}, but {}" => ("{}: 주장은 {}, 그러나 {}", "在 {}：主張 {}，但{}"),
        "at {}: claimed {}, in truth {}" => ("{}: 주장은 {}, 실제는 {}", "在 {}：主張 {}，實為 {}"),
        "first wins" => ("선수 승", "先手勝"),
        "second wins" => ("후수 승", "後手勝"),
        "what the claims say" => ("주장들의 내용", "主張所說"),
        "{}; it has no value at {}, and says nothing there" => {
            ("{}; {}에서는 값이 없어 아무것도 주장하지 않음", "{}；在 {} 沒有值，對該處無所主張")
        }
        "decided only together with the claim that is refuted" => {
            ("반증된 주장과 함께여야만 판정된다", "只能與被否證的主張一併判定")
        }
        "decided on automata in base 2 ({} states): {}; {} falls with every move" => (
            "이진법 오토마톤(상태 {}개)으로 판정함: {}; 수마다 {}이(가) 줄어든다",
            "以二進位自動機（{} 個狀態）判定：{}；每一步 {} 都減少",
        ),
        "decided on automata in Zeckendorf's system ({} states): {}; {} falls with every move" => (
            "체켄도르프 기수법 오토마톤(상태 {}개)으로 판정함: {}; 수마다 {}이(가) 줄어든다",
            "以 Zeckendorf 記數法自動機（{} 個狀態）判定：{}；每一步 {} 都減少",
        ),
        "a position is lost exactly if no move leads to a lost one" => {
            ("지는 국면은 지는 국면으로 가는 수가 없는 국면이다", "局面必敗，當且僅當沒有著法通往必敗局面")
        }
        "a position is lost exactly if it has moves and none leads to a lost one" => (
            "지는 국면은 둘 수가 있으면서 지는 국면으로 가는 수가 없는 국면이다",
            "局面必敗，當且僅當有著法且沒有一步通往必敗局面",
        ),
        "the value is the least that no move leads to" => {
            ("값은 어떤 수로도 갈 수 없는 가장 작은 값이다", "其值為任何著法都達不到的最小值")
        }
        "who wins hurries and who loses delays, one ply after the option chosen" => (
            "이기는 쪽은 서두르고 지는 쪽은 늦추며, 고른 선택지보다 한 수 많다",
            "勝方求快、敗方求慢，比所選的一步多一著",
        ),
        "the pattern is proved for all sizes" => ("패턴이 모든 크기에 대해 증명됨", "規律已對所有大小證明"),
        "the pattern ({}) is proved for all sizes" => {
            ("패턴({})이 모든 크기에 대해 증명됨", "規律（{}）已對所有大小證明")
        }
        "{}, {}; the claim is outside arithmetic ({}) and agrees with it on {} positions" => (
            "{}, {}; 주장은 산술을 벗어나며({}) 국면 {}개에서 이와 일치한다",
            "{}，{}；主張超出算術（{}），在 {} 個局面上與之相符",
        ),
        "a definition that calls itself, or too large" => {
            ("자기 자신을 부르는 정의이거나 너무 크다", "定義呼叫自身，或太大")
        }
        "the proved pattern says otherwise" => ("증명된 패턴은 다르게 말한다", "已證明的規律並非如此"),
        "the claims contradict each other at {}" => ("주장들이 {}에서 서로 모순된다", "各主張在 {} 互相矛盾"),
        "claims of several kinds" => ("여러 종류의 주장", "多種主張並存"),
        "a step that may be repeated" => ("되풀이할 수 있는 단계", "可重複的步驟"),
        "values of misère play are not decided" => ("미제르 규칙의 값은 판정하지 않는다", "不判定 misère 玩法的值"),
        "moves to sums need Grundy values" => ("합으로 가는 수에는 그런디 수가 필요하다", "通往和的著法需要格蘭迪值"),
        "the golden ratio is not read in base 2" => ("황금비는 이진법으로 읽을 수 없다", "黃金比無法以二進位讀取"),
        "no claim speaks of any position with these parameters" => {
            ("이 매개변수의 국면을 다루는 주장이 없다", "沒有主張談及這些參數下的局面")
        }
        "rounds are decided where the lost positions have a pattern" => {
            ("라운드 수는 지는 국면에 패턴이 있을 때 판정한다", "必敗局面有規律時才判定回合數")
        }
        "`{}` calls itself" => ("`{}`이(가) 자기 자신을 부른다", "`{}` 呼叫自身"),
        "`{}` calls itself, on more than fields" => {
            ("`{}`이(가) 필드 이외의 것으로 자기 자신을 부른다", "`{}` 以欄位以外的引數呼叫自身")
        }
        "`{}` calls itself, and is not seen to end at {}" => {
            ("`{}`이(가) 자기 자신을 부르며, {}에서 끝나는지 알 수 없다", "`{}` 呼叫自身，且看不出在 {} 會結束")
        }
        "it speaks of the start position at every size, not of positions" => {
            ("국면이 아니라 모든 크기의 시작 국면에 대한 주장이다", "所談的是各種大小的起始局面，而非一般局面")
        }
        "a move leads to a position that is claimed lost too ({})" => {
            ("역시 진다고 주장된 국면({})으로 가는 수가 있다", "有著法通往同樣主張必敗的局面（{}）")
        }
        "no move leads to a position that is claimed lost" => {
            ("진다고 주장된 국면으로 가는 수가 없다", "沒有著法通往主張必敗的局面")
        }
        "it has no move, so its player has won" => {
            ("둘 수가 없으므로 차례인 쪽이 이긴 것이다", "無著法可走，因此輪走方已勝")
        }
        "a move leads to a position that is claimed to have the same value" => {
            ("값이 같다고 주장된 국면으로 가는 수가 있다", "有著法通往主張為同值的局面")
        }
        "no move leads to a position that is claimed to have some smaller value" => {
            ("더 작은 어떤 값이라고 주장된 국면으로 가는 수가 없다", "沒有著法通往主張為某較小值的局面")
        }
        "another value is the least that no move leads to" => {
            ("어떤 수로도 갈 수 없는 가장 작은 값은 다른 값이다", "任何著法都達不到的最小值是另一個值")
        }
        "what is claimed of its options gives another number" => {
            ("선택지에 대한 주장에서는 다른 수가 나온다", "由其選項的主張得到另一個數")
        }
        "the claims do not fit" => ("주장들이 서로 맞지 않는다", "各主張不相容"),

        // Strategies.
        "no strategy is seen without a search" => ("탐색 없이 알 수 있는 전략이 없다", "不經搜尋看不出策略"),
        "nothing is known: no pairing, no equal halves, no move to steal after" => (
            "알려진 것이 없다: 짝짓기도, 똑같은 반쪽도, 훔칠 수도 없다",
            "一無所知：沒有配對、沒有相等的兩半、也沒有可偷的著法",
        ),
        "half a turn about the middle" => ("가운데를 중심으로 한 반 바퀴 회전", "繞中心旋轉半圈"),
        "the mirror that exchanges left and right" => ("왼쪽과 오른쪽을 바꾸는 거울 대칭", "左右互換的鏡射"),
        "the mirror that exchanges top and bottom" => ("위와 아래를 바꾸는 거울 대칭", "上下互換的鏡射"),
        "{}, or by {}" => ("{}, 또는 {}", "{}，或{}"),
        "pairing by {}: seen on {} boards; from a length of {} on only its parity matters" => (
            "{}에 의한 짝짓기: 판 {}개에서 확인함; 길이 {}부터는 짝홀만 중요하다",
            "以{}配對：見於 {} 個棋盤；長度自 {} 起只有奇偶性重要",
        ),
        "The first player begins with {}, which is its own image." => {
            ("선수는 자기 자신과 대칭인 {}(으)로 시작한다.", "先手以 {} 開局，其像為自身。")
        }
        "From then on every move is answered by its image." => {
            ("그 뒤로는 모든 수에 그 대칭인 수로 응수한다.", "此後每一步都以其像回應。")
        }
        "The second player answers every move by its image." => {
            ("후수는 모든 수에 그 대칭인 수로 응수한다.", "後手對每一步都以其像回應。")
        }
        "The image is taken by {}: {} and {} are a pair." => {
            ("대칭은 {}이다: {}와(과) {}이(가) 짝이다.", "像由{}得到：{} 與 {} 是一對。")
        }
        "No move takes a cell that its image needs, so the answer is always there." => (
            "어떤 수도 그 대칭인 수에 필요한 칸을 차지하지 않으므로 언제나 응수할 수 있다.",
            "沒有著法會占用其像所需的格子，因此總能回應。",
        ),
        "even" => ("짝수", "偶數"),
        "odd" => ("홀수", "奇數"),
        "every strip of {} length" => ("길이가 {}인 모든 띠", "所有長度為{}的長條"),
        "every board of {} height and {} width" => ("세로가 {}, 가로가 {}인 모든 판", "所有高為{}、寬為{}的棋盤"),
        "The same holds for {} on which the first move fits: only the parity matters." => (
            "첫 수를 둘 수 있는 {}에서도 마찬가지이다: 짝홀만 중요하다.",
            "對{}（容得下第一步者）亦同：只有奇偶性重要。",
        ),
        "The same holds for {}: only the parity matters." => {
            ("{}에서도 마찬가지이다: 짝홀만 중요하다.", "對{}亦同：只有奇偶性重要。")
        }
        "a pairing by {}: no move of the 1 kind takes what its image needs, so every move can be answered" => (
            "{}에 의한 짝짓기: 한 종류의 어떤 수도 그 대칭인 수에 필요한 것을 차지하지 않으므로 모든 수에 응수할 수 있다",
            "以{}配對：唯一一種著法不會占用其像所需，因此每一步都能回應",
        ),
        "a pairing by {}: no move of the {} kinds takes what its image needs, so every move can be answered" => (
            "{}에 의한 짝짓기: {}종류의 어떤 수도 그 대칭인 수에 필요한 것을 차지하지 않으므로 모든 수에 응수할 수 있다",
            "以{}配對：{} 種著法都不會占用其像所需，因此每一步都能回應",
        ),
        "{}; for {}" => ("{}; {}에 대해", "{}；適用於{}"),
        "{}; for {} on which the first move fits" => ("{}; 첫 수를 둘 수 있는 {}에 대해", "{}；適用於容得下第一步的{}"),
        "Think of {}: all {} answers to it could be played at once instead." => (
            "{}을(를) 생각하자: 그에 대한 응수 {}개는 모두 처음부터 둘 수 있는 수와 같다.",
            "考慮 {}：對它的 {} 種回應都可以一開始就走。",
        ),
        "If {} does not win, then the answer that beats it wins as a first move." => (
            "{}이(가) 이기는 수가 아니라면, 그것을 이기는 응수를 첫 수로 두면 이긴다.",
            "若 {} 不勝，則擊敗它的回應作為第一步即勝。",
        ),
        "So the first player wins; which move does it is not said." => {
            ("따라서 선수가 이긴다. 어느 수로 이기는지는 알 수 없다.", "因此先手勝；但未指出是哪一步。")
        }
        "strategy stealing: each of the {} answers to {} leads where a first move leads; the move is not given" => (
            "전략 훔치기: {1}에 대한 응수 {0}개는 모두 첫 수로도 갈 수 있는 곳으로 간다; 이기는 수는 주어지지 않는다",
            "策略偷取：對 {1} 的 {0} 種回應都通往第一步即可到達之處；未給出該著法",
        ),
        "Suppose the second player had a winning strategy. The first player puts a stone anywhere and then plays it himself" => {
            (
                "후수에게 필승 전략이 있다고 하자. 선수는 아무 데나 돌을 놓은 다음,",
                "假設後手有必勝策略。先手任下一子，然後自己採用該策略，",
            )
        }
        "with the players' places exchanged; the extra stone never hurts. So the first player would win: a contradiction." => {
            (
                "서로 자리를 바꾸어 그 전략을 쓴다. 남는 돌은 해가 되지 않으므로 선수가 이기게 되어 모순이다.",
                "雙方角色互換；多出的一子無害。於是先手會勝：矛盾。",
            )
        }
        "No full board is undecided, so the first player wins. Which move does it is not said." => (
            "꽉 찬 판은 모두 승패가 갈리므로 선수가 이긴다. 어느 수로 이기는지는 알 수 없다.",
            "填滿的棋盤必分勝負，因此先手勝。但未指出是哪一步。",
        ),
        "strategy stealing: that an extra stone never hurts, that full boards are decided and that players may change places was looked at on all {} boards of smaller instances; the move is not given" => {
            (
                "전략 훔치기: 남는 돌이 해가 되지 않음, 꽉 찬 판의 승패가 갈림, 자리를 바꿀 수 있음을 더 작은 경우의 판 {}개 전체에서 확인함; 이기는 수는 주어지지 않는다",
                "策略偷取：多一子無害、填滿的棋盤必分勝負、雙方可互換，皆已在較小實例的全部 {} 個棋盤上檢查；未給出該著法",
            )
        }
        "The first player begins with {}, which leaves {}." => {
            ("선수는 {}(으)로 시작하여 {}을(를) 남긴다.", "先手以 {} 開局，留下 {}。")
        }
        "The parts are equal in pairs; every move in one is answered by the same move in its twin." => (
            "성분들이 둘씩 똑같다. 한쪽에 둔 수에는 쌍둥이 쪽에 같은 수로 응수한다.",
            "各部分兩兩相等；在其一的每一步都以另一個中相同的一步回應。",
        ),
        "after {} the parts are equal in pairs, and every move is answered in the twin" => (
            "{} 뒤에는 성분들이 둘씩 똑같아, 모든 수에 쌍둥이 쪽에서 응수한다",
            "{} 之後各部分兩兩相等，每一步都在其雙生部分回應",
        ),

        // Explanations.
        "the explanation ends here: {}" => ("설명은 여기까지: {}", "說明到此為止：{}"),
        "there is nothing to move in: the player to move has lost" => {
            ("둘 곳이 없다: 차례인 쪽이 졌다", "無處可走：輪走方已敗")
        }
        "there are more than {} moves; {}" => ("둘 수 있는 수가 {}개보다 많다; {}", "著法超過 {} 種；{}"),
        "no move wins" => ("이기는 수가 없다", "沒有必勝著法"),
        "no move wins:" => ("이기는 수가 없다:", "沒有必勝著法："),
        "a move wins if it leaves a lost position:" => {
            ("지는 국면을 남기는 수가 이기는 수이다:", "留下必敗局面的著法必勝：")
        }
        "  {}, leaving {}" => ("  {}, 남는 국면 {}", "  {}，留下 {}"),
        "moves" => ("수", "著法"),
        "winning moves" => ("이기는 수", "必勝著法"),
        "replies" => ("응수", "應對"),
        "  and {} more {}" => ("  그 밖의 {1} {0}개", "  另有 {0} 種{1}"),
        "the value is the least number that no move leads to:" => {
            ("값은 어떤 수로도 갈 수 없는 가장 작은 수이다:", "其值為任何著法都達不到的最小數：")
        }
        "  value {} by {}" => ("  값 {}: {}", "  值 {}：{}"),
        "  value {} by {} and {} more" => ("  값 {}: {} 외 {}개", "  值 {}：{} 等另 {} 種"),
        "the values of {} parts add up to {} without carrying" => {
            ("성분 {}개의 값의 님 합은 {}이다", "{} 個部分的值的尼姆和為 {}")
        }
        "values of the parts in binary; a column with an odd number of ones gives 1 below:" => (
            "성분의 값을 이진수로 쓴 것; 1이 홀수 개인 자리는 아래에 1이 된다:",
            "各部分的值以二進位表示；1 的個數為奇數的位，下方得 1：",
        ),
        "  and {} more parts" => ("  그 밖의 성분 {}개", "  另有 {} 個部分"),
        "every column is even: whatever is changed in one part, the other player makes them even again" => (
            "모든 자리가 짝수이다: 한 성분을 어떻게 바꾸어도 상대가 다시 짝수로 만든다",
            "每一位都是偶數：不論改動哪個部分，對方都能使其恢復偶數",
        ),
        "some column is odd; a winning move makes every column even:" => {
            ("홀수인 자리가 있다; 이기는 수는 모든 자리를 짝수로 만든다:", "有奇數的位；必勝著法使每一位都成為偶數：")
        }
        "  {} in {}: {} xor {} = {}, leaving {}" => {
            ("  {1}에서 {0}: {2} xor {3} = {4}, 남는 국면 {5}", "  在 {1} 走 {0}：{2} xor {3} = {4}，留下 {5}")
        }
        "{} in {}" => ("{1}에서 {0}", "在 {1} 走 {0}"),
        "{} has no move: the game is over" => ("{}은(는) 둘 수가 없다: 게임 끝", "{} 無著法可走：終局"),
        "every move has an answer that wins:" => ("모든 수에 이기는 응수가 있다:", "每一步都有必勝的應對："),
        "{} (and moves again)" => ("{} (이어서 한 번 더 둔다)", "{}（並再走一步）"),
        "{}: answered by {}, leaving {}" => ("{}: 응수 {}, 남는 국면 {}", "{}：以 {} 應對，留下 {}"),
        "{}: play goes on with {} and is lost" => ("{}: {}(으)로 이어지고 진다", "{}：接著 {}，必敗"),
        "{}: the game is over and lost" => ("{}: 게임이 끝나고 진다", "{}：終局且敗"),
        "{} wins, leaving {}" => ("{}(으)로 이긴다, 남는 국면 {}", "{} 必勝，留下 {}"),
        "{}: the game is over" => ("{}: 게임 끝", "{}：終局"),
        "{}, with another move to come" => ("{}, 이어서 한 번 더 둔다", "{}，並再走一步"),
        "{}; every reply has an answer:" => ("{}; 모든 응수에 답이 있다:", "{}；每種回應都有應對："),
        "key line: {}" => ("핵심 수순: {}", "關鍵變化：{}"),
        "the game is over: a draw" => ("게임 끝: 무승부", "終局：平手"),
        "{}: keeps the draw" => ("{}: 무승부를 지킨다", "{}：保持平手"),
        "what each move is worth to {}; the best is {}:" => {
            ("각 수가 {}에게 주는 값; 가장 좋은 것은 {}:", "各著法對 {} 的價值；最佳為 {}：")
        }
        "  {}: gains {} {} still to come = {}" => ("  {}: 얻는 점수 {} {} (앞으로) = {}", "  {}：得 {} {}（後續）= {}"),
        "{}  best" => ("{}  최선", "{}  最佳"),

        // Moves.
        "win" => ("승", "勝"),
        "loss" => ("패", "敗"),
        "win in {}" => ("{}수 만에 승", "{} 步勝"),
        "draw in {}" => ("{}수 만에 무승부", "{} 步平手"),
        "loss in {}" => ("{}수 만에 패", "{} 步敗"),
        "{} by {}" => ("{} (점수 차 {})", "{}（分差 {}）"),
        "{}, value {}" => ("{}, 값 {}", "{}，值 {}"),
        "the game is over" => ("게임 끝", "終局"),
        "the first {} moves" => ("처음 {}개의 수", "前 {} 種著法"),
        "{} has no move" => ("{}은(는) 둘 수가 없다", "{} 無著法可走"),
        "1 move" => ("수 1개", "1 種著法"),
        "{} moves" => ("수 {}개", "{} 種著法"),
        "gains {}" => ("{}점을 얻음", "得 {} 分"),
        "moves again" => ("한 번 더 둔다", "再走一步"),

        // Refutations.
        "a win" => ("승리", "勝"),
        "a loss" => ("패배", "敗"),
        "bad: it turns {} into {}" => ("나쁜 수: {} → {}", "壞著：由{}變成{}"),
        "bad: with best play {} ends {}, and could have had {}" => {
            ("나쁜 수: 최선으로 두면 {}의 결과는 {}, {}까지 얻을 수 있었다", "壞著：雙方最佳下法時 {} 得 {}，本可得 {}")
        }
        "not bad: no move of {} ends better than {}" => {
            ("나쁜 수가 아님: {}의 어떤 수도 {}보다 좋은 결과를 내지 못한다", "並非壞著：{} 沒有結果優於 {} 的著法")
        }
        "it loses, as every move of {} does here" => {
            ("진다. 여기서는 {}의 모든 수가 진다", "此著敗；{} 在此每一步都敗")
        }
        "not bad: it wins" => ("나쁜 수가 아님: 이긴다", "並非壞著：此著勝"),
        "not bad: it keeps the draw, and no move wins" => {
            ("나쁜 수가 아님: 무승부를 지키며, 이기는 수는 없다", "並非壞著：保持平手，且沒有必勝著法")
        }
        "and so on" => ("이하 같음", "依此類推"),
        "{} wins" => ("{} 승", "{} 勝"),
        "{} after {} more moves" => ("{1}수 뒤 {0}", "再 {1} 步後 {0}"),

        // Play.
        "{} to move> " => ("{} 차례> ", "輪到 {}> "),
        "{} plays {}" => ("{}: {}", "{} 走 {}"),
        "{} plays {}, a guess: {}" => ("{}: {}, 추측임: {}", "{} 走 {}，只是猜測：{}"),
        "hint: {}: {}" => ("힌트: {}: {}", "提示：{}：{}"),
        "hint, a guess: {}: {}" => ("힌트(추측): {}: {}", "提示（猜測）：{}：{}"),
        "two players: {} and {}; {} begins" => ("두 사람: {}와(과) {}; {} 먼저", "兩人對弈：{} 與 {}；{} 先走"),
        "the program plays {} and {}; {} begins" => {
            ("프로그램이 {}와(과) {}을(를) 모두 둔다; {} 먼저", "程式走 {} 與 {}；{} 先走")
        }
        "you are {} and begin; the program is {}" => {
            ("당신은 {}이고 먼저 둔다; 프로그램은 {}", "你是 {}，先走；程式是 {}")
        }
        "you are {}; the program is {} and begins" => {
            ("당신은 {}; 프로그램은 {}이고 먼저 둔다", "你是 {}；程式是 {}，先走")
        }
        "write a move, or help" => ("수를 쓰거나 help를 쓴다", "請寫著法，或 help"),
        "moves: " => ("둘 수 있는 수: ", "著法："),
        "{} moves; `moves` lists them" => ("수 {}개; `moves`로 볼 수 있다", "共 {} 種著法；`moves` 會列出"),
        "`{}` is one of {} moves: {}" => ("`{}`에 맞는 수가 {}개: {}", "`{}` 可指 {} 種著法：{}"),
        "{} can win from here" => ("여기서 {}이(가) 이길 수 있다", "{} 在此可勝"),
        "{} can keep the draw" => ("{}이(가) 무승부를 지킬 수 있다", "{} 可保持平手"),
        "{} loses against best play" => ("상대가 최선으로 두면 {}이(가) 진다", "對方走最佳著法時 {} 敗"),
        "too much work to say who wins here; `hint` makes a guess" => {
            ("누가 이기는지 알기에는 계산이 너무 많다; `hint`가 추측한다", "計算量太大，無法斷定勝負；`hint` 會猜測")
        }
        "there is nothing to take back" => ("무를 수가 없다", "沒有可悔的棋"),
        "saved to {}; go on with: grundy play --replay {}" => {
            ("{}에 저장함; 이어서 두기: grundy play --replay {}", "已存至 {}；繼續：grundy play --replay {}")
        }
        "`{}` is no strength: write perfect, 3 or mcts:1000" => {
            ("`{}`은(는) 세기가 아니다: perfect, 3, mcts:1000처럼 쓴다", "`{}` 不是強度：請寫 perfect、3 或 mcts:1000")
        }
        "a move               plays it: b3, a1-b1, 0,1, 3, B2, a column, take(3), or #3 of `moves`
moves                all moves             hint           what the program would play
eval                 what moves are worth  undo           takes your move back
board                shows the position    strength WORD  perfect, 3, mcts:1000
save FILE            writes the game       quit           leaves" => (
            "수                   그 수를 둔다: b3, a1-b1, 0,1, 3, B2, 열, take(3), `moves`의 #3
moves                모든 수               hint           프로그램이 둘 수
eval                 수마다의 값어치       undo           무른다
board                국면을 보여 준다      strength WORD  perfect, 3, mcts:1000
save FILE            게임을 저장한다       quit           나간다",
            "著法                 走這一步：b3、a1-b1、0,1、3、B2、一欄、take(3)，或 `moves` 的 #3
moves                所有著法              hint           程式會走的一步
eval                 每一步值多少          undo           悔棋
board                顯示局面              strength WORD  perfect, 3, mcts:1000
save FILE            存檔                  quit           離開",
        ),
        "`{}` is no move here: write one such as `{}`; moves, or help" => (
            "`{}`은(는) 여기서 둘 수 없다: `{}`처럼 쓴다; moves나 help도 된다",
            "`{}` 不是此處的著法：請寫如 `{}`；或 moves、help",
        ),
        "  {} leads by {}" => ("  {}이(가) {}점 앞섬", "  {} 領先 {} 分"),
        "the game is over: {} wins" => ("게임 끝: {} 승", "終局：{} 勝"),
        "the game is not over" => ("게임이 끝나지 않았다", "遊戲尚未結束"),
        "stopped after {} moves" => ("{}수 뒤에 멈춤", "走了 {} 步後停止"),
        "it wins" => ("이긴다", "必勝"),
        "it keeps the draw" => ("무승부를 지킨다", "保持平手"),
        "every move loses; this one holds out" => {
            ("모든 수가 진다; 이 수가 가장 오래 버틴다", "每一步都敗；這一步撐得最久")
        }
        "it is best" => ("최선이다", "最佳"),
        "from here on it is worth {}" => ("여기서부터의 값은 {}", "自此起值 {}"),
        "a win is in sight" => ("이기는 수순이 보인다", "已看見勝利"),
        "nothing is decided within sight" => ("보이는 범위에서는 승패가 갈리지 않는다", "視野內未分勝負"),
        "every move loses within sight" => ("보이는 범위에서 모든 수가 진다", "視野內每一步都敗"),
        "{}, {} positions looked at" => ("{}, 국면 {}개를 살펴봄", "{}，看了 {} 個局面"),
        "{} playouts give it {}" => ("플레이아웃 {}번의 평균 {}", "{} 次模擬得 {}"),
        "{} after {} positions" => ("{} (국면 {}개를 본 뒤)", "{}（已看 {} 個局面）"),
        "{}, so {}" => ("{}, 그래서 {}", "{}，故 {}"),
        "... {} more lines: `--full` prints them all" => {
            ("... {}줄 더 있음: `--full`로 전부 볼 수 있다", "……還有 {} 行：`--full` 會全部印出")
        }

        // A sheet.
        "{} tables, {} statements, {} exercises" => {
            ("표 {}개, 알려진 사실 {}개, 연습 문제 {}개", "{} 個表，{} 個敘述，{} 題習題")
        }
        "{} exercises, for students" => ("학생용 연습 문제 {}개", "學生用習題 {} 題"),
        "the same with answers" => ("같은 문제와 정답", "同樣的題目，附解答"),

        // Codes of messages.
        "remedy: {}" => ("해결: {}", "對策：{}"),
        "example: {}" => ("예: {}", "例：{}"),

        // Plans.
        "the plan, of which the first step that decided answered:" => {
            ("계획 (먼저 승패를 가린 단계가 답했다):", "計畫（由第一個能判定的步驟作答）：")
        }
        "{} (for {} ticks): {}" => ("{} (틱 {}까지): {}", "{}（限 {} 單位）：{}"),
        "a strategy without a search" => ("탐색 없는 전략", "不經搜尋的策略"),
        "the claims of the rules" => ("규칙의 주장", "規則的主張"),
        "a pattern for all sizes, found and proved" => {
            ("모든 크기에 대한 패턴을 찾아 증명", "找出並證明適用於所有大小的規律")
        }
        "the nim-sum of the components' Grundy values" => ("성분들의 그런디 수의 님 합", "各部分格蘭迪值的尼姆和"),
        "the code of the heap game and its period" => ("더미 게임의 코드와 그 주기", "堆遊戲的代碼及其週期"),
        "a table of all staircases by number" => ("모든 계단 모양의 번호별 표", "依編號列出所有階梯形的表"),
        "position-plus-nimber search" => ("국면+님버 탐색", "「局面加尼姆數」搜尋"),
        "the mex rule, depth first" => ("mex 규칙, 깊이 우선", "mex 規則，深度優先"),
        "the loopy values of Smith and Fraenkel" => ("스미스와 프랭켈의 순환 값", "Smith 與 Fraenkel 的循環值"),
        "the sum of the components' misère values" => ("성분들의 미제르 값의 합", "各部分 misère 值的和"),
        "tame genus theory" => ("길들여진(tame) 종수 이론", "馴順（tame）虧格理論"),
        "the misère quotient" => ("미제르 몫", "misère 商"),
        "misère canonical forms" => ("미제르 표준형", "misère 標準型"),
        "alpha-beta search on stones" => ("돌에 대한 알파-베타 탐색", "以棋子為單位的 alpha-beta 搜尋"),
        "alpha-beta search on cells" => ("칸에 대한 알파-베타 탐색", "以格子為單位的 alpha-beta 搜尋"),
        "alpha-beta search, then a table of exact values" => {
            ("알파-베타 탐색, 이어서 정확한 값의 표", "alpha-beta 搜尋，之後用精確值表")
        }
        "alpha-beta search on packed positions" => {
            ("압축된 국면에 대한 알파-베타 탐색", "對壓縮局面的 alpha-beta 搜尋")
        }
        "alpha-beta search on sums of components" => {
            ("성분의 합에 대한 알파-베타 탐색", "對各部分之和的 alpha-beta 搜尋")
        }
        "canonical values of the components, played by temperature" => {
            ("성분들의 표준값, 온도에 따라 둔다", "各部分的標準值，依溫度下")
        }
        "retrograde analysis" => ("역행 분석", "逆向分析"),
        "moves to the end" => ("끝까지의 수", "到終局的步數"),
        "the canonical value" => ("표준값", "標準值"),
        "the rules are impartial, and who cannot move loses" => {
            ("공평한 게임이고, 둘 수 없는 쪽이 진다", "規則公平，且無法行動者敗")
        }
        "the rules are impartial, and who cannot move wins" => {
            ("공평한 게임이고, 둘 수 없는 쪽이 이긴다", "規則公平，且無法行動者勝")
        }
        "play is not proved to end; tried if it returns" => {
            ("끝난다는 증명이 없다; 국면이 되돌아오면 쓴다", "未證明會結束；若局面重現則採用")
        }
        "moves to the end are asked for" => ("끝까지의 수를 물었다", "要求到終局的步數"),
        "most sums play like misère Nim" => ("대부분의 합은 미제르 님처럼 둔다", "多數的和與 misère 尼姆相同"),
        "few positions are told apart, or the quotient has a period" => {
            ("구별되는 국면이 적거나, 몫에 주기가 있다", "可區分的局面少，或商有週期")
        }
        "few positions lie below" => ("아래에 국면이 적다", "其下局面少"),
        "play returned in an earlier question" => ("앞선 질문에서 국면이 되돌아왔다", "先前的問題中局面曾重現"),
        "nothing else applies" => ("다른 방법이 맞지 않는다", "其他方法都不適用"),
        "the parts of a sum that is not small may have simple values" => {
            ("작지 않은 합의 성분은 값이 단순할 수 있다", "不小的和，其各部分可能有簡單的值")
        }
        "the values of the parts did not decide" => ("성분의 값으로 승패를 가리지 못했다", "各部分的值未能判定"),
        "the values of misère play do not tell it" => ("미제르 값으로는 알 수 없다", "misère 值無法得知"),
        "it is asked for" => ("물었다", "有此要求"),
        "it costs little where few positions were looked at" => {
            ("살펴본 국면이 적으면 비용이 적다", "看過的局面少時代價低")
        }
        "a board this large is not searched before it is looked at" => {
            ("이렇게 큰 판은 탐색하기 전에 먼저 살펴본다", "這麼大的棋盤先觀察再搜尋")
        }
        "the winner alone is asked for" => ("이기는 쪽만 묻는다", "只問誰贏"),
        "too large to be searched through, and claims speak of it" => {
            ("다 탐색하기에는 크고, 이를 다루는 주장이 있다", "太大而無法全部搜尋，且有主張談及")
        }
        "too large to be searched through, and the rules are arithmetic" => {
            ("다 탐색하기에는 크고, 규칙이 산술적이다", "太大而無法全部搜尋，且規則是算術的")
        }
        "the claim speaks of this start, and a short search did not decide it" => {
            ("주장이 이 시작 국면을 다루고, 짧은 탐색으로는 가리지 못했다", "主張談及此起始局面，而短搜尋未能判定")
        }
        "the rules only set stones, and lines of stones win" => {
            ("규칙은 돌을 놓기만 하고, 줄을 이루면 이긴다", "規則只下子，連成線者勝")
        }
        "the cells only lose what they hold, and the moves are shifted masks" => {
            ("칸은 가진 것을 잃기만 하고, 수는 비트 마스크의 이동이다", "格子只會失去所有，著法是位移的遮罩")
        }
        "play is proved to end, and there are few keys" => {
            ("끝난다는 것이 증명되었고, 키가 적다", "已證明會結束，且鍵少")
        }
        "it is one component, and its moves lead to one position each" => {
            ("성분이 하나이고, 수마다 국면 하나로 간다", "只有一個部分，且每一步通往一個局面")
        }
        "it is a sum, or its moves lead to sums" => ("합이거나, 수가 합으로 간다", "是和，或其著法通往和"),
        "a large heap, and the moves of all heaps are decided to be those of a code" => {
            ("큰 더미이고, 모든 더미의 수가 코드의 수와 같다고 판정되었다", "大堆，且已判定所有堆的著法與某代碼相同")
        }
        "every move of a staircase leaves one, and these are few" => {
            ("계단 모양의 모든 수는 계단 모양을 남기며, 그 수가 적다", "階梯形的每一步都留下階梯形，且為數不多")
        }
        "a large set that moves only take from, and that falls apart" => {
            ("수가 가져가기만 하고 조각으로 나뉘는 큰 집합", "著法只從中取走且會分裂的大集合")
        }
        "its positions are valued one by one" => ("국면의 값을 하나씩 구한다", "逐一求其局面的值"),

        // A game as a page of its own.
        "{}: {} positions, all there are" => ("{}: 국면 {}개, 전부", "{}：{} 個局面，全部"),
        "{}: the first {} positions; all of them would have more than {} MB" => {
            ("{}: 처음 국면 {}개. 전부는 {} MB를 넘는다", "{}：最初 {} 個局面；全部會超過 {} MB")
        }
        _ => return None,
    };
    Some(row)
}
