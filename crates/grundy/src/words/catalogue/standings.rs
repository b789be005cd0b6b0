//! Why answers that are not of the solver hold, and what is said beside pictures.

/// Korean and Chinese.
pub fn row(english: &str) -> Option<(&'static str, &'static str)> {
    let row = match english {
        // Standings of other answers.
        "assumed" => ("가정", "假設"),
        "{}, for all sizes" => ("{}, 모든 크기에 대해", "{}，對所有大小"),
        "exact arithmetic on canonical forms" => ("표준형 위의 정확한 계산", "在標準形上的精確運算"),
        "exact scaffolds of the moves as written, for this komaster" => {
            ("적힌 그대로의 수에 대한 정확한 스캐폴드, 이 패 주인일 때", "依所寫著手的精確鷹架，以此方為劫主")
        }
        "exact comparison of both sides after every simplification" => {
            ("단순화할 때마다 양쪽을 정확히 비교함", "每次化簡後精確比較兩側")
        }
        "the claims of the rule file, proved at {}; other parameters were not looked at" => (
            "규칙 파일의 주장, {}에서 증명됨; 다른 매개변수는 살피지 않음",
            "規則檔的主張，在 {} 時已證明；其他參數未查看",
        ),
        "the claims of the rule file, for all sizes: {}" => {
            ("규칙 파일의 주장, 모든 크기에 대해: {}", "規則檔的主張，對所有大小：{}")
        }
        "the claims of the rule file: {} ({})" => ("규칙 파일의 주장: {} ({})", "規則檔的主張：{}（{}）"),
        "the claims of the rule file: {}" => ("규칙 파일의 주장: {}", "規則檔的主張：{}"),
        "an automaton of {} states, for all sizes ({})" => {
            ("상태 {}개의 오토마톤, 모든 크기에 대해 ({})", "{} 個狀態的自動機，對所有大小（{}）")
        }
        "an automaton of {} states, for all sizes" => {
            ("상태 {}개의 오토마톤, 모든 크기에 대해", "{} 個狀態的自動機，對所有大小")
        }
        "every move of the rules is tried; play ends: {}" => {
            ("규칙의 모든 수를 시도함; 게임은 끝남: {}", "規則的每一著都試過；對局會結束：{}")
        }
        "every move is tried; no play returns among all {} positions looked at" => (
            "모든 수를 시도함; 살펴본 국면 {}개 가운데 되돌아오는 진행은 없음",
            "每一著都試過；在查看的全部 {} 個局面中沒有對局會重複",
        ),
        "{} start positions were solved; nothing is proved of others" => (
            "시작 국면 {}개를 풀었음; 다른 것에 대해서는 증명된 것이 없음",
            "解出了 {} 個起始局面；對其他局面沒有證明任何事",
        ),
        "computed from the definition" => ("정의대로 계산함", "依定義計算"),
        "Guy and Smith's theorem, or a repeated window" => {
            ("가이와 스미스의 정리, 또는 되풀이되는 구간", "蓋伊與史密斯定理，或重複出現的區段")
        }
        "to {}" => ("{}까지", "到 {} 為止"),
        "the row mix gains at least the value against every column and the column mix loses at most the value against every row, checked in exact arithmetic" => {
            (
                "행의 혼합 전략은 어느 열에 대해서도 값 이상을 얻고 열의 혼합 전략은 어느 행에 대해서도 값 이하를 잃음을 정확한 계산으로 확인함",
                "列方混合策略對每一行至少得到此值，行方混合策略對每一列至多失去此值，已用精確運算檢查",
            )
        }
        "{} before a solution; the bounds are those of single rows and columns" => {
            ("해를 얻기 전에 {}; 경계는 행과 열 하나씩의 것임", "得到解之前{}；上下界來自單一的列與行")
        }
        "no player gains by any single choice against the other's mix, checked in exact arithmetic" => (
            "상대의 혼합 전략에 대해 어느 쪽도 선택 하나를 바꾸어 이득을 볼 수 없음을 정확한 계산으로 확인함",
            "面對對方的混合策略，任何一方改用單一選擇都不會得利，已用精確運算檢查",
        ),
        "the pure equilibria are all; {}" => ("순수 균형은 모두 나열됨; {}", "純策略均衡已全部列出；{}"),
        "backward induction over all {} nodes, every tie kept" => {
            ("마디 {}개 모두에 대한 역진 귀납, 동률은 모두 남김", "對全部 {} 個節點逆向歸納，所有平局都保留")
        }
        "more than {} different equilibrium outcomes at {}" => {
            ("{1}에서 서로 다른 균형 결과가 {0}개를 넘음", "{1} 處有超過 {0} 種不同的均衡結果")
        }
        "this is a subgame-perfect equilibrium; whether there are others is open: {}" => (
            "이것은 부분 게임 완전 균형이다; 다른 균형이 있는지는 모른다: {}",
            "這是一個子賽局完美均衡；是否還有其他均衡未知：{}",
        ),
        "the P-positions of all sums of heaps to {} were computed exactly; {} before the check was done" => (
            "{}까지의 더미로 된 모든 합의 P-국면을 정확히 계산함; 검사가 끝나기 전에 {}",
            "由大小至 {} 的堆組成的所有和，其 P 局面都已精確計算；檢查完成之前{}",
        ),
        "direct search agrees on all {} sums of at most {} beans and {} random larger ones" => (
            "콩이 많아야 {1}개인 합 {0}개 모두와 더 큰 임의의 합 {2}개에서 직접 탐색과 일치함",
            "直接搜尋在至多 {1} 顆豆的全部 {0} 個和，以及 {2} 個隨機的較大的和上都一致",
        ),
        "direct search was cut short ({})" => ("직접 탐색은 중간에 멈춤 ({})", "直接搜尋提前結束（{}）"),
        "for all heaps: the values repeat to heap {}, as far as the periodicity theorem asks (preperiod {}, period {})" => {
            (
                "모든 더미에 대해: 주기 정리가 요구하는 더미 {}까지 값이 되풀이됨 (앞부분 {}, 주기 {})",
                "對所有堆：值重複到堆 {}，已達週期定理所要求（前段 {}，週期 {}）",
            )
        }
        "for all sums of heaps to {}" => ("{}까지의 더미로 된 모든 합에 대해", "對大小至 {} 的堆的所有和"),
        "the check went through {} states and accepts" => {
            ("검사가 상태 {}개를 거쳐 받아들임", "檢查走過 {} 個狀態並接受")
        }
        "{} after {} cells" => ("칸 {1}개 뒤에 {0}", "在 {1} 格之後{0}"),
        "each of {} cells was searched" => ("칸 {}개를 하나씩 탐색함", "{} 格逐一搜尋"),
        "the period was seen in the values to {}" => ("{}까지의 값에서 주기가 보임", "在到 {} 為止的值中看到週期"),
        "every cell was solved, {} positions in all" => {
            ("모든 칸을 풀었음, 국면 모두 {}개", "每一格都已解出，共 {} 個局面")
        }
        "{} after {} of {} cells, each solved" => ("칸 {2}개 가운데 {1}개를 푼 뒤에 {0}", "{2} 格中解出 {1} 格之後{0}"),

        // What is said beside a picture.
        "no strategy is seen" => ("보이는 전략이 없음", "看不出策略"),
        "{} moves, {} of them on the board" => ("수 {}개, 그 가운데 판 위에 {}개", "{} 個著法，其中 {} 個在棋盤上"),
        "{} moves, as a table" => ("수 {}개, 표로", "{} 個著法，以表列出"),
        "{} (--pairs draws it)" => ("{} (--pairs로 그린다)", "{}（--pairs 可畫出）"),
        "{} positions, {} moves" => ("국면 {}개, 수 {}개", "{} 個局面，{} 個著法"),
        "{} positions more are not drawn" => ("국면 {}개는 더 그리지 않음", "另有 {} 個局面未畫出"),
        "more are not drawn" => ("더 있으나 그리지 않음", "其餘未畫出"),
        "{} of {} cells have a value" => ("칸 {1}개 가운데 {0}개에 값이 있음", "{1} 格中有 {0} 格有值"),
        "{} values" => ("값 {}개", "{} 個值"),
        "{} values, period {} from {}" => ("값 {0}개, {2}부터 주기 {1}", "{0} 個值，從 {2} 起週期 {1}"),
        "{} of the numbers below {}" => ("{1}보다 작은 수의 {0}", "小於 {1} 的數的{0}"),
        "Nim addition" => ("님 덧셈", "尼姆加法"),
        "Nim product" => ("님 곱셈", "尼姆乘法"),
        "mean {}, temperature {}" => ("평균 {}, 온도 {}", "均值 {}，溫度 {}"),

        // Why a certificate is accepted.
        "the labels of all {} positions fit by the rules, as only the true ones do" => (
            "국면 {}개의 표지가 모두 규칙에 맞으며, 참인 표지만 그러함",
            "全部 {} 個局面的標記都合於規則，只有真的標記才會如此",
        ),
        "every one of {} entries follows from earlier ones by the rules" => {
            ("항목 {}개가 모두 규칙에 따라 앞의 항목에서 나옴", "全部 {} 項都依規則由前面的項推出")
        }
        "by interpretation" => ("규칙을 해석하여", "以解釋規則的方式"),
        "by the moves written out; one in 1021 by interpretation too" => {
            ("풀어 쓴 수로; 1021개에 하나는 해석으로도", "以展開的著法；每 1021 項有一項另以解釋檢查")
        }
        "{}, {}" => ("{}, {}", "{}，{}"),
        "positions are sums of their parts, because every move lies within one part" => {
            ("모든 수가 한 부분 안에 있으므로 국면은 부분의 합이다", "每個著法都在一個部分之內，所以局面是各部分之和")
        }
        "positions are sums of their parts, decided on the moves written out" => {
            ("국면이 부분의 합임을 풀어 쓴 수에서 판정함", "局面是各部分之和，由展開的著法判定")
        }
        "the moves of all images of every entry were compared" => {
            ("모든 항목의 모든 상의 수를 비교함", "已比較每一項所有像的著法")
        }
        "symmetries were decided on the moves written out" => ("대칭을 풀어 쓴 수에서 판정함", "對稱由展開的著法判定"),
        "every sentence of the certificate was searched for an exception" => {
            ("증명서의 모든 문장에서 예외를 찾아봄", "已在證書的每個語句中尋找例外")
        }
        "every fact that the theorem needs was looked at" => {
            ("정리에 필요한 사실을 모두 살펴봄", "定理所需的每個事實都已查看")
        }
        "{}: {} certificates, one after the other" => ("{}: 증명서 {}개를 차례로", "{}：{} 份證書，依次檢查"),
        _ => return None,
    };
    Some(row)
}
