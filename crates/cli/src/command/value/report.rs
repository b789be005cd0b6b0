//! An answer of the calculator as text and as JSON.

use crate::reply::{Exit, Reply};
use grundy_answer::Standing;
use grundy_value::{Answer, Dyadic, Game, Halt, Side, Thermograph, Values, Wall};
use serde_json::{Map, Value, json};

/// The answer alone.
pub fn short(answer: &Answer, values: Values<'_>) -> Reply {
    let (text, exit) = line(answer, values);
    Reply { json: json!({ key(answer): text }), text, exit }
}

/// The answer with what else is worth knowing of it.
pub fn full(answer: &Answer, values: Values<'_>) -> Reply {
    let (mut text, mut exit) = line(answer, values);
    let mut object = Map::new();
    let standing = Standing::Proved(match answer {
        Answer::Loopy(_) => "exact comparison of both sides after every simplification".to_string(),
        _ => "exact arithmetic on canonical forms".to_string(),
    });
    match answer {
        Answer::Game(game) => {
            if exit == Exit::Fine {
                object.insert("canonical".to_string(), json!(text));
            }
            let (known, halt) = properties(*game, values);
            let words: Vec<String> =
                known.iter().map(|(key, value)| format!("{} {}", words(key), plain(value))).collect();
            text.push_str(&format!("\n{}", words.join(", ")));
            object.extend(known);
            if let Some(halt) = halt {
                text.push_str(&format!("\nstopped: {halt}"));
                object.insert("stopped".to_string(), json!(halt.to_string()));
                exit = Exit::Limit;
            }
        }
        Answer::Loopy(sided) => {
            object.insert("canonical".to_string(), json!(text));
            object.insert("outcome".to_string(), json!(sided.outcome()));
            object.insert("loopy".to_string(), json!(true));
            object.insert("stopper".to_string(), json!(sided.is_stopper()));
            let form = match (sided.is_stopper(), sided.is_stopper_sided()) {
                (true, _) => "a stopper in canonical form",
                (false, true) => "onside & offside, both stoppers",
                (false, false) => "onside & offside, simplified; not known to be the simplest",
            };
            text.push_str(&format!("\noutcome {}, loopy: {form}", sided.outcome()));
        }
        Answer::Comparison { relation, holds } => {
            object.insert("relation".to_string(), json!(relation.symbol()));
            object.insert("holds".to_string(), json!(holds));
        }
        Answer::Truth(truth) => {
            object.insert("truth".to_string(), json!(truth));
        }
        Answer::Thermograph(thermograph) => object.extend(walls(thermograph)),
        Answer::List(answers) => {
            let texts: Vec<String> = answers.iter().map(|answer| line(answer, values).0).collect();
            object.insert("list".to_string(), json!(texts));
        }
        Answer::Text(_) => {
            object.insert("text".to_string(), json!(text));
        }
    }
    text.push_str(&format!("\n{standing}"));
    object.insert("standing".to_string(), json!({ "kind": standing.kind(), "reason": standing.reason() }));
    Reply { text, json: Value::Object(object), exit }
}

fn key(answer: &Answer) -> &'static str {
    match answer {
        Answer::Game(_) | Answer::Loopy(_) => "canonical",
        Answer::Comparison { .. } => "relation",
        _ => "text",
    }
}

/// One line; a canonical form too long to write is described instead.
fn line(answer: &Answer, values: Values<'_>) -> (String, Exit) {
    match answer.text(values) {
        Ok(text) => (text, Exit::Fine),
        Err(halt) => (format!("(not written: {halt})"), Exit::Limit),
    }
}

fn properties(game: Game, values: Values<'_>) -> (Map<String, Value>, Option<Halt>) {
    let mut known = Map::new();
    let halt = fill(game, values, &mut known).err();
    (known, halt)
}

fn fill(game: Game, values: Values<'_>, known: &mut Map<String, Value>) -> Result<(), Halt> {
    let mut put = |key: &str, value: Value| {
        known.insert(key.to_string(), value);
    };
    put("outcome", json!(values.outcome(game)?.to_string()));
    let thermograph = values.thermograph(game)?;
    put("mean", json!(thermograph.mean.to_string()));
    put("temperature", json!(thermograph.temperature.to_string()));
    put("left_stop", json!(values.text(values.stop(game, Side::Left))?));
    put("right_stop", json!(values.text(values.stop(game, Side::Right))?));
    put("birthday", number(&values.birthday(game)?));
    if let Some(weight) = values.atomic_weight(game)? {
        put("atomic_weight", json!(values.text(weight)?));
    }
    Ok(())
}

/// A JSON number where it fits, else its digits.
fn number(number: &Dyadic) -> Value {
    number.to_i64().map_or_else(|| json!(number.to_string()), |small| json!(small))
}

fn words(key: &str) -> String {
    key.replace('_', " ")
}

fn plain(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_string)
}

fn walls(thermograph: &Thermograph) -> Map<String, Value> {
    let corners = |wall: &Wall| -> Value {
        wall.corners()
            .iter()
            .map(|(t, value)| json!({ "temperature": t.to_string(), "value": value.to_string() }))
            .collect()
    };
    let mut object = Map::new();
    object.insert("mean".to_string(), json!(thermograph.mean.to_string()));
    object.insert("temperature".to_string(), json!(thermograph.temperature.to_string()));
    object.insert("left_wall".to_string(), corners(&thermograph.left));
    object.insert("right_wall".to_string(), corners(&thermograph.right));
    object
}
