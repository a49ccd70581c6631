//! Staff itself: invitations, dismissals and roles.

use croupier_server::staff::Role;
use serde_json::json;

use super::{Office, kinds, reassigned};

on_both_engines! {
    async fn an_administrator_invites_and_dismisses_and_the_log_tells(kit: Kit) {
        let office = Office::open(&kit).await;
        let boss = office.member(Role::Administrator).await;
        let form = json!({ "email": "Ann@House.example", "name": "Ann", "role": "support" });
        let invited = boss.browser.post("/api/staff", form.clone()).await.expect(201);
        assert_eq!((&invited["member"]["state"], &invited["member"]["email"]), (&json!("invited"), &json!("ann@house.example")));
        let link = invited["link"].as_str().unwrap();
        assert!(link.starts_with(&format!("{}/invitation/", kit.app.config.office_url)));
        let ann = office.taken(link.rsplit('/').next().unwrap()).await;
        assert_eq!(boss.browser.post("/api/staff", form).await.code(), "member_active");
        let taken = json!({ "email": "bob@house.example", "name": "Ann", "role": "support" });
        assert_eq!(boss.browser.post("/api/staff", taken).await.field("name"), ["VALIDATION.NAME.TAKEN"]);
        let wrong = json!({ "email": "bob", "name": " ", "role": "support" });
        let refused = boss.browser.post("/api/staff", wrong).await;
        assert_eq!((refused.status.as_u16(), refused.field("email").len(), refused.field("name").len()), (422, 1, 1));
        ann.browser.get("/api/players").await.expect(200);
        let dismiss = format!("/api/staff/{}/dismiss", ann.id);
        assert_eq!(boss.browser.post(&dismiss, json!({})).await.expect(200)["state"], "dismissed");
        ann.browser.get("/api/players").await.expect(401);
        kit.app.clock.advance(std::time::Duration::from_mins(1));
        ann.browser.post("/api/sign-in", office.credentials(&ann)).await.expect(401);
        assert_eq!(boss.browser.post(&dismiss, json!({})).await.code(), "member_dismissed");
        let team = boss.browser.get("/api/staff").await.expect(200);
        let states: Vec<_> = team["members"].as_array().unwrap().iter().map(|member| member["state"].clone()).collect();
        assert_eq!(states, ["active", "dismissed"]);
        let entries = office.log(&boss, &format!("?member={}", boss.id), 3).await;
        assert_eq!(kinds(&entries), ["staff.dismissed", "staff.invited", "staff.joined"]);
        assert_eq!((&entries[0]["subject"], &entries[0]["email"]), (&json!(ann.id), &json!(boss.email)));
        assert_eq!(entries[0]["address"], "127.0.0.1");
    }

    async fn a_role_that_is_taken_holds_from_the_next_call_on(kit: Kit) {
        let office = Office::open(&kit).await;
        let boss = office.member(Role::Administrator).await;
        let rita = office.member(Role::Risk).await;
        rita.browser.get("/api/documents?state=pending").await.expect(200);
        let other = office.member_at("other@house.example", Role::Administrator).await;
        reassigned(&boss, &other, &rita.id, json!({ "role": "support" })).await;
        let form = rita.browser.post("/api/documents/00000000-0000-0000-0000-000000000000/approve", json!({})).await;
        assert_eq!((form.status.as_u16(), form.code()), (403, "forbidden"));
        assert_eq!(rita.browser.get("/api/me").await.expect(200)["role"], "support");
        let (path, king) = (format!("/api/staff/{}/access", rita.id), json!({ "role": "king", "reason": "a coup" }));
        assert_eq!(boss.browser.post(&path, king).await.expect(422)["errors"]["role"][0]["code"], "VALIDATION.INVALID");
    }

    async fn nobody_changes_themselves_and_one_administrator_stays(kit: Kit) {
        let office = Office::open(&kit).await;
        let boss = office.member(Role::Administrator).await;
        let other = office.member_at("other@house.example", Role::Administrator).await;
        for (step, form) in [("dismiss", json!({})), ("access", json!({ "role": "support", "reason": "enough" }))] {
            let own = boss.browser.post(&format!("/api/staff/{}/{step}", boss.id), form).await;
            assert_eq!((own.status.as_u16(), own.code()), (409, "own_account"));
        }
        let nobody = "/api/staff/00000000-0000-0000-0000-000000000000/dismiss";
        boss.browser.post(nobody, json!({})).await.expect(404);
        let (left, right) = (format!("/api/staff/{}/dismiss", other.id), format!("/api/staff/{}/dismiss", boss.id));
        let (one, two) = tokio::join!(boss.browser.post(&left, json!({})), other.browser.post(&right, json!({})));
        let mut statuses = [one.status.as_u16(), two.status.as_u16()];
        statuses.sort_unstable();
        // The slower one finds its session over, its rights gone, or itself the last one's last.
        assert!(matches!(statuses, [200, 401 | 403 | 409]), "{statuses:?}");
        let sql = "SELECT COUNT(*) FROM staff_member WHERE role = 'administrator' AND state = 'active'";
        assert_eq!(kit.app.db.query_one(sql, vec![]).await.unwrap().get::<i64>(0).unwrap(), 1);
    }

    async fn the_command_line_invites_lists_and_dismisses(kit: Kit) {
        let office = Office::open(&kit).await;
        let run = |words: &[&str]| {
            let output = kit.command().arg("staff").args(words).output().unwrap();
            (output.status.success(), String::from_utf8(output.stdout).unwrap().trim().to_owned())
        };
        assert_eq!(run(&["list"]), (true, "nobody".to_owned()));
        let (added, link) = run(&["add", "--email", "ann@house.example", "--name", "Ann", "--role", "administrator"]);
        assert!(added, "{link}");
        let ann = office.taken(link.rsplit('/').next().unwrap()).await;
        assert!(run(&["list"]).1.starts_with("ann@house.example Ann: administrator, active, signed in "));
        assert!(!run(&["add", "--email", "bob@house.example", "--name", "Bob", "--role", "king"]).0);
        assert!(run(&["dismiss", "--email", "ann@house.example", "--by", "Root"]).0);
        ann.browser.get("/api/me").await.expect(401);
        assert!(!run(&["dismiss", "--email", "ann@house.example", "--by", "Root"]).0);
        assert!(!run(&["dismiss", "--email", "bob@house.example", "--by", "Root"]).0);
    }
}
