//! A round as its players see it: bets, the multiplier, cash-outs, and the proof afterwards.

use croupier_games::crash::{multiplier_at, pays};
use croupier_ledger::{Action, Key};
use croupier_server::wallet::Order;

use super::*;
use crate::play::controls::slow_server;
use crate::play::{WHEEL, cash};
use crate::realtime::Client;

on_both_engines! {
    async fn two_players_share_a_round_and_everybody_can_check_it(kit: Kit) {
        let table = Table::of(&kit).await;
        let (ann, ben) = (seated(&kit, "ann@example.com").await, seated(&kit, "ben@example.com").await);
        let taking = round(&kit, "betting").await;
        let (seed, point) = table.client_seed(&kit, &taking, &["ben"], |point| (300..5_000).contains(&point)).await;
        let first = bet(&ann.0, "a", 1_000, Some(150), &seed).await.expect(201);
        assert_eq!((&first["bet"]["state"], &first["balance_cents"]), (&json!("riding"), &json!(99_000)));
        let second = bet(&ben.0, "b", 500, None, "ben").await.expect(201);
        assert_eq!(cash_out(&ben.0, &second).await.code(), "cashout_too_early");
        let running = start(&kit).await;
        assert_eq!(running["point"], json!(null));
        rise_to(&kit, &running, 160);
        assert_eq!(ended_bets(&ann.0).await[0]["multiplier"], 150);
        let reached = multiplier_at(elapsed_at(160));
        let out = cash_out(&ben.0, &second).await.expect(200);
        assert_eq!(out["bet"]["multiplier"], reached);
        assert_eq!(out["bet"]["win_cents"], pays(500, reached));
        // In another tab.
        assert_eq!(cash_out(&ben.0, &second).await.expect(200), out);
        assert_eq!(cash(&kit.app, ann.2).await, 100_500);
        assert_eq!(cash(&kit.app, ben.2).await, 99_500 + pays(500, reached));
        rise_to(&kit, &running, point);
        let over = round(&kit, "settled").await;
        assert_eq!(over["point"], point);
        let told = view(&kit).await;
        assert_eq!((&told["bets"]["count"], &told["bets"]["cashed"]), (&json!(2), &json!(2)));
        assert_eq!(told["past"][0]["point"], point);
        let proof = kit.browser().get(&format!("/api/tables/rounds/{}", over["id"].as_str().unwrap())).await.expect(200);
        assert_eq!(proof["client_seeds"], json!([seed, "ben"]));
        let revealed = ServerSeed::from_hex(proof["server_seed"].as_str().unwrap()).unwrap();
        assert_eq!(revealed.commitment(), taking["server_seed_hash"].as_str().unwrap());
        let history = ann.1.get("/api/player/played_games").await.expect(200);
        assert_eq!((&history["data"][0]["bet_cents"], &history["data"][0]["win_cents"]), (&json!(1_000), &json!(1_500)));
        let own = history["data"][0]["id"].as_str().unwrap();
        let own = ann.1.get(&format!("/api/player/fairness/rounds/{own}")).await.expect(200);
        assert_eq!(own["table_round"], over["id"]);
        assert_sound(&kit).await;
    }

    async fn a_bet_is_in_or_out_at_the_closing_instant(kit: Kit) {
        let (frame, _, player) = seated(&kit, "ann@example.com").await;
        let taking = round(&kit, "betting").await;
        kit.app.clock.advance(BETTING.saturating_sub(Duration::from_millis(1)));
        bet(&frame, "in", 100, None, "one").await.expect(201);
        kit.app.clock.advance(Duration::from_millis(1));
        assert_eq!(bet(&frame, "out", 100, None, "two").await.code(), "betting_closed");
        let running = Kit::until("the start", async || {
            Some(view(&kit).await["round"].clone()).filter(|round| round["state"] != "betting")
        }).await;
        assert_eq!((&running["id"], &running["bets"]), (&taking["id"], &json!(1)));
        assert_eq!(bet(&frame, "late", 100, None, "three").await.code(), "betting_closed");
        // The same call again is told what it was told before.
        assert_eq!(bet(&frame, "in", 100, None, "one").await.expect(201)["bet"]["client_seed"], "one");
        assert_eq!(cash(&kit.app, player).await, 99_900);
        assert_sound(&kit).await;
    }

    async fn what_is_no_bet_is_refused(kit: Kit) {
        let (frame, browser, player) = seated(&kit, "ann@example.com").await;
        round(&kit, "betting").await;
        for (stake, target, seed, field) in [
            (0, None, "ok", "stake_cents"),
            (-100, None, "ok", "stake_cents"),
            (10_001, None, "ok", "stake_cents"),
            (100, Some(100), "ok", "target"),
            (100, Some(100_001), "ok", "target"),
            (100, None, "", "client_seed"),
            (100, None, "a:b", "client_seed"),
        ] {
            let answer = bet(&frame, "bad", stake, target, seed).await;
            assert_eq!(answer.field(field).len(), 1, "{stake} {target:?} {seed:?}");
        }
        // Nor is there a round of this game that one plays alone.
        assert_eq!(frame.spin("alone", 100).await.expect(422)["errors"].as_object().unwrap().len(), 1);
        let first = bet(&frame, "one", 100, None, "one").await.expect(201);
        assert_eq!(bet(&frame, "one", 100, None, "one").await.expect(201)["bet"], first["bet"]);
        assert_eq!(bet(&frame, "one", 200, None, "one").await.code(), "idempotency_conflict");
        bet(&frame, "two", 100, Some(101), "two").await.expect(201);
        assert_eq!(bet(&frame, "three", 100, None, "three").await.code(), "bets_max");
        let other = seated(&kit, "ben@example.com").await;
        assert_eq!(cash_out(&other.0, &first).await.code(), "not_found");
        assert_eq!(crate::play::launch(&browser, GAME, "demo").await.field("mode").len(), 1);
        assert_eq!(cash(&kit.app, player).await, 99_800);
        assert_sound(&kit).await;
    }
}

on_each_engine! {
    async fn who_has_just_begun_a_round_elsewhere_waits(engine: Engine) {
        let (kit, _folder) = slow_server(engine).await;
        let (frame, browser, player) = seated(&kit, "ann@example.com").await;
        let wheel = Frame::open(&kit, &browser, WHEEL, "real").await;
        round(&kit, "betting").await;
        let bets = json!({ "bets": [{ "kind": "red", "amount_cents": 100 }] });
        wheel.bet("first", bets.clone()).await.expect(201);
        let before = cash(&kit.app, player).await;
        let early = bet(&frame, "one", 100, None, "one").await;
        assert_eq!((early.status.as_u16(), early.code()), (429, "round_too_early"));
        kit.app.clock.advance(Duration::from_secs(5));
        let (one, two) = tokio::join!(bet(&frame, "one", 100, None, "one"), bet(&frame, "two", 100, None, "two"));
        one.expect(201);
        two.expect(201);
        assert_eq!(wheel.bet("second", bets).await.code(), "round_too_early", "two bets on a round are one round");
        assert_eq!(cash(&kit.app, player).await, before - 200);
    }
}

on_both_engines! {
    async fn bonus_money_is_not_played_with(kit: Kit) {
        let (frame, _, player) = seated(&kit, "ann@example.com").await;
        let from = kit.app.wallet.system_account("bonuses", Currency::EUR).await.unwrap();
        let key = Key::new("test", "bonus");
        let order = Order {
            key,
            fingerprint: key,
            player,
            currency: Currency::EUR,
            at: kit.app.clock.now(),
            action: Action::BonusGrant { bonus: 1, from, amount: 500 },
            facts: Vec::new(),
            attached: Vec::new(),
        };
        kit.app.wallet.submit(order).await.unwrap();
        round(&kit, "betting").await;
        assert_eq!(bet(&frame, "one", 100, None, "one").await.code(), "bonus_active");
        assert_eq!(view(&kit).await["round"]["bets"], 0);
        assert_sound(&kit).await;
    }

    async fn everybody_who_listens_is_told(kit: Kit) {
        let (mut guest, _) = Client::connect(kit.address, "").await;
        let joined = guest.ask(json!({ "subscribe": { "channel": "crash_table" } })).await;
        assert_eq!(joined["error"], json!(null));
        let told = async |guest: &mut Client, kind: &str| loop {
            let (channel, data, _) = guest.publication().await;
            if channel == "crash_table" && data["type"] == kind {
                return data;
            }
        };
        // Whoever listens looks at the table: a round is opened.
        let opened = told(&mut guest, "round").await;
        assert_eq!((&opened["game"], &opened["round"]["state"]), (&json!(GAME), &json!("betting")));
        let (frame, _, _) = seated(&kit, "ann@example.com").await;
        bet(&frame, "one", 100, None, "one").await.expect(201);
        let bets = loop {
            let bets = told(&mut guest, "bets").await;
            if bets["bets"]["count"] == 1 {
                break bets;
            }
        };
        assert_eq!(bets["bets"]["highest"][0]["stake_cents"], 100);
        assert_ne!(bets["bets"]["highest"][0]["name"], "ann@example.com");
    }
}
