//! `grundy tree`: extensive games of perfect information.

mod explain;
mod unfold;

use crate::library;
use crate::payoffs::{self, Inline, Source};
use crate::reply::{Exit, Failure, Outcome, Reply};
use crate::terminal::{self, Terminal};
use grundy_answer::{Progress, Standing, Watch};
use grundy_payoff::number::{Rational, brief};
use grundy_payoff::tree::drawing::{self, Detail, vector};
use grundy_payoff::tree::force::{self, Verdict};
use grundy_payoff::tree::induction::{self, Incomplete, Induction, MOST_OUTCOMES};
use grundy_payoff::tree::profile::{Play, Profile, Profiles};
use grundy_payoff::tree::{Kind, NodeId, Tree, efg, text};
use serde_json::{Value, json};
use std::path::PathBuf;

const EXAMPLES: &str = "Examples:
  grundy tree centipede
  grundy tree game.txt --explain
  grundy tree game.efg --json
  grundy tree sharing --limit 100 --full
  grundy tree game.txt -o game.efg
  grundy tree can-i-win 'n = 3, total = 5' -o game.efg    a game of rules, unfolded

A text begins with the players and indents every move under the node it is made at:
  players Ann Bob
  Ann
    left: 2 1
    right: Bob
      up: 0 0
      down: 3 3
See docs/tree.md for chance, subtrees used twice, and win and draw.";

/// How many moves the strategies of one answer may name together.
const MOST_MOVES: usize = 200_000;

/// What is asked.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// A file (indented text, Gambit's .efg, or rules), `-`, or a name of the library of trees or games.
    #[arg(value_name = "TREE", required_unless_present = "list")]
    input: Option<String>,

    /// With a game's rules as TREE: the position to unfold, as for `grundy solve`.
    #[arg(value_name = "POSITION", allow_hyphen_values = true)]
    position: Option<String>,

    /// How many equilibria to list.
    #[arg(long, value_name = "N", default_value_t = 10)]
    limit: usize,

    /// Show each fold of the tree, step by step.
    #[arg(long)]
    explain: bool,

    /// Draw the whole tree, not only the moves that equilibria take.
    #[arg(long)]
    full: bool,

    /// The longest drawing or explanation, in lines.
    #[arg(long, value_name = "N", default_value_t = 200)]
    lines: usize,

    /// Also write the game (.efg) or the drawing (.txt).
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,

    /// The names of the library.
    #[arg(long)]
    list: bool,
}

/// Solves the game.
pub fn run(args: Args) -> Outcome {
    let Some(input) = args.input.as_deref().filter(|_| !args.list) else { return Ok(list()) };
    let tree = match (Source::find(input, library::TREES, Inline::Refused), &args.position) {
        (Ok(source), None) if !unfold::is_rules(&source.text) => {
            read(&source.text).map_err(|fault| source.failure(fault))?
        }
        (Err(refused), None) => match crate::asked::position(input, None) {
            Ok(asked) => unfold::tree(&asked.position)?,
            Err(_) => return Err(refused),
        },
        (_, position) => unfold::tree(&crate::asked::position(input, position.as_deref())?.position)?,
    };
    let watch = terminal::watch();
    let decisions = tree.nodes().iter().filter(|node| matches!(node.kind, Kind::Decision(_))).count();
    let title = tree.title().map(|title| format!("{title}: ")).unwrap_or_default();
    let mut report = Report {
        text: format!("{title}{}, {} nodes, {decisions} decisions\n", tree.players().join(", "), tree.len()),
        json: json!({ "players": tree.players(), "nodes": tree.len(), "decisions": decisions }),
        exit: Exit::Fine,
    };
    let standing = match Induction::new(&tree, &watch) {
        Ok(induction) => solved(&args, &induction, &watch, &mut report)?,
        Err(incomplete) => unsolved(&tree, incomplete, &mut report),
    };
    forced(&tree, &mut report);
    report.line(standing.to_string());
    Ok(report.finish(&standing, &watch))
}

fn read(source: &str) -> Result<Tree, grundy_payoff::fault::Fault> {
    if efg::is_efg(source) { efg::parse(source) } else { text::parse(source) }
}

fn list() -> Reply {
    let titled = library::TREES.iter().map(|(name, text)| (*name, read(text).ok()));
    let titled: Vec<(&str, String)> = titled
        .map(|(name, tree)| (name, tree.and_then(|tree| tree.title().map(str::to_string)).unwrap_or_default()))
        .collect();
    let text = titled.iter().map(|(name, title)| format!("{name:24} {title}\n")).collect::<String>();
    let json: Vec<Value> = titled.iter().map(|(name, title)| json!({ "name": name, "title": title })).collect();
    Reply::fine(text, json!({ "games": json }))
}

struct Report {
    text: String,
    json: Value,
    exit: Exit,
}

impl Report {
    fn line(&mut self, line: impl AsRef<str>) {
        self.text.push_str(line.as_ref());
        self.text.push('\n');
    }

    fn finish(mut self, standing: &Standing, watch: &Terminal) -> Reply {
        self.json["standing"] = json!({ "kind": standing.kind(), "reason": standing.reason() });
        self.json["seconds"] = json!(watch.seconds());
        Reply { text: self.text, json: self.json, exit: self.exit }
    }
}

fn texts(payoffs: &[Rational]) -> Vec<String> {
    payoffs.iter().map(Rational::to_string).collect()
}

/// All equilibria are known.
fn solved(args: &Args, induction: &Induction, watch: &Terminal, report: &mut Report) -> Result<Standing, Failure> {
    let tree = induction.tree;
    let count = induction.count().to_string();
    let shown = if count.len() <= 30 { count.clone() } else { format!("a number of {} digits", count.len()) };
    let outcomes: Vec<(&[Rational], String)> = induction
        .outcomes(0)
        .iter()
        .zip(induction.counts())
        .map(|(&at, n)| (induction.payoffs(at), n.to_string()))
        .collect();
    for (payoffs, _) in outcomes.iter().take(20) {
        let named = tree.players().iter().zip(*payoffs).map(|(name, payoff)| format!("{name} {}", brief(payoff, 24)));
        report.line(format!("payoffs: {}", named.collect::<Vec<_>>().join(", ")));
    }
    if outcomes.len() > 20 {
        report.line(format!("payoffs: {} more outcomes", outcomes.len() - 20));
    }
    report.line(format!("subgame-perfect equilibria in pure strategies: {shown}"));
    let listed = listed(args, induction, watch, report);
    report.json["payoffs"] = json!(texts(outcomes[0].0));
    for key in ["strategy", "path"] {
        report.json[key] = listed[0][key].clone();
    }
    report.json["count"] = json!(count);
    let outcome = |(payoffs, count): &(&[Rational], String)| json!({ "payoffs": texts(payoffs), "equilibria": count });
    report.json["outcomes"] = outcomes.iter().map(outcome).collect::<Vec<_>>().into();
    report.json["equilibria"] = listed.into_iter().take(args.limit).collect::<Vec<_>>().into();
    let detail = if args.full { Detail::Full } else { Detail::Reduced };
    let drawn = drawing::text(induction, detail, args.lines);
    if args.explain {
        explain::folds(induction, args.lines, report);
    }
    report.line(if args.full {
        "the tree (> marks moves some equilibrium takes):"
    } else {
        "the reduced tree (> marks moves some equilibrium takes):"
    });
    report.text.push_str(&drawn);
    if let Some(path) = &args.output {
        match path.extension().unwrap_or_default().to_string_lossy().to_lowercase().as_str() {
            "efg" => payoffs::write(path, &efg::write(tree))?,
            "txt" => payoffs::write(path, &drawn)?,
            _ => {
                return Err(Failure::bad_input(
                    "usage",
                    format!("{} ends neither with .efg nor with .txt", path.display()),
                ));
            }
        }
    }
    report.json["drawing"] = json!(drawn);
    Ok(Standing::Proved(format!("backward induction over all {} nodes, every tie kept", tree.len())))
}

/// The first equilibria, at least one, as text in the report and as JSON.
fn listed(args: &Args, induction: &Induction, watch: &Terminal, report: &mut Report) -> Vec<Value> {
    let mut room = MOST_MOVES;
    let mut listed = Vec::new();
    for profile in Profiles::new(induction).take(args.limit.max(1)) {
        if listed.len() < args.limit {
            let payoffs = vector(induction.payoffs(profile.outcome));
            report.line(format!("  {}. {payoffs} {}", listed.len() + 1, told(induction, &profile)));
        }
        listed.push(profile_json(induction, &profile, &mut room));
        let progress = Progress { what: "equilibria", done: listed.len() as u64, total: None, bytes: 0 };
        if let Some(stop) = watch.tick(progress) {
            report.line(format!("  the list ends here: {stop}"));
            report.exit = Exit::Limit;
            break;
        }
    }
    listed
}

/// Only one equilibrium is known.
fn unsolved(tree: &Tree, incomplete: Incomplete, report: &mut Report) -> Standing {
    let why = match incomplete {
        Incomplete::Stopped(stop) => stop.to_string(),
        Incomplete::Crowded(node) => {
            format!("more than {MOST_OUTCOMES} different equilibrium outcomes at {}", tree.place(node))
        }
    };
    let (payoffs, choices) = induction::first(tree);
    report.exit = Exit::Limit;
    report.line(format!("payoffs of one equilibrium: {}", vector(&payoffs)));
    report.json["payoffs"] = json!(texts(&payoffs));
    report.json["strategy"] = strategy(tree, &choices, &mut { MOST_MOVES });
    Standing::Checked(format!("this is a subgame-perfect equilibrium; whether there are others is open: {why}"))
}

/// What each player can force, and Zermelo's verdict.
fn forced(tree: &Tree, report: &mut Report) {
    let mut entries = Vec::new();
    let average = if tree.has_chance() { " on average" } else { "" };
    for (player, name) in tree.players().iter().enumerate().take(20) {
        let guarantee = force::guarantee(tree, player);
        report.line(format!("{name} can force at least {}{average}", brief(&guarantee.payoff, 24)));
        entries.push(json!({ "player": name, "payoff": guarantee.payoff.to_string() }));
    }
    report.json["can_force"] = json!(entries);
    if let Some(verdict) = force::verdict(tree) {
        let (text, word) = match verdict {
            Verdict::Win(player) => (format!("{} can force a win", tree.players()[player]), "win"),
            Verdict::Draw => ("both can force a draw".to_string(), "draw"),
        };
        report.line(format!("Zermelo: {text}"));
        let winner = match verdict {
            Verdict::Win(player) => json!(tree.players()[player]),
            Verdict::Draw => json!("draw"),
        };
        report.json["winner"] = winner;
        report.json["verdict"] = json!(word);
    }
}

/// `plays in/share; strategy in/: share`: the play, then the choices off it.
fn told(induction: &Induction, profile: &Profile) -> String {
    let tree = induction.tree;
    let plays: Vec<String> = profile.plays(induction, 8).iter().map(|play| play_text(tree, play)).collect();
    let reached = reached(tree, profile);
    let off = (0..tree.len()).filter(|&node| profile.choices[node].is_some() && !reached[node]);
    let off: Vec<NodeId> = off.take(13).collect();
    let choice = |&node: &NodeId| {
        let taken = profile.choices[node].expect("a decision");
        format!("{}: {}", tree.place(node), tree.node(taken).label)
    };
    let mut told: Vec<String> = off.iter().take(12).map(choice).collect();
    if off.len() > 12 {
        told.push("...".into());
    }
    let off = if told.is_empty() { String::new() } else { format!(" (else {})", told.join("; ")) };
    format!("plays {}{off}", plays.join(" | "))
}

fn play_text(tree: &Tree, play: &Play) -> String {
    let shown: Vec<&str> = play.nodes.iter().take(20).map(|&node| tree.node(node).label.as_str()).collect();
    let rest = play.nodes.len().saturating_sub(20);
    let rest = if rest > 0 { format!("/... {rest} more moves") } else { String::new() };
    let weight = if play.probability.is_one() { String::new() } else { format!(" [{}]", play.probability) };
    format!("{}{rest}{weight}", shown.join("/"))
}

/// Which nodes a play can come to.
fn reached(tree: &Tree, profile: &Profile) -> Vec<bool> {
    let mut reached = vec![true; tree.len()];
    for (node, here) in tree.nodes().iter().enumerate() {
        if let Some(parent) = here.parent {
            reached[node] = reached[parent] && profile.choices[parent].is_none_or(|taken| taken == node);
        }
    }
    reached
}

fn profile_json(induction: &Induction, profile: &Profile, room: &mut usize) -> Value {
    let tree = induction.tree;
    let plays = profile.plays(induction, 100);
    let labels = |play: &Play| play.nodes.iter().map(|&node| tree.node(node).label.clone()).collect::<Vec<_>>();
    let mut entry = json!({
        "payoffs": texts(induction.payoffs(profile.outcome)),
        "path": labels(&plays[0]),
        "strategy": strategy(tree, &profile.choices, room),
    });
    if plays.len() > 1 {
        let play = |play: &Play| json!({ "probability": play.probability.to_string(), "path": labels(play) });
        entry["plays"] = plays.iter().map(play).collect::<Vec<_>>().into();
    }
    entry
}

/// The choice at every decision node, with the moves that lead there, as long as there is room for moves.
fn strategy(tree: &Tree, choices: &[Option<NodeId>], room: &mut usize) -> Value {
    let mut list = Vec::new();
    for (node, choice) in choices.iter().enumerate() {
        let (Some(choice), Kind::Decision(player)) = (choice, &tree.node(node).kind) else { continue };
        let (_, at) = tree.path(node, MOST_MOVES);
        if at.len() >= *room {
            *room = 0;
            list.push(json!({ "left_out": "further nodes" }));
            break;
        }
        *room -= 1 + at.len();
        list.push(json!({ "at": at, "player": tree.players()[*player], "move": tree.node(*choice).label }));
    }
    list.into()
}
