//! What messages are in Korean and in Chinese, each beside its English.
//!
//! A message stands in the code in English, with `{}` for what is put in; `{1}` is the second of them. What has no row
//! here is said in English. Vocabulary shared with pictures and sheets: 국면 局面 position, 수 著法 move, 선수 先手 first
//! player, 후수 後手 second player, 무승부 平手 draw; 그런디 수 格蘭迪值 Grundy value, 님 합 尼姆和 nim-sum.

use crate::report::Language;

/// The words of a message in a language; `None` in English, and where there is no row.
pub fn words(english: &str, language: Language) -> Option<&'static str> {
    let (korean, chinese) = row(english)?;
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
        "a claim of {}, for all sizes: {}" => ("{}의 주장, 모든 크기에 대해: {}", "{} 的主張，對所有大小：{}"),
        "a claim of {}, checked to {}; {}" => ("{}의 주장, {} 확인됨; {}", "{} 的主張，檢查至 {}；{}"),
        "a claim of {}, compared with search on {} positions, {}" => {
            ("{}의 주장, 국면 {}개에서 탐색과 비교함, {}", "{} 的主張，在 {} 個局面上與搜尋比對，{}")
        }
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
        "at {}: claimed {}, but {}" => ("{}: 주장은 {}, 그러나 {}", "在 {}：主張 {}，但{}"),
        "at {}: claimed {}, in truth {}" => ("{}: 주장은 {}, 실제는 {}", "在 {}：主張 {}，實為 {}"),
        "first wins" => ("선수 승", "先手勝"),
        "second wins" => ("후수 승", "後手勝"),
        "what the claims say" => ("주장들의 내용", "主張所說"),
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
        "hint: {}) {}: {}" => ("힌트: {}) {}: {}", "提示：{}) {}：{}"),
        "there is nothing to take back" => ("무를 수가 없다", "沒有可悔的棋"),
        "saved to {}; go on with: grundy play --replay {}" => {
            ("{}에 저장함; 이어서 두기: grundy play --replay {}", "已存至 {}；繼續：grundy play --replay {}")
        }
        "`{}` is no strength: write perfect, 3 or mcts:1000" => {
            ("`{}`은(는) 세기가 아니다: perfect, 3, mcts:1000처럼 쓴다", "`{}` 不是強度：請寫 perfect、3 或 mcts:1000")
        }
        "a number or a move   plays it              hint           what the program would play
undo                 takes your move back  moves          all moves with their numbers
board                shows the position    strength WORD  perfect, 3, mcts:1000
save FILE            writes the game       quit           leaves" => (
            "번호나 수            그 수를 둔다          hint           프로그램이 둘 수
undo                 무른다                moves          모든 수와 번호
board                국면을 보여 준다      strength WORD  perfect, 3, mcts:1000
save FILE            게임을 저장한다       quit           나간다",
            "編號或著法           走這一步              hint           程式會走的一步
undo                 悔棋                  moves          所有著法與編號
board                顯示局面              strength WORD  perfect, 3, mcts:1000
save FILE            存檔                  quit           離開",
        ),
        "`{}` is no move here: write a number from 1 to {}, or help" => (
            "`{}`은(는) 여기서 둘 수 없다: 1부터 {}까지의 번호나 help를 쓴다",
            "`{}` 不是此處的著法：請寫 1 到 {} 的編號，或 help",
        ),
        "... {} moves in all; `moves` lists them" => {
            ("... 모두 {}개의 수; `moves`로 전부 볼 수 있다", "……共 {} 種著法；`moves` 會全部列出")
        }
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

        // Codes of messages.
        "remedy: {}" => ("해결: {}", "對策：{}"),
        "example: {}" => ("예: {}", "例：{}"),

        // What codes mean, and what to do: the rows of docs/diagnostics.md.
        "the text is too long" => ("텍스트가 너무 길다", "文字太長"),
        "split it into several files" => ("여러 파일로 나눈다", "拆成數個檔案"),
        "a character, number or text that the language does not have" => {
            ("이 언어에 없는 글자, 수 또는 텍스트", "語言中沒有的字元、數字或文字")
        }
        "as the message says: `≤` is `<=`, `!` is `not`, numbers are whole and fit 64 bits, `\"` closes a text" => (
            "메시지대로 쓴다: `≤`는 `<=`, `!`는 `not`, 수는 64비트 정수, 텍스트는 `\"`로 닫는다",
            "依訊息改寫：`≤` 寫作 `<=`，`!` 寫作 `not`，數字為 64 位元整數，文字以 `\"` 結尾",
        ),
        "a line is indented like no block above it" => {
            ("위의 어느 블록과도 들여쓰기가 맞지 않는 줄", "此行的縮排與上方任何區塊都不符")
        }
        "indent it like the block it belongs to" => ("속한 블록과 같게 들여쓴다", "與所屬區塊同樣縮排"),
        "something is nested too deep or too long, or definitions call each other too often" => {
            ("너무 깊거나 길게 중첩되었거나, 정의가 서로를 너무 많이 부른다", "巢狀太深或太長，或定義互相呼叫太多次")
        }
        "name a part with `def`; use `sum(...)`, `all(...)`; `2 * d` for `d + d`" => (
            "일부를 `def`로 이름 붙인다; `sum(...)`, `all(...)`을 쓴다; `d + d`는 `2 * d`로",
            "以 `def` 為一部分命名；用 `sum(...)`、`all(...)`；`d + d` 寫作 `2 * d`",
        ),
        "the words or brackets do not fit together" => ("단어나 괄호가 서로 맞지 않는다", "字詞或括號不相配"),
        "write what the message names" => ("메시지가 말하는 것을 쓴다", "寫上訊息所指的內容"),
        "a word that the language does not have here" => ("이 자리에 쓸 수 없는 단어", "此處不能用的字"),
        "the word it is near to" => ("비슷한 단어로 고친다", "改為相近的字"),
        "nothing has this name" => ("이런 이름을 가진 것이 없다", "沒有此名稱"),
        "the name it is near to, or declare it" => ("비슷한 이름으로 고치거나 선언한다", "改為相近的名稱，或加以宣告"),
        "a name is taken, reserved, or hides another" => {
            ("이미 쓰였거나 예약된 이름, 또는 다른 이름을 가리는 이름", "名稱已被使用、保留，或遮蔽了另一個名稱")
        }
        "choose another" => ("다른 이름을 고른다", "換一個名稱"),
        "two things of different kinds meet" => ("종류가 다른 두 가지가 만난다", "兩個不同種類的東西相遇"),
        "write something of the kind wanted" => ("알맞은 종류의 것을 쓴다", "寫上所需種類的東西"),
        "a call has too many, too few or doubly filled arguments" => {
            ("인자가 너무 많거나 적거나 두 번 주어진 호출", "呼叫的引數太多、太少或重複")
        }
        "give each once; parameters by name" => {
            ("하나씩 한 번만 준다; 매개변수는 이름으로", "每個只給一次；參數用名稱")
        }
        "a game lacks state or moves, a field lacks its set" => {
            ("게임에 상태나 수가 없거나, 필드에 집합이 없다", "遊戲缺少狀態或著法，或欄位缺少其集合")
        }
        "declare it" => ("선언한다", "加以宣告"),
        "a name has no meaning where it stands" => ("이 자리에서는 뜻이 없는 이름", "名稱在此處沒有意義"),
        "sets depend on parameters; `stuck` and `forever` belong to verdicts; lists, tuples and `int` to parameters" => {
            (
                "집합은 매개변수에만 의존한다; `stuck`과 `forever`는 판정에, 리스트·튜플·`int`는 매개변수에 쓴다",
                "集合只依參數而定；`stuck` 與 `forever` 用於判定；串列、元組與 `int` 用於參數",
            )
        }
        "something that is no finite set is walked" => ("유한 집합이 아닌 것을 훑는다", "走訪的不是有限集合"),
        "write a range, a set or a list" => ("범위, 집합 또는 리스트를 쓴다", "寫範圍、集合或串列"),
        "something that is no field is changed" => ("필드가 아닌 것을 바꾼다", "更改的不是欄位"),
        "change a field" => ("필드를 바꾼다", "更改欄位"),
        "a statement follows `become`" => ("`become` 뒤에 문장이 있다", "`become` 之後還有敘述"),
        "write it before" => ("그 앞에 쓴다", "寫在它之前"),
        "a definition calls itself in a rule" => ("규칙 안의 정의가 자기 자신을 부른다", "規則中的定義呼叫自身"),
        "use `reach(...)` or a bounded `for`; only claims may recurse" => (
            "`reach(...)`나 한계가 있는 `for`를 쓴다; 재귀는 주장에서만 된다",
            "用 `reach(...)` 或有界的 `for`；只有主張可以遞迴",
        ),
        "a `show` text does not give every value a character of its own" => {
            ("`show` 텍스트가 값마다 다른 글자를 주지 않는다", "`show` 文字沒有給每個值各自的字元")
        }
        "one character per value, in declaration order, without a bar" => {
            ("선언 순서대로 값마다 한 글자, 막대 없이", "依宣告順序每個值一個字元，不含直線")
        }
        "an argument of a position names no parameter or field, or is of another kind" => (
            "국면의 인자가 매개변수나 필드의 이름이 아니거나 종류가 다르다",
            "局面的引數不是參數或欄位的名稱，或種類不符",
        ),
        "the name it is near to; write the kind wanted" => {
            ("비슷한 이름으로; 알맞은 종류로 쓴다", "改為相近的名稱；寫所需的種類")
        }
        "a verdict on play that never ends depends on a position, on who moves or on points" => (
            "끝나지 않는 게임의 판정이 국면, 차례 또는 점수에 의존한다",
            "對永不結束的遊戲的判定依賴局面、輪到誰或分數",
        ),
        "`Left wins when forever`, `draw when forever`; other conditions in lines of their own" => (
            "`Left wins when forever`, `draw when forever`; 다른 조건은 따로 한 줄에",
            "`Left wins when forever`、`draw when forever`；其他條件各寫一行",
        ),
        "a statement may take a field out of its set" => {
            ("문장이 필드를 그 집합 밖으로 내보낼 수 있다", "敘述可能使欄位超出其集合")
        }
        "bound it in the guard" => ("가드에서 한계를 둔다", "在條件中加以限制"),
        "a read or write in a body can be off the board" => {
            ("본문의 읽기나 쓰기가 판을 벗어날 수 있다", "本體中的讀寫可能超出棋盤")
        }
        "test it in the guard, or put `if x in S:` around it" => {
            ("가드에서 검사하거나 `if x in S:`로 감싼다", "在條件中檢查，或以 `if x in S:` 包住")
        }
        "a `nat` has no upper bound: a move adds to it" => {
            ("`nat`에 위쪽 한계가 없다: 수가 이를 늘린다", "`nat` 沒有上界：有著法使其增加")
        }
        "write a range" => ("범위를 쓴다", "寫範圍"),
        "a set is too large to be walked or laid out" => {
            ("집합이 너무 커서 훑거나 배치할 수 없다", "集合太大，無法走訪或配置")
        }
        "choose smaller parameters or ranges" => ("더 작은 매개변수나 범위를 고른다", "選較小的參數或範圍"),
        "games that end in different ways are added" => {
            ("끝나는 방식이 다른 게임들을 더했다", "把結束方式不同的遊戲相加")
        }
        "add only games that all end by being stuck alike" => {
            ("똑같이 둘 수 없어서 끝나는 게임만 더한다", "只把同樣因無著法可走而結束的遊戲相加")
        }
        "a number leaves the range of 64 bits during play" => {
            ("게임 도중 수가 64비트 범위를 벗어난다", "遊戲中的數超出 64 位元範圍")
        }
        "keep numbers below 9.2e18" => ("수를 9.2e18보다 작게 한다", "使數小於 9.2e18"),
        "a definition that a claim uses calls itself too often" => {
            ("주장이 쓰는 정의가 자기 자신을 너무 많이 부른다", "主張所用的定義呼叫自身太多次")
        }
        "make every call smaller than the one before" => ("부를 때마다 더 작아지게 한다", "使每次呼叫都比前一次小"),
        "a `split` is wrong" => ("틀린 `split`", "`split` 有誤"),
        "the message gives a position and a move whose cells lie in different parts" => (
            "메시지에 나온 국면에는 칸들이 서로 다른 부분에 놓이는 수가 있다",
            "訊息給出一個局面與一步其格子落在不同部分的著法",
        ),
        "a `symmetry` is wrong" => ("틀린 `symmetry`", "`symmetry` 有誤"),
        "the message gives a position and a move without an image" => {
            ("메시지에 나온 국면에는 대칭인 수가 없는 수가 있다", "訊息給出一個局面與一步沒有像的著法")
        }
        "a `measure` does not fall" => ("`measure`가 줄지 않는다", "`measure` 沒有減少"),
        "the message gives a move that does not lower it" => {
            ("메시지에 이를 줄이지 않는 수가 나온다", "訊息給出一步不使其減少的著法")
        }
        "an `invariant` fails" => ("`invariant`가 깨진다", "`invariant` 不成立"),
        "the message gives a position that breaks it" => {
            ("메시지에 이를 깨는 국면이 나온다", "訊息給出一個違反它的局面")
        }
        "a `claim` is wrong" => ("틀린 `claim`", "`claim` 有誤"),
        "the message gives the smallest counterexample, to paste back" => {
            ("메시지에 그대로 붙여 넣을 수 있는 가장 작은 반례가 나온다", "訊息給出可貼回的最小反例")
        }
        "an `expect` line fails" => ("`expect` 줄이 성립하지 않는다", "`expect` 行不成立"),
        "the message gives the answer found" => ("메시지에 찾은 답이 나온다", "訊息給出所得的答案"),
        "there is no such file" => ("그런 파일이 없다", "沒有此檔案"),
        "look at its spelling; names of the library need no `.game`" => {
            ("철자를 확인한다; 라이브러리의 이름에는 `.game`이 필요 없다", "檢查拼寫；程式庫的名稱不需 `.game`")
        }
        "a folder stands where a file is wanted, or holds no rule files" => {
            ("파일이 있어야 할 곳에 폴더가 있거나, 폴더에 규칙 파일이 없다", "需要檔案之處是資料夾，或其中沒有規則檔")
        }
        "name a file in it" => ("그 안의 파일 이름을 쓴다", "指明其中的檔案"),
        "a file cannot be read or written" => ("파일을 읽거나 쓸 수 없다", "檔案無法讀寫"),
        "look at who may" => ("권한을 확인한다", "檢查權限"),
        "a file is not UTF-8" => ("UTF-8이 아닌 파일", "檔案不是 UTF-8"),
        "save it as UTF-8" => ("UTF-8로 저장한다", "存成 UTF-8"),
        "no file or game of the library has this name" => {
            ("이런 이름의 파일이나 라이브러리 게임이 없다", "沒有此名稱的檔案或程式庫遊戲")
        }
        "the name it is near to; `grundy games` lists them" => {
            ("비슷한 이름으로; `grundy games`가 목록을 보여 준다", "改為相近的名稱；`grundy games` 會全部列出")
        }
        "the game makes no claim that could be proved" => ("게임에 증명할 주장이 없다", "遊戲沒有可證明的主張"),
        "write a `claim` line, or ask `grundy pattern`" => {
            ("`claim` 줄을 쓰거나 `grundy pattern`에 묻는다", "寫一行 `claim`，或用 `grundy pattern`")
        }
        "a game cannot be written as a function: play can return, or something is not translated" => (
            "게임을 함수로 쓸 수 없다: 국면이 되돌아오거나, 번역되지 않는 것이 있다",
            "遊戲無法寫成函式：局面會重現，或有無法轉譯之處",
        ),
        "what is named at the place; `grundy solve` answers for it" => {
            ("그 자리에 적힌 대로; `grundy solve`로는 풀 수 있다", "依該處所指；`grundy solve` 可求解")
        }
        "a move may leave the position unchanged, so that play may be endless" => {
            ("국면을 그대로 두는 수가 있어 게임이 끝나지 않을 수 있다", "有著法可能不改變局面，使遊戲可能無盡")
        }
        "forbid it in the set or guard" => ("집합이나 가드에서 막는다", "在集合或條件中禁止"),
        "a move has very many candidate binders" => ("수의 후보 조합이 너무 많다", "著法的候選組合太多"),
        "bind before filtering: `t = c + d`" => ("거르기 전에 값을 정한다: `t = c + d`", "先綁定再篩選：`t = c + d`"),
        _ => return None,
    };
    Some(row)
}
