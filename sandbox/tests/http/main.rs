//! The sandbox over real HTTP, as a shop and its customer meet it.

#![expect(clippy::unwrap_used, clippy::expect_used, reason = "a test fails where it stands, its helpers too")]

mod api;
mod checkout;
mod flows;
mod meridian;
mod panel;
mod proofline;
mod sport;
mod standaside;
mod studio;
mod testkit;
mod webhooks;
