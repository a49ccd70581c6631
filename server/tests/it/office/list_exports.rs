//! Lists as files: whole, without formulas, and no more than the list shows.

use croupier_server::staff::{BrandScope, Role};
use serde_json::json;

use super::payouts::{HELD, held, path};
use super::{Member, Office};
use crate::cashbox::payment_kit::PaymentKit;

async fn file(member: &Member, address: &str) -> Vec<String> {
    let file = member.browser.get(address).await.expect(200);
    file.as_str().unwrap().lines().map(str::to_owned).collect()
}

on_each_engine! {
    async fn a_list_is_taken_along_and_carries_no_formulas(engine: Engine) {
        let payments = PaymentKit::start_with(engine, HELD).await;
        let office = Office::open(&payments.kit).await;
        let (paul, boss) = (office.member(Role::Payments).await, office.member(Role::Administrator).await);
        let (ada, made) = held(&payments, &[6_000, 7_000]).await;
        payments.change("UPDATE player SET brand = 'marina'").await;
        let formula = json!({ "reason": "=1+1" });
        paul.browser.post(&path(&made[0], "/decline"), formula).await.expect(200);
        let waiting = file(&paul, "/api/payouts/export?state=waiting").await;
        assert_eq!(waiting.len(), 2, "{waiting:?}");
        assert!(waiting[0].starts_with("payout,player,currency,amount,"), "{}", waiting[0]);
        let start = format!("{},{},EUR,70.00,70.00,", made[1]["id"].as_str().unwrap(), ada.id);
        assert!(waiting[1].starts_with(&start), "{}", waiting[1]);
        let decided = file(&paul, "/api/payouts/export?state=decided").await;
        assert!(decided[1].contains(",declined,") && decided[1].ends_with(",'=1+1"), "{}", decided[1]);
        let form = json!({ "currency": "EUR", "direction": "take", "amount_cents": 500, "reason": "@SUM(A1)" });
        paul.browser.post(&format!("/api/players/{}/adjustments", ada.id), form).await.expect(201);
        let asked = file(&paul, "/api/adjustments/export?state=waiting").await;
        assert!(asked[1].contains(&format!(",{},EUR,-5.00,waiting,'@SUM(A1),", ada.id)), "{}", asked[1]);
        let scope = BrandScope::of(["borealis".to_owned()]);
        let token = office.invited_for("other@house.example", Role::Administrator.name(), &scope).await;
        let outsider = office.taken(&token).await;
        for address in ["/api/payouts/export?state=waiting", "/api/adjustments/export?state=waiting"] {
            assert_eq!(file(&outsider, address).await.len(), 1, "{address}: the titles alone");
        }
        assert_eq!(outsider.browser.get("/api/log/export").await.code(), "bound_to_brands");
        office.log(&boss, &format!("?member={}", paul.id), 6).await;
        let log = file(&boss, &format!("/api/log/export?member={}", paul.id)).await;
        let taken = log.iter().filter(|line| line.contains(",report.exported,")).count();
        assert_eq!(taken, 3, "{log:?}");
        assert!(log.iter().any(|line| line.contains(",payment.reviewed,") && line.ends_with(",'=1+1")), "{log:?}");
        payments.close().await;
    }
}
