//! Load generators: every published figure has its command here. `cargo xtask bench NAME` builds this in
//! release and runs it; each prints `RESULT …` and `RATIO …` lines and ends by itself.

mod backoffice;
mod bets;
mod boards;
mod bonuses;
mod catalogue;
mod chaos;
mod contests;
mod crash;
mod engines;
mod figures;
mod http;
mod population;
mod process;
mod quarter;
mod readers;
mod realtime;
mod search;
mod sockets;
mod visitor;
mod waiting;
mod wallet;

use std::process::ExitCode;

const USAGE: &str = "croupier-bench NAME
  backoffice [--players N] [--seconds S] [--runs R] [--rate R] [--connections N] [--engine sqlite|postgres]
                                                      first pages of the back office, and spins beside its exports
  boards [--players N] [--engine sqlite|postgres]     top and own place on the board of 1,000,000 players
  bonuses [--players N] [--expired N] [--betting N] [--seconds S] [--rate R] [--in-flight N]
          [--engine sqlite|postgres]                  a gift to 1,000,000 players, and the end of 100,000 bonuses, beside bets
  catalogue [--seconds S] [--rounds R]                15,000 imported titles, pages of them against nginx
  crash [--watchers N] [--few N] [--seconds S]        from a step of a crash table to all who look at it
  wallet [--seconds S] [--rounds R] [--in-flight N,…] [--players N] [--hot] [--full]
                                                      bets through the wallet against plain baselines
  growth [--millions M] [--postgres]                  millions of bets, and a restart on them
  http [--seconds S] [--connections N] [--runs R] [--engine sqlite|postgres]
                                                      spins through HTTP, in a closed loop and at fixed rates
  kill [--kills K]                                    the same as chaos kill
  quarter [--players N] [--engine sqlite|postgres]    the end of a VIP quarter for 1,000,000 players, killed in the middle
  readers [--seconds S] [--rounds R] [--players N] [--contests N] [--joined N] [--rate R] [--in-flight N]
          [--engine sqlite|postgres]                  bets beside all readers of the log, and how far these lag
  realtime [--clients N] [--rate R] [--seconds S]     from a commit to the players' sockets
  search                                              looks at a catalogue of 20,000 titles
  sockets [--sockets N] [--publications P]            many sockets, beside a plain server on Node
  titles FILE [--titles N]                            writes a file of titles to be imported
  chaos [NAME] [--seed S] [--engine sqlite|postgres] [--kills N]
                                                      a scenario of docs/RELIABILITY.md; kill by default";

#[tokio::main]
async fn main() -> ExitCode {
    let mut arguments = std::env::args().skip(1);
    let name = arguments.next().unwrap_or_default();
    let rest: Vec<String> = arguments.collect();
    let done = match name.as_str() {
        "backoffice" => backoffice::run(&rest).await,
        "boards" => boards::run(&rest).await,
        "bonuses" => bonuses::run(&rest).await,
        "catalogue" => catalogue::run(&rest).await,
        "crash" => crash::run(&rest).await,
        "growth" => wallet::growth(&rest).await,
        "http" => http::run(&rest).await,
        "kill" | "chaos" => chaos::run(&rest).await,
        "quarter" => quarter::run(&rest).await,
        "readers" => readers::run(&rest).await,
        "realtime" => realtime::run(&rest).await,
        "search" => search::run(),
        "sockets" => sockets::run(&rest).await,
        "titles" => catalogue::titles(&rest),
        "wallet" => wallet::run(&rest).await,
        _ => Err(anyhow::anyhow!("{USAGE}")),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("croupier-bench: {error:#}");
            ExitCode::FAILURE
        }
    }
}
