//! Links that sign in.

use std::time::Duration;

use croupier_db::params;
use croupier_ledger::StopReason;
use croupier_server::account::recovery;
use croupier_server::identity;
use futures_util::future::join_all;
use serde_json::{Value, json};

use super::recovery::{NEW_PASSWORD, RESET, mails, put_password, remind, reset, sign_in, token};
use super::second_step::{Guarded, code_at};
use crate::browser::{Answer, Browser, PASSWORD};
use crate::stops::{lift, stop};
use crate::testkit::Kit;

const JANE: &str = "jane@example.com";
const SUBJECT: &str = "Your link to sign in";

async fn ask(kit: &Kit, email: &str) -> Answer {
    kit.browser().post("/api/users/sign_in_link", json!({ "user": { "email": email } })).await
}

/// The token of a link that somebody with a confirmed address has asked for.
async fn asked(kit: &Kit, email: &str) -> String {
    let mut tx = kit.app.db.begin().await.unwrap();
    let sql = "UPDATE login SET confirmed_at_ms = created_at_ms WHERE email = $1";
    tx.execute(sql, params![email]).await.unwrap();
    tx.commit().await.unwrap();
    ask(kit, email).await.expect(204);
    token(kit, email, SUBJECT).await
}

async fn follow(browser: &Browser, token: &str) -> Answer {
    let user = json!({ "token": token, "dfpc": "device-2" });
    browser.post("/api/users/sign_in/link", json!({ "user": user })).await
}

on_both_engines! {
    async fn a_link_signs_in_once(kit: Kit) {
        let (_, id) = kit.player(JANE).await;
        let token = asked(&kit, JANE).await;
        let body = mails(&kit, JANE, SUBJECT).await.pop().unwrap();
        assert!(body.contains("/autologin?token="), "{body}");
        let kept = kit.app.db.query("SELECT token_hash FROM one_time_token", params![]).await.unwrap();
        assert!(kept.iter().all(|row| row.get::<Vec<u8>>(0).unwrap() != token.as_bytes()));
        let browsers: Vec<_> = (0..6).map(|_| kit.browser()).collect();
        let answers = join_all(browsers.iter().map(|browser| follow(browser, &token))).await;
        let entered: Vec<_> = answers.iter().filter(|answer| answer.status == 201).collect();
        assert_eq!(entered.len(), 1);
        assert_eq!(entered[0].body, json!({ "id": id }));
        assert!(answers.iter().filter(|answer| answer.status != 201).all(|answer| answer.code() == "link_over"));
        let again = follow(&kit.browser(), &token).await;
        assert_eq!((again.status.as_u16(), again.code()), (410, "link_over"));
        let sql = "SELECT result FROM sign_in_attempt ORDER BY id DESC LIMIT 1";
        let noted: String = kit.app.db.query_one(sql, params![]).await.unwrap().get(0).unwrap();
        assert_eq!(noted, "link_ok");
    }

    async fn who_took_a_strangers_address_shares_no_account_with_its_owner(kit: Kit) {
        let (stranger, id) = kit.player(JANE).await;
        ask(&kit, JANE).await.expect(204);
        let mailed = token(&kit, JANE, RESET).await;
        assert!(mails(&kit, JANE, SUBJECT).await.is_empty(), "the password may be the stranger's");
        reset(&kit.browser(), &mailed, NEW_PASSWORD).await.expect(204);
        stranger.get("/api/player/accounts").await.expect(401);
        sign_in(&stranger, JANE, PASSWORD).await.expect(422);
        // From now on the address is its owner's, and a link is a link.
        kit.app.clock.advance(Duration::from_mins(2));
        ask(&kit, JANE).await.expect(204);
        let link = token(&kit, JANE, SUBJECT).await;
        assert_eq!(follow(&kit.browser(), &link).await.expect(201), json!({ "id": id }));
    }

    async fn nobody_learns_whether_an_address_is_known(kit: Kit) {
        kit.player(JANE).await;
        let (known, unknown) = (ask(&kit, JANE).await, ask(&kit, "nobody@example.com").await);
        assert_eq!((known.status, &known.body), (unknown.status, &unknown.body));
        recovery::answer_due(&kit.app).await.unwrap();
        assert!(mails(&kit, "nobody@example.com", SUBJECT).await.is_empty());
    }

    async fn links_that_do_not_count_open_nothing(kit: Kit) {
        let (jane, _) = kit.player(JANE).await;
        let guest = kit.browser();
        for made_up in ["", "x", &"x".repeat(500)] {
            assert_eq!(follow(&guest, made_up).await.code(), "link_over", "{made_up}");
        }
        let late = asked(&kit, JANE).await;
        kit.app.clock.advance(Duration::from_hours(24));
        assert_eq!(follow(&guest, &late).await.code(), "link_over");
        // A link to choose a password is none to sign in with.
        remind(&guest, JANE).await.expect(204);
        let other = token(&kit, JANE, RESET).await;
        assert_eq!(follow(&guest, &other).await.code(), "link_over");
        // Nor one that was mailed before the password was changed.
        kit.app.clock.advance(Duration::from_mins(2));
        let old = asked(&kit, JANE).await;
        let jane = {
            let user = json!({ "email": JANE, "password": PASSWORD });
            jane.post("/api/users/sign_in", json!({ "user": user })).await.expect(201);
            jane
        };
        let change = json!({ "current_password": PASSWORD, "password": NEW_PASSWORD, "password_confirmation": NEW_PASSWORD });
        put_password(&jane, change).await.expect(204);
        assert_eq!(follow(&guest, &old).await.code(), "link_over");
        assert_eq!(guest.get("/api/player").await.expect(200), json!({}));
    }

    async fn a_second_factor_is_still_asked_for(kit: Kit) {
        let guarded = Guarded::at(&kit).await;
        let token = asked(&kit, JANE).await;
        let guest = kit.browser();
        assert_eq!(follow(&guest, &token).await.expect(202), json!({ "two_factor_required": true }));
        assert_eq!(guest.get("/api/player").await.expect(200), json!({}));
        let code = code_at(&kit, &guarded.secret, 0);
        let second = guest.post("/api/users/sign_in", json!({ "user": { "otp_attempt": code } })).await;
        assert_eq!(second.expect(201)["id"], guarded.id);
    }

    async fn who_may_not_be_signed_in_keeps_the_link(kit: Kit) {
        let (_, id) = kit.player(JANE).await;
        let token = asked(&kit, JANE).await;
        stop(&kit.app, id, StopReason::Exclusion).await;
        let refused = follow(&kit.browser(), &token).await;
        assert_eq!((refused.status.as_u16(), refused.code()), (403, "self_excluded"));
        lift(&kit.app, id, StopReason::Exclusion).await;
        follow(&kit.browser(), &token).await.expect(201);
    }

    async fn the_operator_makes_one(kit: Kit) {
        let (_, id) = kit.player(JANE).await;
        let (db, now) = (&kit.app.db, kit.app.clock.now());
        let nobody = identity::make_sign_in_token(db, kit.app.entropy, "no@example.com", "ann", now).await.unwrap();
        assert_eq!(nobody, None);
        let made = identity::make_sign_in_token(db, kit.app.entropy, JANE, "ann", now).await.unwrap();
        assert_eq!(follow(&kit.browser(), &made.unwrap()).await.expect(201), json!({ "id": id }));
        let sql = "SELECT body FROM event WHERE kind = 'player.sign_in_link_made'";
        let reported: String = db.query_one(sql, params![]).await.unwrap().get(0).unwrap();
        assert_eq!(serde_json::from_str::<Value>(&reported).unwrap(), json!({ "by": "ann" }));
    }
}
