//! Who is answered next: visitors in turn, not questions.
//!
//! Invariant: at most `places` questions are being answered; no visitor has more than all places but one, so that there is one for
//! others; what waits is bounded, for one visitor and for all.

use std::collections::{HashMap, VecDeque};
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard};
use tokio::sync::oneshot;

/// Questions of one visitor, and of all, that may wait.
const MOST_OF_ONE: usize = 64;
const MOST_OF_ALL: usize = 512;

/// The queue of a server.
#[derive(Clone)]
pub struct Queue(Arc<Mutex<State>>);

struct State {
    places: usize,
    running: HashMap<IpAddr, usize>,
    /// Visitors in the order in which they are served, each with their questions.
    waiting: VecDeque<(IpAddr, VecDeque<oneshot::Sender<Place>>)>,
}

/// A place among those who are being answered; it is free again when this is dropped.
pub struct Place {
    queue: Queue,
    visitor: IpAddr,
}

/// There is too much waiting already.
#[derive(Debug)]
pub struct Full;

impl Queue {
    /// A queue for so many questions at once.
    pub fn new(places: usize) -> Queue {
        Queue(Arc::new(Mutex::new(State { places, running: HashMap::new(), waiting: VecDeque::new() })))
    }

    /// Waits for a place.
    pub async fn enter(&self, visitor: IpAddr) -> Result<Place, Full> {
        let turn = {
            let mut state = self.state();
            let all: usize = state.waiting.iter().map(|(_, asks)| asks.len()).sum();
            let (send, turn) = oneshot::channel();
            match state.waiting.iter_mut().find(|(other, _)| *other == visitor) {
                Some((_, asks)) if asks.len() >= MOST_OF_ONE => return Err(Full),
                _ if all >= MOST_OF_ALL => return Err(Full),
                Some((_, asks)) => asks.push_back(send),
                None => state.waiting.push_back((visitor, VecDeque::from([send]))),
            }
            turn
        };
        self.serve();
        turn.await.map_err(|_| Full)
    }

    /// How many are being answered, and how many wait.
    #[cfg(test)]
    pub fn load(&self) -> (usize, usize) {
        let state = self.state();
        (state.running.values().sum(), state.waiting.iter().map(|(_, asks)| asks.len()).sum())
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
    }

    /// Gives free places to those who wait.
    fn serve(&self) {
        loop {
            let Some((turn, visitor)) = self.next() else { return };
            // Who no longer listens gives the place back at once, by dropping it.
            let _ = turn.send(Place { queue: self.clone(), visitor });
        }
    }

    fn next(&self) -> Option<(oneshot::Sender<Place>, IpAddr)> {
        let mut state = self.state();
        for (_, asks) in &mut state.waiting {
            asks.retain(|ask| !ask.is_closed());
        }
        state.waiting.retain(|(_, asks)| !asks.is_empty());
        let running: usize = state.running.values().sum();
        if running >= state.places {
            return None;
        }
        let most = state.places.saturating_sub(1).max(1);
        let fair = |(visitor, _): &(IpAddr, _)| state.running.get(visitor).copied().unwrap_or(0) < most;
        let first = state.waiting.iter().position(fair)?;
        let (visitor, mut asks) = state.waiting.remove(first)?;
        let ask = asks.pop_front()?;
        if !asks.is_empty() {
            state.waiting.push_back((visitor, asks));
        }
        *state.running.entry(visitor).or_default() += 1;
        Some((ask, visitor))
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        {
            let mut state = self.queue.state();
            if let Some(running) = state.running.get_mut(&self.visitor) {
                *running -= 1;
                if *running == 0 {
                    state.running.remove(&self.visitor);
                }
            }
        }
        self.queue.serve();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn visitor(number: u8) -> IpAddr {
        IpAddr::from([10, 0, 0, number])
    }

    fn run(test: impl Future<Output = ()>) {
        tokio::runtime::Builder::new_current_thread().build().expect("a runtime").block_on(test);
    }

    /// One visitor with many questions leaves a place for another, and is not served twice before the other.
    #[test]
    fn visitors_take_turns() {
        run(async {
            let queue = Queue::new(3);
            let first = queue.enter(visitor(1)).await.expect("there is room");
            let _second = queue.enter(visitor(1)).await.expect("there is room");
            let mut third = asking(queue.clone(), visitor(1));
            tokio::task::yield_now().await;
            assert!(!third.is_finished(), "one place is for others");
            let other = queue.enter(visitor(2)).await.expect("there is room");
            drop(other);
            drop(first);
            assert!((&mut third).await.expect("it ends").is_ok());
        });
    }

    fn asking(queue: Queue, visitor: IpAddr) -> tokio::task::JoinHandle<Result<Place, Full>> {
        tokio::spawn(async move { queue.enter(visitor).await })
    }

    #[test]
    fn what_waits_is_bounded() {
        run(async {
            let queue = Queue::new(1);
            let _place = queue.enter(visitor(1)).await.expect("there is room");
            let waiting: Vec<_> = (0..MOST_OF_ONE).map(|_| asking(queue.clone(), visitor(1))).collect();
            while queue.load().1 < MOST_OF_ONE {
                tokio::task::yield_now().await;
            }
            assert_eq!(queue.load(), (1, MOST_OF_ONE));
            assert!(queue.enter(visitor(1)).await.is_err());
            for one in waiting {
                one.abort();
                let _ = one.await;
            }
            drop(_place);
            assert!(queue.enter(visitor(1)).await.is_ok(), "who gave up holds nothing");
        });
    }
}
