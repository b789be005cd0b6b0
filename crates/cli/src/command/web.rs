use crate::door::door;
use crate::limits::process;
use crate::reply::{Replied, Reply};
use crate::{meter, terminal};
use grundy::Problem;
use grundy::tablebase::OpenTable;
use grundy_web::{Server, Settings};
use serde_json::json;
use std::io::Write;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::path::{Path, PathBuf};

/// Where to serve, and whether to open a browser.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  grundy web --open
  grundy web --port 8080
  grundy web --host 0.0.0.0 --workers 4
  grundy web --tablebase ttt.tb --tablebase tables")]
pub struct Args {
    /// The port; 0 for any that is free.
    #[arg(long, value_name = "PORT", default_value_t = 7373)]
    port: u16,
    /// The address to listen on, for other machines too; this machine alone is served unless said.
    #[arg(long, value_name = "ADDRESS", default_value_t = IpAddr::V4(Ipv4Addr::LOCALHOST))]
    host: IpAddr,
    /// Open the page in a browser.
    #[arg(long)]
    open: bool,
    /// Questions that are answered at once, each in a process of its own.
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = clap::value_parser!(u16).range(1..=64))]
    workers: u16,
    /// Bytes of memory of each worker: 400M.
    #[arg(long, value_name = "SIZE", default_value = "400M", value_parser = crate::limits::parse_bytes)]
    worker_memory: u64,
    /// Answer from this tablebase, or from those of a folder (*.tb), for positions of their rules; can be said again.
    #[arg(long, value_name = "FILE|FOLDER")]
    tablebase: Vec<PathBuf>,
}

/// What a worker is given.
#[derive(clap::Args)]
pub struct WorkerArgs {
    #[arg(long)]
    tablebase: Vec<PathBuf>,
}

/// Serves the page until Ctrl-C.
pub fn run(args: Args) -> Replied {
    let failed = |cause: String| Problem::bad_input("web", cause);
    let address = SocketAddr::new(args.host, args.port);
    let memory = args.worker_memory.to_string();
    let mut words = ["worker", "--quiet", "--threads", "1", "--memory", &memory].map(String::from).to_vec();
    for file in tablebases(&args.tablebase)? {
        // A file that is no tablebase is heard of now, not by each worker.
        super::tablebase::open(&file)?;
        // Workers are at home elsewhere.
        let file = file.canonicalize().map_err(|error| failed(format!("{}: {error}", file.display())))?;
        let name = file.to_str().ok_or_else(|| failed(format!("{} is no text", file.display())))?;
        words.extend(["--tablebase".to_string(), name.to_string()]);
    }
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let program = crate::Program::again(&words)?;
    let settings = Settings { address, workers: usize::from(args.workers), program };
    let server = Server::listen(settings).map_err(|error| {
        failed(format!("{address} cannot be listened on: {error}"))
            .remedy("choose another: --port 0 takes any that is free")
    })?;
    let address = server.address().map_err(|error| failed(error.to_string()))?;
    let page = format!("http://{address}/");
    if !args.host.is_loopback() && !door().quiet {
        eprintln!("warning: other machines can reach this page; what they ask is computed here");
    }
    // A closed pipe is not an error.
    let _ = writeln!(std::io::stdout(), "{page}").and_then(|()| std::io::stdout().flush());
    if args.open {
        open(&page);
    }
    terminal::begin_session();
    server.serve(|| process().interrupted().is_some()).map_err(|error| failed(error.to_string()))?;
    Ok(Reply::fine("", json!({ "served": page })))
}

/// The files that are named, and those of the folders that are.
fn tablebases(named: &[PathBuf]) -> Result<Vec<PathBuf>, Problem> {
    let mut files = Vec::new();
    for path in named {
        if !path.is_dir() {
            files.push(path.clone());
            continue;
        }
        let failed = |error: std::io::Error| Problem::bad_input("web", format!("{}: {error}", path.display()));
        let entries: Result<Vec<_>, _> = std::fs::read_dir(path).map_err(failed)?.collect();
        let mut inside: Vec<PathBuf> = entries.map_err(failed)?.into_iter().map(|entry| entry.path()).collect();
        inside.retain(|file| file.extension().is_some_and(|ending| ending == "tb"));
        inside.sort();
        files.append(&mut inside);
    }
    Ok(files)
}

/// Asks the desktop to show the page; who has none reads its address.
fn open(page: &str) {
    let opener = if cfg!(target_os = "macos") { "open" } else { "xdg-open" };
    let quiet = std::process::Stdio::null;
    let _ = std::process::Command::new(opener).arg(page).stdin(quiet()).stdout(quiet()).stderr(quiet()).spawn();
}

/// Answers the questions of a page until they end.
pub fn work(args: WorkerArgs) -> Replied {
    terminal::begin_session();
    // Strangers are told what a file is called, not where it lies.
    let called = |file: &Path| file.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let open = |file: &PathBuf| OpenTable::open(grundy_store::open_as(file, called(file))?);
    let tablebases: Result<Vec<_>, Problem> = args.tablebase.iter().map(open).collect();
    grundy_web::work(process().bytes, meter::held, tablebases?);
    Ok(Reply::fine("", json!({})))
}
