//! The server: the files of the page, the library, and questions, whose answers are streams of events.
//!
//! Invariant: no rules of a stranger are read in this process; every request is bounded in bytes and in time; every answer
//! carries the headers that keep scripts and other hosts out of the page.

use crate::ask::{Ask, MOST_BYTES};
use crate::connections::{Connection, Connections, Request};
use crate::kept::{Event, Kept};
use crate::pool::{Answered, Pool, Program};
use crate::queue::Queue;
use crate::worker::MOST_SECONDS;
use crate::{assets, book, confine};
use axum::Router;
use axum::body::{Body, Bytes};
use axum::extract::{DefaultBodyLimit, Extension, Path, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use std::convert::Infallible;
use std::io;
use std::net::{IpAddr, SocketAddr};
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::OnceCell;
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};
use tokio::time::{sleep, timeout};
use tokio_stream::Stream;

/// What may run in the page: its own files.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; \
     connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// How long a request may take to arrive.
const ARRIVAL: Duration = Duration::from_secs(15);

/// How often the server looks whether it is to end.
const LOOK: Duration = Duration::from_millis(50);

/// Connections, unless the system allows fewer.
const MOST_CONNECTIONS: usize = 800;

/// How a server is set up.
#[derive(Clone, Debug)]
pub struct Settings {
    /// Where it listens.
    pub address: SocketAddr,
    /// Questions that are answered at once.
    pub workers: usize,
    /// How workers are started: the program and the words that make it one.
    pub program: (std::path::PathBuf, Vec<String>),
}

/// A server that listens.
pub struct Server {
    listener: std::net::TcpListener,
    settings: Settings,
}

/// How a server ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Served {
    /// It was told to.
    Stopped,
}

struct Shared {
    pool: Pool,
    queue: Queue,
    kept: Kept,
    library: OnceCell<Bytes>,
    connections: Arc<Connections>,
    /// Whether only this machine is served.
    alone: bool,
}

impl Server {
    /// Listens, so that the address is known before anything is served.
    pub fn listen(settings: Settings) -> io::Result<Server> {
        let listener = std::net::TcpListener::bind(settings.address)?;
        listener.set_nonblocking(true)?;
        Ok(Server { listener, settings })
    }

    /// The address, with the port that was chosen.
    pub fn address(&self) -> io::Result<SocketAddr> {
        self.listener.local_addr()
    }

    /// Serves until `stopped` says that it is enough.
    pub fn serve(self, stopped: impl Fn() -> bool) -> io::Result<Served> {
        confine::many_connections();
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
        let served = runtime.block_on(async {
            let listener = TcpListener::from_std(self.listener)?;
            let (path, arguments) = self.settings.program.clone();
            let pool = Pool::new(Program { path, arguments }, self.settings.workers);
            pool.warm_up()?;
            let shared = Arc::new(Shared {
                pool,
                queue: Queue::new(self.settings.workers),
                kept: Kept::default(),
                library: OnceCell::new(),
                connections: Arc::new(Connections::new(MOST_CONNECTIONS)),
                alone: self.settings.address.ip().is_loopback(),
            });
            let early = shared.clone();
            tokio::spawn(async move { early.library().await });
            let app = routes(shared.clone());
            let until = async {
                while !stopped() {
                    sleep(LOOK).await;
                }
            };
            tokio::select! {
                () = accept(&listener, &app, &shared.connections) => {}
                () = until => {}
            }
            Ok(Served::Stopped)
        });
        runtime.shutdown_timeout(Duration::from_millis(100));
        served
    }
}

/// Takes connections as long as it is let.
async fn accept(listener: &TcpListener, app: &Router, connections: &Arc<Connections>) {
    loop {
        match listener.accept().await {
            Ok((stream, peer)) => {
                let connection = connections.open();
                let app = app.clone().layer(Extension(Visitor { address: peer.ip(), connection: connection.clone() }));
                let connections = connections.clone();
                tokio::spawn(async move {
                    tokio::select! {
                        () = serve_one(stream, app) => {}
                        () = connection.closing.notified() => {}
                    }
                    connections.close(&connection);
                });
            }
            // Too many open files, most likely: some will be closed.
            Err(_) => sleep(LOOK).await,
        }
    }
}

async fn serve_one(stream: TcpStream, app: Router) {
    let _ = stream.set_nodelay(true);
    let service = TowerToHyperService::new(app);
    let mut http = http1::Builder::new();
    http.timer(TokioTimer::new()).header_read_timeout(ARRIVAL).max_buf_size(64 << 10);
    let _ = http.serve_connection(TokioIo::new(stream), service).await;
}

/// Who asks.
#[derive(Clone)]
struct Visitor {
    address: IpAddr,
    connection: Arc<Connection>,
}

/// A page of the book, or a file beside it.
fn page_of_book(path: &str) -> Response {
    match book::find(path) {
        Some(book::Found::Page(text)) => ([(header::CONTENT_TYPE, "text/html; charset=utf-8")], text).into_response(),
        Some(book::Found::File(kind, data)) => ([(header::CONTENT_TYPE, kind)], data).into_response(),
        Some(book::Found::At(path)) => moved(&path),
        None => refused(StatusCode::NOT_FOUND, "there is no such page"),
    }
}

/// The page is another one of the book.
fn moved(path: &str) -> Response {
    (StatusCode::SEE_OTHER, [(header::LOCATION, format!("/book/{path}"))]).into_response()
}

fn routes(shared: Arc<Shared>) -> Router {
    let alone = shared.alone;
    let named = move |request: axum::extract::Request, next: axum::middleware::Next| async move {
        match !alone || is_this_machine(request.headers()) {
            true => next.run(request).await,
            false => refused(StatusCode::FORBIDDEN, "this page is served to this machine only, by its own name"),
        }
    };
    Router::new()
        .route("/", get(|headers: HeaderMap| async move { file("", &headers) }))
        .route("/ask", post(ask))
        .route("/library", get(library))
        .route("/book", get(|| async { moved(book::CONTENTS) }))
        .route("/book/", get(|| async { moved(book::CONTENTS) }))
        .route("/book/{*path}", get(|Path(path): Path<String>| async move { page_of_book(&path) }))
        .route("/{*path}", get(|Path(path): Path<String>, headers: HeaderMap| async move { file(&path, &headers) }))
        .fallback(|| async { refused(StatusCode::NOT_FOUND, "there is nothing here") })
        .layer(DefaultBodyLimit::max(MOST_BYTES))
        .with_state(shared)
        .layer(axum::middleware::from_fn(named))
        .layer(axum::middleware::map_response(guarded))
}

/// Whether a request names this machine as its host. Another name that leads here is a trick of another site's.
fn is_this_machine(headers: &HeaderMap) -> bool {
    let host = headers.get(header::HOST).and_then(|host| host.to_str().ok()).unwrap_or_default();
    let port = |rest: &str| rest.is_empty() || rest.strip_prefix(':').is_some_and(|port| port.parse::<u16>().is_ok());
    ["localhost", "127.0.0.1", "[::1]"].into_iter().any(|name| host.strip_prefix(name).is_some_and(port))
}

/// The headers of every answer.
async fn guarded(mut response: Response) -> Response {
    let all: [(HeaderName, &'static str); 5] = [
        (header::CONTENT_SECURITY_POLICY, POLICY),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::REFERRER_POLICY, "no-referrer"),
        (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
        (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
    ];
    for (name, value) in all {
        response.headers_mut().insert(name, HeaderValue::from_static(value));
    }
    response
}

fn refused(status: StatusCode, why: &str) -> Response {
    let json = serde_json::json!({ "error": { "code": status.as_u16().to_string(), "message": why } });
    (status, [(header::CONTENT_TYPE, "application/json")], json.to_string()).into_response()
}

/// A file of the page; not sent again to who has it.
fn file(path: &str, headers: &HeaderMap) -> Response {
    let Some(file) = assets::file(path) else { return refused(StatusCode::NOT_FOUND, "there is no such file") };
    let hash = file.metadata.sha256_hash();
    let tag: String = hash[..12].iter().map(|byte| format!("{byte:02x}")).collect();
    let tag = format!("\"{tag}\"");
    let fresh = [(header::ETAG, tag.as_str()), (header::CACHE_CONTROL, "no-cache")];
    if headers.get(header::IF_NONE_MATCH).is_some_and(|known| known.as_bytes() == tag.as_bytes()) {
        return (StatusCode::NOT_MODIFIED, fresh).into_response();
    }
    (fresh, [(header::CONTENT_TYPE, assets::kind(path))], file.data.into_owned()).into_response()
}

/// The games of the library with their boards.
async fn library(State(shared): State<Arc<Shared>>) -> Response {
    ([(header::CONTENT_TYPE, "application/json")], shared.library().await).into_response()
}

impl Shared {
    /// Computed once: the library is part of the program, not of what strangers send.
    async fn library(&self) -> Bytes {
        let made = || async { tokio::task::spawn_blocking(library_rows).await.unwrap_or_default() };
        self.library.get_or_init(made).await.clone()
    }
}

fn library_rows() -> Bytes {
    let list = grundy::Library::standard().rows(grundy::Engine::Interpreted);
    serde_json::to_vec(&list).expect("every answer can be written as JSON").into()
}

/// Whether a request comes from the page itself: a page of another site cannot ask in the name of its visitor.
fn is_own(headers: &HeaderMap) -> bool {
    let json = headers.get(header::CONTENT_TYPE).is_some_and(|kind| kind.as_bytes().starts_with(b"application/json"));
    let site = headers.get("sec-fetch-site").map(HeaderValue::as_bytes);
    json && !matches!(site, Some(b"cross-site" | b"same-site"))
}

/// Answers a question by a stream of events.
async fn ask(
    State(shared): State<Arc<Shared>>,
    Extension(visitor): Extension<Visitor>,
    headers: HeaderMap,
    body: Body,
) -> Response {
    let request = shared.connections.begin(&visitor.connection);
    if !is_own(&headers) {
        return refused(StatusCode::FORBIDDEN, "questions are JSON and come from the page");
    }
    let Ok(body) = timeout(ARRIVAL, axum::body::to_bytes(body, MOST_BYTES)).await else {
        return refused(StatusCode::REQUEST_TIMEOUT, "the question did not arrive in time");
    };
    let Ok(body) = body else { return refused(StatusCode::PAYLOAD_TOO_LARGE, "the question is too long") };
    let ask: Ask = match serde_json::from_slice(&body) {
        Ok(ask) => ask,
        Err(error) => return refused(StatusCode::BAD_REQUEST, &format!("this is no question: {error}")),
    };
    let line = serde_json::to_string(&ask).expect("a question can be written as JSON");
    let (send, events) = unbounded_channel();
    if let Some(kept) = shared.kept.get(&line) {
        for event in kept.iter() {
            let _ = send.send(event.clone());
        }
        return streamed(events, request);
    }
    let place = match shared.queue.enter(visitor.address).await {
        Ok(place) => place,
        Err(_) => return refused(StatusCode::TOO_MANY_REQUESTS, "too much is being computed; try again in a moment"),
    };
    tokio::spawn(async move {
        let answer = answered(&shared, &line, ask.seconds, &send).await;
        drop(place);
        if let Some(answer) = answer {
            shared.kept.keep(&line, answer);
        }
    });
    streamed(events, request)
}

/// Has a question answered, and gives the answer if it is worth keeping.
async fn answered(
    shared: &Shared,
    line: &str,
    seconds: Option<f64>,
    to: &UnboundedSender<Event>,
) -> Option<Vec<Event>> {
    let (send, mut events) = unbounded_channel::<Event>();
    let seconds = seconds.map(|seconds| seconds.clamp(0.0, MOST_SECONDS));
    let work = async move {
        let answered = shared.pool.answer(line, seconds, &send).await;
        drop(send);
        answered
    };
    let listen = async move {
        let mut all = Vec::new();
        loop {
            tokio::select! {
                event = events.recv() => {
                    let Some(event) = event else { return Some(all) };
                    if event.0 != "progress" {
                        all.push(event.clone());
                    }
                    let _ = to.send(event);
                }
                // Dropped, the events have no receiver, which is what makes the worker stop.
                () = to.closed() => return None,
            }
        }
    };
    let (answered, all) = tokio::join!(work, listen);
    let lasting = |(event, _): &Event| event != "problem" && event != "stopped";
    all.filter(|all| answered == Answered::Whole && all.iter().all(lasting))
}

fn streamed(events: UnboundedReceiver<Event>, request: Request) -> Response {
    let headers = [(header::CONTENT_TYPE, "text/event-stream"), (header::CACHE_CONTROL, "no-store")];
    (headers, Body::from_stream(Events { events, _request: request })).into_response()
}

/// Events as a browser reads them.
struct Events {
    events: UnboundedReceiver<Event>,
    _request: Request,
}

impl Stream for Events {
    type Item = Result<Bytes, Infallible>;

    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        self.events.poll_recv(context).map(|event| {
            let (event, data) = event?;
            Some(Ok(Bytes::from(format!("event: {event}\ndata: {data}\n\n"))))
        })
    }
}
