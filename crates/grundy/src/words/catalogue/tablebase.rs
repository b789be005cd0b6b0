//! The words of tablebases, in Korean and in Chinese.

/// Korean and Chinese.
pub fn row(english: &str) -> Option<(&'static str, &'static str)> {
    let row = match english {
        "the tablebase {} says so, and the rules agree: the game is over" => {
            ("테이블베이스 {}의 값이며, 규칙과 맞다: 게임이 끝났다", "殘局庫 {} 如此說，且與規則相符：遊戲已結束")
        }
        "the tablebase {} says so of this position and of its {} options, and these agree by the rules" => (
            "테이블베이스 {}에 있는 이 국면과 그 다음 국면 {}개의 값이며, 규칙에 따라 서로 맞다",
            "殘局庫 {} 對此局面及其 {} 個後續局面如此說，且依規則彼此相符",
        ),
        "as the tablebase {} says" => ("테이블베이스 {}의 값이다", "依殘局庫 {} 所說"),
        "all {} positions were decided backwards from the endings" => {
            ("국면 {}개를 모두 끝에서부터 거꾸로 판정했다", "全部 {} 個局面都由終局倒推判定")
        }
        "{} won, {} drawn, {} lost by the player to move" => {
            ("둘 차례인 쪽의 승 {}, 무승부 {}, 패 {}", "輪到者勝 {}、平 {}、負 {}")
        }
        "{} positions, symmetric ones once: {}" => {
            ("국면 {}개 (대칭인 것은 하나로 셈): {}", "{} 個局面（對稱者只計一次）：{}")
        }
        "{}: {} bytes, {} of each position" => ("{}: {}바이트, 국면마다 {}", "{}：{} 位元組，每個局面存 {}"),
        "not finished: {}; what is done is kept, and the same command goes on" => (
            "끝나지 않음: {}. 된 것은 남아 있고, 같은 명령이 이어서 한다",
            "未完成：{}；已完成的部分保留，同一命令會接著做",
        ),
        "rules {} (sha256 {})" => ("규칙 {} (sha256 {})", "規則 {}（sha256 {}）"),
        "holds {} of every position that play leads to, in {} strata" => {
            ("플레이로 이르는 모든 국면의 {}, 층 {}개", "存所有可到達局面的 {}，共 {} 層")
        }
        "holds {} by number, for {} numbers" => ("번호 순서로 {}, 번호 {}개", "依編號存 {}，共 {} 個編號"),
        "{} symmetries; {} bytes in {} blocks" => ("대칭 {}개, {}바이트, 블록 {}개", "{} 個對稱；{} 位元組，{} 個區塊"),
        "{}: {} rows of {} columns" => ("{}: {}행 {}열", "{}：{} 列 {} 欄"),
        "{} positions with all their images" => ("대칭까지 모두 세면 국면 {}개", "連同所有對稱共 {} 個局面"),
        "  won in {}: {}" => ("  {}수에 승: {}", "  {} 步勝：{}"),
        "  lost in {}: {}" => ("  {}수에 패: {}", "  {} 步負：{}"),
        "  margin {}: {}" => ("  점수 차 {}: {}", "  分差 {}：{}"),
        "  Grundy value {}: {}" => ("  그런디 수 {}: {}", "  格蘭迪值 {}：{}"),
        "longest win, {} moves: {}, {} to move" => ("가장 긴 승, {}수: {}, {} 차례", "最長勝 {} 步：{}，輪到 {}"),
        "longest loss, {} moves: {}, {} to move" => ("가장 긴 패, {}수: {}, {} 차례", "最長負 {} 步：{}，輪到 {}"),
        "stratum {}: {} positions, {} with images; {}" => {
            ("층 {}: 국면 {}개, 대칭까지 {}개; {}", "第 {} 層：{} 個局面，連同對稱 {} 個；{}")
        }
        "the rules contradict the tablebase at the positions named" => {
            ("위의 국면에서 규칙이 테이블베이스와 어긋난다", "在所列局面，規則與殘局庫矛盾")
        }
        "{} positions agree with their moves by interpretation" => {
            ("국면 {}개가 해석한 수와 맞다", "{} 個局面經直譯與其著法相符")
        }
        "all {} positions agree with their moves by interpretation, and lengths fall on the way to the end" => (
            "국면 {}개가 모두 해석한 수와 맞고, 끝으로 갈수록 길이가 줄어든다",
            "全部 {} 個局面經直譯與其著法相符，且步數朝終局遞減",
        ),
        "all {} positions agree with their moves by interpretation; play can return, so that this is no proof" => (
            "국면 {}개가 모두 해석한 수와 맞다. 플레이가 되돌아올 수 있으므로 증명은 아니다",
            "全部 {} 個局面經直譯與其著法相符；但局面可能重現，故不是證明",
        ),
        "{} positions were compared with {}" => ("국면 {}개를 {}와(과) 비교했다", "{} 個局面已與 {} 比對"),
        "the bytes are not those that were written" => ("바이트가 쓰인 것과 다르다", "位元組與寫入時不同"),
        "accepted" => ("받아들임", "已接受"),
        "{}, {} to move: it says {}, not {}" => {
            ("{}, {} 차례: {}가 아니라 {}이어야 한다", "{}，輪到 {}：所說為 {}，應為 {}")
        }
        "{}, {} to move: an option is not in it" => {
            ("{}, {} 차례: 다음 국면 하나가 들어 있지 않다", "{}，輪到 {}：有後續局面不在其中")
        }
        "stopped: {}" => ("멈춤: {}", "已停止：{}"),
        _ => return None,
    };
    Some(row)
}
