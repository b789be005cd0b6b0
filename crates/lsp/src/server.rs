//! The loop that hears the editor: it keeps the open texts, hands work out, and answers. It never waits for a computation.

use crate::asides::{CheckAnswer, FactsAnswer, GameFacts, Placed, search};
use crate::frames::{self, Frame};
use crate::open::{Open, Read, Until, Version, Waiting};
use crate::{Ended, Settings};
use lsp_server::{ErrorCode, Message, Notification, Request, RequestId, Response};
use lsp_types::{
    CodeActionKind, CodeActionOptions, CodeActionParams, CodeActionProviderCapability, CompletionOptions,
    DidChangeTextDocumentParams, DidCloseTextDocumentParams, DidOpenTextDocumentParams, DocumentFormattingParams,
    DocumentHighlightParams, DocumentSymbolParams, GotoDefinitionParams, HoverParams, HoverProviderCapability,
    InitializeParams, InitializeResult, InlayHintParams, OneOf, PublishDiagnosticsParams, ReferenceParams,
    RenameOptions, RenameParams, ServerCapabilities, ServerInfo, TextDocumentPositionParams,
    TextDocumentSyncCapability, TextDocumentSyncKind, TextDocumentSyncOptions, Uri,
};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use std::collections::{HashMap, HashSet};
use std::io::{BufReader, Write};
use std::panic::AssertUnwindSafe;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::time::{Duration, Instant};

/// A text is read when it was left alone for so long, or at once if something is asked of it.
const PAUSE: Duration = Duration::from_millis(120);

/// A question is answered after so long, if only with that the text is still being read.
const PATIENCE: Duration = Duration::from_secs(8);

/// Texts that are read at once; one that is overtaken goes on until it is read, for it cannot be ended.
const MOST_READERS: usize = 3;

/// Texts that may be open.
const MOST_OPEN: usize = 1000;

/// Bytes of stack of a thread that reads a text: rules nest as deep as the parser allows. Only what is used is ever touched.
const STACK: usize = 256 << 20;

/// What the loop hears.
enum Event {
    /// From the editor; `None` when it is gone.
    Frame(Option<Frame>),
    /// A text was read; `None` if the reader was lost.
    Read(Uri, Version, Option<Arc<Read>>),
    /// What is proved of a text.
    Facts(Uri, Version, Vec<GameFacts>),
    /// What is wrong with a text that has no mistakes of form: false claims and expectations.
    Checked(Uri, Version, Vec<Placed>),
}

/// Where a session stands.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Stage {
    Beginning,
    Running,
    ShutDown,
}

type Work = Box<dyn FnOnce() -> Response + Send>;

/// One session with one editor.
pub struct Server {
    settings: Settings,
    stage: Stage,
    open: HashMap<Uri, Open>,
    readers: usize,
    versions: Version,
    /// Whether the editor asks for hints again when told to.
    refreshes: bool,
    /// Requests of our own.
    asked: i32,
    events: (Sender<Event>, Receiver<Event>),
    out: Sender<Value>,
    written: Receiver<()>,
    /// Answers that take as long as reading a text: made one after the other on a thread of their own.
    work: Sender<(RequestId, Work)>,
    cancelled: Arc<std::sync::Mutex<HashSet<RequestId>>>,
}

impl Server {
    /// A session that nobody has spoken in.
    pub fn new(settings: Settings) -> Server {
        let (out, written) = writer();
        let cancelled = Arc::default();
        let work = worker(out.clone(), Arc::clone(&cancelled));
        Server {
            settings,
            stage: Stage::Beginning,
            open: HashMap::new(),
            readers: 0,
            versions: 0,
            refreshes: false,
            asked: 0,
            events: channel(),
            out,
            written,
            work,
            cancelled,
        }
    }

    /// Hears the editor until it goes.
    pub fn run(mut self) -> Ended {
        let heard = self.events.0.clone();
        std::thread::spawn(move || {
            let mut input = BufReader::new(std::io::stdin());
            loop {
                let frame = frames::read(&mut input);
                let last = frame.is_none();
                if heard.send(Event::Frame(frame)).is_err() || last {
                    return;
                }
            }
        });
        let ended = loop {
            let event = match self.next_moment() {
                None => self.events.1.recv().map_err(|_| RecvTimeoutError::Disconnected),
                Some(moment) => self.events.1.recv_timeout(moment.saturating_duration_since(Instant::now())),
            };
            match event {
                Ok(Event::Frame(None)) | Err(RecvTimeoutError::Disconnected) => break Ended::Abruptly,
                Ok(Event::Frame(Some(Frame::Message(message)))) => match *message {
                    Message::Request(request) => self.request(request),
                    Message::Notification(note) if note.method == "exit" => {
                        break if self.stage == Stage::ShutDown { Ended::InOrder } else { Ended::Abruptly };
                    }
                    Message::Notification(note) => self.notified(note),
                    Message::Response(_) => {}
                },
                Ok(Event::Frame(Some(Frame::Malformed(code, cause)))) => {
                    let error = json!({ "code": code, "message": cause });
                    let _ = self.out.send(json!({ "jsonrpc": "2.0", "id": null, "error": error }));
                }
                Ok(Event::Read(uri, version, read)) => self.has_read(&uri, version, read),
                Ok(Event::Facts(uri, version, facts)) => self.has_facts(&uri, version, facts),
                Ok(Event::Checked(uri, version, found)) => self.has_checked(&uri, version, &found),
                Err(RecvTimeoutError::Timeout) => {}
            }
            self.read_what_is_due();
            self.answer_the_impatient();
        };
        let Server { out, work, written, open, .. } = self;
        drop((out, work, open));
        // An editor that does not read what is left is not waited for.
        let _ = written.recv_timeout(Duration::from_secs(1));
        ended
    }

    /// When something has to be done although nobody speaks.
    fn next_moment(&self) -> Option<Instant> {
        let due = self.open.values().filter_map(|open| open.due).filter(|_| self.readers < MOST_READERS);
        let late = self.open.values().flat_map(|open| open.waiting.iter().map(|waiting| waiting.since + PATIENCE));
        due.chain(late).min()
    }

    fn send(&self, message: Message) {
        let mut value = serde_json::to_value(&message).expect("a message can be written as JSON");
        value["jsonrpc"] = json!("2.0");
        // A writer that is gone is noticed when the editor's side ends.
        let _ = self.out.send(value);
    }

    fn notify(&self, method: &str, params: impl Serialize) {
        self.send(Notification::new(method.to_string(), params).into());
    }

    fn fail(&self, id: RequestId, code: ErrorCode, cause: impl Into<String>) {
        self.send(Response::new_err(id, code as i32, cause.into()).into());
    }

    fn request(&mut self, request: Request) {
        match (self.stage, request.method.as_str()) {
            (Stage::Beginning, "initialize") => self.initialize(request),
            (Stage::Beginning, _) => {
                self.fail(request.id, ErrorCode::ServerNotInitialized, "the first request is `initialize`");
            }
            (Stage::ShutDown, _) => self.fail(request.id, ErrorCode::InvalidRequest, "the session was shut down"),
            (Stage::Running, "initialize") => {
                self.fail(request.id, ErrorCode::InvalidRequest, "the session is initialized already");
            }
            (Stage::Running, "shutdown") => {
                self.stage = Stage::ShutDown;
                self.send(Response::new_ok(request.id, Value::Null).into());
            }
            (Stage::Running, method) if METHODS.contains(&method) => self.ask(request),
            (Stage::Running, method) => {
                let cause = format!("`{method}` is not known here");
                self.fail(request.id, ErrorCode::MethodNotFound, cause);
            }
        }
    }

    fn initialize(&mut self, request: Request) {
        let params: InitializeParams = match serde_json::from_value(request.params) {
            Ok(params) => params,
            Err(error) => return self.fail(request.id, ErrorCode::InvalidParams, error.to_string()),
        };
        let workspace = params.capabilities.workspace.and_then(|workspace| workspace.inlay_hint);
        self.refreshes = workspace.and_then(|hints| hints.refresh_support).unwrap_or(false);
        self.stage = Stage::Running;
        let info = ServerInfo { name: "grundy".to_string(), version: Some(env!("CARGO_PKG_VERSION").to_string()) };
        let result = InitializeResult { capabilities: capabilities(), server_info: Some(info) };
        self.send(Response::new_ok(request.id, result).into());
    }

    /// A question about a text: answered now if the text was read, otherwise as soon as it is.
    fn ask(&mut self, request: Request) {
        let Some(uri) = uri_of(&request.params) else {
            return self.fail(request.id, ErrorCode::InvalidParams, "a text is asked about by its URI");
        };
        let now = Instant::now();
        let until = if request.method == "textDocument/inlayHint" { Until::Facts } else { Until::Read };
        let Some(open) = self.open.get_mut(&uri) else {
            let cause = format!("`{}` is not open", uri.as_str());
            return self.fail(request.id, ErrorCode::InvalidParams, cause);
        };
        let ready = open.current().is_some() && (until == Until::Read || open.facts.is_some());
        if ready {
            return self.answer(&uri, request);
        }
        open.due = open.due.map(|_| now);
        open.waiting.push(Waiting { request, since: now, until });
    }

    /// Answers a question about a text that was read.
    fn answer(&self, uri: &Uri, request: Request) {
        let Some(open) = self.open.get(uri) else { return };
        let Some(read) = open.current() else { return };
        let facts = open.facts.as_deref().unwrap_or_default();
        let Request { id, method, params } = request;
        let answered = match method.as_str() {
            "textDocument/hover" => {
                of(params, |asked: HoverParams| read.hover(asked.text_document_position_params.position, facts))
            }
            "textDocument/completion" => {
                of(params, |asked: TextDocumentPositionParams| read.completion(asked.position))
            }
            "textDocument/definition" => {
                of(params, |asked: GotoDefinitionParams| read.definition(asked.text_document_position_params.position))
            }
            "textDocument/references" => of(params, |asked: ReferenceParams| {
                read.references(asked.text_document_position.position, asked.context.include_declaration)
            }),
            "textDocument/documentHighlight" => of(params, |asked: DocumentHighlightParams| {
                read.highlights(asked.text_document_position_params.position)
            }),
            "textDocument/prepareRename" => {
                of(params, |asked: TextDocumentPositionParams| read.prepare_rename(asked.position))
            }
            "textDocument/codeAction" => of(params, |asked: CodeActionParams| read.code_actions(asked.range)),
            "textDocument/inlayHint" => of(params, |asked: InlayHintParams| read.inlay_hints(asked.range, facts)),
            "textDocument/documentSymbol" => of(params, |_: DocumentSymbolParams| read.symbols()),
            "textDocument/rename" => return self.rename(id, params, read.clone()),
            "textDocument/formatting" => {
                if let Err(error) = serde_json::from_value::<DocumentFormattingParams>(params) {
                    return self.fail(id, ErrorCode::InvalidParams, error.to_string());
                }
                let read = read.clone();
                return self.later(id.clone(), Box::new(move || Response::new_ok(id, read.formatting())));
            }
            method => unreachable!("{method} is no question about a text"),
        };
        match answered {
            Ok(result) => self.send(Response { id, result: Some(result), error: None }.into()),
            Err((code, cause)) => self.fail(id, code, cause),
        }
    }

    fn rename(&self, id: RequestId, params: Value, read: Arc<Read>) {
        let asked: RenameParams = match serde_json::from_value(params) {
            Ok(asked) => asked,
            Err(error) => return self.fail(id, ErrorCode::InvalidParams, error.to_string()),
        };
        let own = id.clone();
        let work = move || match read.rename(asked.text_document_position.position, &asked.new_name) {
            Ok(edit) => Response::new_ok(id, edit),
            Err(problem) => Response::new_err(id, ErrorCode::RequestFailed as i32, problem.message),
        };
        self.later(own, Box::new(work));
    }

    fn later(&self, id: RequestId, work: Work) {
        let _ = self.work.send((id, work));
    }

    fn notified(&mut self, note: Notification) {
        if self.stage != Stage::Running {
            return;
        }
        match note.method.as_str() {
            "textDocument/didOpen" => {
                if let Ok(opened) = serde_json::from_value::<DidOpenTextDocumentParams>(note.params) {
                    let document = opened.text_document;
                    self.opened(document.uri, document.text, document.version);
                }
            }
            "textDocument/didChange" => {
                if let Ok(changed) = serde_json::from_value::<DidChangeTextDocumentParams>(note.params) {
                    self.changed(changed);
                }
            }
            "textDocument/didClose" => {
                if let Ok(closed) = serde_json::from_value::<DidCloseTextDocumentParams>(note.params) {
                    self.closed(&closed.text_document.uri);
                }
            }
            "$/cancelRequest" => self.cancel(&note.params["id"]),
            // Others, as the protocol says, are passed over.
            _ => {}
        }
    }

    fn opened(&mut self, uri: Uri, text: String, number: i32) {
        if self.open.len() >= MOST_OPEN && !self.open.contains_key(&uri) {
            let message = format!("at most {MOST_OPEN} texts are open at once");
            return self.notify("window/showMessage", json!({ "type": 1, "message": message }));
        }
        self.closed(&uri);
        self.versions += 1;
        self.open.insert(uri, Open::new(text, number, self.versions, Instant::now()));
    }

    fn changed(&mut self, changed: DidChangeTextDocumentParams) {
        let Some(open) = self.open.get_mut(&changed.text_document.uri) else { return };
        self.versions += 1;
        open.change(changed.content_changes);
        open.version = self.versions;
        open.number = changed.text_document.version;
        open.facts = None;
        open.search = None;
        let asked = !open.waiting.is_empty();
        open.due = Some(Instant::now() + if asked { Duration::ZERO } else { PAUSE });
    }

    fn closed(&mut self, uri: &Uri) {
        let Some(open) = self.open.remove(uri) else { return };
        for waiting in open.waiting {
            self.fail(waiting.request.id, ErrorCode::RequestCanceled, "the text was closed");
        }
        self.notify("textDocument/publishDiagnostics", PublishDiagnosticsParams::new(uri.clone(), Vec::new(), None));
    }

    fn cancel(&mut self, id: &Value) {
        let Ok(id) = serde_json::from_value::<RequestId>(id.clone()) else { return };
        let mut found = false;
        for open in self.open.values_mut() {
            let before = open.waiting.len();
            open.waiting.retain(|waiting| waiting.request.id != id);
            found |= open.waiting.len() < before;
        }
        if found {
            self.fail(id, ErrorCode::RequestCanceled, "cancelled");
        } else if let Ok(mut cancelled) = self.cancelled.lock() {
            // It may wait behind other work. What is answered already is forgotten when too much of it gathers.
            if cancelled.len() > 1000 {
                cancelled.clear();
            }
            cancelled.insert(id);
        }
    }

    fn read_what_is_due(&mut self) {
        let now = Instant::now();
        for (uri, open) in &mut self.open {
            if self.readers >= MOST_READERS {
                return;
            }
            if open.due.is_none_or(|due| due > now) {
                continue;
            }
            open.due = None;
            let (uri, version, text, done) = (uri.clone(), open.version, open.text.clone(), self.events.0.clone());
            let mut told = Told { event: Some((uri.clone(), version)), done };
            // Where there is no thread for it, the reader counts as lost.
            self.readers += 1;
            let _ = std::thread::Builder::new().stack_size(STACK).spawn(move || {
                let read = Arc::new(Read::new(uri.clone(), version, text));
                told.event = None;
                let _ = told.done.send(Event::Read(uri, version, Some(read)));
            });
        }
    }

    fn has_read(&mut self, uri: &Uri, version: Version, read: Option<Arc<Read>>) {
        self.readers -= 1;
        let Some(open) = self.open.get_mut(uri).filter(|open| open.version == version) else { return };
        let Some(read) = read else { return };
        let published = PublishDiagnosticsParams::new(uri.clone(), read.diagnostics.clone(), Some(open.number));
        open.search = None;
        open.facts = None;
        if read.document.ruleset().is_some() {
            let (told, own) = (self.events.0.clone(), uri.clone());
            let Settings { program, facts, .. } = &self.settings;
            open.search = search(program, facts, open.text.clone(), move |answer: Option<FactsAnswer>| {
                let facts = answer.map(|answer| answer.games).unwrap_or_default();
                let _ = told.send(Event::Facts(own, version, facts));
            });
        }
        if open.search.is_none() {
            open.facts = Some(Vec::new());
        }
        open.read = Some(read);
        self.notify("textDocument/publishDiagnostics", published);
        self.answer_waiting(uri);
    }

    fn has_facts(&mut self, uri: &Uri, version: Version, facts: Vec<GameFacts>) {
        let Some(open) = self.open.get_mut(uri).filter(|open| open.version == version) else { return };
        open.facts = Some(facts);
        let (told, own) = (self.events.0.clone(), uri.clone());
        let Settings { program, check, .. } = &self.settings;
        open.search = search(program, check, open.text.clone(), move |answer: Option<CheckAnswer>| {
            let found = answer.map(|answer| answer.files.into_iter().flat_map(|file| file.diagnostics).collect());
            let _ = told.send(Event::Checked(own, version, found.unwrap_or_default()));
        });
        self.answer_waiting(uri);
        if self.refreshes {
            self.asked += 1;
            let request =
                Request::new(RequestId::from(self.asked), "workspace/inlayHint/refresh".to_string(), Value::Null);
            self.send(request.into());
        }
    }

    /// A check says again what is known; what it adds is told.
    fn has_checked(&mut self, uri: &Uri, version: Version, found: &[Placed]) {
        let Some(open) = self.open.get_mut(uri).filter(|open| open.version == version) else { return };
        open.search = None;
        let Some(read) = open.current() else { return };
        if found.len() > read.diagnostics.len() {
            let published = PublishDiagnosticsParams::new(uri.clone(), read.checked(found), Some(open.number));
            self.notify("textDocument/publishDiagnostics", published);
        }
    }

    /// Answers what waited for what is there now.
    fn answer_waiting(&mut self, uri: &Uri) {
        let Some(open) = self.open.get_mut(uri) else { return };
        let (read, facts) = (open.current().is_some(), open.facts.is_some());
        let is_ready = |waiting: &Waiting| read && (waiting.until == Until::Read || facts);
        let (ready, others) = std::mem::take(&mut open.waiting).into_iter().partition(is_ready);
        open.waiting = others;
        let ready: Vec<Waiting> = ready;
        for waiting in ready {
            self.answer(uri, waiting.request);
        }
    }

    fn answer_the_impatient(&mut self) {
        let now = Instant::now();
        let mut late = Vec::new();
        for (uri, open) in &mut self.open {
            let is_late = |waiting: &Waiting| now >= waiting.since + PATIENCE;
            let (over, others): (Vec<Waiting>, Vec<Waiting>) =
                std::mem::take(&mut open.waiting).into_iter().partition(is_late);
            open.waiting = others;
            late.extend(over.into_iter().map(|waiting| (uri.clone(), open.current().is_some(), waiting)));
        }
        for (uri, is_read, waiting) in late {
            match is_read {
                // Facts are late: what is said is said without them.
                true => self.answer(&uri, waiting.request),
                false => self.fail(waiting.request.id, ErrorCode::RequestFailed, "the text is still being read"),
            }
        }
    }
}

/// Says that a reader was lost, unless it says what it read.
struct Told {
    event: Option<(Uri, Version)>,
    done: Sender<Event>,
}

impl Drop for Told {
    fn drop(&mut self) {
        if let Some((uri, version)) = self.event.take() {
            let _ = self.done.send(Event::Read(uri, version, None));
        }
    }
}

/// Questions about a text.
const METHODS: [&str; 11] = [
    "textDocument/hover",
    "textDocument/completion",
    "textDocument/definition",
    "textDocument/references",
    "textDocument/documentHighlight",
    "textDocument/prepareRename",
    "textDocument/rename",
    "textDocument/formatting",
    "textDocument/codeAction",
    "textDocument/inlayHint",
    "textDocument/documentSymbol",
];

fn capabilities() -> ServerCapabilities {
    let sync = TextDocumentSyncOptions {
        open_close: Some(true),
        change: Some(TextDocumentSyncKind::INCREMENTAL),
        ..TextDocumentSyncOptions::default()
    };
    let actions =
        CodeActionOptions { code_action_kinds: Some(vec![CodeActionKind::QUICKFIX]), ..CodeActionOptions::default() };
    ServerCapabilities {
        text_document_sync: Some(TextDocumentSyncCapability::Options(sync)),
        hover_provider: Some(HoverProviderCapability::Simple(true)),
        completion_provider: Some(CompletionOptions {
            trigger_characters: Some(vec![".".to_string()]),
            ..CompletionOptions::default()
        }),
        definition_provider: Some(OneOf::Left(true)),
        references_provider: Some(OneOf::Left(true)),
        document_highlight_provider: Some(OneOf::Left(true)),
        document_symbol_provider: Some(OneOf::Left(true)),
        document_formatting_provider: Some(OneOf::Left(true)),
        rename_provider: Some(OneOf::Right(RenameOptions {
            prepare_provider: Some(true),
            work_done_progress_options: Default::default(),
        })),
        code_action_provider: Some(CodeActionProviderCapability::Options(actions)),
        inlay_hint_provider: Some(OneOf::Left(true)),
        ..ServerCapabilities::default()
    }
}

/// The text that a question is about.
fn uri_of(params: &Value) -> Option<Uri> {
    serde_json::from_value(params["textDocument"]["uri"].clone()).ok()
}

/// The answer to a question with these parameters, or what is wrong with them.
fn of<P: DeserializeOwned, R: Serialize>(params: Value, answer: impl FnOnce(P) -> R) -> Result<Value, Refused> {
    let asked = serde_json::from_value(params).map_err(|error| (ErrorCode::InvalidParams, error.to_string()))?;
    let answer = unbroken(|| answer(asked))?;
    Ok(serde_json::to_value(answer).expect("an answer can be written as JSON"))
}

/// Why a question is not answered.
type Refused = (ErrorCode, String);

/// What is found, unless a bug shows itself: that ends one answer, not the session.
fn unbroken<R>(answer: impl FnOnce() -> R) -> Result<R, Refused> {
    let told = "this is a bug: its message is in the log of the server".to_string();
    std::panic::catch_unwind(AssertUnwindSafe(answer)).map_err(|_| (ErrorCode::InternalError, told))
}

/// Writes messages one after the other; the second channel ends when all are written.
fn writer() -> (Sender<Value>, Receiver<()>) {
    let (out, messages) = channel::<Value>();
    let (done, written) = channel();
    std::thread::spawn(move || {
        let _done: Sender<()> = done;
        let mut stream = std::io::stdout();
        for message in messages {
            let text = message.to_string();
            let frame = format!("Content-Length: {}\r\n\r\n{text}", text.len());
            if stream.write_all(frame.as_bytes()).and_then(|()| stream.flush()).is_err() {
                return;
            }
        }
    });
    (out, written)
}

/// Does work one after the other, and leaves out what was cancelled.
fn worker(out: Sender<Value>, cancelled: Arc<std::sync::Mutex<HashSet<RequestId>>>) -> Sender<(RequestId, Work)> {
    let (work, queue) = channel::<(RequestId, Work)>();
    let worker = move || {
        for (id, work) in queue {
            let is_cancelled = cancelled.lock().is_ok_and(|mut cancelled| cancelled.remove(&id));
            let response = match is_cancelled {
                true => Response::new_err(id, ErrorCode::RequestCanceled as i32, "cancelled".to_string()),
                false => unbroken(work).unwrap_or_else(|(code, cause)| Response::new_err(id, code as i32, cause)),
            };
            let mut value = serde_json::to_value(response).expect("a message can be written as JSON");
            value["jsonrpc"] = json!("2.0");
            let _ = out.send(value);
        }
    };
    // Without a thread its channel is closed, and nothing is answered late.
    let _ = std::thread::Builder::new().stack_size(STACK).spawn(worker);
    work
}
