//! One subgame-perfect equilibrium: its plays and its strategies.

use super::payoffs_in_words;
use crate::budget::Budget;
use crate::json;
use grundy_answer::{Progress, Stop, Watch};
use grundy_payoff::number::Rational;
use grundy_payoff::tree::induction::Induction;
use grundy_payoff::tree::profile::{Play, Profile, Profiles};
use grundy_payoff::tree::{Kind, NodeId, Tree};
use serde::Serialize;

/// Moves that the strategies of one answer may name together.
pub(super) const MOST_MOVES: usize = 200_000;

/// Plays told in words.
const SHOWN_PLAYS: usize = 8;

/// Plays listed for programs.
const LISTED_PLAYS: usize = 100;

/// Moves of a play told in words.
const SHOWN_MOVES: usize = 20;

/// Choices off the play told in words.
const SHOWN_CHOICES: usize = 12;

/// A subgame-perfect equilibrium.
#[derive(Clone, Serialize)]
pub struct TreeEquilibrium {
    /// What each player gets.
    #[serde(serialize_with = "payoffs_in_words")]
    pub payoffs: Vec<Rational>,
    /// The moves of the first play.
    pub path: Vec<String>,
    /// The choice at every decision, as long as there is room.
    pub strategy: Vec<StrategyStep>,
    /// The plays, where chance leads to several.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub plays: Option<Vec<EquilibriumPlay>>,
    /// The play, then the choices off it, in words.
    #[serde(skip)]
    pub told: String,
}

/// One play with its probability.
#[derive(Clone, Serialize)]
pub struct EquilibriumPlay {
    /// Its probability.
    #[serde(serialize_with = "json::words")]
    pub probability: Rational,
    /// Its moves.
    pub path: Vec<String>,
}

/// A step of a list of choices.
#[derive(Clone, Serialize)]
#[serde(untagged)]
pub enum StrategyStep {
    /// The choice at one decision.
    Choice {
        /// The moves that lead there.
        at: Vec<String>,
        /// Who decides.
        player: String,
        /// What they choose.
        #[serde(rename = "move")]
        taken: String,
    },
    /// The list is too long to go on.
    LeftOut {
        /// What is left out.
        left_out: &'static str,
    },
}

/// The first equilibria, at least one and at most `limit`, and why the list was stopped, if it was.
pub(super) fn list(induction: &Induction, limit: usize, budget: &Budget) -> (Vec<TreeEquilibrium>, Option<Stop>) {
    let mut room = MOST_MOVES;
    let mut listed = Vec::new();
    for profile in Profiles::new(induction).take(limit.max(1)) {
        listed.push(TreeEquilibrium::of(induction, &profile, &mut room));
        let progress = Progress { what: "equilibria", done: listed.len() as u64, total: None, bytes: 0 };
        if let Some(stop) = budget.tick(progress) {
            return (listed, Some(stop));
        }
    }
    (listed, None)
}

impl TreeEquilibrium {
    fn of(induction: &Induction, profile: &Profile, room: &mut usize) -> TreeEquilibrium {
        let tree = induction.tree;
        let plays = profile.plays(induction, LISTED_PLAYS);
        let labels = |play: &Play| play.nodes.iter().map(|&node| tree.node(node).label.clone()).collect::<Vec<_>>();
        let play = |play: &Play| EquilibriumPlay { probability: play.probability.clone(), path: labels(play) };
        TreeEquilibrium {
            payoffs: induction.payoffs(profile.outcome).to_vec(),
            path: labels(&plays[0]),
            strategy: strategy(tree, &profile.choices, room),
            plays: (plays.len() > 1).then(|| plays.iter().map(play).collect()),
            told: told(induction, profile),
        }
    }
}

/// The choice at every decision node, with the moves that lead there, as long as there is room for moves.
pub(super) fn strategy(tree: &Tree, choices: &[Option<NodeId>], room: &mut usize) -> Vec<StrategyStep> {
    let mut list = Vec::new();
    for (node, choice) in choices.iter().enumerate() {
        let (Some(choice), Kind::Decision(player)) = (choice, &tree.node(node).kind) else { continue };
        let (_, at) = tree.path(node, MOST_MOVES);
        if at.len() >= *room {
            *room = 0;
            list.push(StrategyStep::LeftOut { left_out: "further nodes" });
            break;
        }
        *room -= 1 + at.len();
        list.push(StrategyStep::Choice {
            at: at.into_iter().map(str::to_string).collect(),
            player: tree.players()[*player].clone(),
            taken: tree.node(*choice).label.clone(),
        });
    }
    list
}

/// `plays in/share (else in/: share)`: the play, then the choices off it.
fn told(induction: &Induction, profile: &Profile) -> String {
    let tree = induction.tree;
    let plays: Vec<String> = profile.plays(induction, SHOWN_PLAYS).iter().map(|play| play_text(tree, play)).collect();
    let reached = reached(tree, profile);
    let off = (0..tree.len()).filter(|&node| profile.choices[node].is_some() && !reached[node]);
    let off: Vec<NodeId> = off.take(SHOWN_CHOICES + 1).collect();
    let choice = |&node: &NodeId| {
        let taken = profile.choices[node].expect("a decision");
        format!("{}: {}", tree.place(node), tree.node(taken).label)
    };
    let mut told: Vec<String> = off.iter().take(SHOWN_CHOICES).map(choice).collect();
    if off.len() > SHOWN_CHOICES {
        told.push("...".into());
    }
    let off = if told.is_empty() { String::new() } else { format!(" (else {})", told.join("; ")) };
    format!("plays {}{off}", plays.join(" | "))
}

fn play_text(tree: &Tree, play: &Play) -> String {
    let shown: Vec<&str> = play.nodes.iter().take(SHOWN_MOVES).map(|&node| tree.node(node).label.as_str()).collect();
    let rest = play.nodes.len().saturating_sub(SHOWN_MOVES);
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
