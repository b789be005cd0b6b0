//! The real binary: `grundy draw`. What is expected comes from brute force written here or from the literature.

use super::program::output;
use serde_json::Value;
use std::path::PathBuf;
use std::process::{Command, Output};

fn grundy(arguments: &[&str]) -> Output {
    output(&[&["draw"], arguments].concat(), b"")
}

fn json(args: &[&str]) -> Value {
    let output = grundy(&[args, &["--json"]].concat());
    serde_json::from_slice(&output.stdout).unwrap_or_else(|error| panic!("{args:?}: {error}"))
}

fn text(args: &[&str]) -> String {
    String::from_utf8(grundy(args).stdout).expect("text")
}

/// A folder of its own for each test.
fn folder(name: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("grundy-draw-{}-{name}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    folder
}

/// Numbers up to `n`, each once, to reach `total`: nodes of the tree below `used`.
fn tree_size(n: u32, total: u32, used: u32) -> u64 {
    let sum: u32 = (1..=n).filter(|k| used >> k & 1 == 1).sum();
    if sum >= total {
        return 1;
    }
    1 + (1..=n).filter(|k| used >> k & 1 == 0).map(|k| tree_size(n, total, used | 1 << k)).sum::<u64>()
}

fn wins(n: u32, total: u32, used: u32) -> bool {
    let sum: u32 = (1..=n).filter(|k| used >> k & 1 == 1).sum();
    sum < total && (1..=n).any(|k| used >> k & 1 == 0 && !wins(n, total, used | 1 << k))
}

/// Nodes of the tree in which the winner makes one winning move, the first, and the loser every move.
fn strategy_size(n: u32, total: u32, used: u32) -> u64 {
    let sum: u32 = (1..=n).filter(|k| used >> k & 1 == 1).sum();
    if sum >= total {
        return 1;
    }
    let mut moves = (1..=n).filter(|k| used >> k & 1 == 0).map(|k| used | 1 << k);
    if wins(n, total, used) {
        let best = moves.find(|&next| !wins(n, total, next)).expect("a winning move");
        return 1 + strategy_size(n, total, best);
    }
    1 + moves.map(|next| strategy_size(n, total, next)).sum::<u64>()
}

#[test]
fn trees_stop_where_the_game_is_over() {
    let folder = folder("sizes");
    for (n, total, known) in [(4, 8, 53), (4, 9, 59), (5, 12, 242)] {
        assert_eq!(tree_size(n, total, 0), known);
        let file = folder.join(format!("{n}-{total}.svg"));
        let position = format!("n = {n}, total = {total}");
        let answer = json(&["tree", "can-i-win", &position, "-o", file.to_str().unwrap()]);
        assert_eq!((&answer["nodes"], &answer["edges"]), (&known.into(), &(known - 1).into()));
        assert_eq!(answer["whole"], true);
        let svg = std::fs::read_to_string(&file).expect("the file");
        assert!(svg.starts_with("<svg") || svg.starts_with("<?xml"));
        assert!(svg.trim_end().ends_with("</svg>"));
    }
    let graph = json(&["graph", "can-i-win", "n = 5, total = 12"]);
    // Every set of used numbers that play can reach.
    let mut reached = [false; 64];
    let mut waiting = vec![0u32];
    while let Some(used) = waiting.pop() {
        let sum: u32 = (1..=5).filter(|k| used >> k & 1 == 1).sum();
        if !std::mem::replace(&mut reached[used as usize], true) && sum < 12 {
            waiting.extend((1..=5).filter(|k| used >> k & 1 == 0).map(|k| used | 1 << k));
        }
    }
    assert_eq!(graph["nodes"], reached.iter().filter(|reached| **reached).count());
    std::fs::remove_dir_all(folder).expect("removed");
}

#[test]
fn a_strategy_answers_every_move() {
    for (n, total) in [(4, 8), (4, 9), (5, 12), (6, 15)] {
        let position = format!("n = {n}, total = {total}");
        let answer = json(&["tree", "can-i-win", &position, "--best"]);
        assert_eq!(answer["nodes"], strategy_size(n, total, 0), "{position}");
        assert_eq!(answer["hidden"], 0);
    }
}

#[test]
fn what_is_left_out_is_counted() {
    for limit in ["1", "7", "100"] {
        let answer = json(&["tree", "can-i-win", "n = 5, total = 12", "--collapse", limit]);
        assert_eq!(answer["nodes"].as_u64().unwrap() + answer["hidden"].as_u64().unwrap(), tree_size(5, 12, 0));
        assert_eq!(answer["whole"], false);
    }
    let answer = json(&["tree", "can-i-win", "n = 5, total = 12", "--depth", "2"]);
    assert_eq!(answer["nodes"], 1 + 5 + 5 * 4);
    assert_eq!(answer["hidden"], tree_size(5, 12, 0) - 26);
    // Nim on one heap of n has 2^n ways to play on, at every point.
    let answer = json(&["tree", "nim", "Nim(40)", "--collapse", "50"]);
    assert_eq!(answer["hidden"], (1u64 << 40) - 50);
}

#[test]
fn values_labels_and_moves_are_shown() {
    let tree = text(&["tree", "can-i-win", "n = 3, total = 5", "--label", "sum := sum(k in 1..n if k not in free: k)"]);
    assert!(tree.contains("sum = 0") && tree.contains("sum = 5"), "{tree}");
    assert_eq!(tree.matches("pick(").count() as u64, tree_size(3, 5, 0) - 1, "{tree}");
    let (won, lost) = (tree.contains("[1] {1, 2, 3}"), tree.contains("[0] {1, 2, 3}"));
    assert_eq!((won, lost), (wins(3, 5, 0), !wins(3, 5, 0)), "{tree}");
    let wrong = json(&["tree", "nim", "3", "--label", "m + 1"]);
    assert_eq!(wrong["error"]["code"], "E08");
}

#[test]
fn sums_forget_the_parts_that_are_over() {
    // Kayles(3): 3; 2; 1 + 1; 1; nothing.
    assert_eq!(json(&["graph", "kayles", "3"])["nodes"], 5);
    // Multisets of at most three heaps below 1 + 2 + 3, nonempty ones and the end, by hand for 1 + 2:
    // {1,2} {2} {1,1} {1} {}.
    assert_eq!(json(&["graph", "Nim(1) + Nim(2)"])["nodes"], 5);
}

#[test]
fn boards_carry_the_worth_of_each_move() {
    let board = text(&["board", "tic-tac-toe", "XX.|OO.|..."]);
    // X wins at once in the first row; only stopping O's row is not lost then, and it is a draw.
    assert!(board.contains("│ X │ X │ W │") && board.contains("│ O │ O │ D │") && board.contains("│ L │ L │ L │"));
    let heaps = json(&["board", "Nim(3) + Nim(5) + Nim(7)"]);
    assert_eq!((&heaps["moves"], &heaps["placed"]), (&15.into(), &15.into()));
    // The one winning bite of the 3 x 4 bar is (1, 2) (Winning Ways ch. 18).
    let chomp = text(&["board", "chomp", "R = 3, C = 4"]);
    let rows: Vec<&str> = chomp.lines().filter(|line| line.starts_with('│')).collect();
    let zeros: Vec<(usize, usize)> = (0..3)
        .flat_map(|row| (0..4).map(move |column| (row, column)))
        .filter(|&(row, column)| rows[row].split('│').nth(column + 1).is_some_and(|cell| cell.trim() == "0"))
        .collect();
    assert_eq!(zeros, [(1, 2)], "{chomp}");
}

#[test]
fn a_map_shows_the_golden_section() {
    let map = text(&["heat", "wythoff", "--over", "p[0]=0..30,p[1]=0..30", "--show", "outcome"]);
    let rows: Vec<Vec<&str>> = map
        .lines()
        .filter_map(|line| line.split_once('│'))
        .map(|(_, cells)| cells.split_whitespace().collect())
        .collect();
    assert_eq!(rows.len(), 31, "{map}");
    let golden = (1.0 + 5f64.sqrt()) / 2.0;
    for (up, row) in rows.iter().rev().enumerate() {
        for (right, cell) in row.iter().enumerate() {
            let (low, high) = (up.min(right), up.max(right));
            let lost = ((high - low) as f64 * golden).floor() as usize == low;
            assert_eq!(*cell == "P", lost, "({right}, {up})");
        }
    }
    let over_parameters = json(&["heat", "can-i-win", "--over", "n=1..5,total=1..12", "--show", "outcome"]);
    assert_eq!((&over_parameters["cells"], &over_parameters["solved"]), (&60.into(), &60.into()));
}

#[test]
fn sequences_mark_their_period() {
    // Guy and Smith 1956: Kayles has period 12, the last exception is 70, and there are fourteen with 0.
    let answer = json(&["sequence", "0.77", "--to", "300"]);
    assert_eq!((&answer["period"], &answer["preperiod"]), (&12.into(), &71.into()));
    assert_eq!((&answer["exceptions"], &answer["computed"]), (&14.into(), &301.into()));
    assert_eq!(answer["standing"]["kind"], "proved");
    let by_rules = json(&["sequence", "kayles", "--to", "300"]);
    assert_eq!((&by_rules["period"], &by_rules["exceptions"]), (&12.into(), &14.into()));
    assert_eq!(by_rules["standing"]["kind"], "checked");
}

#[test]
fn thermographs_and_tables() {
    // {2 || 1 | 0}: Left's wall is 2 - t, Right's is min(1, 1/2 + t) from {1|0}; they meet at t = 3/4.
    let answer = json(&["thermograph", "{2||1|0}"]);
    assert_eq!((&answer["mean"], &answer["temperature"]), (&"5/4".into(), &"3/4".into()));
    assert_eq!(grundy(&["thermograph", "on"]).status.code(), Some(2));
    // Conway, ONAG ch. 6: 2 x 2 = 3, 2 x 3 = 1, 3 x 3 = 2.
    let table = text(&["matrix", "nimproduct", "--size", "4"]);
    assert!(table.contains("2 │ 0 2 3 1") && table.contains("3 │ 0 3 1 2"), "{table}");
}

#[test]
fn every_format_and_language() {
    let folder = folder("formats");
    for (extension, opening) in [
        ("svg", "<"),
        ("html", "<!"),
        ("dot", "digraph"),
        ("tikz", "%"),
        ("tex", "%"),
        ("txt", ""),
        ("png", "\u{89}PNG"),
    ] {
        for lang in ["en", "ko", "zh"] {
            let file = folder.join(format!("{lang}.{extension}"));
            let output = grundy(&["tree", "nim", "Nim(2)", "--lang", lang, "-o", file.to_str().unwrap()]);
            assert_eq!(output.status.code(), Some(0), "{extension}");
            let bytes = std::fs::read(&file).expect("the file");
            let start: String = bytes.iter().take(8).map(|&byte| byte as char).collect();
            assert!(start.trim_start().starts_with(opening) || extension.starts_with('t'), "{extension}: {start}");
        }
    }
    let names: Vec<String> = std::fs::read_dir(&folder)
        .expect("the folder")
        .map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned())
        .collect();
    assert_eq!(names.len(), 21, "{names:?}");
    assert!(names.iter().all(|name| !name.contains("part")), "{names:?}");
    std::fs::remove_dir_all(folder).expect("removed");
}

#[test]
fn mistakes_leave_no_file() {
    let folder = folder("mistakes");
    let missing = folder.join("no such folder").join("x.svg");
    assert_eq!(grundy(&["tree", "nim", "Nim(2)", "-o", missing.to_str().unwrap()]).status.code(), Some(2));
    let unknown = folder.join("x.jpeg");
    assert_eq!(grundy(&["tree", "nim", "Nim(2)", "-o", unknown.to_str().unwrap()]).status.code(), Some(2));
    let board = folder.join("x.dot");
    assert_eq!(grundy(&["board", "nim", "Nim(2)", "-o", board.to_str().unwrap()]).status.code(), Some(2));
    assert_eq!(grundy(&["tree", "nim", "Nim(2)", "--format", "png"]).status.code(), Some(2));
    for over in ["x=0..3", "n=3..1", "n", "n=0..3,n=0..3,n=0..3", "n=0..99999999999"] {
        assert_eq!(grundy(&["heat", "nim", "--over", over]).status.code(), Some(2), "{over}");
    }
    assert_eq!(std::fs::read_dir(&folder).expect("the folder").count(), 0);
    std::fs::remove_dir_all(folder).expect("removed");
}

#[test]
fn a_title_stays_text() {
    let page = text(&["tree", "nim", "Nim(2)", "--title", "<script>alert(1)</script>", "--format", "html"]);
    assert!(page.contains("alert(1)") && !page.contains("<script>alert(1)"));
}

#[test]
fn a_limit_gives_what_is_known() {
    let output = grundy(&["tree", "connect4", "--depth", "1", "--time", "0.2", "--json"]);
    assert_eq!(output.status.code(), Some(3));
    let answer: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!(answer["nodes"], 8);
    assert_eq!(answer["standing"]["kind"], "checked");
}

#[test]
fn a_strategy_makes_progress_where_play_can_return() {
    // On a path the cop walks towards the robber, who can only step back and forth at its end: a finite tree.
    let answer = json(&["tree", "cops-and-robbers", "--best"]);
    assert_eq!((&answer["whole"], &answer["hidden"]), (&true.into(), &0.into()));
    assert_eq!(json(&["tree", "cops-and-robbers", "--collapse", "100"])["whole"], false);
}

#[test]
fn too_much_is_refused_at_once() {
    let answer = json(&["tree", "nim", "Nim(1000000000)"]);
    assert_eq!(answer["error"]["code"], "picture");
}

/// The text without how many positions a search took, which may become fewer.
fn without_counts(svg: &str) -> String {
    let mut parts = svg.split(" positions");
    let first = parts.next().unwrap_or_default().to_string();
    parts.fold(first, |text, part| text.trim_end_matches(|c: char| c.is_ascii_digit()).to_string() + part)
}

#[test]
fn the_gallery_is_what_its_commands_draw() {
    let docs = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../docs");
    let page = std::fs::read_to_string(docs.join("gallery.md")).expect("the page");
    let folder = folder("gallery");
    let binary = PathBuf::from(env!("CARGO_BIN_EXE_grundy"));
    let mut count = 0;
    for command in page.lines().filter(|line| line.starts_with("grundy draw ")) {
        let arguments = command.strip_prefix("grundy ").expect("checked above");
        let line = format!("'{}' {arguments}", binary.display());
        let status = Command::new("sh").arg("-c").arg(&line).current_dir(&folder).output().expect("a shell").status;
        assert!(status.success(), "{command}");
        let name = command.rsplit(' ').next().expect("a file");
        let read = |path: PathBuf| without_counts(&std::fs::read_to_string(path).expect("a picture"));
        assert!(read(folder.join(name)) == read(docs.join("gallery").join(name)), "{name}: run docs/gallery.sh");
        count += 1;
    }
    assert_eq!(count, 26);
    std::fs::remove_dir_all(folder).expect("removed");
}

/// The four smallest boards by hand: two upright dominoes against one flat, and so on.
#[test]
fn partizan_nodes_show_canonical_values() {
    let drawn = text(&["tree", "domineering", "R = 2, C = 2", "--depth", "1"]);
    assert!(drawn.contains("+-1"), "{drawn}");
    assert!(drawn.contains(" 1"), "{drawn}");
    let board = text(&["board", "domineering", "R = 2, C = 3"]);
    // Upright in the middle leaves two columns, each worth 1; at an end it leaves a square, worth +-1.
    assert!(board.contains("+-1") && board.contains('2'), "{board}");
    let graph = json(&["graph", "amazons", "W..B|....", "--collapse", "40"]);
    assert_eq!(graph["nodes"], 40, "values out of reach leave the picture as it is");
}

#[test]
fn thermographs_of_positions() {
    let answer = json(&["thermograph", "Domineering(R=2, C=3)"]);
    // {2 | -1/2}: the mean is 3/4, the temperature half the distance.
    assert_eq!((answer["mean"].as_str(), answer["temperature"].as_str()), (Some("3/4"), Some("5/4")));
}

#[test]
fn rows_that_part_are_rows_of_pins() {
    let answer = json(&["board", "kayles", "5"]);
    // One pin at five places, two at four.
    assert_eq!((&answer["moves"], &answer["placed"]), (&Value::from(9), &Value::from(9)));
    let drawn = text(&["board", "kayles", "5"]);
    let line = |name: &str| drawn.lines().find(|line| line.contains(name)).unwrap_or_else(|| panic!("{name}: {drawn}"));
    // Values of what is left, by Guy and Smith's table 0 1 2 3 1: 4, 1+3, 2+2 and so on.
    let marks = |name: &str| -> Vec<String> {
        let rest = line(name).split(name).nth(1).unwrap_or_default();
        rest.split(|c: char| !c.is_ascii_digit()).filter(|word| !word.is_empty()).map(str::to_string).collect()
    };
    assert_eq!(marks("−1"), ["1", "2", "0", "2", "1"]);
    assert_eq!(marks("−2"), ["3", "3", "3", "3"]);
}

/// Edges of a list that a set of places is about are lines in the colour they are called by; blue over red is worth 1/2, red alone falls to 0.
#[test]
fn edges_with_hues_are_lines() {
    let answer = json(&["board", "hackenbush", "edges=[(0, 1, Blue), (1, 2, Red), (0, 3, Green)]", "--format", "svg"]);
    assert_eq!((&answer["moves"], &answer["placed"]), (&Value::from(2), &Value::from(2)));
    let svg = answer["picture"].as_str().expect("a picture");
    // Left cuts blue, which leaves *, or green, which leaves 1/2.
    assert!(svg.contains(">*<") && svg.contains(">1/2<"), "{svg}");
    for hue in ["#1f5fbf", "#c82a2a", "#2e8b3d"] {
        assert_eq!(svg.matches(&format!("stroke=\"{hue}\"")).count(), 1, "{hue}: {svg}");
    }
}

/// Fields that are cells stand as tokens in the picture of the set or array beside them, whose numbers stay; tuples are
/// stones. The positions are written here, so each cell is known.
#[test]
fn cells_and_tuples_are_pieces_on_the_board() {
    let rows = |args: &[&str]| -> Vec<Vec<String>> {
        let drawn = text(args);
        let cells = |line: &str| line.trim_matches('│').split('│').map(|cell| cell.trim().to_string()).collect();
        drawn.lines().filter(|line| line.starts_with('│')).map(cells).collect()
    };
    let piece = |cell: &String| cell.split(':').next().unwrap_or_default().to_string();
    let ball = rows(&["board", "phutball", "Phutball(\".o...\", (0, 2), R=1, C=5)"]);
    assert_eq!((ball.len(), ball[0].len()), (1, 5), "{ball:?}");
    assert_eq!((piece(&ball[0][1]).as_str(), ball[0][2].as_str()), ("o", "B"), "{ball:?}");
    let kings = rows(&["board", "krk", "Krk((2, 2), (3, 1), (0, 0), N=4)"]);
    assert_eq!([&kings[2][2], &kings[3][1], &kings[0][0]].map(piece), ["K", "R", "k"], "{kings:?}");
    let built = rows(&["board", "santorini", "Santorini([(0, 0), (1, 1)], [[1, 1], [0, 2]], R=2, C=2)"]);
    let pieces: Vec<String> = built.iter().flatten().map(piece).collect();
    assert_eq!([&pieces[0], &pieces[3]], ["L1", "R2"], "{built:?}");
    let men = "Checkers([none, none, none, none, (Right, false), (Right, false), (Left, true), none])";
    let pieces: Vec<String> = rows(&["board", "checkers", men])[2..].iter().flatten().map(piece).collect();
    assert_eq!(pieces, ["▒", "R", "▒", "R", "L○", "▒", "", "▒"]);
    let svg = text(&["board", "checkers", men, "--format", "svg"]);
    assert!(!svg.contains("(Left"), "{svg}");
}

/// A graph without directions has one line for each edge, a disc for each vertex, and no arrow head.
#[test]
fn an_edge_without_direction_is_one_line() {
    let svg = text(&["board", "graph-col", "GraphCol(\"L....\", G=\"0-1-2-3-4-0, 1-3\")", "--format", "svg"]);
    let lines = svg.matches("fill=\"none\" stroke").count();
    // An arrow head is a filled path.
    assert_eq!((lines, svg.matches("<path").count()), (6, 6), "{svg}");
    // Five vertices, on one of which a stone stands.
    assert_eq!(svg.matches("<circle").count(), 6, "{svg}");
    // A number that merely lies among the vertices is no token: all men are still to be set.
    let men = text(&["board", "six-mens-morris", "--time", "1", "--format", "svg"]);
    assert_eq!((men.matches("<circle").count(), men.contains(">U<")), (16, false), "{men}");
}

#[test]
fn pictures_grow_right_when_asked() {
    let folder = folder("right");
    for way in ["down", "right"] {
        let file = folder.join(format!("{way}.svg"));
        json(&["tree", "can-i-win", "n = 4, total = 8", "--direction", way, "-o", file.to_str().expect("UTF-8")]);
    }
    let size = |way: &str| -> (f64, f64) {
        let svg = std::fs::read_to_string(folder.join(format!("{way}.svg"))).expect("it was written");
        let number = |key: &str| {
            let from = svg.find(key).expect("a size") + key.len();
            svg[from..].split('"').next().and_then(|word| word.parse().ok()).expect("a number")
        };
        (number(" width=\""), number(" height=\""))
    };
    let (down, right) = (size("down"), size("right"));
    assert!(down.0 > down.1 && right.1 > right.0, "{down:?} {right:?}");
    assert!(text(&["graph", "nim", "3", "--direction", "right", "--format", "dot"]).contains("rankdir=LR"));
    std::fs::remove_dir_all(folder).expect("the folder can be removed");
}

/// Pages as the program writes them, in a real browser. `./test` installs Chromium and playwright-core first.
#[test]
#[ignore = "needs Chromium and playwright-core, which ./test installs"]
fn pages_work_in_a_browser() {
    let folder = folder("pages");
    let rules = "game Angles\n  state s: set of 0..2 = all show \".<\"\n  move take(k in s): s -= {k}\n";
    std::fs::write(folder.join("angles.game"), rules).expect("a file");
    let angles = folder.join("angles.game");
    let pages: [(&str, &[&str]); 5] = [
        ("tree", &["tree", "can-i-win", "n = 4, total = 8"]),
        ("right", &["tree", "can-i-win", "n = 4, total = 8", "--direction", "right"]),
        ("partizan", &["tree", "domineering", "R = 2, C = 3"]),
        ("heat", &["heat", "wythoff", "--over", "p[0]=0..9,p[1]=0..9"]),
        (
            "hostile",
            &["graph", angles.to_str().expect("UTF-8"), "--title", "</title><script>window.harmed = 1</script>"],
        ),
    ];
    for (name, arguments) in pages {
        let file = folder.join(format!("{name}.html"));
        let drawn = grundy(&[arguments, &["-o", file.to_str().expect("UTF-8")]].concat());
        assert!(drawn.status.success(), "{}", String::from_utf8_lossy(&drawn.stderr));
    }
    let scripts = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../draw/tests/browser");
    let run = Command::new("node")
        .args(["--test", "program.test.mjs"])
        .current_dir(scripts)
        .env("GRUNDY_PAGES", &folder)
        .output()
        .expect("node runs");
    assert!(run.status.success(), "{}", String::from_utf8_lossy(&run.stdout));
    std::fs::remove_dir_all(&folder).expect("the folder can be removed");
}
