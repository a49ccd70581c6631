//! Paying in and out against a partner that speaks real HTTP.

mod cashouts;
mod deposits;
mod fraud;
mod lost;
mod methods;
mod push;
mod rules;
mod till;
mod webhooks;
