//! A catalogue of 15,000 imported titles over HTTP: how long the import takes, how long a page of games takes
//! at a steady rate, and how many pages a second, against nginx serving a file of the same size.

use std::net::{SocketAddr, TcpListener as StdListener};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, ensure};
use croupier_server::app::App;
use croupier_server::platform::clock::Clock;
use croupier_server::platform::config::{Captcha, Config};
use croupier_server::{content, router};
use reqwest::Client;
use serde_json::{Value, json};
use tokio::net::TcpListener;

use crate::figures::{Figures, option};
use crate::search::{invented, title};

/// Titles in the imported file.
const TITLES: usize = 15_000;

/// Games of the server that lend the titles their pictures.
const PICTURES: [&str; 6] =
    ["solar-sails", "deep-freeze", "copper-canyon", "honey-heist", "moon-market", "velvet-noir"];

/// What the import may take.
const IMPORT_MAX: Duration = Duration::from_secs(10);

/// Pages asked for in a second while their latency is measured.
const RATE: u32 = 200;

/// Connections of the load generator while throughput is measured.
const CONNECTIONS: &str = "32";

/// Prints the figures; fails when the import takes too long.
pub(crate) async fn run(arguments: &[String]) -> Result<()> {
    let seconds: u64 = option(arguments, "--seconds", 5)?;
    let rounds: usize = option(arguments, "--rounds", 3)?;
    let folder = tempfile::tempdir_in(".")?;
    let data = folder.path().join("data");
    let config =
        Config { data, captcha: Captcha::None, requests_per_address_max: u32::MAX, ..Config::default() };
    let app = App::start(config, Clock::System).await?;
    import(&app, folder.path()).await?;
    let base = serve(&app).await?;
    latency(&base, seconds).await?;
    let page = page(&Client::new(), &base, &first_page()).await?;
    let nginx = Nginx::start(&folder.path().canonicalize()?, page.as_bytes())?;
    let script = folder.path().join("post.lua");
    std::fs::write(&script, wrk_script(&first_page()))?;
    let script = script.display().to_string();
    let (mut ours, mut theirs) = (Vec::new(), Vec::new());
    for _ in 0..rounds {
        let ask = ["-s", &script, &format!("{base}/api/games_filter")].map(str::to_owned);
        ours.push(wrk(seconds, &ask).await?);
        theirs.push(wrk(seconds, &[nginx.url()]).await?);
    }
    let (ours, theirs) = (median(ours), median(theirs));
    println!("RESULT name=games_filter_page bytes={} ops_s={ours:.0}", page.len());
    println!("RESULT name=nginx_static_file bytes={} ops_s={theirs:.0}", page.len());
    println!("RATIO games_filter_over_nginx={:.2}", ours / theirs);
    app.stopping.send_replace(true);
    Ok(())
}

/// Imports the titles as `croupier import games` does, and waits until they are on offer.
async fn import(app: &Arc<App>, folder: &Path) -> Result<()> {
    let file = folder.join("games.jsonl");
    write(&file, TITLES)?;
    let began = Instant::now();
    let games = content::deliver(&app.db, &app.config.content_dir, &file, false).await?;
    app.catalogue.refresh(&app.db).await?;
    let took = began.elapsed();
    println!("RESULT name=import games={games} seconds={:.2}", took.as_secs_f64());
    ensure!(took < IMPORT_MAX, "the import took longer than {IMPORT_MAX:?}");
    Ok(())
}

/// Writes a file of titles for `croupier import games`.
pub(crate) fn titles(arguments: &[String]) -> Result<()> {
    let file = arguments.first().context("titles takes the file to write")?;
    write(Path::new(file), option(arguments, "--titles", TITLES)?)
}

fn write(file: &Path, titles: usize) -> Result<()> {
    let lines: Vec<String> = (0..titles).map(|number| line(number).to_string()).collect();
    Ok(std::fs::write(file, lines.join("\n"))?)
}

fn line(number: usize) -> Value {
    let provider = format!("studio-{}", number % 80);
    json!({
        "identifier": format!("{provider}/game-{number}"), "title": title(number),
        "provider_title": format!("Studio {}", invented(number % 80)),
        "categories": if number.is_multiple_of(9) { vec!["table"] } else { vec!["slots"] },
        "devices": if number.is_multiple_of(11) { vec!["desktop"] } else { vec!["mobile", "desktop"] },
        "blocked_countries": if number.is_multiple_of(50) { vec!["DE"] } else { Vec::new() },
        "currencies": ["EUR", "USD", "CAD", "BTC"], "demo": true, "popularity": number * 7_919 % 1_000,
        "preview": format!("/art/tiles/{}-{{width}}.{{format}}", PICTURES[number % PICTURES.len()]),
        "mechanics": ["Free spins"], "rtp": "96.1", "volatility": "high",
    })
}

async fn serve(app: &Arc<App>) -> Result<String> {
    let listener = TcpListener::bind("127.0.0.1:0").await?;
    let base = format!("http://{}", listener.local_addr()?);
    let service = router::build(app).0.into_make_service_with_connect_info::<SocketAddr>();
    tokio::spawn(async move { axum::serve(listener, service).await });
    Ok(base)
}

fn first_page() -> Value {
    json!({ "device": "mobile", "filter": {}, "page": 1, "page_size": 40 })
}

/// The kinds of pages that visitors ask for, one after the other.
fn any_page(number: usize) -> Value {
    let filter = match number % 4 {
        0 => json!({}),
        1 => json!({ "categories": { "identifiers": ["slots"] } }),
        2 => json!({ "providers": [format!("studio-{}", number % 80)] }),
        _ => json!({ "title": &title(number * 31 % TITLES)[..5] }),
    };
    json!({ "device": "mobile", "filter": filter, "page": 1 + number % 4, "page_size": 40 })
}

async fn page(client: &Client, base: &str, body: &Value) -> Result<String> {
    let call = client.post(format!("{base}/api/games_filter")).header("x-requested-with", "XMLHttpRequest");
    let answer = call.json(body).send().await?.error_for_status()?;
    Ok(answer.text().await?)
}

/// Asks at a steady rate, whether or not earlier pages have come; each is timed from when it was due.
async fn latency(base: &str, seconds: u64) -> Result<()> {
    let client = Client::new();
    let every = Duration::from_secs(1) / RATE;
    let began = Instant::now();
    let asked = (0..RATE * u32::try_from(seconds)?).map(|number| {
        let (client, base) = (client.clone(), base.to_owned());
        tokio::spawn(async move {
            let due = began + every * number;
            tokio::time::sleep_until(due.into()).await;
            page(&client, &base, &any_page(usize::try_from(number)?)).await?;
            anyhow::Ok(u32::try_from(due.elapsed().as_micros())?)
        })
    });
    let mut latencies = Vec::new();
    for answer in asked.collect::<Vec<_>>() {
        latencies.push(answer.await??);
    }
    Figures::of(latencies, began.elapsed()).print("games_filter_at_200_a_second");
    Ok(())
}

fn wrk_script(body: &Value) -> String {
    format!(
        "wrk.method = 'POST'\nwrk.headers['Content-Type'] = 'application/json'\n\
         wrk.headers['X-Requested-With'] = 'XMLHttpRequest'\nwrk.body = '{body}'\n"
    )
}

/// Runs wrk with one thread; answers requests a second.
async fn wrk(seconds: u64, ask: &[String]) -> Result<f64> {
    let mut command = Command::new("wrk");
    command.args(["-t", "1", "-c", CONNECTIONS, "-d", &format!("{seconds}s")]).args(ask);
    let output = tokio::task::spawn_blocking(move || command.output()).await?.context("cannot run wrk")?;
    let text = String::from_utf8(output.stdout)?;
    ensure!(output.status.success() && !text.contains("Non-2xx"), "wrk: {text}");
    let figure = text.lines().find_map(|line| line.strip_prefix("Requests/sec:"));
    Ok(figure.context("wrk told no figure")?.trim().parse()?)
}

fn median(mut figures: Vec<f64>) -> f64 {
    figures.sort_by(f64::total_cmp);
    figures.get(figures.len() / 2).copied().unwrap_or_default()
}

/// nginx with one file to serve; ends with the value.
struct Nginx {
    process: Child,
    port: u16,
}

impl Nginx {
    fn start(folder: &Path, file: &[u8]) -> Result<Self> {
        std::fs::write(folder.join("page.json"), file)?;
        let port = StdListener::bind("127.0.0.1:0")?.local_addr()?.port();
        let root = folder.display();
        let settings = format!(
            "daemon off; worker_processes auto; pid {root}/nginx.pid; error_log stderr crit; user root;
             events {{ worker_connections 1024; }}
             http {{
                 access_log off; sendfile on; tcp_nopush on; keepalive_requests 1000000000;
                 types {{ application/json json; }}
                 server {{ listen 127.0.0.1:{port}; root {root}; }}
             }}"
        );
        let file = folder.join("nginx.conf");
        std::fs::write(&file, settings)?;
        let mut command = Command::new("/usr/sbin/nginx");
        command.arg("-p").arg(folder).arg("-c").arg(&file).stderr(Stdio::null());
        let nginx = Self { process: command.spawn().context("cannot run nginx")?, port };
        let until = Instant::now() + Duration::from_secs(5);
        while std::net::TcpStream::connect(("127.0.0.1", port)).is_err() {
            ensure!(Instant::now() < until, "nginx does not listen");
            std::thread::yield_now();
        }
        Ok(nginx)
    }

    fn url(&self) -> String {
        format!("http://127.0.0.1:{}/page.json", self.port)
    }
}

impl Drop for Nginx {
    fn drop(&mut self) {
        // TERM, so that the master ends its workers.
        let _ = Command::new("kill").arg(self.process.id().to_string()).status();
        let _ = self.process.wait();
    }
}
