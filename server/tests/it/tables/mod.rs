//! Tables: rounds that all players share, bets that are in or out, and cash-outs that count once.

mod closing;
mod ends;
mod felt;
mod rounds;

use std::time::Duration;

use croupier_games::crash::{Crash, chain, elapsed_at, mix};
use croupier_games::fair::ServerSeed;
use croupier_games::{Game, Kind, builtin};
use croupier_money::Currency;
use croupier_server::seeds::{self, SeedOf};
use croupier_server::{platform::calendar, tables, wallet};
use reqwest::Method;
use serde_json::{Value, json};

use crate::browser::{Answer, Browser};
use crate::play::{Frame, give, grown_player};
use crate::testkit::Kit;

const GAME: &str = "northlight/polar-ascent";
const TABLE: &str = "/api/tables/northlight/polar-ascent";

/// Rounds of a chain; see `server/src/tables/chains.rs`.
const CHAIN: usize = 10_000;

/// How long a round takes bets.
const BETTING: Duration = Duration::from_secs(7);

/// The seeds of the first chain of a game, begun as a server begins it.
async fn first_chain(kit: &Kit, game: &str) -> Vec<ServerSeed> {
    let (app, of) = (&kit.app, SeedOf::Chain { game, number: 1 });
    let last = seeds::fresh(&app.secrets);
    let (published, of_chain) = chain(last.clone(), CHAIN);
    let row = seeds::kept_as(&app.secrets, &of, &last, &published, app.clock.now()).unwrap();
    let mut tx = app.db.begin().await.unwrap();
    assert_eq!(tx.execute(row.sql, row.params).await.unwrap(), 1, "the table has been looked at before");
    tx.commit().await.unwrap();
    of_chain
}

/// The table of a test, whose seeds the test knows.
struct Table {
    seeds: Vec<ServerSeed>,
    crash: Crash,
}

impl Table {
    async fn of(kit: &Kit) -> Self {
        let seeds = first_chain(kit, GAME).await;
        let definition = builtin::GAMES.iter().find(|game| game.slug == "polar-ascent").unwrap().definition;
        let game = Game::load(definition).unwrap();
        let Kind::Crash(crash) = game.rules() else { panic!("no crash game") };
        Self { seeds, crash: crash.clone() }
    }

    /// A client seed with which a round crashes where it is wanted to, when it is the first one and `others` come after it;
    /// and the point.
    async fn client_seed(
        &self,
        kit: &Kit,
        round: &Value,
        others: &[&str],
        wanted: impl Fn(i64) -> bool,
    ) -> (String, i64) {
        let id = round["id"].as_str().unwrap();
        let proof = kit.browser().get(&format!("/api/tables/rounds/{id}")).await.expect(200);
        let place = usize::try_from(proof["chain_place"].as_i64().unwrap() - 1).unwrap();
        let number = id.parse().unwrap();
        let mut drawn = (0..10_000).map(|count| {
            let seed = format!("seed-{count}");
            let mixed = mix(std::iter::once(seed.as_str()).chain(others.iter().copied()));
            let point = self.crash.point(&self.seeds[place], &mixed, number);
            (seed, point)
        });
        drawn.find(|(_, point)| wanted(*point)).unwrap()
    }
}

async fn view(kit: &Kit) -> Value {
    kit.browser().get(TABLE).await.expect(200)
}

/// The newest round once it is in `state`.
async fn round(kit: &Kit, state: &str) -> Value {
    let newest = async || Some(view(kit).await["round"].clone()).filter(|round| round["state"] == state);
    Kit::until("the round", newest).await
}

/// Lets the round run.
async fn start(kit: &Kit) -> Value {
    kit.app.clock.advance(BETTING);
    round(kit, "running").await
}

/// Lets the multiplier rise for so many milliseconds more.
fn rise(kit: &Kit, milliseconds: i64) {
    kit.app.clock.advance(Duration::from_millis(u64::try_from(milliseconds).unwrap()));
}

/// Lets the multiplier rise until it has reached `multiplier`.
fn rise_to(kit: &Kit, running: &Value, multiplier: i64) {
    let started_at = calendar::instant(running["started_at"].as_str().unwrap()).unwrap();
    rise(kit, started_at + elapsed_at(multiplier) - kit.app.clock.now());
}

/// A player at the table with a thousand euros.
async fn seated(kit: &Kit, email: &str) -> (Frame, Browser, i64) {
    let (browser, id) = grown_player(kit, email).await;
    give(&kit.app, id, Currency::EUR, 100_000).await;
    (Frame::open(kit, &browser, GAME, "real").await, browser, id)
}

async fn bet(frame: &Frame, key: &str, stake: i64, target: Option<i64>, client_seed: &str) -> Answer {
    let body = json!({ "stake_cents": stake, "target": target, "client_seed": client_seed });
    frame.send(Method::POST, "/api/play/table/bets", Some(body), key).await
}

async fn cash_out(frame: &Frame, bet: &Value) -> Answer {
    let id = bet["bet"]["id"].as_str().unwrap();
    frame.send(Method::POST, &format!("/api/play/table/bets/{id}/cashout"), Some(json!({})), "").await
}

/// The player's bets on the newest round, once all have ended.
async fn ended_bets(frame: &Frame) -> Vec<Value> {
    let ended = async || {
        let own = frame.send(Method::GET, "/api/play/table/bets", None, "").await.expect(200);
        let bets = own["bets"].as_array().unwrap().clone();
        bets.iter().all(|bet| bet["state"] != "riding").then_some(bets)
    };
    Kit::until("the end of the bets", ended).await
}

async fn assert_sound(kit: &Kit) {
    assert_eq!(wallet::check(&kit.app.db).await.unwrap(), []);
    assert_eq!(tables::check(&kit.app.db).await.unwrap(), []);
}
