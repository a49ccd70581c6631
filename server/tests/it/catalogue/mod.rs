//! The catalogue over its store and over HTTP.

mod import;
