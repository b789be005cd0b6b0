//! Which methods a question will be answered by, in which order, and why. Nothing is searched.

use crate::problem::Problem;
use crate::report::{Language, Report};
use crate::solve::{Session, Want};
use crate::words::Say;
use grundy_answer::{Message, message};
use grundy_solve::{Limit, Method, Plan, PlanStep, Space};
use serde::Serialize;
use serde::ser::{SerializeMap, Serializer};
use std::fmt::Write;

/// The plan of a question.
#[derive(Serialize)]
pub struct PlanAnswer {
    /// The position as one line.
    pub position: String,
    /// The steps in the order in which they are tried.
    pub steps: Vec<PlannedStep>,
}

/// One step of a plan.
pub struct PlannedStep(pub PlanStep);

/// The plan of the question of a session.
pub fn plan(session: &mut Session, want: &Want) -> Result<PlanAnswer, Problem> {
    let plan = session.plan(want)?.for_position(&session.question().position);
    let position = session.question().position.to_string();
    Ok(PlanAnswer { position, steps: plan.steps.into_iter().map(PlannedStep).collect() })
}

/// A plan in words, its steps numbered.
pub fn plan_lines(plan: &Plan) -> Vec<Message> {
    let mut lines = Vec::new();
    for (number, step) in plan.steps.iter().enumerate() {
        lines.push(Message::row("", vec![format!("{}. ", number + 1).into(), line(step)]));
        lines.extend(step.components.iter().map(|way| Message::row("", vec!["   - ".into(), line(way)])));
    }
    lines
}

fn line(step: &PlanStep) -> Message {
    match step.limit {
        Limit::Budget => message!("{}: {}", method_text(step.method), step.because),
        Limit::Ticks(ticks) => {
            message!("{} (for {} ticks): {}", method_text(step.method), ticks, step.because)
        }
    }
}

/// A method in words.
pub fn method_text(method: Method) -> Message {
    match method {
        Method::Strategy => message!("a strategy without a search"),
        Method::Claims => message!("the claims of the rules"),
        Method::Pattern => message!("a pattern for all sizes, found and proved"),
        Method::NimSum => message!("the nim-sum of the components' Grundy values"),
        Method::HeapCode => message!("the code of the heap game and its period"),
        Method::Staircase => message!("a table of all staircases by number"),
        Method::NimberSearch => message!("position-plus-nimber search"),
        Method::Mex => message!("the mex rule, depth first"),
        Method::LoopyValues => message!("the loopy values of Smith and Fraenkel"),
        Method::MisereSum => message!("the sum of the components' misère values"),
        Method::Tame => message!("tame genus theory"),
        Method::Quotient => message!("the misère quotient"),
        Method::MisereForms => message!("misère canonical forms"),
        Method::Search(Space::Stones) => message!("alpha-beta search on stones"),
        Method::Search(Space::Cells) => message!("alpha-beta search on cells"),
        Method::Search(Space::FewKeys) => message!("alpha-beta search, then a table of exact values"),
        Method::Search(Space::Words) => message!("alpha-beta search on packed positions"),
        Method::Search(Space::Sums) => message!("alpha-beta search on sums of components"),
        Method::HotSum => message!("canonical values of the components, played by temperature"),
        Method::Retrograde => message!("retrograde analysis"),
        Method::Length => message!("moves to the end"),
        Method::CanonicalValue => message!("the canonical value"),
    }
}

/// A method as JSON names it.
fn method_word(method: Method) -> &'static str {
    match method {
        Method::Strategy => "strategy",
        Method::Claims => "claims",
        Method::Pattern => "pattern",
        Method::NimSum => "nim-sum",
        Method::HeapCode => "heap-code",
        Method::Staircase => "staircase",
        Method::NimberSearch => "nimber-search",
        Method::Mex => "mex",
        Method::LoopyValues => "loopy-values",
        Method::MisereSum => "misere-sum",
        Method::Tame => "tame",
        Method::Quotient => "quotient",
        Method::MisereForms => "misere-forms",
        Method::Search(_) => "search",
        Method::HotSum => "hot-sum",
        Method::Retrograde => "retrograde",
        Method::Length => "length",
        Method::CanonicalValue => "canonical-value",
    }
}

fn space_word(space: Space) -> &'static str {
    match space {
        Space::Stones => "stones",
        Space::Cells => "cells",
        Space::FewKeys => "few-keys",
        Space::Words => "words",
        Space::Sums => "sums",
    }
}

impl Report for PlanAnswer {
    fn words(&self, language: Language) -> String {
        let steps = self.steps.iter().map(|step| step.0.clone()).collect();
        let mut text = format!("{}\n", self.position);
        for line in plan_lines(&Plan { steps }) {
            let _ = writeln!(text, "  {}", line.say(language));
        }
        text
    }
}

/// `{method, on, because, ticks, components}`; those without a value are left out.
impl Serialize for PlannedStep {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let PlannedStep(step) = self;
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("method", method_word(step.method))?;
        if let Method::Search(space) = step.method {
            map.serialize_entry("on", space_word(space))?;
        }
        map.serialize_entry("because", &step.because)?;
        if let Limit::Ticks(ticks) = step.limit {
            map.serialize_entry("ticks", &ticks)?;
        }
        if !step.components.is_empty() {
            let components: Vec<PlannedStep> = step.components.iter().cloned().map(PlannedStep).collect();
            map.serialize_entry("components", &components)?;
        }
        map.end()
    }
}
