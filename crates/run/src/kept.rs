use std::any::{Any, TypeId};
use std::sync::{Arc, Mutex};

/// What others found out about a game, kept with it so that it is found out once; one value of each type.
#[derive(Default)]
pub struct Kept(Mutex<Vec<(TypeId, Arc<dyn Any + Send + Sync>)>>);

impl Kept {
    /// The value of this type, made at the first call. Two threads that ask at once may both make it; one is kept.
    pub fn get_or_make<T: Send + Sync + 'static>(&self, make: impl FnOnce() -> T) -> Arc<T> {
        if let Some(known) = self.get() {
            return known;
        }
        let made = Arc::new(make());
        let mut all = self.0.lock().expect("no panic while held");
        find(&all).unwrap_or_else(|| {
            all.push((TypeId::of::<T>(), made.clone()));
            made
        })
    }

    /// The value of this type, if it was made.
    pub fn get<T: Send + Sync + 'static>(&self) -> Option<Arc<T>> {
        find(&self.0.lock().expect("no panic while held"))
    }
}

fn find<T: Send + Sync + 'static>(all: &[(TypeId, Arc<dyn Any + Send + Sync>)]) -> Option<Arc<T>> {
    let known = all.iter().find(|(ty, _)| *ty == TypeId::of::<T>());
    known.and_then(|(_, value)| value.clone().downcast::<T>().ok())
}
