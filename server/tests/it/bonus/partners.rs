//! Rounds of partners that are still undecided when their bonus could end.

use std::time::Duration;

use croupier_ledger::StopReason;
use croupier_server::account::stops::{StopChange, stop_player};
use serde_json::json;

use super::*;

/// A bonus that one bet of all its money wagers in full.
const ONCE: &str = r#"
    [[offer]]
    code = "ONCE"
    trigger = "staff"
    kind = "NonDeposit"
    group_key = "once"
    title = { en = "Once" }
    wager = 1
    activatable_hours = 24
    valid_hours = 48
    amounts.EUR = { amount = 1000 }
"#;

/// A bet of all the money of a bonus in a partner's round, once it was counted; answers the round.
async fn all_in(kit: &Kit, browser: &Browser, player: i64, id: &str, name: &str) -> RoundRef {
    let round = partner_round(kit, name).await;
    partner_acts(kit, player, &format!("{name} bet"), Action::bet(round, 1_000)).await;
    Kit::until("the count", async || {
        (find(browser, "bonuses", id).await["amount_wager_cents"] == 1_000).then_some(())
    })
    .await;
    round
}

on_both_engines! {
    async fn a_bonus_is_not_lost_before_its_last_round_is_decided(kit: Kit) {
        let (browser, player_id) = player(&kit, 0).await;
        let id = active(&kit, &browser, player_id, "PLAIN").await;
        let round = all_in(&kit, &browser, player_id, &id, "wins").await;
        bonus::due::carry_out(&kit.app).await.unwrap();
        assert_eq!(find(&browser, "bonuses", &id).await["stage"], "handle_bets", "the round may still win");
        let refused = browser.delete(&format!("/api/player/bonuses/{id}")).await;
        assert_eq!((refused.status.as_u16(), refused.code()), (409, "round_conflict"));
        let won = Action::Win { round, amount: 5_000, closes: true };
        partner_acts(&kit, player_id, "wins win", won).await;
        assert_eq!(money(&kit, player_id).await, (0, 5_000), "what it wins is the player's to play on with");
        let declined = browser.delete(&format!("/api/player/bonuses/{id}")).await.expect(200);
        assert_eq!(declined["forfeited_cents"], 5_000);
        let id = active(&kit, &browser, player_id, "PLAIN").await;
        let round = all_in(&kit, &browser, player_id, &id, "loses").await;
        let lost = Action::Win { round, amount: 0, closes: true };
        partner_acts(&kit, player_id, "loses win", lost).await;
        // The job may have put it off right behind the last row.
        kit.app.clock.advance(Duration::from_secs(11));
        at_stage(&browser, "bonuses", &id, "lost").await;
        assert_sound(&kit).await;
    }

    async fn what_the_last_bet_wins_is_converted_too(kit: Kit) {
        let (browser, player_id) = player(&kit, 0).await;
        offer(&kit, ONCE);
        let id = active(&kit, &browser, player_id, "ONCE").await;
        let round = all_in(&kit, &browser, player_id, &id, "last").await;
        bonus::due::carry_out(&kit.app).await.unwrap();
        assert_eq!(find(&browser, "bonuses", &id).await["stage"], "handle_bets", "the round may still win");
        let won = Action::Win { round, amount: 3_000, closes: true };
        partner_acts(&kit, player_id, "last win", won).await;
        kit.app.clock.advance(Duration::from_secs(11));
        let done = at_stage(&browser, "bonuses", &id, "finished").await;
        assert_eq!(done["converted_cents"], 3_000);
        assert_eq!(money(&kit, player_id).await, (3_000, 0));
        assert_sound(&kit).await;
    }

    async fn a_round_that_no_partner_ends_holds_a_bonus_up_for_a_day(kit: Kit) {
        let (browser, player_id) = player(&kit, 0).await;
        let first = active(&kit, &browser, player_id, "PLAIN").await;
        all_in(&kit, &browser, player_id, &first, "never").await;
        kit.app.clock.advance(Duration::from_mins(61));
        let given_up = browser.delete(&format!("/api/player/bonuses/{first}")).await.expect(200);
        assert_eq!(given_up["stage"], "canceled", "its player waits for an hour");
        let second = active(&kit, &browser, player_id, "PLAIN").await;
        all_in(&kit, &browser, player_id, &second, "neither").await;
        kit.app.clock.advance(Duration::from_hours(23));
        bonus::due::carry_out(&kit.app).await.unwrap();
        assert_eq!(find(&browser, "bonuses", &second).await["stage"], "handle_bets");
        kit.app.clock.advance(Duration::from_mins(61));
        at_stage(&browser, "bonuses", &second, "lost").await;
        assert_sound(&kit).await;
    }

    async fn what_was_just_wagered_in_full_is_the_players_who_declines_it(kit: Kit) {
        let (browser, player_id) = player(&kit, 0).await;
        let id = active(&kit, &browser, player_id, "PLAIN").await;
        for name in ["one", "two", "three"] {
            let round = partner_round(&kit, name).await;
            partner_acts(&kit, player_id, &format!("{name} bet"), Action::bet(round, 1_000)).await;
            let won = Action::Win { round, amount: 1_000, closes: true };
            partner_acts(&kit, player_id, &format!("{name} win"), won).await;
        }
        // The reader is on its way to the last bet.
        let declined = browser.delete(&format!("/api/player/bonuses/{id}")).await;
        assert!([200, 422].contains(&declined.status.as_u16()), "{}", declined.status);
        let done = at_stage(&browser, "bonuses", &id, "finished").await;
        assert_eq!((&done["ended_by"], &done["converted_cents"]), (&json!("wagered"), &json!(1_000)));
        assert_eq!(money(&kit, player_id).await, (1_000, 0));
        assert_sound(&kit).await;
    }

    async fn a_closed_account_ends_its_bonus_when_its_round_is_over(kit: Kit) {
        let (browser, player_id) = player(&kit, 0).await;
        let id = active(&kit, &browser, player_id, "PLAIN").await;
        let round = all_in(&kit, &browser, player_id, &id, "open").await;
        let change =
            StopChange { player: player_id, reason: StopReason::Closed, by: "Ann", why: "test", signed: None };
        stop_player(&kit.app.db, change, kit.app.clock.now() + 1_000_000, kit.app.clock.now()).await.unwrap();
        let row = async |column: &str| -> Option<String> {
            let sql = format!("SELECT {column} FROM bonus_award WHERE id = {id}");
            kit.app.db.query_one(&sql, Vec::new()).await.unwrap().get(0).unwrap()
        };
        Kit::until("what is due", async || (row("due").await.as_deref() == Some("closed")).then_some(())).await;
        let won = Action::Win { round, amount: 400, closes: true };
        partner_acts(&kit, player_id, "open win", won).await;
        kit.app.clock.advance(Duration::from_secs(11));
        Kit::until("its end", async || (row("ended_by").await.as_deref() == Some("closed")).then_some(())).await;
        assert_eq!(money(&kit, player_id).await, (0, 0));
        assert_sound(&kit).await;
    }
}
