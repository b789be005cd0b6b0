//! The page: a server for one machine, and files that need none.
//!
//! A visitor's question is answered by a worker, which is this program again in a process of its own with little memory, little
//! time and no files. The server reads no rules itself: it hands questions to workers and their answers to visitors.
#![forbid(unsafe_code)]

mod answer;
mod ask;
mod assets;
mod book;
mod confine;
mod connections;
mod kept;
mod known;
mod page;
mod pool;
mod queue;
mod server;
mod worker;

pub use ask::{Ask, Matter};
pub use page::{MOST_BYTES as MOST_PAGE_BYTES, PageAnswer, page};
pub use server::{Served, Server, Settings};
pub use worker::{Held, work};
