use crate::door::door;
use crate::limits::process;
use crate::reply::{Replied, Reply};
use crate::{meter, terminal};
use grundy::Problem;
use grundy_web::{Server, Settings};
use serde_json::json;
use std::io::Write;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};

/// Where to serve, and whether to open a browser.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  grundy web --open
  grundy web --port 8080
  grundy web --host 0.0.0.0 --workers 4")]
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
}

/// Serves the page until Ctrl-C.
pub fn run(args: Args) -> Replied {
    let failed = |cause: String| Problem::bad_input("web", cause);
    let address = SocketAddr::new(args.host, args.port);
    let memory = args.worker_memory.to_string();
    let program = crate::Program::again(&["worker", "--quiet", "--threads", "1", "--memory", &memory])?;
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

/// Asks the desktop to show the page; who has none reads its address.
fn open(page: &str) {
    let opener = if cfg!(target_os = "macos") { "open" } else { "xdg-open" };
    let quiet = std::process::Stdio::null;
    let _ = std::process::Command::new(opener).arg(page).stdin(quiet()).stdout(quiet()).stderr(quiet()).spawn();
}

/// Answers the questions of a page until they end.
pub fn work() -> Replied {
    terminal::begin_session();
    grundy_web::work(process().bytes, meter::held);
    Ok(Reply::fine("", json!({})))
}
