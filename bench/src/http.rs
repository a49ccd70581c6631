//! Spins through HTTP: the whole way of a bet, against what the wallet does by itself.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::{Result, ensure};
use croupier_ledger::{Action, Key};
use croupier_money::Currency;
use croupier_pgtest::Cluster;
use croupier_server::app::App;
use croupier_server::clock::Clock;
use croupier_server::config::{Captcha, Config};
use croupier_server::router;
use croupier_server::wallet::{self, Order};
use reqwest::Client;
use tokio::net::TcpListener;

use crate::figures::{Figures, option};
use crate::visitor::Visitor;

/// What every player begins with, in subunits.
const MONEY: i64 = 100_000_000_000;

/// The stake of a spin, in subunits.
const STAKE: i64 = 20;

/// Measures spins on both engines.
pub async fn run(arguments: &[String]) -> Result<()> {
    let seconds = option(arguments, "--seconds", 10)?;
    let connections = option(arguments, "--connections", 64)?;
    let cluster = Cluster::start(true)?;
    for url in [None, Some(cluster.database("http")?)] {
        let name = if url.is_some() { "http_spins_postgres" } else { "http_spins_sqlite" };
        let folder = tempfile::tempdir_in(".")?;
        let config = Config {
            data: folder.path().join("data"),
            captcha: Captcha::None,
            database_url: url,
            ..Config::default()
        };
        let app = App::start(config, Clock::System).await?;
        let figures = measure(&app, connections, seconds).await?;
        figures.print(name);
        app.stopping.send_replace(true);
        let findings = wallet::check(&app.db).await?;
        ensure!(findings.is_empty(), "{findings:?}");
    }
    println!("The wallet by itself: cargo xtask bench wallet");
    Ok(())
}

async fn measure(app: &Arc<App>, connections: usize, seconds: u64) -> Result<Figures> {
    let listener = TcpListener::bind("127.0.0.1:0").await?;
    let base = format!("http://{}", listener.local_addr()?);
    let (routes, _) = router::build(app);
    app.start_background();
    let service = routes.into_make_service_with_connect_info::<SocketAddr>();
    tokio::spawn(async move { axum::serve(listener, service).await });
    let client = Client::builder().pool_max_idle_per_host(connections).build()?;
    let mut visitors = Vec::new();
    for number in 0..connections {
        let mut visitor = Visitor::sign_up(&client, &base, number).await?;
        give(app, visitor.id, MONEY).await?;
        visitor.launch().await?;
        visitors.push(visitor);
    }
    let began = Instant::now();
    let until = began + Duration::from_secs(seconds);
    let spinning = visitors.into_iter().enumerate().map(|(number, visitor)| {
        tokio::spawn(async move {
            let mut latencies = Vec::new();
            let mut count = 0;
            while Instant::now() < until {
                count += 1;
                let asked = Instant::now();
                let mut spun = visitor.spin(&format!("{number}-{count}"), STAKE).await?;
                latencies.push(u32::try_from(asked.elapsed().as_micros())?);
                let mut step = 0;
                while spun.open {
                    step += 1;
                    spun = visitor.step(&spun.round, step, &format!("{number}-{count}-{step}")).await?;
                }
            }
            anyhow::Ok(latencies)
        })
    });
    let mut latencies = Vec::new();
    for task in spinning.collect::<Vec<_>>() {
        latencies.extend(task.await??);
    }
    Ok(Figures::of(latencies, began.elapsed()))
}

/// Puts money into a player's wallet without a payment partner.
pub async fn give(app: &App, player: i64, amount: i64) -> Result<()> {
    let from = app.wallet.house("payments:bench", Currency::EUR).await?;
    let key = Key::new("bench gift", &player.to_string());
    let order = Order {
        key,
        fingerprint: key,
        player,
        currency: Currency::EUR,
        at: app.clock.now(),
        action: Action::Deposit { from, amount },
        facts: Vec::new(),
        attached: Vec::new(),
    };
    app.wallet.submit(order).await?;
    Ok(())
}
