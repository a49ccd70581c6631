//! Launching, betting, stepping and demo play.

use std::time::Duration;

use croupier_ledger::{Action, Funding, Key, Settle, Settlement};
use croupier_money::{Currency, WIRE_MAX};
use croupier_server::app::App;
use croupier_server::play::sweep;
use croupier_server::wallet::Order;
use serde_json::json;

use super::{Frame, KOI, SAILS, WHEEL, assert_books, cash, give, grown_player, launch, rich_player};

/// Opens a round for `player` whose detail no rules can read.
async fn unplayable_round(app: &App, player: i64, number: i64) {
    let system = app.wallet.system_account("games:test", Currency::EUR).await.unwrap();
    let settle = Settle::new(|_| {
        Ok(Settlement { win: 0, open: true, detail: "of no game".to_owned(), facts: Vec::new() })
    });
    let (game, funding) = (999_999, Funding::Wallet);
    let action =
        Action::Play { game, system, funding, stake: 1, win_max: 0, seed_no: 1, open_rounds: number, settle };
    let key = Key::new("unplayable", &number.to_string());
    let (currency, at) = (Currency::EUR, app.clock.now());
    let (facts, attached) = (Vec::new(), Vec::new());
    let order = Order { key, fingerprint: key, player, currency, at, action, facts, attached };
    app.wallet.submit(order).await.unwrap();
}

on_both_engines! {
    async fn a_launch_is_refused_for_the_right_reason(kit: Kit) {
        let guest = kit.browser();
        assert_eq!(launch(&guest, SAILS, "real").await.expect(401)["error"]["code"], "unauthorized");
        launch(&guest, "northlight/nothing", "demo").await.expect(404);
        let (browser, _) = rich_player(&kit).await;
        let body = json!({ "identifier": SAILS, "mode": "real", "device": "desktop", "currency": "BTC" });
        let refused = browser.post("/api/games/launch", body.clone()).await;
        assert_eq!(refused.field("currency"), ["currency_not_supported"]);
        let (young, _) = kit.player("young@example.com").await;
        let asked = launch(&young, SAILS, "real").await;
        assert_eq!(asked.field("date_of_birth"), ["VALIDATION.DATE_OF_BIRTH.REQUIRED"]);
        let first = young.post("/api/games/launch", body.clone()).await;
        assert_eq!(first.field("currency"), ["currency_not_supported"], "the wallet comes before the birthday");
        assert!(first.field("date_of_birth").is_empty());
        guest.post("/api/games/launch", body).await.expect(401);
        let unmarked = json!({ "identifier": SAILS, "mode": "swimming", "device": "desktop" });
        browser.post("/api/games/launch", unmarked).await.expect(422);
    }

    async fn a_spin_moves_exactly_what_it_says(kit: Kit) {
        let (browser, player) = rich_player(&kit).await;
        let frame = Frame::open(&kit, &browser, SAILS, "real").await;
        let session = frame.session().await.expect(200);
        assert_eq!(session["balance_cents"], 100_000);
        assert_eq!(session["game"]["kind"], "slots");
        let (mut balance, mut seq) = (100_000, 0);
        for count in 0..20 {
            let round = frame.spin(&format!("s{count}"), 100).await.expect(201);
            let reported = round["seq"].as_i64().unwrap();
            assert!(reported > seq, "each balance has a later place in the log");
            seq = reported;
            let round = frame.finish(round).await;
            balance += round["win_cents"].as_i64().unwrap() - 100;
            assert_eq!(round["balance_cents"], balance);
            assert_eq!(round["status"], "finished");
        }
        assert_eq!(cash(&kit.app, player).await, balance);
        assert_books(&kit.app).await;
    }

    async fn the_same_key_answers_the_same(kit: Kit) {
        let (browser, player) = rich_player(&kit).await;
        let frame = Frame::open(&kit, &browser, WHEEL, "real").await;
        let bets = json!({ "bets": [{ "kind": "straight", "numbers": [17], "amount_cents": 100 }] });
        let first = frame.bet("k", bets.clone()).await.expect(201);
        assert_eq!(frame.bet("k", bets).await.expect(201), first);
        let other = json!({ "bets": [{ "kind": "straight", "numbers": [18], "amount_cents": 100 }] });
        assert_eq!(frame.bet("k", other).await.expect(409)["error"]["code"], "idempotency_conflict");
        let moved = first["win_cents"].as_i64().unwrap() - 100;
        assert_eq!(cash(&kit.app, player).await, 100_000 + moved);
        assert_books(&kit.app).await;
    }

    async fn bad_bets_are_refused_and_write_nothing(kit: Kit) {
        let (browser, player) = rich_player(&kit).await;
        let frame = Frame::open(&kit, &browser, SAILS, "real").await;
        let stakes = [
            json!(-1), json!(0), json!(0.5), json!("1e3"), json!(21), json!(9_223_372_036_854_775_807_i64),
            json!(1e300), json!(null), json!([100]),
        ];
        for (count, stake) in stakes.into_iter().enumerate() {
            let refused = frame.bet(&format!("b{count}"), json!({ "stake_cents": stake })).await;
            assert_eq!(refused.status, 422, "{stake}: {:#}", refused.body);
        }
        frame.bet("", json!({ "stake_cents": 100 })).await.expect(400);
        let wheel = Frame::open(&kit, &browser, WHEEL, "real").await;
        let foul = json!({ "bets": [{ "kind": "straight", "numbers": [37], "amount_cents": 100 }] });
        wheel.bet("f", foul).await.expect(422);
        // Two bets on one place count together against its limit, which the refusal names; a smaller bet is taken.
        let on_17 = |amount: i64| json!({ "kind": "straight", "numbers": [17], "amount_cents": amount });
        let over = wheel.bet("o", json!({ "bets": [on_17(9_000), on_17(1_001)] })).await;
        assert_eq!(over.status, 422, "{:#}", over.body);
        let reported = &over.body["errors"]["bets"][0];
        assert_eq!(reported["code"], "VALIDATION.BETS.AMOUNT");
        assert_eq!((&reported["bet"], &reported["min_cents"], &reported["max_cents"]), (&json!(1), &json!(10), &json!(10_000)));
        let places = wheel.session().await.expect(200)["places"].clone();
        assert_eq!(places[0], json!({ "kind": "straight", "min_cents": 10, "max_cents": 10_000 }));
        let demo = Frame::open(&kit, &browser, WHEEL, "demo").await;
        demo.bet("o", json!({ "bets": [on_17(10_001)] })).await.expect(422);
        assert_eq!(cash(&kit.app, player).await, 100_000);
        let rows = kit.app.db.query("SELECT id FROM round", vec![]).await.unwrap();
        assert!(rows.is_empty());
    }

    async fn a_bet_above_the_balance_is_refused(kit: Kit) {
        let (browser, _) = grown_player(&kit, "poor@example.com").await;
        let frame = Frame::open(&kit, &browser, SAILS, "real").await;
        let refused = frame.spin("p", 100).await;
        assert_eq!(refused.field("stake_cents"), ["insufficient_funds"]);
    }

    async fn an_interrupted_round_is_resumed_where_it_stood(kit: Kit) {
        let (browser, player) = rich_player(&kit).await;
        let frame = Frame::open(&kit, &browser, KOI, "real").await;
        let round = frame.open_round(20).await;
        assert_books(&kit.app).await;
        let back = Frame::open(&kit, &browser, KOI, "real").await;
        let waiting = back.session().await.expect(200)["open_round"].clone();
        assert_eq!(waiting["id"], round["id"]);
        assert_eq!(waiting["steps"], round["steps"]);
        let before = cash(&kit.app, player).await;
        assert_eq!(back.spin("impatient", 20).await.expect(409)["error"]["code"], "round_conflict");
        let stale = back.step(round["id"].as_str().unwrap(), 2, "skip").await;
        assert_eq!(stale.expect(409)["error"]["code"], "round_conflict");
        assert_eq!(cash(&kit.app, player).await, before);
        let done = back.finish(waiting).await;
        assert_eq!(done["status"], "finished");
        assert_eq!(back.session().await.expect(200)["open_round"], json!(null));
        back.spin("next", 20).await.expect(201);
        assert_books(&kit.app).await;
    }

    async fn a_round_left_for_a_day_is_finished_for_the_player(kit: Kit) {
        let (browser, player) = rich_player(&kit).await;
        let frame = Frame::open(&kit, &browser, KOI, "real").await;
        let round = frame.open_round(20).await;
        assert_eq!(sweep::finish_left_rounds(&kit.app).await.unwrap(), 0, "it is not old yet");
        kit.app.clock.advance(Duration::from_hours(25));
        assert_eq!(sweep::finish_left_rounds(&kit.app).await.unwrap(), 1);
        let id = round["id"].as_str().unwrap().parse().unwrap();
        let kept = kit.app.wallet.round(player, id).await.unwrap().unwrap();
        assert!(kept.closed_at.is_some());
        assert_eq!(sweep::finish_left_rounds(&kit.app).await.unwrap(), 0);
        assert_books(&kit.app).await;
    }

    async fn a_bet_that_could_win_more_than_a_wallet_holds_is_refused_whatever_it_wins(kit: Kit) {
        let (browser, player) = grown_player(&kit, "player@example.com").await;
        give(&kit.app, player, Currency::EUR, WIRE_MAX).await;
        let frame = Frame::open(&kit, &browser, WHEEL, "real").await;
        let red = json!({ "bets": [{ "kind": "red", "amount_cents": 200 }] });
        for count in 0..12 {
            let refused = frame.bet(&format!("b{count}"), red.clone()).await;
            assert_eq!(refused.field("stake_cents"), ["VALIDATION.BALANCE.MAX"]);
        }
        let seeds = browser.get("/api/player/fairness?currency=EUR").await.expect(200);
        assert_eq!(seeds["nonce"], 0, "no play number was used");
        let system = kit.app.wallet.system_account("adjustments", Currency::EUR).await.unwrap();
        let action = Action::Adjust { system, amount: -200 * 36 };
        let (key, currency, at) = (Key::new("test", "less"), Currency::EUR, kit.app.clock.now());
        let (facts, attached) = (Vec::new(), Vec::new());
        let less = Order { key, fingerprint: key, player, currency, at, action, facts, attached };
        kit.app.wallet.submit(less).await.unwrap();
        frame.bet("now", red).await.expect(201);
        assert_books(&kit.app).await;
    }

    async fn rounds_that_cannot_be_played_keep_no_other_from_being_finished(kit: Kit) {
        let (browser, player) = rich_player(&kit).await;
        let frame = Frame::open(&kit, &browser, KOI, "real").await;
        for number in 0..150 {
            unplayable_round(&kit.app, player, number).await;
        }
        let round = frame.open_round(20).await;
        kit.app.clock.advance(Duration::from_hours(25));
        let mut finished = 0;
        for _ in 0..2 {
            finished += sweep::finish_left_rounds(&kit.app).await.unwrap();
        }
        assert_eq!(finished, 1);
        let id = round["id"].as_str().unwrap().parse().unwrap();
        assert!(kit.app.wallet.round(player, id).await.unwrap().unwrap().closed_at.is_some());
        for _ in 0..4 {
            assert_eq!(sweep::finish_left_rounds(&kit.app).await.unwrap(), 0, "the others stay as they are");
        }
        assert_books(&kit.app).await;
    }

    async fn a_foreign_round_is_not_there(kit: Kit) {
        let (browser, _) = rich_player(&kit).await;
        let frame = Frame::open(&kit, &browser, KOI, "real").await;
        let round = frame.open_round(20).await;
        let (other, _) = grown_player(&kit, "other@example.com").await;
        let thief = Frame::open(&kit, &other, KOI, "real").await;
        let id = round["id"].as_str().unwrap();
        thief.step(id, 1, "t").await.expect(404);
        other.get(&format!("/api/player/fairness/rounds/{id}")).await.expect(404);
        assert_eq!(other.get("/api/player/played_games").await.expect(200)["data"], json!([]));
    }

    async fn a_demo_plays_the_same_game_and_touches_no_wallet(kit: Kit) {
        let (browser, player) = rich_player(&kit).await;
        let frame = Frame::open(&kit, &browser, SAILS, "demo").await;
        let session = frame.session().await.expect(200);
        assert_eq!((&session["mode"], &session["currency"]["code"]), (&json!("demo"), &json!("FUN")));
        let mut balance = session["balance_cents"].as_i64().unwrap();
        for count in 0..10 {
            let round = frame.spin(&format!("d{count}"), 100).await.expect(201);
            let round = frame.finish(round).await;
            balance += round["win_cents"].as_i64().unwrap() - 100;
            assert_eq!(round["balance_cents"], balance);
        }
        let again = frame.spin("twice", 100).await.expect(201);
        if again["status"] == "finished" {
            assert_eq!(frame.spin("twice", 100).await.expect(201), again);
            frame.spin("twice", 200).await.expect(409);
        }
        assert_eq!(cash(&kit.app, player).await, 100_000);
        assert_eq!(browser.get("/api/player/played_games").await.expect(200)["data"], json!([]));
    }

    async fn a_session_ends_with_its_login(kit: Kit) {
        let (browser, _) = rich_player(&kit).await;
        let frame = Frame::open(&kit, &browser, SAILS, "real").await;
        frame.spin("before", 100).await.expect(201);
        browser.delete("/api/users/sign_out").await.expect(204);
        frame.spin("after", 100).await.expect(401);
    }

    async fn rounds_show_up_in_the_history(kit: Kit) {
        let (browser, _) = rich_player(&kit).await;
        let frame = Frame::open(&kit, &browser, WHEEL, "real").await;
        let bets = json!({ "bets": [{ "kind": "red", "amount_cents": 100 }] });
        let mut played = Vec::new();
        for count in 0..3 {
            played.push(frame.bet(&format!("h{count}"), bets.clone()).await.expect(201));
        }
        let listed = Kit::until("the history", async || {
            let page = browser.get("/api/player/played_games?page_size=2").await.expect(200);
            (page["pagination"]["total_count"] == 3).then_some(page)
        })
        .await;
        assert_eq!(listed["data"].as_array().unwrap().len(), 2);
        assert_eq!(listed["data"][0]["id"], played[2]["id"], "newest first");
        assert_eq!(listed["data"][0]["game"]["identifier"], WHEEL);
        assert_eq!(listed["data"][0]["bet_cents"], 100);
        assert_eq!(listed["pagination"]["next_page"], 2);
        let since = |from: &str| format!("/api/player/played_games?from={from}");
        let today = browser.get(&since("2026-01-01T00:00:00.000Z")).await.expect(200);
        assert_eq!(today["pagination"]["total_count"], 3);
        let tomorrow = browser.get(&since("2026-01-02T00:00:00.000Z")).await.expect(200);
        assert_eq!(tomorrow["pagination"]["total_count"], 0);
        let of = |game: &str| format!("/api/player/played_games?game={game}");
        for (game, count) in [(WHEEL, 3), ("northlight/solar-sails", 0), ("no/such", 0)] {
            let found = browser.get(&of(game)).await.expect(200);
            assert_eq!(found["pagination"]["total_count"], count, "{game}");
            let wins: i64 = played.iter().map(|round| round["win_cents"].as_i64().unwrap()).sum();
            let sum = json!({ "currency": "EUR", "rounds": 3, "bets_cents": 300, "wins_cents": wins });
            assert_eq!(found["sums"], if count == 3 { json!([sum]) } else { json!([]) }, "{game}");
        }
        assert_eq!(browser.get(&since("yesterday")).await.field("from"), ["VALIDATION.DATE.INVALID"]);
    }
}
