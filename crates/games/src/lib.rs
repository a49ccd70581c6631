//! Croupier.
