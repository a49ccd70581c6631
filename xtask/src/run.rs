//! `cargo xtask run`: from a fresh clone to a casino on <http://localhost:8080>.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::Result;

use crate::build;
use crate::servers::{Plan, Servers, first_administrator};

/// The ports of a run by hand.
const PORT: u16 = 8080;
const SANDBOX_PORT: u16 = 8090;

/// Builds, starts, and waits for Ctrl-C.
pub fn run(debug: bool) -> Result<()> {
    let profile = build::everything(debug)?;
    let stop = Arc::new(AtomicBool::new(false));
    let asked = stop.clone();
    ctrlc::set_handler(move || asked.store(true, Ordering::SeqCst))?;
    let plan = Plan {
        profile,
        port: PORT,
        sandbox_port: SANDBOX_PORT,
        data: Path::new("data"),
        games: None,
        settings: &[],
    };
    let mut servers = Servers::start(&plan)?;
    println!("\n  Croupier is open:      http://localhost:{PORT}");
    println!("  The back office:       http://localhost:{}", PORT + 1);
    if let Some(link) = first_administrator(&plan)? {
        println!("  Its administrator:     {link}");
    }
    println!("  The payment sandbox:   http://127.0.0.1:{SANDBOX_PORT}/panel");
    println!("  The sports pages:      http://sport.localhost:{SANDBOX_PORT}");
    println!("  Mails of the casino:   http://127.0.0.1:{SANDBOX_PORT}/mailbox");
    println!("  Ctrl-C stops both.\n");
    servers.wait(|| stop.load(Ordering::SeqCst))
}
