//! The language server as the real binary, spoken to as an editor speaks; what it says, and that it goes on whatever it is sent.

use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

const URI: &str = "file:///tmp/my.game";

/// An editor with a server of its own; the server ends with it.
struct Editor {
    child: Child,
    input: ChildStdin,
    heard: Receiver<Value>,
    /// Messages that nobody asked for yet.
    kept: Vec<Value>,
    asked: i32,
}

impl Drop for Editor {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Editor {
    fn start() -> Editor {
        let mut command = Command::new(env!("CARGO_BIN_EXE_grundy"));
        command.arg("lsp").stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut child = command.spawn().expect("the program runs");
        let (input, output) = (child.stdin.take().expect("piped"), child.stdout.take().expect("piped"));
        let (tell, heard) = channel();
        std::thread::spawn(move || {
            let mut output = BufReader::new(output);
            while let Some(message) = message(&mut output) {
                if tell.send(message).is_err() {
                    return;
                }
            }
        });
        Editor { child, input, heard, kept: Vec::new(), asked: 0 }
    }

    /// A session with a text open.
    fn with(text: &str) -> Editor {
        let mut editor = Editor::start();
        let answer = editor.ask("initialize", json!({ "capabilities": {} }));
        assert_eq!(answer["result"]["serverInfo"]["name"], "grundy");
        editor.tell("initialized", json!({}));
        editor.open(text);
        editor
    }

    fn raw(&mut self, bytes: &[u8]) {
        self.input.write_all(bytes).and_then(|()| self.input.flush()).expect("the server listens");
    }

    fn send(&mut self, message: &Value) {
        let text = message.to_string();
        self.raw(format!("Content-Length: {}\r\n\r\n{text}", text.len()).as_bytes());
    }

    fn tell(&mut self, method: &str, params: Value) {
        self.send(&json!({ "jsonrpc": "2.0", "method": method, "params": params }));
    }

    /// The number of a question that is asked and not waited for.
    fn begin(&mut self, method: &str, params: Value) -> i32 {
        self.asked += 1;
        self.send(&json!({ "jsonrpc": "2.0", "id": self.asked, "method": method, "params": params }));
        self.asked
    }

    fn ask(&mut self, method: &str, params: Value) -> Value {
        let id = self.begin(method, params);
        self.answer(id)
    }

    fn answer(&mut self, id: i32) -> Value {
        self.wait_for(|message| message["id"] == id && message.get("method").is_none())
    }

    fn wait_for(&mut self, wanted: impl Fn(&Value) -> bool) -> Value {
        let until = Instant::now() + Duration::from_secs(30);
        loop {
            if let Some(found) = self.kept.iter().position(&wanted) {
                return self.kept.remove(found);
            }
            let left = until.saturating_duration_since(Instant::now());
            let message = self.heard.recv_timeout(left).expect("an answer in half a minute");
            assert_eq!(message["jsonrpc"], "2.0");
            self.kept.push(message);
        }
    }

    fn open(&mut self, text: &str) {
        let document = json!({ "uri": URI, "languageId": "grundy", "version": 1, "text": text });
        self.tell("textDocument/didOpen", json!({ "textDocument": document }));
    }

    /// The codes of the mistakes that are told next.
    fn mistakes(&mut self) -> Vec<String> {
        let told = self.wait_for(|message| message["method"] == "textDocument/publishDiagnostics");
        let list = told["params"]["diagnostics"].as_array().expect("a list").clone();
        list.iter().map(|one| one["code"].as_str().expect("a code").to_string()).collect()
    }

    fn change(&mut self, version: i32, changes: Value) {
        let document = json!({ "uri": URI, "version": version });
        self.tell("textDocument/didChange", json!({ "textDocument": document, "contentChanges": changes }));
    }

    /// The result of a question about a place.
    fn at(&mut self, method: &str, line: u32, character: u32) -> Value {
        let answer = self.ask(method, place(line, character));
        assert!(answer.get("error").is_none(), "{method}: {answer}");
        answer["result"].clone()
    }

    /// Ends the session in order.
    fn end(mut self) {
        let answer = self.ask("shutdown", Value::Null);
        assert_eq!(answer["result"], Value::Null);
        self.tell("exit", Value::Null);
        assert_eq!(self.gone().code(), Some(0));
    }

    fn gone(&mut self) -> ExitStatus {
        let until = Instant::now() + Duration::from_secs(10);
        loop {
            if let Some(status) = self.child.try_wait().expect("a child of ours") {
                return status;
            }
            assert!(Instant::now() < until, "the server does not end");
            std::thread::sleep(Duration::from_millis(10));
        }
    }
}

fn message(output: &mut impl BufRead) -> Option<Value> {
    let mut length = 0;
    loop {
        let mut line = String::new();
        if output.read_line(&mut line).ok()? == 0 {
            return None;
        }
        match line.trim_end().split_once(": ") {
            Some(("Content-Length", bytes)) => length = bytes.parse().expect("a number"),
            Some(other) => panic!("{other:?} is no header"),
            None => break,
        }
    }
    let mut body = vec![0; length];
    output.read_exact(&mut body).ok()?;
    Some(serde_json::from_slice(&body).expect("the server writes JSON"))
}

fn place(line: u32, character: u32) -> Value {
    json!({ "textDocument": { "uri": URI }, "position": { "line": line, "character": character } })
}

fn range([line, character, to_line, to]: [u32; 4]) -> Value {
    json!({ "start": { "line": line, "character": character }, "end": { "line": to_line, "character": to } })
}

/// A text with edits of the protocol applied, counted in UTF-16.
fn edited(text: &str, edits: &Value) -> String {
    let mut edits: Vec<Value> = edits.as_array().expect("a list of edits").clone();
    edits.sort_by_key(|edit| {
        let start = &edit["range"]["start"];
        std::cmp::Reverse((start["line"].as_u64(), start["character"].as_u64()))
    });
    let mut units: Vec<u16> = text.encode_utf16().collect();
    for edit in edits {
        let at = |place: &Value| {
            let line = place["line"].as_u64().expect("a line") as usize;
            let starts =
                [0].into_iter().chain(units.iter().enumerate().filter(|(_, unit)| **unit == 10).map(|(at, _)| at + 1));
            starts.clone().nth(line).expect("a line of the text")
                + place["character"].as_u64().expect("a column") as usize
        };
        let (start, end) = (at(&edit["range"]["start"]), at(&edit["range"]["end"]));
        units.splice(start..end, edit["newText"].as_str().expect("a text").encode_utf16());
    }
    String::from_utf16(&units).expect("no half characters")
}

const KAYLES: &str = "# 🎳 핀 쓰러뜨리기: 一次一個或兩個\ngame Kayles # 🎳🎳\n  state n: nat # 핀\n  move knock(k in 1..2, a in 0..n-k): become Kayles(a) + Kayles(n - k - a)\n";

#[test]
fn mistakes_come_and_go_while_typing() {
    let mut editor = Editor::with("game A\n  sate n: nat\n  move take(k in 1..n): n -= k\n");
    assert_eq!(editor.mistakes(), ["E06"]);
    editor.change(2, json!([{ "range": range([1, 2, 1, 6]), "text": "state" }]));
    assert_eq!(editor.mistakes(), Vec::<String>::new());
    // A burst of typing is read once it pauses, and what is told is of the last version.
    for version in 3..40 {
        editor.change(version, json!([{ "range": range([2, 0, 2, 0]), "text": "x" }]));
    }
    let told = editor.wait_for(|message| message["method"] == "textDocument/publishDiagnostics");
    assert_eq!(told["params"]["version"], 39, "{told}");
    assert!(!told["params"]["diagnostics"].as_array().expect("a list").is_empty());
    editor.change(40, json!([{ "text": "game A\n  state n: nat\n  move take(k in 1..3): n -= k\n" }]));
    assert_eq!(editor.mistakes(), ["E07"]);
    editor.tell("textDocument/didClose", json!({ "textDocument": { "uri": URI } }));
    assert_eq!(editor.mistakes(), Vec::<String>::new());
    editor.end();
}

#[test]
fn hover_definition_and_references_count_in_utf16() {
    let mut editor = Editor::with(KAYLES);
    // `a` in `Kayles(a)`.
    let hover = editor.at("textDocument/hover", 3, 52);
    assert_eq!(hover["range"], range([3, 52, 3, 53]));
    assert!(
        hover["contents"]["value"]
            .as_str()
            .is_some_and(|text| text.contains("a in 0..n-k") && text.contains("a number")),
        "{hover}"
    );
    let declared = editor.at("textDocument/definition", 3, 52);
    assert_eq!(declared["range"], range([3, 24, 3, 25]));
    let word = editor.at("textDocument/hover", 3, 3);
    assert!(word["contents"]["value"].as_str().is_some_and(|text| text.contains("A kind of move")), "{word}");
    assert_eq!(editor.at("textDocument/hover", 0, 4), Value::Null, "a comment has no meaning");
    let field = editor.at("textDocument/hover", 2, 8);
    assert!(field["contents"]["value"].as_str().is_some_and(|text| text.contains("핀")), "its remark is said: {field}");
    let context = json!({ "includeDeclaration": false });
    let mut asked = place(1, 5);
    asked["context"] = context;
    let uses = editor.ask("textDocument/references", asked);
    assert_eq!(uses["result"].as_array().map(Vec::len), Some(2), "{uses}");
    assert_eq!(editor.at("textDocument/documentHighlight", 1, 5).as_array().map(Vec::len), Some(3));
    let symbols = editor.ask("textDocument/documentSymbol", json!({ "textDocument": { "uri": URI } }));
    let inner: Vec<&str> = symbols["result"][0]["children"]
        .as_array()
        .expect("a list")
        .iter()
        .filter_map(|one| one["name"].as_str())
        .collect();
    assert_eq!((symbols["result"][0]["name"].as_str(), inner), (Some("Kayles"), vec!["n", "knock"]));
    editor.end();
}

#[test]
fn facts_stand_behind_each_game() {
    let mut editor =
        Editor::with(&format!("{KAYLES}game Pick\n  state up: nat\n  left move take if up > 0: up -= 1\n"));
    let asked = json!({ "textDocument": { "uri": URI }, "range": range([0, 0, 99, 0]) });
    let hints = editor.ask("textDocument/inlayHint", asked);
    let labels: Vec<&str> =
        hints["result"].as_array().expect("a list").iter().filter_map(|hint| hint["label"].as_str()).collect();
    assert_eq!(labels.first(), Some(&"impartial, acyclic, heap form 0.77"), "{hints}");
    assert_eq!(hints["result"][0]["position"], json!({ "line": 1, "character": 11 }));
    assert!(labels.iter().skip(1).all(|label| !label.contains("impartial")), "{hints}");
    let hover = editor.at("textDocument/hover", 1, 6);
    let text = hover["contents"]["value"].as_str().expect("a text").to_string();
    assert!(text.contains("**acyclic** (proved): n falls with every move"), "{text}");
    editor.end();
}

/// A claim that is false is told when it was checked, and no longer when it is put right.
#[test]
fn false_claims_are_told() {
    let claimed = |law: &str| {
        format!(
            "# 돌\ngame Take\n  state n: nat\n  move take(k in 1..3) if k <= n: n -= k\n  claim grundy == {law}\nexpect grundy Take(7) == 3\n"
        )
    };
    let mut editor = Editor::with(&claimed("n % 5"));
    assert_eq!(editor.mistakes(), Vec::<String>::new(), "its form is right");
    let told = editor.wait_for(|message| message["method"] == "textDocument/publishDiagnostics");
    let one = &told["params"]["diagnostics"][0];
    assert_eq!((one["code"].as_str(), &one["range"]["start"]["line"]), (Some("E41"), &json!(4)), "{told}");
    assert!(one["message"].as_str().is_some_and(|text| text.contains("smallest counterexample")), "{one}");
    editor.change(2, json!([{ "text": claimed("n % 4") }]));
    assert_eq!(editor.mistakes(), Vec::<String>::new());
    editor.end();
}

#[test]
fn completion_offers_what_fits() {
    let mut editor = Editor::with("game A\n  state heap: nat\n  move take(k in 1..he): heap -= k\n  \n");
    let labels = |items: Value| -> Vec<String> {
        items.as_array().expect("a list").iter().filter_map(|item| Some(item["label"].as_str()?.to_string())).collect()
    };
    let inside = labels(editor.at("textDocument/completion", 2, 22));
    assert!(["heap", "A", "max"].iter().all(|word| inside.contains(&word.to_string())), "{inside:?}");
    let clauses = labels(editor.at("textDocument/completion", 3, 2));
    assert!(["state", "move", "claim", "heap"].iter().all(|word| clauses.contains(&word.to_string())), "{clauses:?}");
    editor.end();
}

#[test]
fn names_are_renamed_and_bad_names_refused() {
    let mut editor = Editor::with(KAYLES);
    let mut asked = place(2, 8);
    assert_eq!(editor.at("textDocument/prepareRename", 2, 8)["placeholder"], "n");
    asked["newName"] = json!("핀");
    let answer = editor.ask("textDocument/rename", asked.clone());
    let text = edited(KAYLES, &answer["result"]["changes"][URI]);
    assert!(
        text.contains("state 핀: nat # 핀") && text.contains("0..핀-k") && text.contains("Kayles(핀 - k - a)"),
        "{text}"
    );
    for bad in ["a", "game", "1x", ""] {
        asked["newName"] = json!(bad);
        let answer = editor.ask("textDocument/rename", asked.clone());
        assert_eq!(answer["error"]["code"], -32803, "{bad}: {answer}");
    }
    editor.end();
}

#[test]
fn remedies_are_applied_and_texts_laid_out() {
    let wrong = "# 🎲\ngame A\n  state n: nat\n  move take(k in 1..3): n -= k\n";
    let mut editor = Editor::with(wrong);
    let asked =
        json!({ "textDocument": { "uri": URI }, "range": range([3, 26, 3, 26]), "context": { "diagnostics": [] } });
    let actions = editor.ask("textDocument/codeAction", asked);
    let action = &actions["result"][0];
    assert_eq!((action["title"].as_str(), action["kind"].as_str()), (Some("Insert `if k <= n`"), Some("quickfix")));
    let right = edited(wrong, &action["edit"]["changes"][URI]);
    assert!(right.contains("move take(k in 1..3) if k <= n: n -= k"), "{right}");
    editor.mistakes();
    let loose = right.replace("n -= k", "n-=k").replace("state n", "state   n");
    editor.change(2, json!([{ "text": loose }]));
    assert_eq!(editor.mistakes(), Vec::<String>::new());
    let options = json!({ "tabSize": 2, "insertSpaces": true });
    let asked = json!({ "textDocument": { "uri": URI }, "options": options });
    let edits = editor.ask("textDocument/formatting", asked.clone());
    assert_eq!(edited(&loose, &edits["result"]), right);
    assert_eq!(edits["result"][0]["range"]["start"]["line"], 2, "lines that stay are left alone");
    editor.change(3, json!([{ "text": "game A\n  state" }]));
    assert_eq!(editor.ask("textDocument/formatting", asked)["result"], Value::Null, "a text with mistakes stays");
    editor.end();
}

#[test]
fn garbage_is_answered_and_passed_over() {
    let mut editor = Editor::start();
    let early = editor.ask("textDocument/hover", place(0, 0));
    assert_eq!(early["error"]["code"], -32002, "{early}");
    editor.raw(b"Content-Length: 9\r\n\r\n{not json");
    let answer = editor.wait_for(|message| message["id"].is_null() && message.get("error").is_some());
    assert_eq!(answer["error"]["code"], -32700);
    editor.raw(b"what is this\r\n\r\n");
    assert_eq!(editor.wait_for(|message| message["id"].is_null())["error"]["code"], -32700);
    editor.raw(b"Content-Length: 2\r\n\r\n42");
    assert_eq!(editor.wait_for(|message| message["id"].is_null())["error"]["code"], -32600);
    assert!(editor.ask("initialize", json!({ "capabilities": {} })).get("result").is_some());
    assert_eq!(editor.ask("initialize", json!({ "capabilities": {} }))["error"]["code"], -32600);
    assert_eq!(editor.ask("textDocument/noSuchThing", json!({}))["error"]["code"], -32601);
    assert_eq!(editor.ask("textDocument/hover", json!(7))["error"]["code"], -32602);
    assert_eq!(editor.ask("textDocument/hover", place(0, 0))["error"]["code"], -32602, "nothing is open");
    editor.tell("textDocument/didChange", json!("nonsense"));
    editor.tell("$/noSuchNote", json!([1, 2]));
    editor.open("game A\n");
    editor.mistakes();
    let mut far = place(4_000_000_000, 4_000_000_000);
    assert!(editor.ask("textDocument/hover", far.clone()).get("error").is_none());
    far["newName"] = json!("x");
    assert_eq!(editor.ask("textDocument/rename", far)["error"]["code"], -32803);
    for text in ["\u{0}", "🎲", "((((", "game \"", "\r\r\r", "\u{feff}game A"] {
        editor.change(2, json!([{ "text": text }]));
        for (line, character) in [(0, 0), (0, 1), (0, 2), (3, 9)] {
            editor.at("textDocument/hover", line, character);
            editor.at("textDocument/completion", line, character);
        }
    }
    editor.end();
}

#[test]
fn an_editor_that_goes_without_a_word_is_noticed() {
    let mut editor = Editor::with(KAYLES);
    editor.tell("exit", Value::Null);
    assert_eq!(editor.gone().code(), Some(1));
    let mut editor = Editor::with(KAYLES);
    // Its input ends.
    let (reader, _) = std::os::unix::net::UnixStream::pair().expect("a pair");
    let end: std::os::fd::OwnedFd = reader.into();
    editor.input = ChildStdin::from(end);
    assert_eq!(editor.gone().code(), Some(1));
    let mut editor = Editor::with(KAYLES);
    editor.ask("shutdown", Value::Null);
    assert_eq!(editor.ask("textDocument/hover", place(0, 0))["error"]["code"], -32600);
    editor.tell("exit", Value::Null);
    assert_eq!(editor.gone().code(), Some(0));
}

/// A long text keeps nobody waiting: others are answered while it is read, and one that is too long is one mistake.
#[test]
fn long_texts_do_not_block() {
    let part = "exists(x in 1..9, y in 1..9 if x * a + y * b > 3 and x != y: x ^^ y == a)";
    let def = |number: u32| format!("  def f{number}(a, b) = {} # 돌\n", [part; 12].join(" or "));
    let game = "game A\n  state n: nat\n  move take(k in 1..n) if f0(k, n): n -= k\n".to_string();
    let long: String = std::iter::once(game).chain((0..990).map(def)).collect();
    assert!(long.len() > 900_000 && long.len() < 1 << 20, "{}", long.len());
    let mut editor = Editor::with(&long);
    let other = json!({ "uri": "file:///tmp/other.game", "languageId": "grundy", "version": 1, "text": KAYLES });
    editor.tell("textDocument/didOpen", json!({ "textDocument": other }));
    let began = Instant::now();
    let mut asked = place(3, 52);
    asked["textDocument"]["uri"] = json!("file:///tmp/other.game");
    assert!(editor.ask("textDocument/hover", asked)["result"].is_object());
    assert_eq!(editor.ask("no/such", json!({}))["error"]["code"], -32601);
    let waited = began.elapsed();
    assert!(waited < Duration::from_secs(5), "{waited:?}");
    // Asked and taken back, or answered before it could be.
    let hover = editor.begin("textDocument/hover", place(1, 8));
    editor.tell("$/cancelRequest", json!({ "id": hover }));
    let answer = editor.answer(hover);
    assert!(answer["error"]["code"] == -32800 || answer.get("result").is_some(), "{answer}");
    let told = editor
        .wait_for(|message| message["method"] == "textDocument/publishDiagnostics" && message["params"]["uri"] == URI);
    assert!(told["params"]["diagnostics"].is_array());
    editor.change(2, json!([{ "text": long + &" ".repeat(1 << 20) }]));
    let told = editor.wait_for(|message| message["params"]["uri"] == URI && message["params"]["version"] == 2);
    assert_eq!(told["params"]["diagnostics"][0]["code"], "E01");
    editor.end();
}
