//! Jackpots: filled by real bets, won once by the bet that meets the hidden point, paid once, told and proved.

mod announcing;

use croupier_db::params;
use croupier_games::fair::ServerSeed;
use croupier_games::jackpot::{JackpotCycle, draw_point};
use croupier_ledger::StopReason;
use croupier_money::Currency;
use croupier_server::app::App;
use croupier_server::jackpot::{self, forget_bets, keep};
use croupier_server::wallet::due::carry_out;
use serde_json::{Value, json};

use crate::browser::Browser;
use crate::play::{assert_books, cash, give, grown_player};
use crate::realtime::Client;
use crate::stops::stop;
use crate::testkit::Kit;
use crate::tournaments::{bet_in, round_in, take_back};

const DAY: std::time::Duration = std::time::Duration::from_hours(24);

/// Three levels that thousands of bets do not win, unless `bronze` says so.
fn northern(bronze: &str) -> String {
    format!(
        r#"
        [[jackpot]]
        identifier = "northern"
        currency = "EUR"
        title = {{ en = "Northern", de = "Nordisch" }}
        description = {{ en = "A jackpot." }}
        gold = {{ contribution_ppm = 1000, seed_cents = 3000000000, must_hit_by_cents = 4000000000, min_bet_cents = 100 }}
        silver = {{ contribution_ppm = 3, seed_cents = 2000000000, must_hit_by_cents = 4000000000, min_bet_cents = 50 }}
        bronze = {bronze}
        "#
    )
}

/// A bronze level that lies far away as well.
const FAR: &str = "{ contribution_ppm = 20000, seed_cents = 1000000000, must_hit_by_cents = 4000000000, min_bet_cents = 20 }";

/// A bronze level that each bet of 100 wins: its point can only be one subunit above its seed.
const NEAR: &str =
    "{ contribution_ppm = 10000, seed_cents = 1000, must_hit_by_cents = 1001, min_bet_cents = 100 }";

/// A coin that is worth 80,000 euros.
fn coin() -> Currency {
    "BTC".parse().unwrap()
}

/// Puts the jackpots of `definitions` in force.
pub async fn define(kit: &Kit, definitions: &str) {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("jackpots.toml"), definitions).unwrap();
    jackpot::reload(&kit.app.jackpots, folder.path()).unwrap();
    keep(&kit.app).await.unwrap();
}

async fn player(kit: &Kit, email: &str) -> (Browser, i64) {
    let (browser, id) = grown_player(kit, email).await;
    give(&kit.app, id, Currency::EUR, 1_000_000).await;
    (browser, id)
}

/// Waits until the whole log is read and all that is owed for it is paid.
async fn until_read(app: &App) {
    Kit::until("the reader of jackpots", async || {
        let lags = croupier_db::readers::lags(&app.db).await.unwrap();
        let ours: Vec<_> = lags.iter().filter(|lag| lag.reader == "jackpots").collect();
        let sql = "SELECT COUNT(*) FROM due_payment WHERE paid_at_ms IS NULL AND refusals = 0";
        let due: i64 = app.db.query_one(sql, params![]).await.unwrap().get(0).unwrap();
        let all = ours.len() == usize::from(app.db.lanes()) && ours.iter().all(|lag| lag.rows == 0);
        (all && due == 0).then_some(())
    })
    .await;
}

async fn levels(kit: &Kit) -> Vec<Value> {
    until_read(&kit.app).await;
    let jackpots = kit.browser().get("/api/jackpots").await.expect(200);
    jackpots[0]["levels"].as_array().unwrap().clone()
}

async fn amounts(kit: &Kit) -> Vec<i64> {
    levels(kit).await.iter().map(|level| level["amount_cents"].as_i64().unwrap()).collect()
}

/// What bets have added to the levels, in millionths of a cent.
async fn added(app: &App) -> Vec<i64> {
    until_read(app).await;
    let sql = "SELECT contributed_micro FROM jackpot_level ORDER BY level";
    app.db.query(sql, params![]).await.unwrap().iter().map(|row| row.get(0).unwrap()).collect()
}

async fn wins(kit: &Kit, query: &str) -> Value {
    until_read(&kit.app).await;
    keep(&kit.app).await.unwrap();
    kit.browser().get(&format!("/api/jackpot_wins{query}")).await.expect(200)
}

async fn assert_sound(kit: &Kit) {
    until_read(&kit.app).await;
    assert_books(&kit.app).await;
    assert_eq!(jackpot::check(&kit.app.db).await.unwrap(), []);
}

async fn change(kit: &Kit, sql: &str) {
    let mut tx = kit.app.db.begin().await.unwrap();
    assert!(tx.execute(sql, params![]).await.unwrap() > 0, "{sql}");
    tx.commit().await.unwrap();
}

on_both_engines! {
    async fn real_bets_add_exact_millionths_to_each_level_they_are_large_enough_for(kit: Kit) {
        let (_, id) = player(&kit, "player@example.com").await;
        bet_in(&kit.app, "before", id, Currency::EUR, 5_000).await;
        kit.app.clock.advance(std::time::Duration::from_secs(1));
        define(&kit, &northern(FAR)).await;
        assert_eq!(added(&kit.app).await, [0, 0, 0], "what was bet before does not count");
        for (key, stake) in [("a", 100), ("b", 99), ("c", 49), ("d", 19)] {
            bet_in(&kit.app, key, id, Currency::EUR, stake).await;
        }
        assert_eq!(added(&kit.app).await, [100_000, 3 * 199, 20_000 * 248]);
        assert_eq!(amounts(&kit).await, [3_000_000_000, 2_000_000_000, 1_000_000_004]);
        let by_game = kit.browser().get("/api/games/jackpots").await.expect(200);
        assert_eq!(by_game["EUR"]["northlight/solar-sails"], 3_000_000_000_i64);
        assert_sound(&kit).await;
    }

    async fn a_jackpot_of_one_game_takes_its_bets_alone(kit: Kit) {
        let (_, id) = player(&kit, "player@example.com").await;
        let of = |game: &str| northern(FAR).replace("currency =", &format!("games = [\"{game}\"]\n        currency ="));
        define(&kit, &of("northlight/caldera")).await;
        bet_in(&kit.app, "other", id, Currency::EUR, 100).await;
        assert_eq!(added(&kit.app).await, [0, 0, 0], "a bet on another game");
        let by_game = kit.browser().get("/api/games/jackpots").await.expect(200);
        assert_eq!(by_game, json!({ "EUR": { "northlight/caldera": 3_000_000_000_i64 } }));
        let details = kit.browser().get("/api/jackpots/northern").await.expect(200);
        assert_eq!(details["game_ids"], json!(["northlight/caldera"]));
        define(&kit, &of("northlight/solar-sails")).await;
        bet_in(&kit.app, "own", id, Currency::EUR, 100).await;
        assert_eq!(added(&kit.app).await, [100_000, 300, 2_000_000]);
        assert_sound(&kit).await;
    }

    async fn bets_of_other_currencies_count_where_a_rate_leads(kit: Kit) {
        let (_, id) = player(&kit, "player@example.com").await;
        define(&kit, &northern(FAR)).await;
        let mut tx = kit.app.db.begin().await.unwrap();
        for currency in [coin(), "GBP".parse().unwrap()] {
            kit.app.wallet.open(&mut tx, id, currency).await.unwrap();
        }
        tx.commit().await.unwrap();
        give(&kit.app, id, coin(), 5_000_000).await;
        give(&kit.app, id, "GBP".parse().unwrap(), 5_000).await;
        bet_in(&kit.app, "coin", id, coin(), 1_000_000).await;
        bet_in(&kit.app, "pound", id, "GBP".parse().unwrap(), 1_000).await;
        // A hundredth of a coin is 800 euros; nothing says what a pound is worth.
        assert_eq!(added(&kit.app).await, [80_000_000, 240_000, 1_600_000_000]);
        assert_sound(&kit).await;
    }

    async fn a_jackpot_never_takes_terms_of_another_currency(kit: Kit) {
        let (_, id) = player(&kit, "player@example.com").await;
        define(&kit, &northern(NEAR)).await;
        let figures = "seed_cents = 6000, must_hit_by_cents = 6001";
        let edited = NEAR.replace("seed_cents = 1000, must_hit_by_cents = 1001", figures);
        define(&kit, &northern(&edited).replace("\"EUR\"", "\"BRL\"")).await;
        bet_in(&kit.app, "wins", id, Currency::EUR, 100).await;
        let bronze = levels(&kit).await.pop().unwrap();
        assert_eq!((&bronze["cycle"], &bronze["seed_cents"]), (&json!(2), &json!(1_000)));
        define(&kit, &northern(&edited)).await;
        bet_in(&kit.app, "wins again", id, Currency::EUR, 100).await;
        let bronze = levels(&kit).await.pop().unwrap();
        assert_eq!((&bronze["cycle"], &bronze["seed_cents"]), (&json!(3), &json!(6_000)));
        assert_sound(&kit).await;
    }

    async fn a_bet_that_is_rolled_back_takes_its_part_with_it(kit: Kit) {
        let (_, id) = player(&kit, "player@example.com").await;
        define(&kit, &northern(FAR)).await;
        round_in(&kit.app, "kept", id, Currency::EUR, 100, 0).await;
        round_in(&kit.app, "back", id, Currency::EUR, 700, 0).await;
        assert_eq!(added(&kit.app).await[2], 20_000 * 800);
        take_back(&kit.app, "back", id).await;
        assert_eq!(added(&kit.app).await, [100_000, 300, 20_000 * 100]);
        kit.hold_up("jackpots").await;
        round_in(&kit.app, "both", id, Currency::EUR, 900, 0).await;
        take_back(&kit.app, "both", id).await;
        kit.let_leases_run_out().await;
        assert_eq!(added(&kit.app).await, [100_000, 300, 20_000 * 100], "both in one batch");
        assert_sound(&kit).await;
    }

    async fn the_bet_that_meets_the_point_wins_and_the_next_cycle_begins(kit: Kit) {
        let (_, id) = player(&kit, "winner@example.com").await;
        define(&kit, &northern(NEAR)).await;
        let promised = levels(&kit).await[2].clone();
        bet_in(&kit.app, "miss", id, Currency::EUR, 99).await;
        assert_eq!(levels(&kit).await[2], promised, "too small to count");
        bet_in(&kit.app, "hit", id, Currency::EUR, 150).await;
        assert_eq!(added(&kit.app).await[2], 1_500_000);
        assert_eq!(cash(&kit.app, id).await, 1_000_000 - 99 - 150 + 1_001);
        let next = levels(&kit).await[2].clone();
        assert_eq!((&next["cycle"], &next["amount_cents"]), (&json!(2), &json!(1_000)));
        assert_ne!(next["server_seed_hash"], promised["server_seed_hash"]);
        let details = kit.browser().get("/api/jackpots/northern").await.expect(200);
        let [reveal] = &details["reveals"].as_array().unwrap()[..] else { panic!("one cycle was won") };
        assert_eq!(reveal["server_seed_hash"], promised["server_seed_hash"]);
        let seed = ServerSeed::from_hex(reveal["server_seed"].as_str().unwrap()).unwrap();
        assert_eq!(json!(seed.commitment()), promised["server_seed_hash"]);
        let of = JackpotCycle { jackpot: "northern", level: 3, cycle: 1, seed_amount: 1_000, must_hit_by: 1_001 };
        assert_eq!(json!(draw_point(&seed, of)), reveal["point_cents"]);
        assert_eq!((&reveal["point_cents"], &reveal["amount_cents"]), (&json!(1_001), &json!(1_001)));
        let left = "SELECT carried_micro FROM jackpot_cycle WHERE level = 3 AND number = 2";
        let left: i64 = kit.app.db.query_one(left, params![]).await.unwrap().get(0).unwrap();
        assert_eq!(left, 500_000, "the half of a cent goes on");
        assert_sound(&kit).await;
    }

    async fn of_two_bets_in_a_batch_each_wins_a_cycle_of_its_own(kit: Kit) {
        let (_, one) = player(&kit, "one@example.com").await;
        let (_, other) = player(&kit, "other@example.com").await;
        define(&kit, &northern(NEAR)).await;
        until_read(&kit.app).await;
        kit.hold_up("jackpots").await;
        let bets = async |id, key| bet_in(&kit.app, key, id, Currency::EUR, 100).await;
        tokio::join!(bets(one, "one"), bets(other, "other"));
        kit.let_leases_run_out().await;
        let listed = wins(&kit, "").await;
        assert_eq!(listed["pagination"]["total_count"], 2);
        assert_eq!(levels(&kit).await[2]["cycle"], 3);
        for id in [one, other] {
            assert_eq!(cash(&kit.app, id).await, 1_000_000 - 100 + 1_001);
        }
        assert_sound(&kit).await;
    }

    async fn a_win_is_paid_once_however_often_it_is_tried(kit: Kit) {
        let (_, id) = player(&kit, "winner@example.com").await;
        define(&kit, &northern(NEAR)).await;
        bet_in(&kit.app, "hit", id, Currency::EUR, 100).await;
        assert_eq!(wins(&kit, "").await["pagination"]["total_count"], 1);
        // As after a crash between the payment and its mark: the payment's own key stops a second one.
        change(&kit, "UPDATE due_payment SET paid_at_ms = NULL WHERE reader = 'jackpots'").await;
        carry_out(&kit.app.wallet, kit.app.clock.now()).await.unwrap();
        assert_eq!(cash(&kit.app, id).await, 1_000_000 - 100 + 1_001);
        change(&kit, "UPDATE due_payment SET paid_at_ms = 1 WHERE reader = 'jackpots'").await;
        assert_eq!(cash(&kit.app, id).await, 1_000_000 - 100 + 1_001);
        assert_sound(&kit).await;
    }

    async fn a_win_from_before_the_account_was_closed_is_paid(kit: Kit) {
        let (_, id) = player(&kit, "winner@example.com").await;
        define(&kit, &northern(NEAR)).await;
        bet_in(&kit.app, "hit", id, Currency::EUR, 100).await;
        stop(&kit.app, id, StopReason::Closed).await;
        until_read(&kit.app).await;
        assert_eq!(cash(&kit.app, id).await, 1_000_000 - 100 + 1_001);
        assert_sound(&kit).await;
    }

    async fn a_win_in_another_currency_keeps_what_it_was(kit: Kit) {
        let (_, id) = player(&kit, "winner@example.com").await;
        define(&kit, &northern(NEAR)).await;
        let mut tx = kit.app.db.begin().await.unwrap();
        kit.app.wallet.open(&mut tx, id, coin()).await.unwrap();
        tx.commit().await.unwrap();
        give(&kit.app, id, coin(), 100_000).await;
        bet_in(&kit.app, "coin", id, coin(), 1_250).await;
        let listed = wins(&kit, "?order=biggest&jackpot=northern").await;
        let [won] = &listed["data"].as_array().unwrap()[..] else { panic!("{listed:#}") };
        assert_eq!((&won["amount_cents"], &won["currency"]), (&json!(12_512), &json!("BTC")));
        let original = (&won["jackpot_original_amount_cents"], &won["jackpot_original_currency"]);
        assert_eq!(original, (&json!(1_001), &json!("EUR")));
        let coins = kit.app.wallet.get(id, coin()).await.unwrap().unwrap().cash;
        assert_eq!(coins, 100_000 - 1_250 + 12_512);
        assert_sound(&kit).await;
    }

    async fn wins_are_listed_by_size_and_by_time_under_shortened_names(kit: Kit) {
        let (browser, id) = player(&kit, "winner@example.com").await;
        browser.patch("/api/player", json!({ "player": { "nickname": "abcdefghijkl" } })).await.expect(200);
        define(&kit, &northern(NEAR)).await;
        for (key, stake) in [("a", 100), ("b", 900), ("c", 500)] {
            bet_in(&kit.app, key, id, Currency::EUR, stake).await;
            until_read(&kit.app).await;
            kit.app.clock.advance(std::time::Duration::from_secs(1));
        }
        let original = |listed: &Value| -> Vec<i64> {
            let rows = listed["data"].as_array().unwrap().iter();
            rows.map(|won| won["jackpot_original_amount_cents"].as_i64().unwrap()).collect()
        };
        assert_eq!(original(&wins(&kit, "").await), [1_005, 1_009, 1_001]);
        let biggest = wins(&kit, "?order=biggest&page_size=2").await;
        assert_eq!(original(&biggest), [1_009, 1_005]);
        assert_eq!(biggest["pagination"]["next_page"], 2);
        let won = &biggest["data"][0];
        assert_eq!((&won["user_name"], &won["jackpot_level_name"]), (&json!("abcdef***"), &json!("bronze")));
        assert_eq!((&won["jackpot_title"], &won["game_title"]), (&json!("Northern"), &json!("Solar Sails")));
        assert_eq!(original(&wins(&kit, "?jackpot=nothing").await), Vec::<i64>::new());
        let guest = kit.browser();
        for wrong in ["page=0", "page_size=0"] {
            guest.get(&format!("/api/jackpot_wins?{wrong}")).await.expect(422);
        }
        guest.get("/api/jackpots/nothing").await.expect(404);
        assert_sound(&kit).await;
    }

    async fn amounts_are_told_to_everybody_and_a_win_to_its_winner(kit: Kit) {
        let (browser, id) = player(&kit, "winner@example.com").await;
        define(&kit, &northern(NEAR)).await;
        let token = browser.get("/api/player/settings").await.expect(200)["realtime"]["token"].as_str().unwrap().to_owned();
        let (mut winner, _) = Client::connect(kit.address, &token).await;
        let (mut guest, _) = Client::connect(kit.address, "").await;
        bet_in(&kit.app, "hit", id, Currency::EUR, 100).await;
        loop {
            let (channel, amounts, offset) = guest.publication().await;
            if channel == "jackpots_changes" && amounts["levels"][2]["cycle"] == 2 {
                assert_eq!(offset, None);
                assert_eq!((&amounts["identifier"], &amounts["currency"]), (&json!("northern"), &json!("EUR")));
                let level = &amounts["levels"][2];
                assert_eq!((&level["id"], &level["identifier"], &level["name"]), (&json!(3), &json!("level_3"), &json!("bronze")));
                break;
            }
        }
        loop {
            let (channel, won, _) = winner.publication().await;
            if channel.starts_with("jackpot_win_award#") {
                assert_eq!((&won["amount_cents"], &won["currency"]), (&json!(1_001), &json!("EUR")));
                assert_eq!((&won["jackpot_title"], &won["jackpot_level_name"]), (&json!("Northern"), &json!("bronze")));
                break;
            }
        }
        Kit::until("the wins of everybody", async || {
            let recent = kit.browser().get("/api/games/recent_wins").await.expect(200);
            recent.as_array()?.iter().find(|win| win["amount_cents"] == 1_001).map(drop)
        })
        .await;
    }

    async fn old_bets_are_forgotten_and_what_they_added_stays(kit: Kit) {
        let (_, id) = player(&kit, "player@example.com").await;
        define(&kit, &northern(FAR)).await;
        bet_in(&kit.app, "old", id, Currency::EUR, 100).await;
        let before = added(&kit.app).await;
        assert_eq!(forget_bets(&kit.app).await.unwrap(), 0);
        kit.app.clock.advance(DAY * 31);
        assert_eq!(forget_bets(&kit.app).await.unwrap(), 1);
        assert_eq!(added(&kit.app).await, before);
        assert_sound(&kit).await;
    }

    async fn what_does_not_add_up_is_found(kit: Kit) {
        let (_, id) = player(&kit, "winner@example.com").await;
        define(&kit, &northern(NEAR)).await;
        bet_in(&kit.app, "hit", id, Currency::EUR, 100).await;
        assert_sound(&kit).await;
        let found = async || jackpot::check(&kit.app.db).await.unwrap().len();
        for (broken, mended) in [
            ("UPDATE jackpot_level SET contributed_micro = contributed_micro + 1 WHERE level = 1",
             "UPDATE jackpot_level SET contributed_micro = contributed_micro - 1 WHERE level = 1"),
            ("UPDATE jackpot_cycle SET point_cents = point_cents - 1 WHERE ended_at_ms IS NOT NULL",
             "UPDATE jackpot_cycle SET point_cents = point_cents + 1 WHERE ended_at_ms IS NOT NULL"),
            ("UPDATE due_payment SET currency = 'NOK' WHERE reader = 'jackpots'",
             "UPDATE due_payment SET currency = 'EUR' WHERE reader = 'jackpots'"),
        ] {
            change(&kit, broken).await;
            assert!(found().await > 0, "{broken}");
            change(&kit, mended).await;
            assert_eq!(found().await, 0);
        }
    }
}
