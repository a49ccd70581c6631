//! Segments, mass gifts, coupons, offers, collections and switches in the hands of members who are bound to brands.

use croupier_server::staff::{BrandScope, Role};
use serde_json::{Value, json};

use super::calendar::{plan, planned};
use super::segments::made;
use super::{Member, Office};
use crate::browser::Answer;

/// A member for bonuses who is bound to `brand`.
async fn bound(office: &Office<'_>, brand: &str) -> Member {
    let scope = BrandScope::of([brand.to_owned()]);
    let email = format!("{brand}@house.example");
    office.taken(&office.invited_for(&email, Role::Administrator.name(), &scope).await).await
}

fn refused(answer: &Answer) -> (u16, &str) {
    (answer.status.as_u16(), answer.code())
}

fn coupon(code: &str, offer: &str) -> Value {
    json!({ "code": code, "offer": offer, "valid_until": "2026-02-01T00:00:00Z", "reason": "spring" })
}

/// The coupons that `member` is shown, with whether they may end them.
async fn coupons(member: &Member) -> Vec<(String, bool)> {
    let list = member.browser.get("/api/coupons?state=current").await.expect(200);
    let rows = list["coupons"].as_array().unwrap().iter();
    let mut rows: Vec<_> =
        rows.map(|row| (row["code"].as_str().unwrap().to_owned(), row["changeable"] == true)).collect();
    rows.sort_unstable();
    rows
}

on_each_engine! {
    async fn a_coupon_is_for_the_brands_of_its_offer(engine: Engine) {
        let (_folder, kit) = planned(engine).await;
        let office = Office::open(&kit).await;
        let boss = office.member(Role::Administrator).await;
        let (marina, borealis) = (bound(&office, "marina").await, bound(&office, "borealis").await);
        for (code, offer) in [("OURS", "SPRING"), ("ALL", "WELCOME")] {
            boss.browser.post("/api/coupons", coupon(code, offer)).await.expect(201);
        }
        let row = |code: &str, changeable: bool| (code.to_owned(), changeable);
        assert_eq!(coupons(&marina).await, [row("ALL", false), row("OURS", true)]);
        assert_eq!(coupons(&borealis).await, [row("ALL", false)]);
        assert_eq!(coupons(&boss).await, [row("ALL", true), row("OURS", true)]);
        let choices = marina.browser.get("/api/coupon-choices").await.expect(200);
        let offers: Vec<_> = choices["offers"].as_array().unwrap().iter().map(|offer| offer["code"].clone()).collect();
        assert_eq!(offers, ["SPRING"]);
        marina.browser.post("/api/coupons", coupon("MORE", "SPRING")).await.expect(201);
        let end = async |member: &Member, code: &str| {
            member.browser.post(&format!("/api/coupons/{code}/end"), json!({ "reason": "a mistake" })).await
        };
        for (member, code, offer) in [(&marina, "THEIRS", "WELCOME"), (&borealis, "THEIRS", "SPRING")] {
            let answer = member.browser.post("/api/coupons", coupon(code, offer)).await;
            assert_eq!(refused(&answer), (403, "bound_to_brands"), "{offer}");
        }
        for (member, code) in [(&marina, "ALL"), (&borealis, "ALL"), (&borealis, "OURS")] {
            assert_eq!(refused(&end(member, code).await), (403, "bound_to_brands"), "{code}");
        }
        assert_eq!(end(&marina, "OURS").await.expect(200)["state"], "ended");
        assert_eq!(coupons(&boss).await, [row("ALL", true), row("MORE", true)]);
    }

    async fn a_mass_gift_is_for_players_of_the_members_brand(engine: Engine) {
        let (_folder, kit) = planned(engine).await;
        let office = Office::open(&kit).await;
        let boss = office.member(Role::Administrator).await;
        let (marina, borealis) = (bound(&office, "marina").await, bound(&office, "borealis").await);
        plan(&boss).await;
        let listed = async |member: &Member| {
            let list = member.browser.get("/api/mass-gifts").await.expect(200);
            list["mass_gifts"].as_array().unwrap().clone()
        };
        assert_eq!((listed(&marina).await.len(), listed(&borealis).await.len()), (0, 1));
        let id = listed(&borealis).await[0]["id"].clone();
        let path = format!("/api/mass-gifts/{id}");
        borealis.browser.get(&path).await.expect(200);
        borealis.browser.get(&format!("{path}/outcome")).await.expect(200);
        for answer in [
            marina.browser.get(&path).await,
            marina.browser.get(&format!("{path}/outcome")).await,
            marina.browser.post(&format!("{path}/cancel"), json!({ "reason": "not ours" })).await,
            marina.browser.get("/api/mass-gifts/no-number").await,
        ] {
            assert_eq!(refused(&answer), (404, "not_found"));
        }
        let segment = made(&boss, "Silver", json!({ "fact": "groups", "is": true, "groups": [258] })).await;
        let gift = |to: Value| {
            let mut gift = json!({ "kind": "offer", "code": "GOODWILL" });
            gift.as_object_mut().unwrap().extend(to.as_object().unwrap().clone());
            gift
        };
        for (to, code) in [
            (json!({ "segment": segment }), "VALIDATION.BRAND.REQUIRED"),
            (json!({ "players": [1] }), "VALIDATION.BRAND.REQUIRED"),
            (json!({ "segment": segment, "brand": "borealis" }), "VALIDATION.BRAND.NOT_ALLOWED"),
        ] {
            let preview = marina.browser.post("/api/mass-gifts/preview", gift(to.clone())).await;
            assert_eq!(preview.field("brand"), [code], "{to}");
            let body = json!({ "name": "Ours", "gift": gift(to.clone()), "reason": "spring" });
            assert_eq!(marina.browser.post("/api/mass-gifts", body).await.field("brand"), [code], "{to}");
        }
        let own = gift(json!({ "segment": segment, "brand": "marina" }));
        marina.browser.post("/api/mass-gifts/preview", own.clone()).await.expect(200);
        let body = json!({ "name": "Ours", "gift": own, "reason": "spring" });
        marina.browser.post("/api/mass-gifts", body).await.expect(201);
        assert_eq!((listed(&marina).await.len(), listed(&borealis).await.len(), listed(&boss).await.len()), (1, 1, 2));
    }

    async fn what_is_for_all_brands_is_read_or_refused(engine: Engine) {
        let (_folder, kit) = planned(engine).await;
        let office = Office::open(&kit).await;
        let boss = office.member(Role::Administrator).await;
        let marina = bound(&office, "marina").await;
        let id = made(&boss, "Gold", json!({ "fact": "groups", "is": true, "groups": [259] })).await;
        let list = marina.browser.get("/api/segments?state=used").await.expect(200);
        assert_eq!(list["segments"][0]["id"], json!(id));
        marina.browser.get(&format!("/api/segments/{id}")).await.expect(200);
        let choices = marina.browser.get("/api/segments/choices").await.expect(200);
        assert_eq!((choices["brands"].as_array().unwrap().len(), &choices["brands"][0]["id"]), (1, &json!("marina")));
        for path in ["/api/segments", "/api/segments/count", "/api/offers/save", "/api/offers/assess", "/api/catalogue/collections"] {
            assert_eq!(refused(&marina.browser.post(path, json!({})).await), (403, "bound_to_brands"), "{path}");
        }
        for path in [format!("/api/segments/{id}"), format!("/api/segments/{id}/archive"), "/api/flags/rocketChance".to_owned()] {
            assert_eq!(refused(&marina.browser.post(&path, json!({})).await), (403, "bound_to_brands"), "{path}");
        }
        for path in ["/api/offers", "/api/offers/SPRING", "/api/offer-choices", "/api/catalogue/collections", "/api/flags"] {
            assert_eq!(refused(&marina.browser.get(path).await), (403, "bound_to_brands"), "{path}");
        }
    }
}
