//! What is proved of rules, in Korean and in Chinese.

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
        _ => return None,
    };
    Some(row)
}
