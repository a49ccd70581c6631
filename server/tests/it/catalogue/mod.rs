//! The catalogue over its store and over HTTP.

mod favourites;
mod import;
mod lists;
