//! The pages in a real browser. `./test` installs Chromium and playwright-core, then runs this with `--ignored`.

use crate::samples::*;
#[allow(dead_code)]
use grundy_answer::Unwatched;
use grundy_draw::*;
use std::path::Path;
use std::process::Command;

#[test]
#[ignore = "needs Chromium and playwright-core, which ./test installs"]
fn pages_work_in_a_browser() {
    let folder = std::env::temp_dir().join(format!("grundy-pages-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    let chinese = Style { lang: Lang::Chinese, ..Style::default() };
    let plain = Style::default();
    let pages = [
        ("tree", Picture::Diagram(can_i_win(4, 8, Equal::Apart)), plain),
        ("boards", Picture::Diagram(noughts("XOXOX..O.")), plain),
        ("loopy", Picture::Diagram(loopy()), plain),
        ("hostile", Picture::Diagram(hostile()), plain),
        ("wide", Picture::Diagram(wide()), chinese),
        ("heat", Picture::Heat(wythoff(9, Show::Grundy)), plain),
        ("large", Picture::Diagram(large_tree(3000)), plain),
    ];
    for (name, picture, style) in &pages {
        let page = draw(picture, Format::Html, style, &Fonts::embedded(), &Unwatched).expect("it can be drawn");
        std::fs::write(folder.join(format!("{name}.html")), page).expect("the page can be written");
    }
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/browser");
    let run = Command::new("node")
        .args(["--test", "page.test.mjs"])
        .current_dir(script)
        .env("GRUNDY_PAGES", &folder)
        .output()
        .expect("node runs");
    assert!(run.status.success(), "{}", String::from_utf8_lossy(&run.stdout));
    std::fs::remove_dir_all(&folder).expect("the folder can be removed");
}

fn tree_of(lines: &[&str]) -> Diagram {
    let node = |line: &&str| Node { value: "1".into(), lines: vec![line.to_string()], ..Node::default() };
    let edge = |to: usize| Edge { from: 0, to, text: lines[to].to_string(), ..Edge::default() };
    Diagram {
        title: lines[0].to_string(),
        nodes: lines.iter().map(node).collect(),
        edges: (1..lines.len()).map(edge).collect(),
        roots: vec![0],
        ..Diagram::default()
    }
}

fn hostile() -> Diagram {
    tree_of(&[
        "<script>alert(1)</script>",
        "</script><script>window.harmed=1</script>",
        "<img src=x onerror=window.harmed=1>",
        "{{data}} ]]> --> <!-- &lt;b&gt;",
        "\u{202e}right to left\u{0}",
    ])
}

fn wide() -> Diagram {
    tree_of(&["龜兔賽跑的先手必勝策略", "먼저 두는 사람이 이긴다", "WWWWWWWWWWWWWWWW", "👩‍👩‍👧‍👦🀄🃏", "ﷺ ﷽ क्ष्म"])
}

fn large_tree(count: usize) -> Diagram {
    Diagram {
        nodes: (0..count).map(|n| Node { value: n.to_string(), ..Node::default() }).collect(),
        edges: (1..count).map(|to| Edge { from: (to - 1) / 3, to, ..Edge::default() }).collect(),
        roots: vec![0],
        ..Diagram::default()
    }
}
