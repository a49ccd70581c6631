//! What counts, what may be bet, and what completes a bonus.

use serde_json::json;

use super::*;
use crate::play::KOI;

on_both_engines! {
    async fn a_wagered_bonus_becomes_money(kit: Kit) {
        let (browser, player_id) = player(&kit, 100_000).await;
        let id = active(&kit, &browser, player_id, "PLAIN").await;
        assert_eq!(money(&kit, player_id).await, (100_000, 1_000));
        let wheel = wheel(&kit, &browser).await;
        red(&wheel, "a", 1_000).await.expect(201);
        let half = Kit::until("the count of a bet", async || {
            let bonus = find(&browser, "bonuses", &id).await;
            (bonus["amount_wager_cents"] == 1_000).then_some(bonus)
        }).await;
        assert_eq!((&half["amount_wager_requirement_cents"], &half["stage"]), (&json!(3_000), &json!("handle_bets")));
        red(&wheel, "b", 1_950).await.expect(201);
        Kit::until("the count of the second", async || {
            (find(&browser, "bonuses", &id).await["amount_wager_cents"] == 2_950).then_some(())
        }).await;
        let (before, bonus) = money(&kit, player_id).await;
        assert_eq!(bonus, 1_000, "cash is staked first, and fifty cents are left to wager");
        let last = red(&wheel, "c", 50).await.expect(201);
        let done = at_stage(&browser, "bonuses", &id, "finished").await;
        assert_eq!((&done["converted_cents"], &done["withheld_cents"], &done["ended_by"]), (&json!(1_000), &json!(0), &json!("wagered")));
        let won = last["win_cents"].as_i64().unwrap();
        assert_eq!(money(&kit, player_id).await, (before - 50 + won + 1_000, 0));
        assert_sound(&kit).await;
    }

    async fn a_game_counts_as_the_terms_say_and_the_most_is_kept_to(kit: Kit) {
        let (browser, player_id) = player(&kit, 100_000).await;
        let id = active(&kit, &browser, player_id, "STRICT").await;
        let wheel = wheel(&kit, &browser).await;
        for spin in 0..13 {
            red(&wheel, &format!("w{spin}"), 300).await.expect(201);
        }
        Kit::until("the count", async || {
            (find(&browser, "bonuses", &id).await["amount_wager_cents"] == 1_950).then_some(())
        }).await;
        red(&wheel, "last", 100).await.expect(201);
        let done = at_stage(&browser, "bonuses", &id, "finished").await;
        assert_eq!((&done["converted_cents"], &done["withheld_cents"]), (&json!(600), &json!(400)));
        assert_sound(&kit).await;
    }

    async fn a_bet_that_the_terms_forbid_is_refused_before_it_is_made(kit: Kit) {
        let (browser, player_id) = player(&kit, 100_000).await;
        let (wheel, koi) = (wheel(&kit, &browser).await, Frame::open(&kit, &browser, KOI, "real").await);
        red(&wheel, "before", 400).await.expect(201);
        let id = active(&kit, &browser, player_id, "STRICT").await;
        let (before, _) = money(&kit, player_id).await;
        let high = red(&wheel, "high", 310).await;
        assert_eq!(high.field("stake_cents"), ["bonus_bet_max"]);
        assert_eq!(high.body["errors"]["stake_cents"][0]["max_cents"], 300);
        let excluded = koi.spin("no", 20).await;
        assert_eq!((excluded.status.as_u16(), excluded.code()), (409, "bonus_game_excluded"));
        kit.app.clock.advance(std::time::Duration::from_hours(48) + IN_FLIGHT);
        at_stage(&browser, "bonuses", &id, "expired").await;
        assert_eq!(money(&kit, player_id).await, (before, 0), "nothing was staked");
        assert_sound(&kit).await;
    }

    async fn a_replayed_bet_answers_what_it_answered_before_the_bonus(kit: Kit) {
        let (browser, player_id) = player(&kit, 100_000).await;
        let wheel = wheel(&kit, &browser).await;
        let first = red(&wheel, "k", 5_000).await.expect(201);
        active(&kit, &browser, player_id, "STRICT").await;
        assert_eq!(red(&wheel, "k", 5_000).await.expect(201)["id"], first["id"]);
        assert_eq!(red(&wheel, "other", 5_000).await.field("stake_cents"), ["bonus_bet_max"]);
    }

    async fn a_bet_that_is_taken_back_counts_no_more(kit: Kit) {
        let (browser, player_id) = player(&kit, 100_000).await;
        let submit = async |name: &str, action: Action| partner_acts(&kit, player_id, name, action).await;
        let round = async |name: &str| partner_round(&kit, name).await;
        submit("early", Action::bet(round("r0").await, 500)).await;
        let id = active(&kit, &browser, player_id, "PLAIN").await;
        submit("one", Action::bet(round("r1").await, 2_000)).await;
        submit("two", Action::bet(round("r2").await, 300)).await;
        // One of the bets was made before the bonus was active: it has not counted, so it takes nothing away.
        submit("early-", Action::Rollback { original: Key::new("partner", "early") }).await;
        submit("one-", Action::Rollback { original: Key::new("partner", "one") }).await;
        Kit::until("the count", async || {
            (find(&browser, "bonuses", &id).await["amount_wager_cents"] == 300).then_some(())
        }).await;
        assert_sound(&kit).await;
    }

    async fn a_bonus_is_lost_with_a_rest_that_is_below_what_can_be_staked(kit: Kit) {
        // A number comes once in 37 spins; then another player tries.
        offer(&kit, "");
        for n in 0..9 {
            let (browser, player_id) = crate::play::grown_player(&kit, &format!("player{n}@example.com")).await;
            let id = active(&kit, &browser, player_id, "PLAIN").await;
            let nearly_all = json!({ "bets": [{ "kind": "straight", "numbers": [17], "amount_cents": 990 }] });
            wheel(&kit, &browser).await.bet("nearly", nearly_all).await.expect(201);
            if money(&kit, player_id).await.1 != 10 {
                continue;
            }
            let lost = at_stage(&browser, "bonuses", &id, "lost").await;
            assert_eq!((&lost["ended_by"], &lost["forfeited_cents"]), (&json!("emptied"), &json!(10)));
            assert_eq!(money(&kit, player_id).await, (0, 0));
            assert_sound(&kit).await;
            return;
        }
        panic!("nine players hit their number");
    }
}
