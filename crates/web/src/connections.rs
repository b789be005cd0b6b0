//! Open connections. There are at most so many; when there are more, those are closed first that have been idle longest, so that
//! nobody keeps others out by doing nothing.

use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering::Relaxed};
use std::sync::{Arc, Mutex, MutexGuard};
use tokio::sync::Notify;

/// The connections of a server.
pub struct Connections {
    most: usize,
    open: Mutex<HashMap<u64, Arc<Connection>>>,
    clock: AtomicU64,
}

/// One connection.
pub struct Connection {
    number: u64,
    /// Told when it is to be closed.
    pub closing: Notify,
    busy: AtomicUsize,
    /// The time, by a clock that counts requests, since when it has been as it is.
    since: AtomicU64,
}

impl Connections {
    /// At most so many.
    pub fn new(most: usize) -> Connections {
        Connections { most, open: Mutex::new(HashMap::new()), clock: AtomicU64::new(0) }
    }

    /// A new connection; another is closed if there are too many.
    pub fn open(&self) -> Arc<Connection> {
        let now = self.clock.fetch_add(1, Relaxed);
        let new = Arc::new(Connection {
            number: now,
            closing: Notify::new(),
            busy: AtomicUsize::new(0),
            since: AtomicU64::new(now),
        });
        let mut open = self.all();
        if open.len() >= self.most {
            let idle = open.values().filter(|one| one.busy.load(Relaxed) == 0);
            let oldest = idle.min_by_key(|one| one.since.load(Relaxed)).cloned();
            // Where all are busy the new one has to go.
            let out = oldest.unwrap_or_else(|| new.clone());
            open.remove(&out.number);
            out.closing.notify_one();
        }
        open.insert(new.number, new.clone());
        new
    }

    /// It is closed.
    pub fn close(&self, connection: &Connection) {
        self.all().remove(&connection.number);
    }

    /// A request of a connection begins; it ends when what is returned is dropped.
    pub fn begin(self: &Arc<Connections>, connection: &Arc<Connection>) -> Request {
        connection.busy.fetch_add(1, Relaxed);
        Request { connections: self.clone(), connection: connection.clone() }
    }

    fn all(&self) -> MutexGuard<'_, HashMap<u64, Arc<Connection>>> {
        self.open.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
    }
}

/// A request while it is answered.
pub struct Request {
    connections: Arc<Connections>,
    connection: Arc<Connection>,
}

impl Drop for Request {
    fn drop(&mut self) {
        self.connection.since.store(self.connections.clock.fetch_add(1, Relaxed), Relaxed);
        self.connection.busy.fetch_sub(1, Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_longest_idle_goes_first_and_the_busy_stay() {
        let connections = Arc::new(Connections::new(3));
        let all: Vec<_> = (0..3).map(|_| connections.open()).collect();
        let _request = connections.begin(&all[0]);
        drop(connections.begin(&all[1]));
        let _fourth = connections.open();
        let open = connections.all();
        assert_eq!(open.len(), 3);
        assert!(open.contains_key(&all[0].number) && open.contains_key(&all[1].number));
        assert!(!open.contains_key(&all[2].number));
    }
}
