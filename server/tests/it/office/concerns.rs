//! Players of concern: markers are found once a day, and staff keeps what was done about each.

use std::time::Duration;

use croupier_db::params;
use croupier_money::Currency;
use croupier_server::concern;
use croupier_server::staff::{BrandScope, Role};
use serde_json::{Value, json};

use super::{Member, Office, kinds};
use crate::browser::Answer;
use crate::play::give;
use crate::testkit::Kit;

const HOUR_MS: i64 = 3_600_000;
const DAY_MS: i64 = 24 * HOUR_MS;

/// Writes an hour of play behind the server's back: days ago, the hour of the day, stakes, winnings and deposits.
async fn hour(kit: &Kit, player: i64, (days_ago, hour): (i64, i64), [staked, won, deposits]: [i64; 3]) {
    let at = (kit.app.clock.now().div_euclid(DAY_MS) - days_ago) * DAY_MS + hour * HOUR_MS;
    let sql = "INSERT INTO play_hour (player_id, currency, hour_ms, staked, won, deposits, cashouts)
               VALUES ($1, 'EUR', $2, $3, $4, $5, 0)";
    let mut tx = kit.app.db.begin().await.unwrap();
    tx.execute(sql, params![player, at, staked, won, deposits]).await.unwrap();
    tx.commit().await.unwrap();
}

/// Looks at all players, even if that was done today: the server did as it started.
async fn look(kit: &Kit) {
    kit.app.clock.advance(Duration::from_secs(1));
    changed(kit, "DELETE FROM concern_pass").await;
    concern::pass(&kit.app).await.unwrap();
}

/// Changes rows behind the server's back.
async fn changed(kit: &Kit, sql: &str) {
    let mut tx = kit.app.db.begin().await.unwrap();
    tx.execute(sql, params![]).await.unwrap();
    tx.commit().await.unwrap();
}

async fn listed(member: &Member, state: &str) -> Vec<Value> {
    let list = member.browser.get(&format!("/api/concerns?state={state}")).await.expect(200);
    list["concerns"].as_array().unwrap().clone()
}

async fn acts(member: &Member, player: i64, action: &str, seen: Value) -> Answer {
    let markers =
        json!(["chases_losses", "plays_at_night", "deposits_rise", "reverses_cashouts", "long_sessions"]);
    acts_on(member, player, action, (seen, markers)).await
}

async fn acts_on(member: &Member, player: i64, action: &str, (seen, markers): (Value, Value)) -> Answer {
    let form = json!({ "action": action, "reason": "called in the morning", "last_action": seen, "markers": markers });
    member.browser.post(&format!("/api/players/{player}/concern"), form).await
}

/// A player who loses, and pays in within an hour of it, on each of these days.
async fn chases(kit: &Kit, player: i64, days: std::ops::RangeInclusive<i64>) {
    for day in days {
        hour(kit, player, (day, 18), [5_000, 0, 0]).await;
        hour(kit, player, (day, 19), [0, 0, 4_000]).await;
    }
}

/// Writes a deposit that was asked for a minute before an hour of a day, and paid in that hour.
async fn deposit(kit: &Kit, player: i64, (days_ago, hour): (i64, i64)) {
    let paid = (kit.app.clock.now().div_euclid(DAY_MS) - days_ago) * DAY_MS + hour * HOUR_MS + 60_000;
    let sql = "INSERT INTO payment (id, player_id, action, state, method_id, brand, provider, currency, amount,
                   idempotency_key, fingerprint, recallable, created_at_ms, changed_at_ms, finished_at_ms)
               VALUES ($1, $2, 'deposit', 'succeeded', 'card', 'visa', 'northpay', 'EUR', 4000, $3, $4, $5, $6, $7, $7)";
    let id = kit.app.entropy.uuid(&kit.app.clock);
    let mut tx = kit.app.db.begin().await.unwrap();
    let asked = paid - 2 * 60_000;
    let values = params![id, player, id.to_string(), vec![1_u8; 32], false, asked, paid];
    tx.execute(sql, values).await.unwrap();
    tx.commit().await.unwrap();
}

on_both_engines! {
    async fn who_shows_markers_is_listed_with_the_numbers_behind_them(kit: Kit) {
        let office = Office::open(&kit).await;
        let (cora, rita) = (office.member(Role::Compliance).await, office.member(Role::Risk).await);
        let (_, jane) = kit.player("jane@example.com").await;
        let (_, john) = kit.player("john@example.com").await;
        let (_, calm) = kit.player("calm@example.com").await;
        chases(&kit, jane, 1..=5).await;
        for day in 10..=11 {
            for at in 12..18 {
                hour(&kit, jane, (day, at), [100, 90, 0]).await;
            }
        }
        chases(&kit, john, 1..=6).await;
        chases(&kit, calm, 1..=4).await;
        // What lies before the 28 days, and today, counts in the days to come or not at all.
        chases(&kit, calm, 29..=29).await;
        give(&kit.app, calm, Currency::EUR, 1_000).await;
        assert_eq!(listed(&cora, "open").await, [] as [Value; 0]);
        look(&kit).await;
        let found = listed(&cora, "open").await;
        let players: Vec<_> = found.iter().map(|row| row["player"]["id"].as_i64().unwrap()).collect();
        assert_eq!(players, [jane, john], "those with the most markers first, {calm} is not among them");
        assert_eq!(found[0]["markers"], json!(["chases_losses", "long_sessions"]));
        let figures = &found[0]["figures"];
        let figure = |name: &str| figures[name].as_i64().unwrap();
        assert_eq!((figure("deposits"), figure("deposits_after_losses")), (5, 5));
        assert_eq!((figure("long_sessions"), figure("longest_session_hours"), figure("days")), (2, 6, 7));
        assert_eq!(figures["weeks_euro_cents"], json!([0, 0, 0, 20_000]));
        assert_eq!(found[0]["actions"], json!([]));

        let done = acts(&cora, jane, "contacted", Value::Null).await.expect(200);
        assert_eq!((&done["is_open"], &done["actions"][0]["action"]), (&json!(false), &json!("contacted")));
        assert_eq!(done["actions"][0]["markers"], json!(["chases_losses", "long_sessions"]));
        let late = acts(&rita, jane, "no_action", Value::Null).await;
        assert_eq!((late.status.as_u16(), late.code()), (409, "concern_changed"));
        let more = acts(&rita, jane, "limit_suggested", done["actions"][0]["id"].clone()).await.expect(200);
        assert_eq!(more["actions"].as_array().unwrap().len(), 2);
        acts(&cora, calm, "contacted", Value::Null).await.expect(404);
        let empty = json!({ "action": "stopped", "reason": " ", "last_action": null, "markers": [] });
        let empty = cora.browser.post(&format!("/api/players/{john}/concern"), empty).await;
        assert_eq!(empty.field("reason"), ["VALIDATION.REASON.REQUIRED"]);
        assert_eq!(listed(&cora, "open").await.len(), 1);
        assert_eq!(listed(&cora, "handled").await[0]["player"]["id"], jane);
        let entries = office.log(&cora, &format!("?player={jane}"), 2).await;
        assert!(kinds(&entries).iter().all(|kind| *kind == "concern.acted"), "{entries:?}");
    }

    async fn a_deposit_counts_once_in_the_hour_in_which_its_money_came(kit: Kit) {
        let office = Office::open(&kit).await;
        let cora = office.member(Role::Compliance).await;
        let (_, jane) = kit.player("jane@example.com").await;
        chases(&kit, jane, 1..=5).await;
        for day in 1..=5 {
            deposit(&kit, jane, (day, 19)).await;
        }
        look(&kit).await;
        let figures = listed(&cora, "open").await[0]["figures"].clone();
        assert_eq!((&figures["deposits"], &figures["deposits_after_losses"]), (&json!(5), &json!(5)));
    }

    async fn a_concern_opens_again_when_there_is_more(kit: Kit) {
        let office = Office::open(&kit).await;
        let cora = office.member(Role::Compliance).await;
        let (_, jane) = kit.player("jane@example.com").await;
        let (_, john) = kit.player("john@example.com").await;
        for player in [jane, john] {
            chases(&kit, player, 1..=6).await;
        }
        look(&kit).await;
        let done = acts(&cora, jane, "contacted", Value::Null).await.expect(200);
        let last = done["actions"][0]["id"].clone();
        look(&kit).await;
        assert_eq!(listed(&cora, "handled").await.len(), 1, "the same markers open nothing");
        for day in 20..=21 {
            for at in 6..12 {
                hour(&kit, jane, (day, at), [100, 90, 0]).await;
            }
        }
        concern::pass(&kit.app).await.unwrap();
        assert_eq!(listed(&cora, "open").await.len(), 1, "a day is looked at once");
        look(&kit).await;
        assert_eq!(listed(&cora, "open").await[0]["player"]["id"], jane, "there is another marker");
        assert_eq!(listed(&cora, "handled").await.len(), 0);
        let unseen = acts_on(&cora, jane, "no_action", (last, json!(["chases_losses"]))).await;
        assert_eq!((unseen.status.as_u16(), unseen.code()), (409, "concern_changed"));
        assert_eq!(listed(&cora, "open").await[0]["player"]["id"], jane, "nobody has seen the other marker");
        changed(&kit, "DELETE FROM play_hour").await;
        look(&kit).await;
        assert_eq!(listed(&cora, "open").await.len(), 0, "nothing of 28 days");
        assert_eq!(listed(&cora, "handled").await[0]["player"]["id"], jane, "what was done stays");
    }

    async fn members_see_players_of_their_brands(kit: Kit) {
        let office = Office::open(&kit).await;
        let (_, jane) = kit.player("jane@example.com").await;
        let (_, john) = kit.player("john@example.com").await;
        for player in [jane, john] {
            chases(&kit, player, 1..=6).await;
        }
        let mut tx = kit.app.db.begin().await.unwrap();
        let sql = "UPDATE player SET brand = CASE WHEN id = $1 THEN 'borealis' ELSE 'marina' END";
        tx.execute(sql, params![jane]).await.unwrap();
        tx.commit().await.unwrap();
        look(&kit).await;
        let marina = BrandScope::of(["marina".to_owned()]);
        let mina = office.taken(&office.invited_for("mina@house.example", Role::Risk.name(), &marina).await).await;
        let found = listed(&mina, "open").await;
        assert_eq!(found.iter().map(|row| row["player"]["id"].as_i64().unwrap()).collect::<Vec<_>>(), [john]);
        acts(&mina, jane, "contacted", Value::Null).await.expect(404);
        acts(&mina, john, "contacted", Value::Null).await.expect(200);
    }
}
