//! The server of the page as the real binary: what it sends, what it refuses, and that it goes on whatever it is sent.

use super::library::root;
use super::program::{file, grundy, json};
use serde_json::{Value, json as object};
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// A server of its own on a free port; it ends with the test.
struct Served {
    child: Child,
    address: String,
}

impl Drop for Served {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn serve(arguments: &[&str]) -> Served {
    let mut command = Command::new(env!("CARGO_BIN_EXE_grundy"));
    command.args(["web", "--port", "0"]).args(arguments).stdout(Stdio::piped()).stderr(Stdio::null());
    let mut child = command.spawn().expect("the program runs");
    let mut line = String::new();
    BufReader::new(child.stdout.take().expect("piped")).read_line(&mut line).expect("an address");
    let address = line.trim().trim_start_matches("http://").trim_end_matches('/').to_string();
    Served { child, address }
}

/// The status and the whole text of an answer.
type Reply = (u16, String);

impl Served {
    fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(&self.address).expect("it listens");
        stream.set_read_timeout(Some(Duration::from_secs(40))).expect("a timeout");
        stream
    }

    fn send(&self, head: &str, body: &[u8]) -> TcpStream {
        let mut stream = self.connect();
        let length = body.len();
        let head = format!("{head}\r\nHost: {}\r\nConnection: close\r\nContent-Length: {length}\r\n\r\n", self.address);
        // Who is refused early is not read to the end.
        let _ = stream.write_all(head.as_bytes()).and_then(|()| stream.write_all(body));
        stream
    }

    fn get(&self, path: &str) -> Reply {
        read(self.send(&format!("GET {path} HTTP/1.1"), b""))
    }

    fn post(&self, body: &[u8], headers: &str) -> TcpStream {
        self.send(&format!("POST /ask HTTP/1.1{headers}"), body)
    }

    fn ask(&self, question: &Value) -> Reply {
        read(self.post(question.to_string().as_bytes(), JSON))
    }

    /// The data of the events of an answer by name.
    fn events(&self, question: &Value) -> Vec<(String, Value)> {
        let (status, text) = self.ask(question);
        assert_eq!(status, 200, "{text}");
        events(&text)
    }

    /// A small question is answered, and soon.
    fn is_well(&self) {
        let began = Instant::now();
        let events = self.events(&look("game A; state n: nat; move take(k in 1..n): n -= k", "3"));
        assert_eq!(events.last().map(|(name, _)| name.as_str()), Some("done"));
        let solved = events.iter().find(|(name, _)| name == "solved").expect("who wins");
        assert_eq!(solved.1["json"]["winner"], "first");
        assert!(began.elapsed() < Duration::from_secs(5), "{:?}", began.elapsed());
    }

    /// Process numbers of its workers.
    fn workers(&self) -> Vec<u32> {
        let processes = std::fs::read_dir("/proc").expect("Linux").flatten();
        let number = |entry: std::fs::DirEntry| entry.file_name().to_str()?.parse::<u32>().ok();
        let parent = |number: &u32| {
            let status = std::fs::read_to_string(format!("/proc/{number}/stat")).unwrap_or_default();
            let rest = status.rsplit(')').next().unwrap_or_default().to_string();
            rest.split_whitespace().nth(1).and_then(|parent| parent.parse::<u32>().ok()) == Some(self.child.id())
        };
        processes.filter_map(number).filter(parent).collect()
    }
}

const JSON: &str = "\r\nContent-Type: application/json";

fn look(rules: &str, position: &str) -> Value {
    object!({ "ask": "look", "seconds": 3, "matter": { "rules": rules, "position": position } })
}

fn read(mut stream: TcpStream) -> Reply {
    let mut bytes = Vec::new();
    let _ = stream.read_to_end(&mut bytes);
    let text = String::from_utf8_lossy(&bytes).into_owned();
    let status = text.split(' ').nth(1).and_then(|status| status.parse().ok()).unwrap_or(0);
    (status, text)
}

/// Events of a text in chunks: data lines are whole within one chunk.
fn events(text: &str) -> Vec<(String, Value)> {
    let mut found = Vec::new();
    let mut name = String::new();
    for line in text.lines() {
        if let Some(event) = line.strip_prefix("event: ") {
            name = event.to_string();
        } else if let Some(data) = line.strip_prefix("data: ") {
            found.push((name.clone(), serde_json::from_str(data).unwrap_or(Value::Null)));
        }
    }
    found
}

fn connect4() -> String {
    std::fs::read_to_string(root().join("games/connect4.game")).expect("readable")
}

/// What can be written at a place is what the library says, in a text with mistakes and wide characters too.
#[test]
fn what_fits_a_place_is_said() {
    let served = serve(&[]);
    let rules = "# 돌 🎲\ngame A\n  state heap: nat\n  move take(k in 1..he";
    let asked = object!({ "ask": "complete", "at": rules.len(), "matter": { "rules": rules } });
    let events = served.events(&asked);
    let names = &events.iter().find(|(name, _)| name == "answer").expect("an answer").1["names"];
    assert!(names.as_array().is_some_and(|names| names.contains(&object!("heap"))), "{names}");
    for at in [0, 3, 7, 999_999] {
        let events = served.events(&object!({ "ask": "complete", "at": at, "matter": { "rules": rules } }));
        assert_eq!(events.last().map(|(name, _)| name.as_str()), Some("done"));
    }
}

#[test]
fn the_page_has_its_headers_and_names_no_path() {
    let served = serve(&[]);
    let (status, page) = served.get("/");
    assert_eq!(status, 200);
    for header in ["content-security-policy: default-src 'none'", "x-content-type-options: nosniff"] {
        assert!(page.to_lowercase().contains(header), "{page}");
    }
    assert!(!page.contains("unsafe-inline"), "no inline scripts");
    for path in ["/main.js", "/style.css", "/icon.svg", "/library"] {
        assert_eq!(served.get(path).0, 200, "{path}");
    }
    for path in ["/nothing", "/../Cargo.toml", "/%2e%2e/Cargo.toml", "/ask"] {
        let (status, text) = served.get(path);
        assert!((400..500).contains(&status), "{path}: {status}");
        assert!(!text.contains(env!("CARGO_MANIFEST_DIR")));
    }
    served.is_well();
}

/// The book is served beside the page, in each of its editions, with what its pages name.
#[test]
fn the_book_is_served() {
    let served = serve(&[]);
    let (status, moved) = served.get("/book");
    assert!(status == 303 && moved.contains("/book/book/src/SUMMARY.md"), "{moved}");
    for (path, words) in [
        ("/book/book/src/tasks.md", "Ten things to do first"),
        ("/book/book/ko/01-stones.md", "그러니 먼저 하고"),
        ("/book/book/zh/01-stones.md", "所以你先走"),
        ("/book/language.md", "<h1>"),
        ("/book/gallery/chomp.svg", "<svg"),
        ("/book.css", "font"),
    ] {
        let (status, text) = served.get(path);
        assert!(status == 200 && text.contains(words), "{path}: {status}");
    }
    assert_eq!(served.get("/book/book/src/nothing.md").0, 404);
}

#[test]
fn questions_are_bounded_and_come_from_the_page() {
    let served = serve(&[]);
    let question = look("game A; state n: nat; move take(k in 1..n): n -= k", "3").to_string();
    assert_eq!(read(served.post(question.as_bytes(), "\r\nContent-Type: text/plain")).0, 403);
    let cross = format!("{JSON}\r\nSec-Fetch-Site: cross-site");
    assert_eq!(read(served.post(question.as_bytes(), &cross)).0, 403);
    assert_eq!(read(served.post(b"{", JSON)).0, 400);
    assert_eq!(read(served.post(br#"{"ask":"everything","matter":{}}"#, JSON)).0, 400);
    let mut elsewhere = served.connect();
    let _ = elsewhere.write_all(b"GET / HTTP/1.1\r\nHost: example.org\r\nConnection: close\r\n\r\n");
    assert_eq!(read(elsewhere).0, 403, "another name for this machine");
    let long = vec![b' '; 4 << 20];
    assert_eq!(read(served.post(&long, JSON)).0, 413);
    served.is_well();
}

/// A rule file of a mebibyte, a position with 10^15 candidates, a game called `<script>`, and more of that kind.
#[test]
fn hostile_rules_leave_the_server_answering() {
    let served = serve(&[]);
    let long = format!("game A\n  state n: nat\n{}", "  move take(k in 1..n): n -= k\n".repeat(30_000));
    let many = "game Many; param N = 100000; state n: nat; \
                move take(a in 1..N, b in 1..N, c in 1..N) if a + b + c == n: n -= a";
    let deep = format!("game A; state n: nat; move m if {}n > 0{}: n = 0", "(".repeat(5000), ")".repeat(5000));
    let huge = "game Huge; state s: set of grid(3000, 3000) = all; move take(c in s): s -= {c}";
    let tags = "game <script>alert(1)</script>\n  state n: nat\n  move take(k in 1..n): n -= k\n";
    let text = "game A; state n: nat; move take(k in 1..n): n -= k # </script><script>alert(1)</script>";
    for (rules, position) in
        [(&*long, "5"), (many, "200000"), (&*deep, "1"), (huge, ""), (tags, "1"), (text, "<img onerror=1>"), ("\0", "")]
    {
        let events = served.events(&look(rules, position));
        assert_eq!(events.last().map(|(name, _)| name.as_str()), Some("done"), "{rules:.60}");
    }
    served.is_well();
}

/// Bodies that are no question, or ask for what cannot be: lone surrogates, numbers beyond 64 bits, bytes changed at random.
#[test]
fn strange_questions_are_refused_or_answered() {
    let served = serve(&["--workers", "2"]);
    let rules = "game A; state n: nat; move take(k in 1..n): n -= k";
    let asked = |question: Value| {
        let mut question = question;
        for (key, value) in [("rules", rules), ("position", "3")] {
            let matter = &mut question["matter"];
            if matter[key].is_null() {
                matter[key] = value.into();
            }
        }
        question["seconds"] = 1.into();
        question.to_string().into_bytes()
    };
    let usual = asked(object!({ "ask": "look", "matter": { "moves": [0] } }));
    let mut bodies: Vec<Vec<u8>> = [
        r#"{"ask":"look","matter":{"rules":"\ud800"}}"#,
        r#"{"ask":"look","seconds":NaN,"matter":{}}"#,
        r#"{"ask":"look","seconds":1e999,"matter":{}}"#,
        r#"{"ask":"look","matter":{"moves":[99999999999999999999]}}"#,
        "",
        "[]",
        "null",
    ]
    .map(|body| body.as_bytes().to_vec())
    .into();
    bodies.extend([vec![0xff, 0xfe], vec![b'['; 100_000]]);
    bodies.extend(
        [
            object!({ "ask": "look", "matter": { "position": "9".repeat(5000) } }),
            object!({ "ask": "look", "matter": { "moves": [u64::MAX] } }),
            object!({ "ask": "look", "matter": { "first": "<b>", "lang": "../../etc" } }),
            object!({ "ask": "complete", "at": 1, "matter": { "rules": "é".repeat(5) } }),
            object!({ "ask": "complete", "at": u32::MAX }),
            object!({ "ask": "table", "over": "n=0..99999999999" }),
            object!({ "ask": "picture", "what": "tree", "depth": 1_000_000_000 }),
            object!({ "ask": "picture", "what": "heat", "over": "n=0..1000000" }),
            object!({ "ask": "picture", "what": "sequence", "to": u64::MAX }),
            object!({ "ask": "picture", "what": "<svg>" }),
            object!({ "ask": "reply", "strength": "mcts:99999999999" }),
            object!({ "ask": "reply", "strength": "-1" }),
        ]
        .map(asked),
    );
    let mut seed = 17_u64;
    let mut chance = |below: usize| {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (seed >> 33) as usize % below
    };
    bodies.extend((0..100).map(|_| {
        let mut body = usual.clone();
        for _ in 0..=chance(4) {
            let at = chance(body.len());
            body[at] = chance(256) as u8;
        }
        body
    }));
    for body in &bodies {
        let (status, text) = read(served.post(body, JSON));
        let ended = status == 400 || status == 200 && text.contains("event: done");
        assert!(ended, "{}: {status} {text:.200}", String::from_utf8_lossy(&body[..body.len().min(200)]));
    }
    served.is_well();
}

#[test]
fn a_killed_worker_is_reported_and_the_page_goes_on() {
    let served = serve(&["--workers", "2"]);
    let question = object!({ "ask": "look", "seconds": 30, "matter": { "rules": connect4() } });
    let asking = served.post(question.to_string().as_bytes(), JSON);
    std::thread::sleep(Duration::from_millis(1500));
    for worker in served.workers() {
        let _ = Command::new("kill").args(["-9", &worker.to_string()]).status();
    }
    let events = events(&read(asking).1);
    let problem = events.iter().find(|(name, _)| name == "problem").expect("it is reported");
    assert_eq!(problem.1["error"]["code"], "worker");
    served.is_well();
}

#[test]
fn who_leaves_stops_the_work() {
    let served = serve(&["--workers", "2"]);
    let question = object!({ "ask": "look", "seconds": 60, "matter": { "rules": connect4() } });
    for _ in 0..6 {
        let asking = served.post(question.to_string().as_bytes(), JSON);
        std::thread::sleep(Duration::from_millis(120));
        drop(asking);
    }
    served.is_well();
    assert!(served.workers().len() <= 3, "{:?}", served.workers());
}

/// Workers can open no file and have little memory.
#[test]
fn workers_are_confined() {
    let served = serve(&["--workers", "1"]);
    served.is_well();
    let workers = served.workers();
    assert!(!workers.is_empty());
    for worker in workers {
        let limits = std::fs::read_to_string(format!("/proc/{worker}/limits")).expect("a running worker");
        let limit = |name: &str| {
            let line = limits.lines().find(|line| line.starts_with(name)).unwrap_or_default().to_string();
            line[name.len()..].split_whitespace().nth(1).and_then(|number| number.parse::<u64>().ok())
        };
        assert_eq!(limit("Max open files"), Some(0));
        assert_eq!(limit("Max file size"), Some(0));
        assert!(limit("Max data size").is_some_and(|bytes| bytes < 2 << 30));
        assert!(limit("Max cpu time").is_some_and(|seconds| seconds <= 600));
    }
    // More memory than a worker has: it says so or ends, and the next one answers.
    let wide = "game Wide; state s: set of 0..63 = all; move take(a in s, b in s) if a < b: s -= {a}; misere play";
    served.events(&look(wide, ""));
    served.is_well();
}

#[test]
fn idle_connections_and_slow_ones_keep_nobody_out() {
    let served = serve(&[]);
    let idle: Vec<TcpStream> = (0..900).filter_map(|_| TcpStream::connect(&served.address).ok()).collect();
    let mut slow = served.connect();
    let _ = slow.write_all(b"POST /ask HTTP/1.1\r\nContent-Le");
    served.is_well();
    drop(idle);
    served.is_well();
}

#[test]
fn two_hundred_at_once_are_answered_or_refused() {
    let served = serve(&[]);
    let asking: Vec<TcpStream> = (0..200)
        .map(|number| {
            let rules = format!("game A{number}; state n: nat; move take(k in 1..n): n -= k");
            served.post(look(&rules, "9").to_string().as_bytes(), JSON)
        })
        .collect();
    let (mut answered, mut refused) = (0, 0);
    for one in asking {
        match read(one) {
            (200, text) if text.contains("event: done") => answered += 1,
            (429, _) => refused += 1,
            other => panic!("{other:?}"),
        }
    }
    assert!(answered >= 64 && answered + refused == 200, "{answered} answered, {refused} refused");
    served.is_well();
}

/// What stands beside pictures and what is proved of rules is said in the language of the page.
#[test]
fn answers_are_in_the_language_of_the_page() {
    let served = serve(&[]);
    let kayles = std::fs::read_to_string(root().join("games/kayles.game")).expect("readable");
    let answer = |mut question: Value, event: &str, lang: &str| {
        question["matter"] = object!({ "rules": kayles, "position": "7", "lang": lang });
        let events = served.events(&question);
        events.into_iter().find(|(name, _)| name == event).unwrap_or_else(|| panic!("{question}")).1
    };
    for (lang, drawn, ends, impartial) in [
        ("en", "positions", "ends after at most 7 moves", "impartial"),
        ("ko", "국면", "많아야 7수 안에 끝남", "공평"),
        ("zh", "局面", "至多 7 步結束", "公平"),
    ] {
        let tree = answer(object!({ "ask": "picture", "what": "tree", "depth": 1 }), "picture", lang);
        assert!(tree["words"].as_str().is_some_and(|words| words.contains(drawn)), "{tree}");
        let facts = answer(object!({ "ask": "facts" }), "answer", lang);
        let summary = &facts["games"][0]["summary"];
        assert_eq!((&summary[0]["text"], &summary[1]["text"]), (&object!(impartial), &object!(ends)));
    }
}

/// Every wish of the page on a game that has such an answer.
#[test]
fn every_question_of_the_page_is_answered() {
    let served = serve(&[]);
    let rules = |name: &str| std::fs::read_to_string(root().join(format!("games/{name}.game"))).expect("readable");
    let asked = [
        ("kayles", object!({ "ask": "why" }), "answer"),
        ("kayles", object!({ "ask": "facts" }), "answer"),
        ("kayles", object!({ "ask": "sequence" }), "answer"),
        ("kayles", object!({ "ask": "reply", "strength": "perfect" }), "reply"),
        ("tic-tac-toe", object!({ "ask": "reply", "strength": "mcts:50" }), "reply"),
        ("tic-tac-toe", object!({ "ask": "reply", "strength": "2" }), "reply"),
        ("chomp", object!({ "ask": "picture", "what": "tree", "depth": 2 }), "picture"),
        ("chomp", object!({ "ask": "picture", "what": "graph", "depth": 2, "dark": true }), "picture"),
        ("chomp", object!({ "ask": "picture", "what": "board" }), "picture"),
        ("wythoff", object!({ "ask": "picture", "what": "heat", "over": "p[0]=0..9,p[1]=0..9" }), "picture"),
        ("kayles", object!({ "ask": "picture", "what": "sequence", "to": 50 }), "picture"),
        ("domineering", object!({ "ask": "picture", "what": "thermograph" }), "picture"),
        ("subtraction", object!({ "ask": "pattern" }), "answer"),
        ("laskers-nim", object!({ "ask": "prove" }), "answer"),
        ("kayles", object!({ "ask": "table", "over": "n=0..9" }), "answer"),
        ("chomp", object!({ "ask": "certificate" }), "answer"),
        ("chomp", object!({ "ask": "format" }), "answer"),
        ("can-i-win", object!({ "ask": "page" }), "answer"),
    ];
    for (game, mut question, event) in asked {
        question["seconds"] = 20.into();
        question["matter"] = object!({ "rules": rules(game) });
        let events = served.events(&question);
        assert!(events.iter().any(|(name, _)| name == event), "{game} {question}: {events:?}");
        assert!(events.iter().all(|(name, _)| name != "problem"), "{game}: {events:?}");
    }
}

/// What `look` says of a position: who wins, and what each move is worth.
fn looked(served: &Served, rules: &str, position: &str) -> (Value, Value) {
    let events = served.events(&look(rules, position));
    let told = |name: &str| events.iter().find(|(event, _)| event == name).map(|(_, data)| data.clone());
    (told("solved").expect("who wins")["json"].clone(), told("moves").expect("moves")["moves"].clone())
}

/// Positions of a tablebase's rules are answered from it, others by search; the file is called by its name alone, its worker is
/// confined as others are, and what is damaged is searched.
#[test]
fn tablebases_answer_for_their_positions() {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("web-tables");
    std::fs::create_dir_all(&folder).expect("writable");
    let table = folder.join("ttt.tb");
    let _ = std::fs::remove_file(&table);
    let (built, code) = json(&["tablebase", "build", "tic-tac-toe", "-o", table.to_str().expect("UTF-8")]);
    assert_eq!(code, 0, "{built}");
    let rules = std::fs::read_to_string(root().join("games/tic-tac-toe.game")).expect("readable");
    let by_table = serve(&["--workers", "1", "--tablebase", folder.to_str().expect("UTF-8")]);
    let by_search = serve(&["--workers", "1"]);
    let reason = |solved: &Value| solved["standing"]["reason"].as_str().unwrap_or_default().to_string();
    for position in ["", "X..|.O.|...", "XX.|OO.|...", "XO.|.X.|..O"] {
        let (solved, moves) = looked(&by_table, &rules, position);
        let (searched, expected) = looked(&by_search, &rules, position);
        assert!(reason(&solved).contains("the tablebase ttt.tb says"), "{solved}");
        assert!(!reason(&searched).contains("tablebase"));
        for key in ["winner", "winning_moves"] {
            assert_eq!(solved[key], searched[key], "{position}");
        }
        let results = |moves: &Value| -> Vec<(u64, String)> {
            let moves = moves.as_array().expect("moves").iter();
            let mut results: Vec<_> =
                moves.map(|one| (one["number"].as_u64().expect("a number"), one["result"].to_string())).collect();
            results.sort();
            results
        };
        assert_eq!(results(&moves), results(&expected), "{position}");
    }
    let asked =
        object!({ "ask": "reply", "strength": "perfect", "matter": { "rules": rules, "position": "XX.|OO.|..." } });
    let reply = by_table.events(&asked);
    assert_eq!(reply.iter().find(|(name, _)| name == "reply").expect("a move").1["move"], "mark((0, 2))");
    let (_, text) = by_table.ask(&look(&rules, "X..|.O.|..."));
    assert!(!text.contains(folder.to_str().expect("UTF-8")), "{text}");
    // Other rules of the same name.
    let misere = rules.replace("opp wins when", "opp loses when");
    assert_ne!(misere, rules);
    assert!(!reason(&looked(&by_table, &misere, "XX.|OO.|...").0).contains("tablebase"));
    for worker in by_table.workers() {
        let limits = std::fs::read_to_string(format!("/proc/{worker}/limits")).expect("a running worker");
        let files = limits.lines().find(|line| line.starts_with("Max open files")).expect("a limit");
        assert_eq!(files.split_whitespace().nth(3), Some("0"));
    }
    drop(by_table);
    let mut bytes = std::fs::read(&table).expect("readable");
    let middle = bytes.len() - 200;
    bytes[middle] ^= 0x55;
    std::fs::write(&table, bytes).expect("writable");
    let by_damaged = serve(&["--workers", "1", "--tablebase", table.to_str().expect("UTF-8")]);
    let (solved, _) = looked(&by_damaged, &rules, "X..|.O.|...");
    assert!(solved["winner"] == "draw" && !reason(&solved).contains("tablebase"), "{solved}");
    let none = file("none.tb", "no tablebase");
    let refused = grundy(&["web", "--port", "0", "--tablebase", &none]);
    assert_eq!(refused.code, Some(2), "{}", refused.out);
}

/// Every game of the library has a board, a list of moves and, where the board is drawn, places for most of them.
#[test]
fn every_game_of_the_library_can_be_played_on() {
    let served = serve(&[]);
    let (_, text) = served.get("/library");
    let start = text.find("\r\n\r\n").expect("a body") + 4;
    let games: Vec<Value> = serde_json::from_str(&text[start..]).expect("the library is JSON");
    assert!(games.len() > 100);
    let mut bare = Vec::new();
    for game in &games {
        let events = served.events(&object!({
            "ask": "look", "seconds": 0.3, "matter": { "rules": game["text"] },
        }));
        let turn = events.iter().find(|(name, _)| name == "turn");
        let Some((_, turn)) = turn else { panic!("{}: {events:?}", game["stem"]) };
        let moves = turn["moves"].as_array().expect("moves");
        assert!(!moves.is_empty(), "{}", game["stem"]);
        let placed = moves.iter().filter(|one| !one["places"].as_array().expect("places").is_empty()).count();
        if 2 * placed < moves.len() {
            bare.push(game["stem"].as_str().unwrap_or_default().to_string());
        }
    }
    assert!(bare.len() <= 12, "moves without a place: {bare:?}");
}

#[test]
fn a_page_of_its_own_holds_the_game() {
    let path = file("chomp.html", "");
    let (answer, code) = json(&["page", "chomp", "R = 2, C = 3", "-o", &path]);
    assert_eq!((code, &answer["whole"]), (0, &Value::Bool(true)), "{answer}");
    // Nine staircases hold the poisoned cell, each for either player; but the whole bar is only Left's, and the bar without its last
    // cell, which takes one bite and no fewer, only Right's.
    assert_eq!(answer["positions"], 2 * 9 - 2);
    let page = std::fs::read_to_string(&path).expect("written");
    assert!(page.len() < 200_000 && !page.contains("import ") && !page.contains("src="));
    let large = file("large.html", "");
    let run = grundy(&["page", "connect4", "-o", &large, "--time", "3"]);
    assert!(run.out.contains("5 MB"), "{}", run.out);
    assert!(std::fs::metadata(&large).expect("written").len() < 6 << 20);
}

#[test]
#[ignore = "needs Chromium and playwright-core, which ./test installs"]
fn web_pages_work_in_a_browser() {
    let served = serve(&[]);
    let folder = std::path::Path::new(env!("CARGO_TARGET_TMPDIR"));
    let page = folder.join("tic-tac-toe.html");
    let made = grundy(&["page", "tic-tac-toe", "-o", page.to_str().expect("UTF-8")]);
    assert_eq!(made.code, Some(0), "{}", made.err);
    let script = root().join("crates/web/tests/browser");
    let run = Command::new("node")
        .args(["--test", "page.test.mjs"])
        .current_dir(script)
        .env("GRUNDY_WEB", format!("http://{}/", served.address))
        .env("GRUNDY_PAGE", &page)
        .output()
        .expect("node runs");
    assert!(run.status.success(), "{}", String::from_utf8_lossy(&run.stdout));
}
