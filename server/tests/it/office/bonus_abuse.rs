//! Players whose play makes sense against the terms of bonuses alone are listed, with what speaks for it.

use croupier_ledger::Action;
use croupier_server::staff::Role;
use serde_json::{Value, json};

use super::{Member, Office};
use crate::bonus::{EUR, active, at_stage, partner_acts, partner_round, player};

async fn listed(member: &Member) -> Vec<Value> {
    member.browser.get("/api/bonus-abuse").await.expect(200).as_array().unwrap().clone()
}

on_both_engines! {
    async fn who_plays_with_bonuses_alone_and_lives_on_them_is_listed(kit: Kit) {
        let office = Office::open(&kit).await;
        let rita = office.member(Role::Risk).await;
        let (browser, player_id) = player(&kit, 0).await;
        for number in 0..3 {
            let id = active(&kit, &browser, player_id, "PLAIN").await;
            for bet in 0..3 {
                let name = format!("{number}-{bet}");
                let round = partner_round(&kit, &name).await;
                partner_acts(&kit, player_id, &format!("{name} bet"), Action::bet(round, 1_000)).await;
                let won = Action::Win { round, amount: 1_000, closes: true };
                partner_acts(&kit, player_id, &format!("{name} win"), won).await;
            }
            at_stage(&browser, "bonuses", &id, "finished").await;
        }
        assert_eq!(listed(&rita).await, [] as [Value; 0], "one sign alone is none");
        partner_acts(&kit, player_id, "hold", Action::PayoutHold { amount: 2_000 }).await;
        let to = kit.app.wallet.system_account("payments:test", EUR).await.unwrap();
        partner_acts(&kit, player_id, "finish", Action::PayoutFinish { to, amount: 2_000 }).await;
        let found = Kit::until("the list", async || listed(&rita).await.first().cloned()).await;
        assert_eq!(found["player"]["id"], player_id);
        assert_eq!(found["signs"], json!(["bonuses_alone", "gains_by_bonuses"]));
        let figures = ["awards", "completed", "withdrawn_at_once", "granted_cents", "converted_cents", "wagered_cents", "bets_cents", "deposits_cents", "cashouts_cents"];
        assert_eq!(figures.map(|figure| found[figure].as_i64().unwrap()), [3, 3, 0, 3_000, 3_000, 9_000, 9_000, 0, 2_000]);
    }
}
