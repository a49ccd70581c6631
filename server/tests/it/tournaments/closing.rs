//! The end of a tournament: final places, and prizes that are paid once.

mod put_off;

use std::time::Duration;

use croupier_db::{log, params};
use croupier_ledger::{Fact, StopReason};
use croupier_money::Currency;
use croupier_server::app::App;
use croupier_server::tournaments::{self, Disqualified, close_due, disqualify};
use croupier_server::wallet;
use serde_json::{Value, json};

use super::{CUP, CUP_MS, define, join, ms, points, racer, round, round_in, scored};
use crate::play::{assert_books, cash};
use crate::stops::{lift, stop};
use crate::testkit::{Engine, Kit};

/// What remains of a million after a round that has lost `stake`.
const START: i64 = 1_000_000;

/// Lets the tournament end and its last rounds settle.
fn end(kit: &Kit) {
    kit.app.clock.advance(ms(CUP_MS + 90_000));
}

async fn closed(app: &App) -> bool {
    let sql = "SELECT COUNT(*) FROM tournament WHERE identifier = 'cup' AND closed_at_ms IS NOT NULL";
    app.db.query_one(sql, params![]).await.unwrap().get::<i64>(0).unwrap() == 1
}

async fn owed(app: &App) -> i64 {
    let sql = "SELECT COUNT(*) FROM due_payment WHERE reader = 'tournaments'";
    app.db.query_one(sql, params![]).await.unwrap().get(0).unwrap()
}

async fn until_paid(app: &App, count: i64) {
    Kit::until("the prizes", async || {
        let sql = "SELECT COUNT(*) FROM due_payment WHERE reader = 'tournaments' AND paid_at_ms IS NOT NULL";
        let paid: i64 = app.db.query_one(sql, params![]).await.unwrap().get(0).unwrap();
        (paid == count).then_some(())
    })
    .await;
}

/// [`CUP`] whose second place wins the gift of `offer`.
fn with_gift(offer: &str) -> String {
    let gift = CUP.replace(
        r#"{ kind = "money", amount_cents = 2000 }"#,
        &format!(r#"{{ kind = "gift", offer = "{offer}" }}"#),
    );
    assert_ne!(gift, CUP);
    gift
}

/// The gifts of places: whose they are, and what they are for.
async fn given(app: &App) -> Vec<(i64, String)> {
    let sql = "SELECT player_id, source FROM freespin_grant WHERE source LIKE 'tournament:%'
               UNION ALL SELECT player_id, source FROM bonus_award WHERE source LIKE 'tournament:%'";
    let rows = app.db.query(sql, params![]).await.unwrap();
    rows.iter().map(|row| (row.get(0).unwrap(), row.get(1).unwrap())).collect()
}

/// Changes an award behind the server's back.
async fn change(kit: &Kit, what: &str) {
    let mut tx = kit.app.db.begin().await.unwrap();
    let sql = format!("UPDATE tournament_award SET {what}");
    assert_eq!(tx.execute(&sql, params![]).await.unwrap(), 1, "{sql}");
    tx.commit().await.unwrap();
}

on_both_engines! {
    async fn prizes_go_to_the_final_places_once(kit: Kit) {
        define(&kit, CUP).await;
        let mut racers = Vec::new();
        for (number, stake) in [(1, 300), (2, 900), (3, 600)] {
            let (_, id) = racer(&kit, &format!("r{number}@example.com"), "cup").await;
            round(&kit.app, &format!("r{number}"), id, stake, 0).await;
            racers.push(id);
        }
        end(&kit);
        until_paid(&kit.app, 2).await;
        for _ in 0..3 {
            close_due(&kit.app).await.unwrap();
        }
        scored(&kit.app).await;
        let mut balances = Vec::new();
        for id in &racers {
            balances.push(cash(&kit.app, *id).await);
        }
        assert_eq!(balances, [START - 300, START - 900 + 5_000, START - 600 + 2_000]);
        assert_eq!(owed(&kit.app).await, 2);
        let seen = kit.browser().get("/api/tournaments/cup").await.expect(200);
        assert_eq!((&seen["is_final"], &seen["status"]), (&true.into(), &"archive".into()));
        assert_books(&kit.app).await;
    }

    async fn nothing_is_final_before_the_last_rounds_are_settled(kit: Kit) {
        define(&kit, CUP).await;
        let (_, id) = racer(&kit, "jane@example.com", "cup").await;
        round(&kit.app, "one", id, 100, 0).await;
        kit.app.clock.advance(ms(CUP_MS + 89_999));
        close_due(&kit.app).await.unwrap();
        close_due(&kit.app).await.unwrap();
        assert!(!closed(&kit.app).await);
        kit.app.clock.advance(ms(1));
        until_paid(&kit.app, 1).await;
        assert_eq!(cash(&kit.app, id).await, START - 100 + 5_000);
    }

    async fn a_server_that_dies_while_it_pays_pays_each_prize_once(kit: Kit) {
        let many = CUP.replace(
            "{ from = 2, to = 2, prize = { kind = \"money\", amount_cents = 2000 } }",
            "{ from = 2, to = 40, prize = { kind = \"money\", amount_cents = 100 } }",
        );
        define(&kit, &many).await;
        let mut racers = Vec::new();
        for number in 0..12 {
            let (_, id) = racer(&kit, &format!("r{number}@example.com"), "cup").await;
            round(&kit.app, &format!("r{number}"), id, 1_000 - number, 0).await;
            racers.push(id);
        }
        scored(&kit.app).await;
        end(&kit);
        // Whatever was under way is given up in the middle, again and again.
        for wait in 1..=30 {
            let app = kit.app.clone();
            let work = tokio::spawn(async move { close_due(&app).await });
            let _ = tokio::time::timeout(Duration::from_micros(wait * 300), async {}).await;
            tokio::time::sleep(Duration::from_micros(wait * 300)).await;
            work.abort();
            let _ = work.await;
        }
        kit.let_leases_run_out().await;
        until_paid(&kit.app, 12).await;
        close_due(&kit.app).await.unwrap();
        scored(&kit.app).await;
        assert_eq!(owed(&kit.app).await, 12);
        for (place, id) in (0..).zip(&racers) {
            let prize = if place == 0 { 5_000 } else { 100 };
            assert_eq!(cash(&kit.app, *id).await, START - (1_000 - place) + prize, "place {}", place + 1);
        }
        assert_books(&kit.app).await;
    }

    async fn who_is_disqualified_leaves_the_board_and_wins_nothing(kit: Kit) {
        define(&kit, CUP).await;
        let (cheat_browser, cheat) = racer(&kit, "cheat@example.com", "cup").await;
        let (_, honest) = racer(&kit, "honest@example.com", "cup").await;
        round(&kit.app, "c", cheat, 900, 0).await;
        round(&kit.app, "h", honest, 100, 0).await;
        assert_eq!(points(&kit, "cup").await, [900, 100]);
        let off = async |name: &str, player| {
            disqualify(&kit.app.db, name, player, ("Ann", "two accounts"), kit.app.clock.now()).await.unwrap()
        };
        assert_eq!(off("cup", cheat).await, Disqualified::Done);
        assert_eq!(off("cup", cheat).await, Disqualified::NotOnBoard);
        assert_eq!(off("none", cheat).await, Disqualified::NoTournament);
        assert_eq!(points(&kit, "cup").await, [100]);
        let own = cheat_browser.get("/api/tournaments/cup/status").await.expect(200);
        assert_eq!((&own["disqualified"], &own["award_place"]), (&true.into(), &serde_json::Value::Null));
        end(&kit);
        until_paid(&kit.app, 1).await;
        assert_eq!(cash(&kit.app, honest).await, START - 100 + 5_000);
        assert_eq!(off("cup", honest).await, Disqualified::Closed);
        let sql = "SELECT body FROM event WHERE kind = 'tournament.disqualified'";
        let reported: String = kit.app.db.query_one(sql, params![]).await.unwrap().get(0).unwrap();
        assert!(reported.contains("two accounts") && reported.contains("Ann"));
    }

    async fn staff_see_the_board_and_take_a_player_off_it(kit: Kit) {
        define(&kit, CUP).await;
        let (_, id) = racer(&kit, "jane@example.com", "cup").await;
        round(&kit.app, "one", id, 100, 0).await;
        scored(&kit.app).await;
        let said = |words: &[&str]| {
            let output = kit.command().arg("tournament").args(words).output().unwrap();
            (output.status.success(), String::from_utf8_lossy(&output.stdout).trim().to_owned())
        };
        assert!(said(&["list"]).0);
        let board = (true, format!("1\tplayer {id}\t100 points\t1 rounds"));
        assert_eq!(said(&["show", "cup"]), board);
        assert!(!said(&["show", "none"]).0);
        let words = ["disqualify", "cup", "--email", "jane@example.com", "--by", "Ann", "--reason", "collusion"];
        assert_eq!(said(&words), (true, "the player is off the board".to_owned()));
        assert!(!said(&words).0);
        assert!(!said(&words[..6]).0, "without a reason nobody is taken off");
        assert_eq!(said(&["show", "cup"]), (true, "nobody has scored".to_owned()));
    }

    async fn a_prize_whose_fact_cannot_be_read_waits_until_it_can(kit: Kit) {
        define(&kit, CUP).await;
        let (_, id) = racer(&kit, "jane@example.com", "cup").await;
        scored(&kit.app).await;
        let mut tx = kit.app.db.begin().await.unwrap();
        let fact = Fact { kind: "tournament.won", body: "{}".to_owned() };
        log::append(&kit.app.db, &mut tx, id, kit.app.clock.now(), &[fact]).await.unwrap();
        tx.commit().await.unwrap();
        Kit::until("the reader to stop there", async || {
            kit.app.health.degraded().iter().any(|job| job.contains("reader tournaments")).then_some(())
        })
        .await;
        let won = serde_json::json!({
            "tournament_id": 1, "identifier": "cup", "award_place": 1, "amount_cents": 700, "currency": "EUR",
        });
        let mut tx = kit.app.db.begin().await.unwrap();
        let sql = "UPDATE event SET body = $1 WHERE kind = 'tournament.won'";
        tx.execute(sql, params![won.to_string()]).await.unwrap();
        tx.commit().await.unwrap();
        until_paid(&kit.app, 1).await;
        assert_eq!(cash(&kit.app, id).await, START + 700);
    }

    async fn a_faulty_tournament_holds_up_no_other(kit: Kit) {
        let other = CUP.replace("\"cup\"", "\"other\"");
        define(&kit, &format!("{CUP}{other}")).await;
        let (browser, id) = racer(&kit, "jane@example.com", "cup").await;
        join(&browser, "other").await;
        round(&kit.app, "one", id, 100, 0).await;
        scored(&kit.app).await;
        let mut tx = kit.app.db.begin().await.unwrap();
        let sql = "UPDATE tournament SET terms = '{}' WHERE identifier = 'cup'";
        tx.execute(sql, params![]).await.unwrap();
        tx.commit().await.unwrap();
        end(&kit);
        until_paid(&kit.app, 1).await;
        assert!(!closed(&kit.app).await);
        assert_eq!(cash(&kit.app, id).await, START - 100 + 5_000);
    }

    async fn a_gift_goes_to_its_place_once_and_waits_for_the_end_of_a_stop(kit: Kit) {
        define(&kit, &with_gift("QUEST-SPINS-10")).await;
        let (_, one) = racer(&kit, "first@example.com", "cup").await;
        let (_, other) = racer(&kit, "second@example.com", "cup").await;
        round(&kit.app, "f", one, 900, 0).await;
        round(&kit.app, "s", other, 100, 0).await;
        scored(&kit.app).await;
        let shown = kit.browser().get("/api/tournaments/cup").await.expect(200);
        let prize = &shown["prizes"][1];
        assert_eq!((&prize["amount_cents"], &prize["gift"]["type"]), (&Value::Null, &json!("freespins")));
        assert_eq!((&prize["gift"]["title"], &shown["money_budget_cents"]), (&json!("10 free spins"), &json!(5_000)));
        stop(&kit.app, other, StopReason::CoolingOff).await;
        end(&kit);
        until_paid(&kit.app, 1).await;
        assert_eq!(given(&kit.app).await, [], "whoever is stopped gets no gift");
        lift(&kit.app, other, StopReason::CoolingOff).await;
        kit.app.clock.advance(Duration::from_hours(2));
        let source = format!("tournament:{}:2", shown["id"]);
        Kit::until("the gift", async || (given(&kit.app).await == [(other, source.clone())]).then_some(())).await;
        for _ in 0..3 {
            close_due(&kit.app).await.unwrap();
        }
        assert_eq!(given(&kit.app).await, [(other, source)], "once");
        assert_eq!(owed(&kit.app).await, 1, "only the money is owed");
        assert_eq!(tournaments::check(&kit.app.db).await.unwrap(), []);
    }

    async fn a_gift_whose_offer_is_gone_holds_up_no_other(kit: Kit) {
        define(&kit, &with_gift("NOBODYS")).await;
        let (_, one) = racer(&kit, "first@example.com", "cup").await;
        let (_, other) = racer(&kit, "second@example.com", "cup").await;
        round(&kit.app, "f", one, 100, 0).await;
        round(&kit.app, "s", other, 900, 0).await;
        scored(&kit.app).await;
        end(&kit);
        until_paid(&kit.app, 1).await;
        assert_eq!(given(&kit.app).await, []);
        assert_eq!(cash(&kit.app, other).await, START - 900 + 5_000);
    }

    async fn prizes_that_do_not_add_up_are_found(kit: Kit) {
        define(&kit, &with_gift("QUEST-SPINS-10")).await;
        for (number, stake) in [(1, 900), (2, 100)] {
            let (_, id) = racer(&kit, &format!("r{number}@example.com"), "cup").await;
            round(&kit.app, &format!("r{number}"), id, stake, 0).await;
        }
        scored(&kit.app).await;
        end(&kit);
        until_paid(&kit.app, 1).await;
        Kit::until("the gift", async || (given(&kit.app).await.len() == 1).then_some(())).await;
        let found = async || tournaments::check(&kit.app.db).await.unwrap().len();
        assert_eq!(found().await, 0);
        for (broken, mended) in [
            ("published_amount = 4999 WHERE place = 1", "published_amount = 5000 WHERE place = 1"),
            ("published_amount = 5001 WHERE place = 1", "published_amount = 5000 WHERE place = 1"),
            ("published_amount = 0 WHERE place = 1", "published_amount = 5000 WHERE place = 1"),
            ("player_id = player_id + 1000 WHERE place = 2", "player_id = player_id - 1000 WHERE place = 2"),
            ("published_amount = 0 WHERE place = 2", "published_amount = NULL WHERE place = 2"),
        ] {
            change(&kit, broken).await;
            assert_eq!(found().await, 1, "{broken}");
            change(&kit, mended).await;
            assert_eq!(found().await, 0, "{mended}");
        }
    }

    async fn a_prize_of_a_stopped_player_is_held_as_long_as_the_stop_lasts(kit: Kit) {
        define(&kit, CUP).await;
        let (_, cheat) = racer(&kit, "cheat@example.com", "cup").await;
        let (_, honest) = racer(&kit, "honest@example.com", "cup").await;
        round(&kit.app, "c", cheat, 900, 0).await;
        round(&kit.app, "h", honest, 100, 0).await;
        scored(&kit.app).await;
        stop(&kit.app, cheat, StopReason::Fraud).await;
        end(&kit);
        until_paid(&kit.app, 1).await;
        assert_eq!(cash(&kit.app, honest).await, START - 100 + 2_000);
        assert_eq!(owed(&kit.app).await, 1);
        let output = kit.command().args(["tournament", "show", "cup"]).output().unwrap();
        let shown = String::from_utf8_lossy(&output.stdout).into_owned();
        assert!(shown.contains("900 points\t1 rounds\tprize held: the player is stopped"), "{shown}");
        lift(&kit.app, cheat, StopReason::Fraud).await;
        kit.app.clock.advance(Duration::from_hours(2));
        until_paid(&kit.app, 2).await;
        assert_eq!(cash(&kit.app, cheat).await, START - 900 + 5_000);
    }

    async fn a_prize_won_before_the_account_was_closed_is_paid(kit: Kit) {
        define(&kit, CUP).await;
        let (_, id) = racer(&kit, "gone@example.com", "cup").await;
        round(&kit.app, "g", id, 900, 0).await;
        scored(&kit.app).await;
        stop(&kit.app, id, StopReason::Closed).await;
        end(&kit);
        until_paid(&kit.app, 1).await;
        assert_eq!(cash(&kit.app, id).await, START - 900 + 5_000);
    }

    async fn a_prize_that_is_worth_nothing_or_cannot_be_converted_holds_up_no_other(kit: Kit) {
        define(&kit, CUP).await;
        let (_, first) = racer(&kit, "first@example.com", "cup").await;
        let (_, second) = racer(&kit, "second@example.com", "cup").await;
        round(&kit.app, "f", first, 900, 0).await;
        round(&kit.app, "s", second, 100, 0).await;
        scored(&kit.app).await;
        let mut tx = kit.app.db.begin().await.unwrap();
        let sql = "UPDATE tournament_player SET currency = 'XXX' WHERE player_id = $1";
        tx.execute(sql, params![first]).await.unwrap();
        tx.commit().await.unwrap();
        end(&kit);
        until_paid(&kit.app, 1).await;
        let sql = "SELECT retries, retry_at_ms FROM tournament_award WHERE NOT is_published";
        Kit::until("the other to be put off", async || {
            let row = kit.app.db.query_opt(sql, params![]).await.unwrap()?;
            let (retries, at): (i64, i64) = (row.get(0).unwrap(), row.get(1).unwrap());
            (retries == 1 && at == kit.app.clock.now() + 1_000).then_some(())
        })
        .await;
        assert_eq!(cash(&kit.app, second).await, START - 100 + 2_000);
    }

    async fn a_prize_is_paid_into_the_wallet_that_was_played_with(kit: Kit) {
        define(&kit, CUP).await;
        let browser = kit.browser();
        let form = crate::browser::form_with("cad@example.com", serde_json::json!({ "currency": "CAD" }));
        let player = browser.post("/api/users", serde_json::json!({ "user": form })).await.expect(201);
        let id = player["id"].as_i64().unwrap();
        let cad: Currency = "CAD".parse().unwrap();
        crate::play::give(&kit.app, id, cad, 10_000).await;
        join(&browser, "cup").await;
        round_in(&kit.app, "cad", id, cad, 1_000, 0).await;
        end(&kit);
        until_paid(&kit.app, 1).await;
        let prize = wallet::converted(&kit.app.site_config.rates.now(), 5_000, Currency::EUR, cad).unwrap();
        let held = kit.app.wallet.get(id, cad).await.unwrap().unwrap().cash;
        assert_eq!(held, 9_000 + prize);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn two_servers_close_a_tournament_once() {
    let kit = Kit::start(Engine::Postgres).await;
    define(&kit, CUP).await;
    let (_, id) = racer(&kit, "jane@example.com", "cup").await;
    round(&kit.app, "one", id, 100, 0).await;
    let other = kit.second().await;
    end(&kit);
    end(&other);
    until_paid(&kit.app, 1).await;
    let both = tokio::join!(close_due(&kit.app), close_due(&other.app));
    both.0.unwrap();
    both.1.unwrap();
    assert_eq!((owed(&kit.app).await, cash(&kit.app, id).await), (1, START - 100 + 5_000));
}
