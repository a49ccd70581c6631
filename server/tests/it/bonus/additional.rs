//! Gifts beside the deposit bonuses, for some players.

use serde_json::json;

use super::*;

/// A hidden offer that members of group 258 are shown, and another one for those who came by a tag.
const ADDITIONAL: &str = r#"
    [[additional_gift]]
    offer = "SECRET"
    image = "/art/secret.svg"
    group_ids = [258]

    [[additional_gift]]
    offer = "TAGGED"
    image = "/art/tagged.svg"
    stags = ["77_1"]

    [[offer]]
    code = "TAGGED"
    trigger = "deposit"
    kind = "Deposit bonus"
    group_key = "tagged"
    hidden = true
    title = { en = "Tagged" }
    percent = 10
    wager = 10
    activatable_hours = 24
    amounts.EUR = { amount = 1000, deposit_min = 2000 }
"#;

pub(super) async fn join(kit: &Kit, player: i64, group: i64) {
    let mut tx = kit.app.db.begin().await.unwrap();
    croupier_server::player::add_groups(&kit.app, &mut tx, player, &[group]).await.unwrap();
    tx.commit().await.unwrap();
}

async fn shown(browser: &Browser) -> Vec<String> {
    let all = browser.get("/api/fe/config/additional-gifts").await.expect(200);
    all.as_array().unwrap().iter().map(|gift| gift["code"].as_str().unwrap().to_owned()).collect()
}

on_both_engines! {
    async fn it_is_shown_to_those_whom_it_is_for(kit: Kit) {
        offer(&kit, ADDITIONAL);
        let nobody: &[String] = &[];
        assert_eq!(shown(&kit.browser()).await, nobody, "a guest");
        let (browser, id) = kit.player("ada@example.com").await;
        assert_eq!(shown(&browser).await, nobody, "in no group");
        join(&kit, id, 258).await;
        assert_eq!(shown(&browser).await, ["SECRET"]);
        browser.patch("/api/player/update_bonus_settings", json!({ "can_issue": false })).await.expect(204);
        assert_eq!(shown(&browser).await, nobody, "bonuses are off");
        browser.patch("/api/player/update_bonus_settings", json!({ "can_issue": true })).await.expect(204);
        browser.patch("/api/player/set_bonus_code", json!({ "deposit_bonus_code": "SECRET" })).await.expect(204);
        assert_eq!(shown(&browser).await, nobody, "a code is set");
        browser.delete("/api/player/clear_bonus_code").await.expect(204);
        assert_eq!(shown(&browser).await, ["SECRET"]);
        join(&kit, id, 100).await;
        assert_eq!(shown(&browser).await, nobody, "several accounts");
    }

    async fn a_tag_of_an_affiliate_brings_it(kit: Kit) {
        offer(&kit, ADDITIONAL);
        let (browser, id) = kit.player("tagged@example.com").await;
        let mut tx = kit.app.db.begin().await.unwrap();
        tx.execute("UPDATE player SET stag = '77_1' WHERE id = $1", croupier_db::params![id]).await.unwrap();
        tx.commit().await.unwrap();
        assert_eq!(shown(&browser).await, ["TAGGED"]);
    }
}
