//! The back office: what staff sees and does in the browser, on a listener of its own.

mod bundle;
pub mod http;

pub use bundle::Bundle;
