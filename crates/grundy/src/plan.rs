//! Which methods a question will be answered by, in which order, and why. Nothing is searched.

use crate::problem::Problem;
use crate::report::{Language, Report};
use crate::solve::{Session, Want};
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
pub fn plan_lines(plan: &Plan) -> Vec<String> {
    let mut lines = Vec::new();
    for (number, step) in plan.steps.iter().enumerate() {
        lines.push(format!("{}. {}", number + 1, line(step)));
        lines.extend(step.components.iter().map(|way| format!("   - {}", line(way))));
    }
    lines
}

fn line(step: &PlanStep) -> String {
    let limit = match step.limit {
        Limit::Budget => String::new(),
        Limit::Ticks(ticks) => format!(" (for {ticks} ticks)"),
    };
    format!("{}{limit}: {}", method_text(step.method), step.because)
}

/// A method in words.
pub fn method_text(method: Method) -> &'static str {
    match method {
        Method::Strategy => "a strategy without a search",
        Method::Claims => "the claims of the rules",
        Method::Pattern => "a pattern for all sizes, found and proved",
        Method::NimSum => "the nim-sum of the components' Grundy values",
        Method::HeapCode => "the code of the heap game and its period",
        Method::Staircase => "a table of all staircases by number",
        Method::NimberSearch => "position-plus-nimber search",
        Method::ClaimedValue => "the claimed value",
        Method::Mex => "the mex rule, depth first",
        Method::LoopyValues => "the loopy values of Smith and Fraenkel",
        Method::MisereSum => "the sum of the components' misère values",
        Method::Tame => "tame genus theory",
        Method::Quotient => "the misère quotient",
        Method::MisereForms => "misère canonical forms",
        Method::Search(Space::Stones) => "alpha-beta search on stones",
        Method::Search(Space::Cells) => "alpha-beta search on cells",
        Method::Search(Space::FewKeys) => "alpha-beta search, then a table of exact values",
        Method::Search(Space::Words) => "alpha-beta search on packed positions",
        Method::Search(Space::Sums) => "alpha-beta search on sums of components",
        Method::HotSum => "canonical values of the components, played by temperature",
        Method::Retrograde => "retrograde analysis",
        Method::Length => "moves to the end",
        Method::CanonicalValue => "the canonical value",
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
        Method::ClaimedValue => "claimed-value",
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
    fn words(&self, _: Language) -> String {
        let steps = self.steps.iter().map(|step| step.0.clone()).collect();
        let mut text = format!("{}\n", self.position);
        for line in plan_lines(&Plan { steps }) {
            let _ = writeln!(text, "  {line}");
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
