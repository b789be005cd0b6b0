//! The functions of the calculator, listed.

use crate::report::{Language, Report};
use grundy_value::functions;
use serde::Serialize;

/// Every function with what it does and an example.
#[derive(Serialize)]
pub struct FunctionList {
    /// By name.
    pub functions: Vec<FunctionEntry>,
}

/// A function.
#[derive(Serialize)]
pub struct FunctionEntry {
    /// Its name.
    pub name: &'static str,
    /// A call and what it gives.
    pub usage: &'static str,
    /// An expression with it.
    pub example: &'static str,
    /// What the example comes to.
    pub gives: &'static str,
}

impl Default for FunctionList {
    fn default() -> FunctionList {
        let entry = |one: &grundy_value::Function| FunctionEntry {
            name: one.name,
            usage: one.usage,
            example: one.example.0,
            gives: one.example.1,
        };
        FunctionList { functions: functions().iter().map(entry).collect() }
    }
}

impl Report for FunctionList {
    fn words(&self, _: Language) -> String {
        let line = |one: &FunctionEntry| format!("{}\n    {} = {}\n", one.usage, one.example, one.gives);
        self.functions.iter().map(line).collect()
    }
}
