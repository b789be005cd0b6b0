//! Whether rules are compiled or interpreted: compiled unless asked otherwise, or built without the feature.

use grundy_rule::Module;
use grundy_run::{Compiler, World};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

static INTERPRET: AtomicBool = AtomicBool::new(false);

/// From now on rules are interpreted.
pub fn interpret() {
    INTERPRET.store(true, Relaxed);
}

/// A world of these files whose searches use native code where there is some.
pub fn world(modules: Vec<Arc<Module>>) -> Arc<World> {
    World::with_compiler(modules, if INTERPRET.load(Relaxed) { None } else { compiler() })
}

#[cfg(feature = "native")]
fn compiler() -> Option<Arc<dyn Compiler>> {
    Some(Arc::new(grundy_jit::Native))
}

#[cfg(not(feature = "native"))]
fn compiler() -> Option<Arc<dyn Compiler>> {
    None
}
