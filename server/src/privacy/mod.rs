//! What players may ask of the operator about their own data: a copy of all that is held about them, the end of the account, and the
//! erasure of what the law keeps no longer.

pub mod frames;
pub mod http;

mod closing;
mod closing_store;
mod erasure;
mod erasure_store;
mod export_store;
mod exports;
mod gathering;
mod held_store;
mod model;
mod sections_store;

pub use closing::{Closing, close, closures_of, reopen};
pub use erasure::erase_due;
pub use exports::{go_on, of_player as exports_of, run, tidy};
pub use model::{Closure, Export, ExportState};
