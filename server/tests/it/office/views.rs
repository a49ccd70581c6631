//! Views of lists that members save.

use croupier_server::staff::Role;
use serde_json::{Value, json};

use super::Office;
use crate::browser::Browser;

/// A view of the payouts that were decided, saved by `browser`.
async fn saved(browser: &Browser, name: &str, is_shared: bool) -> Value {
    let view =
        json!({ "page": "/payouts", "search": "?state=decided", "name": name, "is_shared": is_shared });
    browser.post("/api/views", view).await.expect(200)
}

async fn names(browser: &Browser) -> Vec<String> {
    let views = browser.get("/api/views").await.expect(200);
    views.as_array().unwrap().iter().map(|view| view["name"].as_str().unwrap().to_owned()).collect()
}

on_both_engines! {
    async fn own_views_are_for_oneself_and_shared_ones_for_those_who_may_open_the_list(kit: Kit) {
        let office = Office::open(&kit).await;
        let paula = office.member(Role::Payments).await.browser;
        let rita = office.member(Role::Risk).await.browser;
        let edith = office.member(Role::Editor).await.browser;
        let boss = office.member(Role::Administrator).await.browser;
        saved(&paula, "mine", false).await;
        let shared = saved(&paula, "ours", true).await;
        assert_eq!((&shared["is_own"], &shared["search"]), (&json!(true), &json!("?state=decided")));
        assert_eq!(names(&paula).await, ["mine", "ours"]);
        assert_eq!((names(&rita).await, names(&edith).await), (vec!["ours".to_owned()], Vec::new()));
        assert_eq!(rita.get("/api/views").await.expect(200)[0]["is_own"], json!(false));
        let remove = format!("/api/views/{}/remove", shared["id"].as_str().unwrap());
        rita.post(&remove, json!({})).await.expect(404);
        boss.post(&remove, json!({})).await.expect(204);
        paula.post(&remove, json!({})).await.expect(404);
        assert_eq!(names(&paula).await, ["mine"]);
    }

    async fn what_several_roles_may_open_has_views_of_each_of_them(kit: Kit) {
        let office = Office::open(&kit).await;
        let (edith, paula) = (office.member(Role::Editor).await.browser, office.member(Role::Payments).await.browser);
        let view = |page: &str| json!({ "page": page, "search": "", "name": page, "is_shared": true });
        for page in ["/calendar", "/media", "/titles"] {
            edith.post("/api/views", view(page)).await.expect(200);
            assert_eq!(paula.post("/api/views", view(page)).await.field("page"), ["VALIDATION.PAGE.NOT_ALLOWED"], "{page}");
        }
        paula.post("/api/views", view("/payouts")).await.expect(200);
        assert_eq!((names(&edith).await, names(&paula).await), (vec!["/calendar".to_owned(), "/media".to_owned(), "/titles".to_owned()], vec!["/payouts".to_owned()]));
    }

    async fn a_view_is_of_a_list_and_has_a_name(kit: Kit) {
        let office = Office::open(&kit).await;
        let paula = office.member(Role::Payments).await.browser;
        for (field, page, search, name) in [
            ("name", "/payouts", "", " "),
            ("page", "/log", "", "of others"),
            ("page", "/players", "?query=jane", "personal"),
            ("page", "https://elsewhere.example", "", "elsewhere"),
            ("search", "/payouts", "state=decided", "no question mark"),
        ] {
            let view = json!({ "page": page, "search": search, "name": name, "is_shared": true });
            assert_eq!(paula.post("/api/views", view).await.field(field).len(), 1, "{field} of {name}");
        }
        for number in 0..100 {
            saved(&paula, &format!("view {number}"), false).await;
        }
        let view = json!({ "page": "/payouts", "search": "", "name": "one more", "is_shared": false });
        let full = paula.post("/api/views", view).await;
        assert_eq!((full.status.as_u16(), full.code()), (409, "views_too_many"));
        assert_eq!(names(&paula).await.len(), 100);
    }
}
