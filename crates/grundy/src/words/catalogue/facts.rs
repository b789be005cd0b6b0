//! What is proved of rules, sequences and patterns, in Korean and in Chinese.

/// Korean and Chinese.
pub fn row(english: &str) -> Option<(&'static str, &'static str)> {
    let row = match english {
        "unknown" => ("모름", "未知"),
        "impartial" => ("공평", "公平"),
        "mover free" => ("둘 차례와 무관", "與輪到誰無關"),
        "player-symmetric" => ("두 쪽이 대칭", "雙方對稱"),
        "ends after at most {} moves" => ("많아야 {}수 안에 끝남", "至多 {} 步結束"),
        "play ends" => ("반드시 끝남", "必會結束"),
        "bounded fields" => ("필드가 유계", "欄位有界"),
        "independent axes" => ("서로 독립인 축", "各軸獨立"),
        "heap form" => ("더미 꼴", "堆形式"),
        "heap form {}" => ("더미 꼴 {}", "堆形式 {}"),
        "claimed split holds" => ("적힌 분할이 성립", "所述分割成立"),
        "claimed symmetry holds" => ("적힌 대칭이 성립", "所述對稱成立"),
        "split found" => ("찾은 분할", "找到的分割"),
        "symmetry found" => ("찾은 대칭", "找到的對稱"),
        "falls apart into a sum" => ("합으로 나뉨", "可分為和"),
        "has symmetries" => ("대칭이 있음", "具有對稱"),
        "who cannot move loses" => ("둘 수 없는 쪽이 진다", "無法行動者敗"),
        "who cannot move wins" => ("둘 수 없는 쪽이 이긴다", "無法行動者勝"),
        "points decide when nobody can move" => ("둘 수 없으면 점수로 가린다", "無法行動時以分數定勝負"),
        "the rules say when it ends and who wins" => {
            ("언제 끝나고 누가 이기는지 규칙이 말한다", "何時結束、誰勝由規則明定")
        }
        // Sequences.
        "values" => ("값", "值"),
        "outcomes" => ("결과 유형", "結果類型"),
        "period" => ("주기", "週期"),
        "fact" => ("사실", "事實"),
        "exceptions" => ("예외", "例外"),
        "computed" => ("계산", "計算"),
        "stopped" => ("중단", "中斷"),
        "at" => ("그 크기", "該大小"),
        "losing" => ("지는 더미", "必敗堆"),
        "no period proved to {}" => ("{}까지 증명된 주기 없음", "到 {} 為止沒有已證明的週期"),
        "{} values: {}" => ("값 {}개: {}", "{} 個值：{}"),
        "{} is beyond the {} values computed, and no period is proved" => {
            ("{}은(는) 계산한 값 {}개를 넘고, 증명된 주기가 없다", "{} 超出已計算的 {} 個值，且沒有已證明的週期")
        }
        "{} of the heaps 1..{} ({})" => ("더미 1..{1} 가운데 {0}개 ({2})", "堆 1..{1} 中有 {0} 個（{2}）"),
        "no certificate: {}" => ("증명서 없음: {}", "沒有證書：{}"),
        "certificate: {}" => ("증명서: {}", "證書：{}"),
        "last exception {}" => ("마지막 예외 {}", "最後的例外 {}"),
        "no exception" => ("예외 없음", "沒有例外"),
        ", saltus {}" => (", 도약 {}", "，跳躍 {}"),
        "{}{}, preperiod {}, {}" => ("{}{}, 전주기 {}, {}", "{}{}，前週期 {}，{}"),
        " and {} more" => (" 외 {}개", " 等另外 {} 個"),
        // Patterns.
        "lost exactly where {}" => ("다음일 때 그리고 그때에만 진다: {}", "恰在此時為敗：{}"),
        "Grundy value: {}" => ("그런디 수: {}", "格蘭迪值：{}"),
        "an automaton without a short name (--dot draws it)" => {
            ("짧은 이름이 없는 오토마톤 (--dot이 그린다)", "沒有簡短名稱的自動機（--dot 可畫出）")
        }
        "proved for all sizes at {}" => ("{}일 때 모든 크기에 대해 증명됨", "在 {} 時已對所有大小證明"),
        "{} states in {}, learned from numbers of {} digits" => {
            ("상태 {}개 ({}), {}자리 수에서 배움", "{} 個狀態（{}），由 {} 位數學得")
        }
        "{} at {}" => ("{} ({})", "{}（{}）"),
        "no proof: {}" => ("증명 없음: {}", "沒有證明：{}"),
        "no pattern: outside arithmetic at {}: {}" => {
            ("규칙성 없음: {}에서 산술을 벗어남: {}", "沒有規律：在 {} 處超出算術：{}")
        }
        "no pattern found: {}" => ("규칙성을 찾지 못함: {}", "沒有找到規律：{}"),
        "observed: {}" => ("관찰됨: {}", "觀察到：{}"),
        "no pattern shows in {} start positions" => {
            ("시작 국면 {}개에서 규칙성이 보이지 않음", "在 {} 個起始局面中看不出規律")
        }
        "except: {}" => ("예외: {}", "例外：{}"),
        "also fits at first: {}; fails at {}" => {
            ("처음에는 이것도 맞음: {}; {}에서 어긋남", "起初也符合：{}；在 {} 不符")
        }
        _ => return None,
    };
    Some(row)
}
