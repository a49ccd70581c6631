//! Who sent a visitor stays known once they are a player.

use croupier_db::params;
use reqwest::header::COOKIE;
use serde_json::{Value, json};

use crate::browser::form_with;
use crate::testkit::Kit;

/// Stag, affiliate and partner of a player.
async fn came_from(kit: &Kit, player: i64) -> [Option<String>; 3] {
    let sql = "SELECT stag, affiliate_id, partner_id FROM player WHERE id = $1";
    let row = kit.app.db.query_one(sql, params![player]).await.unwrap();
    [0, 1, 2].map(|column| row.get(column).unwrap())
}

fn owned(marks: [&str; 3]) -> [Option<String>; 3] {
    marks.map(|mark| Some(mark.to_owned()))
}

fn groups(player: &Value) -> Vec<&str> {
    player["statuses"].as_array().unwrap().iter().map(|status| status["id"].as_str().unwrap()).collect()
}

on_both_engines! {
    async fn tags_of_affiliates_stay_with_the_player(kit: Kit) {
        let tags = json!({ "stag": "s1", "affb_id": "a1f", "partner_id": "p1" });
        let user = form_with("form@example.com", tags);
        let player = kit.browser().post("/api/users", json!({ "user": user })).await.expect(201);
        assert_eq!(came_from(&kit, player["id"].as_i64().unwrap()).await, owned(["s1", "a1f", "p1"]));

        let browser = kit.browser().with(COOKIE.as_str(), "stag=s2; affb_id=a2; partner_id=p2");
        let user = form_with("cookie@example.com", json!({ "stag": "" }));
        let player = browser.post("/api/users", json!({ "user": user })).await.expect(201);
        assert_eq!(came_from(&kit, player["id"].as_i64().unwrap()).await, owned(["s2", "a2", "p2"]));
    }

    async fn some_tags_bring_the_welcome_pack(kit: Kit) {
        for (email, stag, offered) in [("a@example.com", "welcome", true), ("b@example.com", "other", false)] {
            let user = form_with(email, json!({ "stag": stag }));
            let player = kit.browser().post("/api/users", json!({ "user": user })).await.expect(201);
            assert_eq!(groups(&player).contains(&"group_131811"), offered, "{stag}");
        }
    }

    async fn the_marks_of_a_campaign_are_the_six(kit: Kit) {
        let (browser, player) = kit.player("jane@example.com").await;
        let marks = json!({
            "utm_source": "a", "utm_medium": "b", "utm_campaign": "c", "utm_content": "d", "utm_term": "e",
            "sub_id": "f", "gclid": "left out",
        });
        kit.browser().post("/log_utm_set", json!({ "utmMetrics": marks })).await.expect(204);
        browser.post("/log_utm_send", json!({ "utmMetrics": { "utm_source": "a" } })).await.expect(204);
        let sql = "SELECT moment, player_id, marks FROM utm_marks ORDER BY moment DESC";
        let rows = kit.app.db.query(sql, params![]).await.unwrap();
        let kept: Vec<(String, Option<i64>, Value)> = rows
            .iter()
            .map(|row| {
                let marks: String = row.get(2).unwrap();
                (row.get(0).unwrap(), row.get(1).unwrap(), serde_json::from_str(&marks).unwrap())
            })
            .collect();
        let mut six = marks;
        six.as_object_mut().unwrap().remove("gclid");
        assert_eq!(kept, [
            ("set".to_owned(), None, six),
            ("send".to_owned(), Some(player), json!({ "utm_source": "a" })),
        ]);
        for bad in [json!({}), json!({ "other": "x" }), json!({ "sub_id": "x".repeat(257) })] {
            browser.post("/log_utm_set", json!({ "utmMetrics": bad })).await.expect(422);
        }
    }
}
