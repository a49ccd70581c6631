//! What staff edits: drafts, their publication, previews, and the way out of the operator and back.

use std::time::Duration;

use croupier_server::staff::Role;
use reqwest::redirect::Policy;
use serde_json::{Value, json};

use super::{Member, Office, kinds};
use crate::browser::Answer;
use crate::testkit::Kit;

const MENU: &str =
    "[[item]]\nid = \"new\"\ntitle = \"nav.new\"\nicon = \"sparkle\"\npath = \"/pokies/new\"\n";
const OTHER_MENU: &str =
    "[[item]]\nid = \"top\"\ntitle = \"nav.new\"\nicon = \"sparkle\"\npath = \"/pokies/top\"\n";

/// Where the site reads the menu.
const SHOWN: &str = "/api/fe/config/menu-categories-games";

impl Member {
    async fn saves(&self, path: &str, (base, revision): (i64, i64), body: &str) -> Answer {
        let text = json!({ "path": path, "base": base, "revision": revision, "body": body });
        self.browser.post("/api/content/save", text).await
    }

    async fn publishes(&self, path: &str, revision: i64, at: Option<&str>) -> Answer {
        let documents = json!([{ "path": path, "revision": revision }]);
        let body = json!({ "documents": documents, "reason": "spring", "at": at });
        self.browser.post("/api/content/publish", body).await
    }

    async fn sees(&self, path: &str) -> Value {
        self.browser.get(&format!("/api/content/document?path={path}")).await.expect(200)
    }
}

/// The first path of the menu that the site shows to `browser`.
async fn first_of(kit: &Kit, path: &str) {
    Kit::until(path, async || {
        let menu = kit.browser().get(SHOWN).await.expect(200);
        (menu[0]["path"] == path).then_some(())
    })
    .await;
}

on_both_engines! {
    async fn a_draft_is_published_and_rolled_back(kit: Kit) {
        let office = Office::open(&kit).await;
        let editor = office.member(Role::Editor).await;
        let before = kit.browser().get(SHOWN).await.expect(200);
        let first = before[0]["path"].as_str().unwrap().to_owned();
        let draft = editor.saves("menus.toml", (0, 0), MENU).await.expect(200);
        assert_eq!((&draft["draft"]["version"], &draft["draft"]["revision"]), (&json!(1), &json!(1)));
        // The same call again changes nothing.
        assert_eq!(editor.saves("menus.toml", (0, 0), MENU).await.expect(200)["draft"]["revision"], 1);
        assert_eq!(kit.browser().get(SHOWN).await.expect(200), before, "a draft shows nowhere");
        editor.publishes("menus.toml", 1, None).await.expect(204);
        first_of(&kit, "/pokies/new").await;
        if kit.engine == Engine::Postgres {
            first_of(&kit.second().await, "/pokies/new").await;
        }

        let document = editor.sees("menus.toml").await;
        assert_eq!((&document["in_force"]["version"], &document["draft"]), (&json!(1), &Value::Null));
        assert_eq!(document["in_force"]["body"], MENU);
        let restore = json!({ "path": "menus.toml", "version": 0 });
        let old = editor.browser.post("/api/content/restore", restore.clone()).await.expect(200);
        assert_eq!((&old["draft"]["restores"], &old["draft"]["base"]), (&json!(0), &json!(1)));
        let twice = editor.browser.post("/api/content/restore", restore).await;
        assert_eq!(twice.code(), "content_draft_open");
        let revision = old["draft"]["revision"].as_i64().unwrap();
        editor.publishes("menus.toml", revision, None).await.expect(204);
        first_of(&kit, &first).await;
        let versions = editor.browser.get("/api/content/versions?path=menus.toml").await.expect(200);
        let states: Vec<_> = versions["versions"].as_array().unwrap().iter().map(|row| row["state"].clone()).collect();
        assert_eq!(states, ["published", "superseded"]);
        let text = editor.browser.get("/api/content/version?path=menus.toml&version=1").await.expect(200);
        assert_eq!(text["body"], MENU);

        let reader = office.member(Role::Compliance).await;
        let reported = office.log(&reader, &format!("?member={}", editor.id), 4).await;
        let reported: Vec<_> = kinds(&reported).into_iter().filter(|kind| kind.starts_with("content.")).collect();
        let wanted = ["content.published", "content.restored", "content.published", "content.saved"];
        assert_eq!(reported, wanted);
        assert_eq!(reader.saves("menus.toml", (2, 0), MENU).await.status.as_u16(), 403);
    }

    async fn of_two_who_write_at_once_the_second_sees_what_has_changed(kit: Kit) {
        let office = Office::open(&kit).await;
        let [ann, bob] = [office.member_at("ann@house.example", Role::Editor).await, office.member_at("bob@house.example", Role::Editor).await];
        let (one, other) = tokio::join!(ann.saves("menus.toml", (0, 0), MENU), bob.saves("menus.toml", (0, 0), OTHER_MENU));
        let mut statuses = [one.status.as_u16(), other.status.as_u16()];
        statuses.sort_unstable();
        assert_eq!(statuses, [200, 409]);
        let seen = ann.sees("menus.toml").await["draft"]["revision"].as_i64().unwrap();
        bob.saves("menus.toml", (0, seen), OTHER_MENU).await;
        let seen = ann.sees("menus.toml").await["draft"]["revision"].as_i64().unwrap();
        // What was not seen is not published.
        assert_eq!(ann.publishes("menus.toml", seen - 1, None).await.code(), "content_changed");
        let (one, other) = tokio::join!(ann.publishes("menus.toml", seen, None), bob.publishes("menus.toml", seen, None));
        let mut statuses = [one.status.as_u16(), other.status.as_u16()];
        statuses.sort_unstable();
        assert_eq!(statuses, [204, 409]);
        // A draft begun before another version came into force is saved anew by who has seen that.
        assert_eq!(ann.saves("menus.toml", (0, 0), MENU).await.code(), "content_changed");
        let kept = ann.saves("menus.toml", (1, 0), MENU).await.expect(200);
        let seen = kept["draft"]["revision"].as_i64().unwrap();
        let discard = json!({ "path": "menus.toml", "revision": seen });
        let left = ann.browser.post("/api/content/discard", discard).await.expect(200);
        assert_eq!(left["draft"], Value::Null);
        // The number of a draft that is gone names no other one: nobody publishes what was not seen.
        let next = ann.saves("menus.toml", (1, 0), OTHER_MENU).await.expect(200);
        assert_eq!(bob.publishes("menus.toml", seen, None).await.code(), "content_changed");
        // Whoever has lost the answer to the first save of a draft saves again, whatever versions there were before.
        assert_eq!(ann.saves("menus.toml", (1, 0), OTHER_MENU).await.expect(200), next);
        assert_eq!(ann.saves("menus.toml", (1, 0), MENU).await.code(), "content_changed");
    }

    async fn what_does_not_load_is_not_published(kit: Kit) {
        let office = Office::open(&kit).await;
        let editor = office.member(Role::Editor).await;
        editor.saves("menus.toml", (0, 0), "[[item]]\nid = 3\n").await.expect(200);
        let documents = json!({ "documents": [{ "path": "menus.toml", "revision": 1 }] });
        let faults = editor.browser.post("/api/content/check", documents.clone()).await.expect(200);
        assert_eq!((&faults["faults"][0]["path"], &faults["faults"][0]["line"]), (&json!("menus.toml"), &json!(2)), "{faults}");
        assert_eq!(editor.publishes("menus.toml", 1, None).await.code(), "content_faulty");
        assert_eq!(editor.browser.post("/api/content/preview", documents).await.code(), "content_faulty");
        editor.saves("menus.toml", (0, 1), MENU).await.expect(200);
        editor.publishes("menus.toml", 2, None).await.expect(204);
        first_of(&kit, "/pokies/new").await;
        // Two documents that need each other come into force together.
        editor.saves("pages/spring/en.md", (0, 0), "title: Spring\ndescription: News\n\nIt is spring.").await.expect(200);
        let pages = editor.sees("pages.toml").await["in_force"]["body"].as_str().unwrap().to_owned();
        let listed = format!("{pages}\n[[page]]\nid = 99001\nslug = \"spring\"\ncategories = [\"bottom-menu\"]\n");
        editor.saves("pages.toml", (0, 0), &listed).await.expect(200);
        let together = json!({ "reason": "spring", "documents": [
            { "path": "pages.toml", "revision": 1 }, { "path": "pages/spring/en.md", "revision": 1 },
        ] });
        let sent = editor.browser.post("/api/content/publish", together).await;
        assert_eq!(sent.status.as_u16(), 204, "{:?}", sent.body);
        Kit::until("the page", async || {
            (kit.browser().get("/api/cms/pages/spring").await.status.as_u16() == 200).then_some(())
        })
        .await;
        Kit::until("the languages that lack it", async || {
            let missing = editor.browser.get("/api/content/missing").await.expect(200);
            let lacks = |language: &str| missing["missing"].as_array().unwrap().iter().any(|row| {
                row["path"] == format!("pages/spring/{language}.md") && row["language"] == language
            });
            (lacks("de") && lacks("et")).then_some(())
        })
        .await;
        for path in ["licences.toml", "../secrets.toml", "pages/../licences.toml", "mails/layout.html"] {
            assert_eq!(editor.saves(path, (0, 0), "x").await.status.as_u16(), 404, "{path}");
            editor.browser.get(&format!("/api/content/document?path={path}")).await.expect(404);
        }
        // The body of this call is longer than 64 KiB: JSON escapes the newlines and the quotes of its 60 KiB of text.
        editor.saves("banners.toml", (0, 0), &"#\"\n".repeat(20 * 1024)).await.expect(200);
        editor.saves("banners.toml", (0, 0), &"#".repeat(61 * 1024)).await.expect(422);
    }

    async fn what_costs_money_is_published_by_another_member(kit: Kit) {
        let office = Office::open(&kit).await;
        let writer = office.member_at("writer@house.example", Role::Bonus).await;
        let colleague = office.member_at("colleague@house.example", Role::Bonus).await;
        let editor = office.member(Role::Editor).await;
        let jackpots = writer.sees("jackpots.toml").await["in_force"]["body"].as_str().unwrap().to_owned();
        let draft = format!("{jackpots}\n# Reviewed.\n");
        assert_eq!(editor.saves("jackpots.toml", (0, 0), &draft).await.status.as_u16(), 403);
        writer.saves("jackpots.toml", (0, 0), &draft).await.expect(200);
        assert_eq!(writer.publishes("jackpots.toml", 1, None).await.code(), "second_person_needed");
        assert_eq!(editor.publishes("jackpots.toml", 1, None).await.status.as_u16(), 403);
        // Nobody invites their own second person.
        kit.app.clock.advance(Duration::from_mins(1));
        let late = office.member_at("late@house.example", Role::Bonus).await;
        assert_eq!(late.publishes("jackpots.toml", 1, None).await.code(), "second_person_needed");
        colleague.publishes("jackpots.toml", 1, None).await.expect(204);
        assert_eq!(writer.sees("jackpots.toml").await["in_force"]["version"], 1);

        // Groups and levels are documents of this kind too. One whose level brings what nobody offers is refused.
        let statuses = writer.sees("statuses.toml").await["in_force"]["body"].as_str().unwrap().to_owned();
        let renamed = statuses.replacen("Rising star", "Comet", 1);
        let unoffered = renamed.replacen("gift = \"", "gift = \"NOBODY_", 1);
        assert_ne!(unoffered, renamed, "a level brings a gift");
        writer.saves("statuses.toml", (0, 0), &unoffered).await.expect(200);
        assert_eq!(colleague.publishes("statuses.toml", 1, None).await.code(), "content_faulty");
        writer.saves("statuses.toml", (0, 1), &renamed).await.expect(200);

        // So is a tournament whose prize is.
        let races = writer.sees("tournaments.toml").await["in_force"]["body"].as_str().unwrap().to_owned();
        let unoffered = races.replacen(r#"kind = "gift", offer = ""#, r#"kind = "gift", offer = "NOBODY-"#, 1);
        assert_ne!(unoffered, races, "a place wins a gift");
        writer.saves("tournaments.toml", (0, 0), &unoffered).await.expect(200);
        assert_eq!(colleague.publishes("tournaments.toml", 1, None).await.code(), "content_faulty");
        colleague.publishes("statuses.toml", 2, None).await.expect(204);
        Kit::until("the group with its new name", async || {
            let listed = kit.browser().get("/api/info/statuses").await.expect(200);
            listed.as_array().unwrap().iter().any(|status| status["name"] == "Comet").then_some(())
        })
        .await;
    }

    async fn what_is_scheduled_is_published_at_its_time(kit: Kit) {
        let office = Office::open(&kit).await;
        let editor = office.member(Role::Editor).await;
        editor.saves("menus.toml", (0, 0), MENU).await.expect(200);
        editor.publishes("menus.toml", 1, Some("2025-01-01T00:00:00Z")).await.expect(422);
        let at = "2026-01-01T00:20:00Z";
        editor.publishes("menus.toml", 1, Some(at)).await.expect(204);
        assert!(editor.sees("menus.toml").await["draft"]["due_at"].as_str().unwrap().starts_with("2026-01-01T00:20:00"));
        assert_eq!(editor.saves("menus.toml", (0, 1), OTHER_MENU).await.code(), "content_scheduled");
        editor.browser.post("/api/content/unschedule", json!({ "path": "menus.toml" })).await.expect(200);
        editor.publishes("menus.toml", 1, Some(at)).await.expect(204);
        kit.app.clock.advance(Duration::from_mins(21));
        first_of(&kit, "/pokies/new").await;
        let document = editor.sees("menus.toml").await;
        assert_eq!((&document["in_force"]["version"], &document["draft"]), (&json!(1), &Value::Null));
    }

    async fn what_is_due_together_is_taken_back_by_who_may_publish_all_of_it(kit: Kit) {
        let office = Office::open(&kit).await;
        let (editor, writer) = (office.member(Role::Editor).await, office.member(Role::Bonus).await);
        let boss = office.member(Role::Administrator).await;
        editor.saves("menus.toml", (0, 0), MENU).await.expect(200);
        let jackpots = writer.sees("jackpots.toml").await["in_force"]["body"].as_str().unwrap().to_owned();
        writer.saves("jackpots.toml", (0, 0), &format!("{jackpots}\n# Reviewed.\n")).await.expect(200);
        let both = json!({
            "documents": [{ "path": "menus.toml", "revision": 1 }, { "path": "jackpots.toml", "revision": 1 }],
            "reason": "together",
            "at": "2026-01-01T00:20:00Z",
        });
        boss.browser.post("/api/content/publish", both).await.expect(204);
        for path in ["menus.toml", "jackpots.toml"] {
            let back = editor.browser.post("/api/content/unschedule", json!({ "path": path })).await;
            assert_eq!(back.status.as_u16(), 403, "{path}");
        }
        assert!(boss.sees("jackpots.toml").await["draft"]["due_at"].is_string());
        boss.browser.post("/api/content/unschedule", json!({ "path": "menus.toml" })).await.expect(200);
        assert!(boss.sees("jackpots.toml").await["draft"]["due_at"].is_null());
    }

    async fn a_draft_is_previewed_by_whoever_has_the_link(kit: Kit) {
        let office = Office::open(&kit).await;
        let editor = office.member(Role::Editor).await;
        let before = kit.browser().get(SHOWN).await.expect(200);
        editor.saves("menus.toml", (0, 0), MENU).await.expect(200);
        let documents = json!({ "documents": [{ "path": "menus.toml", "revision": 1 }] });
        let link = editor.browser.post("/api/content/preview", documents).await.expect(200);
        let token = link["url"].as_str().unwrap().rsplit('/').next().unwrap().to_owned();
        let client = reqwest::Client::builder().redirect(Policy::none()).build().unwrap();
        let begun = client.get(kit.url(&format!("/preview/{token}?to=/de"))).send().await.unwrap();
        assert_eq!(begun.status().as_u16(), 303);
        assert_eq!(begun.headers()["location"], "/de");
        let cookie = begun.headers()["set-cookie"].to_str().unwrap().split(';').next().unwrap().to_owned();
        let visitor = kit.browser();
        visitor.set_cookie(Some(cookie.clone()));
        let shown = visitor.get(SHOWN).await;
        assert_eq!(shown.headers["cache-control"], "no-store");
        let policy = shown.headers["content-security-policy"].to_str().unwrap().to_owned();
        assert!(policy.ends_with(&format!("frame-ancestors 'self' {}", kit.app.config.office_url)), "{policy}");
        assert_eq!(shown.expect(200)[0]["path"], "/pokies/new");
        // What is saved afterwards shows; what is faulty shows what is in force.
        editor.saves("menus.toml", (0, 1), OTHER_MENU).await.expect(200);
        assert_eq!(visitor.get(SHOWN).await.expect(200)[0]["path"], "/pokies/top");
        editor.saves("menus.toml", (0, 2), "nonsense").await.expect(200);
        assert_eq!(visitor.get(SHOWN).await.expect(200), before);
        assert_eq!(kit.browser().get(SHOWN).await.expect(200), before, "nobody else sees it");
        editor.saves("menus.toml", (0, 3), MENU).await.expect(200);
        kit.app.clock.advance(Duration::from_mins(61));
        assert_eq!(visitor.get(SHOWN).await.expect(200), before, "a link is over after an hour");
        for path in ["/preview/nothing", &format!("/preview/{token}")] {
            assert_eq!(client.get(kit.url(path)).send().await.unwrap().status().as_u16(), 404, "{path}");
        }
        let elsewhere = client.get(kit.url("/preview/end?to=//evil.example")).send().await.unwrap();
        assert_eq!(elsewhere.headers()["location"], "/");
    }

    async fn documents_are_exported_and_imported(kit: Kit) {
        let folder = tempfile::tempdir().unwrap();
        let run = async |words: &[&str]| {
            let mut command = kit.command();
            command.args(words).arg(folder.path());
            if words[1] == "import" {
                command.args(["--by", "Ann"]);
            }
            let done = tokio::task::spawn_blocking(move || command.output().unwrap()).await.unwrap();
            let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
            (done.status.success(), text(done.stdout), text(done.stderr))
        };
        let (done, said, _) = run(&["content", "export"]).await;
        assert!(done && said.contains("documents written"), "{said}");
        let (same, said, _) = run(&["content", "diff"]).await;
        assert_eq!((same, said.as_str()), (true, ""));
        std::fs::write(folder.path().join("menus.toml"), MENU).unwrap();
        let (same, said, _) = run(&["content", "diff"]).await;
        assert_eq!((same, said.as_str()), (false, "~ menus.toml\n"));
        std::fs::write(folder.path().join("banners.toml"), "nonsense").unwrap();
        let (done, _, why) = run(&["content", "import"]).await;
        assert!(!done && why.contains("banners.toml"), "{why}");
        std::fs::remove_file(folder.path().join("banners.toml")).unwrap();
        let (done, said, why) = run(&["content", "import"]).await;
        assert!(done && said.contains("1 documents published"), "{said} {why}");
        first_of(&kit, "/pokies/new").await;
        let (same, said, _) = run(&["content", "diff"]).await;
        assert_eq!((same, said.as_str()), (false, "- banners.toml\n"));
    }
}
