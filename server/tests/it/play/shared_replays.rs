//! Rounds that players show to whoever has the link.

use croupier_db::params;
use croupier_ledger::StopReason;
use croupier_money::Currency;
use croupier_server::privacy;
use serde_json::{Value, json};
use uuid::Uuid;

use super::fair::replayed;
use super::{Frame, KENO, KOI, WHEEL, give, grown_player, rich_player};
use crate::browser::{Answer, Browser};
use crate::stops::{lift, stop};

const PATH: &str = "/api/player/shared_replays";

/// So many rounds are shared at the same time.
const MAX: usize = 20;

async fn share(browser: &Browser, round: &str) -> Answer {
    browser.post(PATH, json!({ "round_id": round })).await
}

/// Shares a round; answers the address of what its link shows.
async fn link(browser: &Browser, round: &str) -> String {
    let answer = share(browser, round).await.expect(201);
    format!("/api/shared_replays/{}", answer["token"].as_str().unwrap())
}

async fn shared(browser: &Browser) -> Vec<Value> {
    browser.get(PATH).await.expect(200)["shared"].as_array().unwrap().clone()
}

/// A round of the wheel, as its player sees it.
async fn turn(frame: &Frame, key: &str) -> Value {
    frame.bet(key, json!({ "bets": [{ "kind": "red", "amount_cents": 100 }] })).await.expect(201)
}

fn id(round: &Value) -> &str {
    round["id"].as_str().unwrap()
}

on_both_engines! {
    async fn a_link_shows_the_round_as_it_was_seen_and_nothing_of_its_player(kit: Kit) {
        let (browser, _) = rich_player(&kit).await;
        let frame = Frame::open(&kit, &browser, KOI, "real").await;
        let seed = json!({ "currency": "EUR", "client_seed": "ada-lovelace-1815" });
        browser.post_once("r1", "/api/player/fairness/rotation", seed).await.expect(200);
        let round = frame.open_round(20).await;
        assert_eq!(share(&browser, id(&round)).await.expect(409)["error"]["code"], "replay_unavailable");
        let round = frame.finish(round).await;
        let address = link(&browser, id(&round)).await;

        let guest = kit.browser();
        let seen = guest.get(&address).await.expect(200);
        assert_eq!(seen["round"]["steps"], round["steps"]);
        for name in ["status", "currency", "stake_cents", "bet_cents", "win_cents"] {
            assert_eq!(seen["round"][name], round[name], "{name}");
        }
        assert_eq!((&seen["game"]["identifier"], &seen["seeds"]), (&json!(KOI), &Value::Null));
        let text = seen.to_string();
        let personal = ["ada-lovelace-1815", "player@example.com", "balance", "nonce", "seed_no", "wallet", "player_id"];
        for personal in personal {
            assert!(!text.contains(personal), "{personal}: {text}");
        }
        assert_eq!(seen["round"].get("id"), None);

        let next = json!({ "currency": "EUR", "client_seed": "another" });
        browser.post_once("r2", "/api/player/fairness/rotation", next).await.expect(200);
        let revealed = guest.get(&address).await.expect(200);
        let mut proof = revealed.clone();
        proof["stake_cents"] = revealed["round"]["stake_cents"].clone();
        proof["seed"] = revealed["seeds"].clone();
        proof["seed"]["server_seed_hash"] = revealed["server_seed_hash"].clone();
        assert_eq!(replayed(&proof), round["steps"], "the link proves the round by itself");
        assert_eq!(revealed["server_seed_hash"], seen["server_seed_hash"]);
    }

    async fn a_link_ends_when_its_player_withdraws_it_or_shares_the_round_again(kit: Kit) {
        let (browser, _) = rich_player(&kit).await;
        let guest = kit.browser();
        let frame = Frame::open(&kit, &browser, WHEEL, "real").await;
        let round = turn(&frame, "k").await;
        assert_eq!(shared(&browser).await, Vec::<Value>::new());
        let first = link(&browser, id(&round)).await;
        let second = link(&browser, id(&round)).await;
        assert_eq!(guest.get(&first).await.expect(404)["error"]["code"], "not_found");
        guest.get(&second).await.expect(200);
        let rows = shared(&browser).await;
        assert_eq!((rows.len(), &rows[0]["round_id"]), (1, &round["id"]));
        assert_eq!(rows[0]["game"], "Aurora Roulette");
        // Under a key, too, no answer is kept that would hold a token: each call makes a link of its own.
        let body = json!({ "round_id": round["id"] });
        let once = browser.post_once("s", PATH, body.clone()).await;
        assert_eq!(once.headers["cache-control"], "no-store");
        let again = browser.post_once("s", PATH, body).await.expect(201);
        assert_ne!(once.expect(201)["token"], again["token"]);
        guest.get(&second).await.expect(404);
        let second = format!("/api/shared_replays/{}", again["token"].as_str().unwrap());
        let own = format!("{PATH}/{}", id(&round));
        let left = browser.delete(&own).await.expect(200);
        assert_eq!((&left["shared"], &left["max"]), (&json!([]), &json!(MAX)));
        browser.delete(&own).await.expect(200);
        guest.get(&second).await.expect(404);
        for foul in ["x", "%00", &"x".repeat(200)] {
            guest.get(&format!("/api/shared_replays/{foul}")).await.expect(404);
        }
    }

    async fn nobody_shares_or_withdraws_the_round_of_another(kit: Kit) {
        let (browser, _) = rich_player(&kit).await;
        let (stranger, _) = grown_player(&kit, "stranger@example.com").await;
        let frame = Frame::open(&kit, &browser, WHEEL, "real").await;
        let round = turn(&frame, "k").await;
        share(&stranger, id(&round)).await.expect(404);
        for foul in ["0", "-1", "none"] {
            share(&browser, foul).await.expect(404);
        }
        let address = link(&browser, id(&round)).await;
        stranger.delete(&format!("{PATH}/{}", id(&round))).await.expect(200);
        assert_eq!(shared(&stranger).await, Vec::<Value>::new());
        kit.browser().get(&address).await.expect(200);
    }

    async fn no_more_than_twenty_are_shared_however_they_come(kit: Kit) {
        let (browser, _) = rich_player(&kit).await;
        let frame = Frame::open(&kit, &browser, WHEEL, "real").await;
        let mut rounds = Vec::new();
        for count in 0..=MAX {
            rounds.push(turn(&frame, &format!("k{count}")).await);
        }
        for round in &rounds[..MAX - 1] {
            link(&browser, id(round)).await;
        }
        let (last, beyond) = (id(&rounds[MAX - 1]), id(&rounds[MAX]));
        let (one, other) = tokio::join!(share(&browser, last), share(&browser, beyond));
        let mut statuses = [one.status.as_u16(), other.status.as_u16()];
        statuses.sort_unstable();
        assert_eq!(statuses, [201, 409]);
        let refused = if one.status == 409 { one } else { other };
        assert_eq!(refused.code(), "shared_replays_max");
        link(&browser, id(&rounds[0])).await;
        assert_eq!(shared(&browser).await.len(), MAX, "a round that is shared again takes no further place");
    }

    async fn no_link_counts_while_its_player_may_not_sign_in(kit: Kit) {
        let (browser, player) = rich_player(&kit).await;
        let frame = Frame::open(&kit, &browser, WHEEL, "real").await;
        let address = link(&browser, id(&turn(&frame, "k").await)).await;
        let guest = kit.browser();
        for reason in [StopReason::Exclusion, StopReason::Fraud, StopReason::Closed, StopReason::Operator] {
            stop(&kit.app, player, reason).await;
            let refused = guest.get(&address).await.expect(404);
            assert_eq!(refused["error"]["code"], "not_found", "a stranger learns no reason: {reason:?}");
            lift(&kit.app, player, reason).await;
            guest.get(&address).await.expect(200);
        }
        // Who takes a break signs in, and ends the link.
        stop(&kit.app, player, StopReason::CoolingOff).await;
        guest.get(&address).await.expect(200);
    }

    async fn a_link_ends_with_the_account(kit: Kit) {
        let (browser, player) = grown_player(&kit, "ada@example.com").await;
        give(&kit.app, player, Currency::EUR, 100).await;
        let frame = Frame::open(&kit, &browser, KENO, "real").await;
        let bet = json!({ "bets": [{ "kind": "picks", "numbers": [1], "amount_cents": 100 }] });
        let round = frame.bet("k", bet).await.expect(201);
        let address = link(&browser, id(&round)).await;
        // Whether the round has won or not: money in the wallet would keep the account open.
        let closed = "INSERT INTO account_closure
                (id, player_id, closed_at_ms, closed_by, is_own_wish, reason, erase_from_ms)
            VALUES ($1, $2, 0, '', TRUE, '', 0)";
        let mut tx = kit.app.db.begin().await.unwrap();
        tx.execute(closed, params![Uuid::from_u128(7), player]).await.unwrap();
        tx.commit().await.unwrap();
        kit.browser().get(&address).await.expect(200);
        privacy::erase_due(&kit.app).await.unwrap();
        kit.browser().get(&address).await.expect(404);
    }
}
