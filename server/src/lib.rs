//! The casino server.
