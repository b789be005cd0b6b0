//! Answers that were given, kept for whoever asks the same again. The oldest go first when there are too many bytes.

use std::collections::{HashMap, VecDeque};
use std::sync::{Arc, Mutex};

/// Bytes that are kept, and that one answer may have to be kept.
const MOST_BYTES: usize = 64 << 20;
const MOST_OF_ONE: usize = 4 << 20;

/// An event of an answer: its name and its data, which is JSON without a line break.
pub type Event = (String, String);

/// Answers by their questions.
#[derive(Default)]
pub struct Kept(Mutex<State>);

#[derive(Default)]
struct State {
    answers: HashMap<String, Arc<Vec<Event>>>,
    order: VecDeque<String>,
    bytes: usize,
}

fn size(ask: &str, answer: &[Event]) -> usize {
    2 * ask.len() + answer.iter().map(|(event, data)| event.len() + data.len()).sum::<usize>()
}

impl Kept {
    /// The answer to a question that was asked before.
    pub fn get(&self, ask: &str) -> Option<Arc<Vec<Event>>> {
        self.0.lock().ok()?.answers.get(ask).cloned()
    }

    /// Keeps an answer, unless it is long.
    pub fn keep(&self, ask: &str, answer: Vec<Event>) {
        let bytes = size(ask, &answer);
        let Ok(mut state) = self.0.lock() else { return };
        if bytes > MOST_OF_ONE || state.answers.contains_key(ask) {
            return;
        }
        state.bytes += bytes;
        state.order.push_back(ask.to_string());
        state.answers.insert(ask.to_string(), Arc::new(answer));
        while state.bytes > MOST_BYTES {
            let Some(oldest) = state.order.pop_front() else { return };
            if let Some(answer) = state.answers.remove(&oldest) {
                state.bytes -= size(&oldest, &answer);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_are_bounded_and_the_oldest_go_first() {
        let kept = Kept::default();
        for number in 0..100 {
            kept.keep(&number.to_string(), vec![("answer".into(), "x".repeat(1 << 20))]);
        }
        assert!(kept.get("99").is_some() && kept.get("0").is_none());
        assert!(kept.0.lock().expect("nobody else").bytes <= MOST_BYTES);
        kept.keep("long", vec![("answer".into(), "x".repeat(MOST_OF_ONE + 1))]);
        assert!(kept.get("long").is_none());
    }
}
