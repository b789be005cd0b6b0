//! Whether rules are compiled or interpreted. The answers are the same.

use grundy_rule::Module;
use grundy_run::{Compiler, World};
use std::sync::Arc;

/// How moves and endings are computed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Engine {
    /// By native code where it can be made and the feature `native` is built in, else by interpretation.
    #[default]
    Native,
    /// By interpretation.
    Interpreted,
}

impl Engine {
    /// A world of these files.
    pub fn world(self, modules: Vec<Arc<Module>>) -> Arc<World> {
        let compiler = match self {
            Engine::Native => compiler(),
            Engine::Interpreted => None,
        };
        World::with_compiler(modules, compiler)
    }
}

#[cfg(feature = "native")]
fn compiler() -> Option<Arc<dyn Compiler>> {
    Some(Arc::new(grundy_jit::Native))
}

#[cfg(not(feature = "native"))]
fn compiler() -> Option<Arc<dyn Compiler>> {
    None
}
