//! Sticky bonuses: staked, never paid out themselves.

use serde_json::json;

use super::deposits::{choose, newest};
use super::*;
use crate::cashbox::payment_kit::{PaymentKit, card};

const STICKY: &str = r#"
    [[offer]]
    code = "GLUE"
    trigger = "staff"
    kind = "NonDeposit"
    group_key = "glue"
    title = { en = "Glue" }
    wager = 1
    sticky = true
    activatable_hours = 24
    valid_hours = 48
    amounts.EUR = { amount = 1000, win_max = 400 }

    [[offer]]
    code = "GLUED"
    trigger = "deposit"
    kind = "Deposit bonus"
    group_key = "glued"
    title = { en = "Glued" }
    percent = 100
    wager = 10
    sticky = true
    activatable_hours = 24
    amounts.EUR = { amount = 10000, deposit_min = 2000 }
"#;

/// Plays rounds of a partner, each with its stake and what it pays.
pub(super) async fn play(kit: &Kit, player: i64, name: &str, rounds: &[(i64, i64)]) {
    for (place, (stake, pays)) in rounds.iter().enumerate() {
        let round = partner_round(kit, &format!("{name} {place}")).await;
        partner_acts(kit, player, &format!("{name} {place} bet"), Action::bet(round, *stake)).await;
        let won = Action::Win { round, amount: *pays, closes: true };
        partner_acts(kit, player, &format!("{name} {place} win"), won).await;
    }
}

on_both_engines! {
    async fn once_it_is_wagered_what_was_won_beyond_it_becomes_money(kit: Kit) {
        let (browser, player_id) = player(&kit, 0).await;
        offer(&kit, STICKY);
        let id = active(&kit, &browser, player_id, "GLUE").await;
        let reported = find(&browser, "bonuses", &id).await;
        assert_eq!((&reported["sticky"], &reported["canceled_by_cashout"]), (&json!(true), &json!(true)));
        // 1,900 are held after the first round, 1,500 when the wager is complete.
        play(&kit, player_id, "rich", &[(600, 1_500), (400, 0)]).await;
        let done = at_stage(&browser, "bonuses", &id, "finished").await;
        let split = ["converted_cents", "withheld_cents", "deducted_cents", "forfeited_cents"].map(|part| done[part].as_i64().unwrap());
        assert_eq!(split, [400, 100, 1_000, 0]);
        assert_eq!(money(&kit, player_id).await, (400, 0));
        assert_sound(&kit).await;
        // Without cash: a stake would take that first.
        let (poor, poor_id) = crate::play::grown_player(&kit, "poor@example.com").await;
        let id = active(&kit, &poor, poor_id, "GLUE").await;
        play(&kit, poor_id, "poor", &[(600, 300), (400, 0)]).await;
        let done = at_stage(&poor, "bonuses", &id, "finished").await;
        assert_eq!((&done["converted_cents"], &done["deducted_cents"]), (&json!(0), &json!(300)), "less than the bonus is left");
        assert_eq!(money(&kit, poor_id).await, (0, 0));
        // What is given up half-way gives nothing, whatever was won with it.
        let id = active(&kit, &poor, poor_id, "GLUE").await;
        play(&kit, poor_id, "early", &[(600, 5_000)]).await;
        let ended = poor.delete(&format!("/api/player/bonuses/{id}")).await.expect(200);
        assert_eq!((&ended["stage"], &ended["forfeited_cents"], &ended["deducted_cents"]), (&json!("canceled"), &json!(5_400), &json!(0)));
        assert_eq!(money(&kit, poor_id).await, (0, 0));
        assert_sound(&kit).await;
        // A part of the bonus itself that was not taken is found, though the sums agree.
        let mut tx = kit.app.db.begin().await.unwrap();
        let sql = "UPDATE bonus_award SET deducted = deducted - 1, withheld = withheld + 1 WHERE converted = 400";
        assert_eq!(tx.execute(sql, croupier_db::params![]).await.unwrap(), 1);
        tx.commit().await.unwrap();
        let found = bonus::check(&kit.app.db).await.unwrap();
        assert_eq!(found.len(), 1, "{found:?}");
        assert!(found[0].rule.starts_with("a sticky bonus that paid something"), "{found:?}");
    }
}

on_each_engine! {
    async fn a_withdrawal_takes_it_off_whatever_its_offer_says_of_withdrawals(engine: Engine) {
        let payments = PaymentKit::start(engine).await;
        offer(&payments.kit, STICKY);
        let ada = payments.player("EUR").await;
        let offers = payments.get(&ada, "/api/bonuses/deposit").await.body;
        let glued = offers.as_array().unwrap().iter().find(|one| one["code"] == "GLUED").unwrap();
        assert_eq!((&glued["sticky"], &glued["canceled_by_cashout"]), (&json!(true), &json!(true)));
        assert_eq!(choose(&payments, &ada, "GLUED").await.status, 204);
        payments.fill(&ada, 5_000).await;
        newest(&payments, &ada, "handle_bets").await;
        let refused = payments.pay(&ada, "out", &card("cashout", 2_000)).await;
        assert_eq!((refused.status, &refused.body["error"]["code"]), (409, &json!("bonus_active")));
        let mut body = card("cashout", 2_000);
        body["cancel_bonus"] = json!(true);
        assert_eq!(payments.pay(&ada, "out", &body).await.status, 201);
        let ended = newest(&payments, &ada, "canceled").await;
        assert_eq!((&ended["ended_by"], &ended["forfeited_cents"]), (&json!("cashed_out"), &json!(5_000)));
        assert_sound(&payments.kit).await;
        payments.close().await;
    }
}
