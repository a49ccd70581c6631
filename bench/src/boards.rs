//! The board of a tournament that very many have joined: how long its top takes, and a player's own place, through HTTP
//! at a server in a process of its own.

use std::path::Path;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, ensure};
use croupier_db::{Db, Target, params};
use croupier_server::app::App;
use croupier_server::platform::clock::Clock;
use croupier_server::platform::config::Config;
use croupier_server::tournaments;
use reqwest::Client;

use crate::engines::on_engines;
use crate::figures::{Figures, option};
use crate::process::Process;
use crate::visitor::Visitor;
use crate::{contests, population};

/// How often each is asked for.
const TIMES: usize = 100;

/// What 95 of 100 answers may take.
const TOP_MAX: Duration = Duration::from_millis(5);
const OWN_PLACE_MAX: Duration = Duration::from_millis(10);

/// Scores are spread over as many points: a prime number, so that few players have equal ones.
const POINTS: i64 = 1_000_003;

/// Measures both engines, or the one that is named; fails when something takes longer than it may.
pub async fn run(arguments: &[String]) -> Result<()> {
    let players: i64 = option(arguments, "--players", 1_000_000)?;
    let too_slow = on_engines(arguments, async |engine, cluster| {
        let url = cluster.map(|cluster| cluster.database("boards")).transpose()?;
        measure(engine, url.as_deref(), players).await
    });
    let too_slow = too_slow.await?.concat();
    ensure!(too_slow.is_empty(), "slower than they may be: {}", too_slow.join(", "));
    Ok(())
}

/// Prints the figures of one engine; answers which of them are above their budget.
async fn measure(engine: &str, url: Option<&str>, players: i64) -> Result<Vec<String>> {
    let folder = tempfile::tempdir_in(".")?;
    let data = folder.path().join("data");
    let content = contests::content(folder.path(), 1)?;
    let content_dir = content.display().to_string();
    let settings = [("CROUPIER_CONTENT_DIR", &*content_dir)];
    let client = Client::new();
    let mut server = Process::server(&data, url, &settings).await?;
    let mut middle = Visitor::sign_up(&client, &server.base(), 0).await?;
    let mut last = Visitor::sign_up(&client, &server.base(), 1).await?;
    server.stop()?;
    let contest = scheduled(&data, url, &content).await?;
    let target = url.map_or_else(|| Target::Sqlite(data.clone()), |url| Target::Postgres(url.to_owned()));
    let db = Db::open_beside(&target).await?;
    fill(&db, contest, [middle.id, last.id], players).await.context("filling")?;
    if let Some(url) = url {
        population::vacuum(url).await?;
    }

    let mut too_slow = Vec::new();
    let mut judge = |name: &str, figures: &Figures, most: Duration| {
        let name = format!("boards_{engine}_{name}");
        figures.print(&name);
        if figures.p95 > most {
            too_slow.push(name);
        }
    };
    let name = contest.to_string();
    let hundred = timed(async || {
        tournaments::board(&db, &name, Clock::System.now()).await?.context("no board")?;
        Ok(())
    });
    judge("top_100_of_the_store", &hundred.await?, TOP_MAX);
    drop(db);
    let server = Process::server(&data, url, &settings).await?;
    for visitor in [&mut middle, &mut last] {
        visitor.move_to(&server.base());
    }
    let (page, status) =
        (format!("/api/tournaments/{contest}"), format!("/api/tournaments/{contest}/status"));
    judge("page_with_its_top", &timed(async || ask(&middle, &page).await).await?, TOP_MAX);
    judge("own_place_in_the_middle", &timed(async || ask(&middle, &status).await).await?, OWN_PLACE_MAX);
    judge("own_place_at_the_end", &timed(async || ask(&last, &status).await).await?, OWN_PLACE_MAX);
    Ok(too_slow)
}

async fn ask(visitor: &Visitor, path: &str) -> Result<()> {
    visitor.get(path).await.with_context(|| path.to_owned())?;
    Ok(())
}

/// Asks again and again, one after the other, once nobody asks for the first time.
async fn timed(ask: impl AsyncFn() -> Result<()>) -> Result<Figures> {
    ask().await?;
    let began = Instant::now();
    let mut latencies = Vec::new();
    for _ in 0..TIMES {
        let asked = Instant::now();
        ask().await?;
        latencies.push(u32::try_from(asked.elapsed().as_micros())?);
    }
    Ok(Figures::of(latencies, began.elapsed()))
}

/// Schedules the contest of the content, and answers its number.
async fn scheduled(data: &Path, url: Option<&str>, content: &Path) -> Result<i64> {
    let config = Config {
        data: data.to_owned(),
        database_url: url.map(str::to_owned),
        content_dir: content.to_owned(),
        ..Config::default()
    };
    let app = App::start(config, Clock::System).await?;
    contests::begin(&app).await?;
    let running = contests::running(&app.db, app.clock.now() + 1).await?;
    running.first().copied().context("the contest does not run")
}

/// Has very many players in the contest, and of our own one in the middle and one at the end of the board.
async fn fill(db: &Db, contest: i64, own: [i64; 2], players: i64) -> Result<()> {
    let now = Clock::System.now();
    let first = own.iter().max().copied().unwrap_or_default() + 1;
    let last = first + players - 1;
    let numbers = population::numbers(&(first..=last));
    let columns =
        "tournament_id, player_id, shown_name, joined_at_ms, counts_after, points, rounds, bet_cents,
        win_cents, scored_at_ms, currency, level_currency, notified_soon, notified_start";
    let mut tx = db.begin().await?;
    let sql = format!(
        "INSERT INTO tournament_player ({columns})
         {numbers} SELECT {contest}, n, 'P***r', {now}, 0, n * 7919 % {POINTS} + 2, 1, 100, 0, {now} + n % 1000,
             'EUR', 'EUR', TRUE, TRUE FROM number"
    );
    tx.execute(&sql, params![]).await?;
    for (player, points) in own.into_iter().zip([POINTS / 2, 1]) {
        let sql = format!(
            "INSERT INTO tournament_player ({columns})
             VALUES ($1, $2, 'P***r', $3, 0, $4, 1, 100, 0, $3, 'EUR', 'EUR', TRUE, TRUE)"
        );
        tx.execute(&sql, params![contest, player, now, points]).await?;
    }
    let sql = "UPDATE tournament SET players = (
                   SELECT COUNT(*) FROM tournament_player p WHERE p.tournament_id = tournament.id)";
    tx.execute(sql, params![]).await?;
    Ok(tx.commit().await?)
}
