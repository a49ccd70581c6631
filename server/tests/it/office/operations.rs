//! How the operator does, as staff reads it.

use croupier_server::staff::Role;
use serde_json::json;

use super::Office;

on_both_engines! {
    async fn metrics_show_queues_and_lags_and_no_secret(kit: Kit) {
        let office = Office::open(&kit).await;
        let boss = office.member(Role::Administrator).await;
        let quiet = Kit::until("the readers", async || {
            let seen = boss.browser.get("/api/operations").await.expect(200);
            let readers = seen["readers"].as_array().unwrap();
            // Nobody seals the log in tests.
            let mut read = readers.iter().filter(|reader| reader["reader"] != "log_seal");
            let is_read = readers.len() > 5 && read.all(|reader| reader["rows"] == 0);
            is_read.then_some(seen)
        })
        .await;
        assert!(quiet["readers"].as_array().unwrap().iter().any(|reader| reader["reader"] == "reports"));
        assert_eq!(quiet["engine"], kit.app.db.engine_name());
        assert_eq!(quiet["migrations"], croupier_db::MIGRATIONS.len());
        assert_eq!(quiet["last_migration"], croupier_db::MIGRATIONS.last().unwrap().name);
        assert_eq!(quiet["seals"].as_array().unwrap().len(), usize::from(kit.app.db.lanes()));
        let names: Vec<_> = quiet["queues"].as_array().unwrap().iter().map(|queue| queue["name"].clone()).collect();
        assert_eq!(names, [json!("due_payments"), json!("mails"), json!("notices")]);
        let settings = quiet["settings"].as_array().unwrap();
        let value = |name: &str| settings.iter().find(|setting| setting["name"] == name).unwrap()["value"].clone();
        let expected = if kit.app.config.database_url.is_some() { "set" } else { "" };
        assert_eq!((value("database_url"), value("captcha")), (json!(expected), json!("none")));
        let captcha = settings.iter().find(|setting| setting["name"] == "captcha").unwrap();
        assert_eq!((&captcha["source"], &captcha["named"]), (&json!("default"), &json!(null)));
        // A mail waits: nobody carries it away in tests.
        kit.player("jane@example.com").await;
        let seen = boss.browser.get("/api/operations").await.expect(200);
        assert!(seen["queues"][1]["waiting"].as_i64().unwrap() > 0, "{}", seen["queues"]);
        assert!(seen["queues"][1]["oldest_at"].is_string());
        for _ in 0..2 {
            let wrong = json!({ "email": boss.email, "password": "wrong", "code": "000000" });
            office.browser().post("/api/sign-in", wrong).await;
        }
        let seen = boss.browser.get("/api/operations").await.expect(200);
        assert!(seen["staff_tries"].as_i64().unwrap() > 0);
    }

    async fn servers_say_that_they_are_there_and_one_that_is_silent_is_gone(kit: Kit) {
        let office = Office::open(&kit).await;
        let boss = office.member(Role::Administrator).await;
        let seen = async |id: &str| {
            let servers = boss.browser.get("/api/servers").await.expect(200);
            servers.as_array().unwrap().iter().find(|server| server["id"] == id).cloned()
        };
        let own = &*kit.app.identity.id;
        let found = Kit::until("this server with its readers", async || {
            seen(own).await.filter(|server| server["leases"].as_i64().unwrap() > 0)
        })
        .await;
        assert_eq!((&found["is_this"], &found["is_gone"]), (&json!(true), &json!(false)));
        assert_eq!(found["listen"], kit.app.config.listen.to_string());
        let sql = "INSERT INTO server (id, version, listen, since_ms, seen_at_ms, sockets, memory, failing)
                   SELECT 'silent', version, listen, since_ms, seen_at_ms - 60000, sockets, memory, 'mails,readers'
                   FROM server WHERE id = $1";
        let mut tx = kit.app.db.begin().await.unwrap();
        tx.execute(sql, vec![own.into()]).await.unwrap();
        tx.commit().await.unwrap();
        let silent = seen("silent").await.unwrap();
        assert_eq!((&silent["is_this"], &silent["is_gone"]), (&json!(false), &json!(true)));
        assert_eq!((&silent["failing"], &silent["leases"]), (&json!(["mails", "readers"]), &json!(0)));
        let mut tx = kit.app.db.begin().await.unwrap();
        tx.execute("UPDATE server SET seen_at_ms = 0 WHERE id = 'silent'", vec![]).await.unwrap();
        tx.commit().await.unwrap();
        Kit::until("the sweep", async || seen("silent").await.is_none().then_some(())).await;
        assert!(seen(own).await.is_some());
    }
}
