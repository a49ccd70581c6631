//! Lists of people, documents and coupons as files: masked, scoped, and without formulas.

use croupier_db::params;
use croupier_server::staff::{BrandScope, Role};
use serde_json::json;

use super::segments::made;
use super::{Member, Office, kinds};
use crate::bonus::player;
use crate::testkit::Kit;
use crate::verification::uploaded;

async fn file(member: &Member, address: &str) -> Vec<String> {
    let file = member.browser.get(address).await.expect(200);
    file.as_str().unwrap().lines().map(str::to_owned).collect()
}

async fn change(kit: &Kit, sql: &str) {
    let mut tx = kit.app.db.begin().await.unwrap();
    tx.execute(sql, params![]).await.unwrap();
    tx.commit().await.unwrap();
}

async fn bound(office: &Office<'_>, brand: &str) -> Member {
    let scope = BrandScope::of([brand.to_owned()]);
    let token =
        office.invited_for(&format!("{brand}@house.example"), Role::Administrator.name(), &scope).await;
    office.taken(&token).await
}

on_both_engines! {
    async fn players_are_taken_along_masked_and_as_they_were_searched_for(kit: Kit) {
        let office = Office::open(&kit).await;
        let (sue, boss) = (office.member(Role::Support).await, office.member(Role::Administrator).await);
        let (_, jane) = kit.player("jane@example.com").await;
        let (_, other) = kit.player("other@example.com").await;
        change(&kit, &format!("UPDATE player SET brand = 'marina', first_name = '=Ann' WHERE id = {other}")).await;
        let stop = json!({ "reason": "operator", "until": null, "why": "a test" });
        boss.browser.post(&format!("/api/players/{jane}/stops"), stop).await.expect(200);
        let all = file(&sue, "/api/players/export").await;
        assert_eq!(all[0], "player,name,email,mobile_phone,country,currency,registered_at,verified_at,stopped_for");
        assert_eq!(all.len(), 3);
        let [newest, first] = [&all[1], &all[2]];
        assert!(newest.starts_with(&format!("{other},'=***")), "newest first, no formulas: {newest}");
        assert!(newest.contains(",o***@e***.com,"), "{newest}");
        assert!(first.starts_with(&format!("{jane},")) && first.contains(",j***@e***.com,"), "{first}");
        assert!(first.ends_with(",operator"), "{first}");
        assert!(all.iter().all(|line| !line.contains("jane@") && !line.contains("other@")), "{all:?}");
        let found = file(&sue, "/api/players/export?query=jane").await;
        assert_eq!((found.len(), found[1].starts_with(&format!("{jane},"))), (2, true), "{found:?}");
        let long = sue.browser.get(&format!("/api/players/export?query={}", "x".repeat(101))).await;
        assert_eq!(long.status, 422);
        let marina = bound(&office, "marina").await;
        let own = file(&marina, "/api/players/export").await;
        assert_eq!((own.len(), own[1].starts_with(&format!("{other},"))), (2, true), "{own:?}");
        let entries = office.log(&boss, &format!("?member={}", sue.id), 3).await;
        assert_eq!((kinds(&entries[..2]), &entries[0]["subject"]), (vec!["report.exported"; 2], &json!("players")));
        let fay = office.member(Role::Finance).await;
        assert_eq!(fay.browser.get("/api/players/export").await.code(), "forbidden");
    }

    async fn the_members_of_a_segment_are_taken_along(kit: Kit) {
        let office = Office::open(&kit).await;
        let bob = office.member(Role::Bonus).await;
        let (_, jane) = kit.player("jane@example.com").await;
        let (_, other) = kit.player("other@example.com").await;
        change(&kit, &format!("UPDATE player SET brand = 'marina' WHERE id = {other}")).await;
        let id = made(&bob, "Borealis", json!({ "fact": "brand", "is": true, "values": ["borealis"] })).await;
        let address = format!("/api/segments/{id}/export");
        let members = file(&bob, &address).await;
        assert_eq!(members.len(), 2, "{members:?}");
        assert!(members[1].starts_with(&format!("{jane},")) && members[1].contains(",j***@e***.com,"), "{}", members[1]);
        let nobody = "/api/segments/00000000-0000-0000-0000-000000000000/export";
        assert_eq!(bob.browser.get(nobody).await.status, 404);
        let marina = bound(&office, "marina").await;
        assert_eq!(marina.browser.get(&address).await.code(), "bound_to_brands");
    }

    async fn documents_are_taken_along_without_what_they_show(kit: Kit) {
        let office = Office::open(&kit).await;
        let rita = office.member(Role::Risk).await;
        let (browser, jane) = kit.player("jane@example.com").await;
        let document = uploaded(&kit, &browser, "one", "identity").await;
        let waiting = file(&rita, "/api/documents/export?state=pending").await;
        assert_eq!(waiting.len(), 2);
        assert!(waiting[1].starts_with(&format!("{document},{jane},identity,pending,")), "{}", waiting[1]);
        let marina = bound(&office, "marina").await;
        assert_eq!(file(&marina, "/api/documents/export?state=pending").await.len(), 1, "the titles alone");
        let reject = json!({ "reason": "other", "note": "=1+1" });
        rita.browser.post(&format!("/api/documents/{document}/reject"), reject).await.expect(200);
        let rejected = file(&rita, "/api/documents/export?state=rejected").await;
        assert!(rejected[1].ends_with(",other,'=1+1"), "{}", rejected[1]);
    }

    async fn coupons_and_differences_are_taken_along(kit: Kit) {
        let office = Office::open(&kit).await;
        let (bob, fay) = (office.member(Role::Bonus).await, office.member(Role::Finance).await);
        let _ = player(&kit, 0).await;
        let form = json!({
            "code": "SUMMER", "offer": "SPINS", "valid_until": "2027-01-01T00:00:00Z", "uses_max": 5, "reason": "=a summer",
        });
        bob.browser.post("/api/coupons", form).await.expect(201);
        let current = file(&bob, "/api/coupons/export?state=current").await;
        let line = current.iter().find(|line| line.starts_with("SUMMER,")).unwrap();
        assert!(line.contains(",open,") && line.contains(",5,0,,") && line.contains(",'=a summer,"), "{line}");
        let past = file(&bob, "/api/coupons/export?state=past").await;
        assert!(past.iter().all(|line| !line.starts_with("SUMMER,")), "{past:?}");
        let open = file(&fay, "/api/settlements/export?state=open").await;
        assert_eq!(open, ["partner,day,reference,kind,here,there,found_at,gone_at,explained_by,explained_at,explanation"]);
    }
}
