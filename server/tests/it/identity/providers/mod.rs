//! Sign-in by a provider: the way there and back, new players, links, and what opens nothing.

mod gate;

use std::time::Duration;

use croupier_db::params;
use croupier_ledger::StopReason;
use futures_util::future::{join, join_all};
use reqwest::Method;
use serde_json::json;

use self::gate::Gate;
use super::recovery::{CONFIRM, NEW_PASSWORD, RESET, confirm, mails, remind, reset, sign_in, token};
use super::second_step::code_at;
use crate::browser::{PASSWORD, form_with, personal_id};
use crate::stops::stop;
use crate::testkit::Kit;

const ADA: &[(&str, &str)] = &[("sub", "ada")];
const BEN: &[(&str, &str)] = &[("sub", "ben")];
const NOA: &[(&str, &str)] = &[("sub", "noa")];
const KIM: &[(&str, &str)] = &[("sub", "kim")];
const JANE: &str = "jane@example.com";
/// Somebody at the provider with the address of a player.
const OTHER_JANE: &[(&str, &str)] =
    &[("sub", "j-1"), ("email", "Jane@Example.com"), ("email_verified", "true")];
const DETAILS: &str = "/api/auth_providers/update_details";

on_each_engine! {
    async fn a_provider_makes_a_player_who_completes_the_account(engine: Engine) {
        let gate = Gate::start(engine).await;
        let guest = gate.guest();
        let listed = guest.get("/api/auth_providers").await.expect(200);
        assert_eq!(listed[0], json!({ "name": "northgate", "title": "Northgate" }));
        let begun = guest.begin_at("sign_in", "/de/games?tag=new").await.expect(201);
        let (sent_back, page) = gate.let_in(begun["url"].as_str().unwrap(), ADA).await;
        assert_eq!(page, "/de/sign-in-return");
        let arrived = guest.finish(sent_back.clone()).await.expect(200);
        assert_eq!(arrived, json!({ "outcome": "signed_up", "provider": "Northgate", "return_to": "/de/games?tag=new" }));
        let player = guest.get("/api/player").await.expect(200);
        assert_eq!((&player["email"], &player["first_name"], &player["date_of_birth"]),
            (&json!("ada@northgate.example"), &json!("Ada"), &json!("1990-04-05")));
        assert!(player["confirmed_at"].is_string() && player["language"] == "de", "{player:#}");
        let missed = player["auth_fields_missed"].as_array().unwrap();
        assert!(missed.contains(&json!("country")) && missed.contains(&json!("terms_acceptance")), "{missed:?}");
        let deposit = json!({ "action": "deposit", "payment_method_id": "visa_mastercard", "currency": player["currency"], "amount_cents": 5_000 });
        assert_eq!(guest.post_once("early", "/api/player/payments", deposit.clone()).await.code(), "account_incomplete");
        // Where a player lives decides which gifts there are, and in which wallet: they wait for it.
        let (id, gifts) = (player["id"].as_i64().unwrap(), async |of: &str| guest.get(&format!("/api/player/{of}")).await.expect(200));
        let noted = "SELECT COUNT(*) FROM bonus_newcomer WHERE player_id = $1";
        Kit::until("the confirmed address", async || {
            let count = gate.kit.app.db.query_one(noted, params![id]).await.unwrap().get::<i64>(0).unwrap();
            (count == 1).then_some(())
        })
        .await;
        croupier_server::bonus::due::carry_out(&gate.kit.app).await.unwrap();
        let redeem = async || guest.post("/api/bonuses/coupon", json!({ "coupon_code": "LANTERNS" })).await.expect(200)["status"].clone();
        assert_eq!((gifts("bonuses").await, redeem().await), (json!([]), json!("restricted")));
        // An answer counts once.
        assert_eq!(guest.finish(sent_back).await.code(), "provider_sign_in_over");
        // Nothing is kept of a form with a fault.
        let faulty = guest.post(DETAILS, json!({ "user": { "country": "CA", "terms_acceptance": false } })).await;
        assert_eq!(faulty.status, 422);
        assert_eq!(guest.post(DETAILS, json!({ "user": { "country": "XX" } })).await.field("country").len(), 1);
        let reported = guest.post(DETAILS, json!({ "user": { "country": "EE", "terms_acceptance": true } })).await.expect(200);
        assert_eq!((&reported["country"], &reported["license_name"]), (&json!("EE"), &json!("EE")));
        assert_eq!(reported["auth_fields_missed"], json!(["personal_id"]));
        Kit::until("the gift of a new player", async || {
            let all = gifts("bonuses").await;
            all.as_array().unwrap().iter().any(|gift| gift["group_key"] == "hello").then_some(())
        })
        .await;
        assert_eq!(redeem().await, "activated");
        assert_eq!(gifts("freespins").await[0]["currency"], reported["currency"]);
        // The country counts once.
        assert_eq!(guest.post(DETAILS, json!({ "user": { "country": "CA" } })).await.field("country").len(), 1);
        let id = personal_id("1990-04-05");
        let whole = guest.post(DETAILS, json!({ "user": { "country": "EE", "personal_id": id } })).await.expect(200);
        assert_eq!(whole["auth_fields_missed"], json!([]));
        assert_ne!(guest.post_once("complete", "/api/player/payments", deposit).await.code(), "account_incomplete");
        // From another browser the same person is the same player.
        let other = gate.guest();
        assert_eq!(other.enter("sign_in", ADA).await.expect(200)["outcome"], "signed_in");
        assert_eq!(other.id().await, player["id"].as_i64());
        assert_eq!(gate.players().await, 1);
        let (by_form, _) = gate.player("joan@example.com").await;
        assert_eq!(by_form.post(DETAILS, json!({ "user": {} })).await.code(), "not_by_provider");
    }

    async fn what_does_not_fit_opens_nothing(engine: Engine) {
        let gate = Gate::start(engine).await;
        let guest = gate.guest();
        for mode in ["wrong_nonce", "wrong_audience", "wrong_issuer", "expired"] {
            gate.control(json!({ "mode": mode })).await;
            let refused = guest.enter("sign_in", ADA).await;
            assert_eq!((refused.status.as_u16(), refused.code()), (409, "provider_failed"), "{mode}");
        }
        gate.control(json!({ "mode": "right" })).await;
        // Another browser does not end this one's way, nor does it spoil it.
        let sent_back = guest.let_in("sign_in", ADA).await;
        let thief = gate.guest();
        assert_eq!(thief.finish(sent_back.clone()).await.code(), "provider_sign_in_over");
        thief.begin("sign_in").await.expect(201);
        assert_eq!(thief.finish(sent_back.clone()).await.code(), "provider_sign_in_over");
        let mut renamed = sent_back.clone();
        renamed["state"] = "made-up".into();
        assert_eq!(guest.finish(renamed).await.code(), "provider_sign_in_over");
        // Of calls at once one counts.
        let answers = join_all((0..4).map(|_| guest.finish(sent_back.clone()))).await;
        assert_eq!(answers.iter().filter(|answer| answer.status == 200).count(), 1);
        assert_eq!(gate.players().await, 1);
        let late = gate.guest();
        let sent_back = late.let_in("sign_in", BEN).await;
        gate.kit.app.clock.advance(Duration::from_mins(10));
        assert_eq!(late.finish(sent_back).await.code(), "provider_sign_in_over");
        assert_eq!(late.enter("sign_in", &[("cancel", "cancel")]).await.code(), "provider_sign_in_canceled");
        assert_eq!(late.enter("sign_in", NOA).await.code(), "provider_tells_no_email");
        assert_eq!((gate.players().await, late.id().await), (1, None));
        // A provider that is gone holds nobody else up.
        let body = json!({ "purpose": "sign_in", "return_to": "/", "locale": "en" });
        assert_eq!(late.post("/api/auth_providers/gone/flows", body.clone()).await.code(), "provider_failed");
        assert_eq!(late.post("/api/auth_providers/nobody/flows", body).await.status, 404);
        let elsewhere = json!({ "purpose": "sign_in", "return_to": "//evil.example", "locale": "en" });
        assert_eq!(late.post("/api/auth_providers/northgate/flows", elsewhere).await.field("return_to").len(), 1);
        assert_eq!(late.begin("link").await.status, 401);
        // Keys that were changed are asked for again.
        gate.control(json!({ "rotate": true })).await;
        gate.control(json!({ "rotate": true })).await;
        assert_eq!(late.enter("sign_in", BEN).await.expect(200)["outcome"], "signed_up");
    }

    async fn an_address_alone_links_nobody(engine: Engine) {
        let gate = Gate::start(engine).await;
        let (jane, id) = gate.player(JANE).await;
        let guest = gate.guest();
        let offered = guest.enter("sign_in", OTHER_JANE).await.expect(200);
        assert_eq!((&offered["outcome"], &offered["email"]), (&json!("link_offered"), &json!(JANE)));
        assert_eq!(guest.id().await, None);
        assert_eq!(guest.post("/api/player/auth_providers", json!({})).await.status, 401);
        // Neither another player in this browser nor that player in another one takes it.
        let joan = json!({ "user": form_with("joan@example.com", json!({})) });
        guest.post("/api/users", joan).await.expect(201);
        assert_eq!(guest.post("/api/player/auth_providers", json!({})).await.code(), "provider_sign_in_over");
        assert_eq!(jane.post("/api/player/auth_providers", json!({})).await.code(), "provider_sign_in_over");
        let user = json!({ "email": JANE, "password": PASSWORD, "dfpc": "" });
        guest.post("/api/users/sign_in", json!({ "user": user })).await.expect(201);
        let links = guest.post("/api/player/auth_providers", json!({})).await.expect(201);
        assert_eq!((&links[0]["title"], &links[0]["email"]), (&json!("Northgate"), &json!(JANE)));
        assert_eq!(guest.post("/api/player/auth_providers", json!({})).await.code(), "provider_sign_in_over");
        let other = gate.guest();
        assert_eq!(other.enter("sign_in", OTHER_JANE).await.expect(200)["outcome"], "signed_in");
        assert_eq!(other.id().await, Some(id));
        Kit::until("the mail", async || mails(&gate.kit, JANE, "Northgate was linked").await.pop()).await;
        // Nobody else is linked with the same person, and the player with nobody else there.
        let (other, _) = gate.player("june@example.com").await;
        assert_eq!(other.enter("link", OTHER_JANE).await.code(), "provider_link_taken");
        assert_eq!(jane.enter("link", ADA).await.code(), "provider_linked");
        assert_eq!(other.enter("link", ADA).await.expect(200)["outcome"], "linked");
    }

    async fn a_link_takes_the_place_of_the_password_alone(engine: Engine) {
        let gate = Gate::start(engine).await;
        let (jane, id) = gate.player(JANE).await;
        assert_eq!(jane.enter("link", ADA).await.expect(200)["outcome"], "linked");
        let enrolled = jane.post("/api/player/two_factor", json!({ "password": PASSWORD })).await.expect(201);
        let secret = enrolled["secret"].as_str().unwrap();
        let code = json!({ "otp_attempt": code_at(&gate.kit, secret, 0) });
        jane.call(Method::PUT, "/api/player/two_factor", Some(code)).await.expect(200);
        gate.kit.app.clock.advance(Duration::from_mins(1));
        let guest = gate.guest();
        let asked = guest.enter("sign_in", ADA).await.expect(200);
        assert_eq!((&asked["outcome"], &asked["factors"]), (&json!("second_step"), &json!(["otp_attempt"])));
        assert_eq!(guest.id().await, None);
        let code = json!({ "user": { "otp_attempt": code_at(&gate.kit, secret, 0) } });
        guest.post("/api/users/sign_in", code).await.expect(201);
        assert_eq!(guest.id().await, Some(id));
        // A second step that waits ends with the link that was its first.
        gate.kit.app.clock.advance(Duration::from_mins(1));
        let late = gate.guest();
        assert_eq!(late.enter("sign_in", ADA).await.expect(200)["outcome"], "second_step");
        let path = format!("/api/player/auth_providers/{}", jane.links().await[0]["id"].as_str().unwrap());
        jane.call(Method::DELETE, &path, None).await.expect(204);
        let code = json!({ "user": { "otp_attempt": code_at(&gate.kit, secret, 0) } });
        assert_eq!(late.post("/api/users/sign_in", code).await.field("otp_attempt"), ["SIGN_IN.EXPIRED"]);
        assert_eq!(jane.enter("link", ADA).await.expect(200)["outcome"], "linked");
        // A player who is shut out does not come in by another door.
        stop(&gate.kit.app, id, StopReason::Exclusion).await;
        let refused = gate.guest().enter("sign_in", ADA).await;
        assert_eq!((refused.status.as_u16(), refused.code()), (403, "self_excluded"));
    }

    async fn who_took_a_strangers_address_keeps_no_way_in(engine: Engine) {
        let gate = Gate::start(engine).await;
        // By the form, with a link, until the owner chooses a password by mail.
        let (stranger, id) = gate.player(JANE).await;
        stranger.enter("link", ADA).await.expect(200);
        let owner = gate.kit.browser();
        remind(&owner, JANE).await.expect(204);
        let mailed = token(&gate.kit, JANE, RESET).await;
        reset(&owner, &mailed, NEW_PASSWORD).await.expect(204);
        sign_in(&owner, JANE, NEW_PASSWORD).await.expect(201);
        stranger.get("/api/player/accounts").await.expect(401);
        assert_eq!(gate.guest().enter("sign_in", ADA).await.expect(200)["outcome"], "signed_up");
        let sql = "SELECT COUNT(*) FROM provider_link WHERE player_id = $1";
        let kept = async |player: i64| {
            let row = gate.kit.app.db.query_one(sql, params![player]).await.unwrap();
            row.get::<i64>(0).unwrap()
        };
        assert_eq!(kept(id).await, 0);
        // By a provider that has not confirmed the address, until the owner does.
        let stranger = gate.guest();
        stranger.enter("sign_in", BEN).await.expect(200);
        let ben = stranger.id().await.unwrap();
        let mailed = token(&gate.kit, "ben@northgate.example", CONFIRM).await;
        confirm(&gate.kit.browser(), &mailed).await.expect(204);
        assert_eq!(kept(ben).await, 0);
        stranger.get("/api/player/accounts").await.expect(401);
        assert_eq!(gate.guest().enter("sign_in", BEN).await.expect(200)["outcome"], "link_offered");
        // What was begun before the owner came makes no link afterwards, however long the provider takes.
        let (stranger, id) = gate.player("kay@example.com").await;
        let sent_back = stranger.let_in("link", &[("sub", "kay"), ("email", "kay@example.com")]).await;
        remind(&owner, "kay@example.com").await.expect(204);
        let mailed = token(&gate.kit, "kay@example.com", RESET).await;
        gate.control(json!({ "mode": "slow" })).await;
        let owner_comes = async {
            Kit::until("the provider to be asked", async || {
                let sql = "SELECT COUNT(*) FROM provider_flow WHERE player_id = $1";
                let row = gate.kit.app.db.query_one(sql, params![id]).await.unwrap();
                (row.get::<i64>(0).unwrap() == 0).then_some(())
            })
            .await;
            reset(&owner, &mailed, NEW_PASSWORD).await.expect(204);
            gate.control(json!({ "mode": "right" })).await;
        };
        let (linked, ()) = join(stranger.finish(sent_back), owner_comes).await;
        assert_eq!((linked.status.as_u16(), kept(id).await), (401, 0));
        // By way of another address that nobody has proved.
        let (stranger, id) = gate.player("sue@example.com").await;
        stranger.enter("link", &[("sub", "sue"), ("email", "sue@example.com")]).await.expect(200);
        let change = json!({ "email": "victim@example.com", "current_password": PASSWORD });
        stranger.post("/api/users/email", json!({ "user": change })).await.expect(204);
        let mailed = token(&gate.kit, "victim@example.com", "Confirm your new e-mail address").await;
        confirm(&gate.kit.browser(), &mailed).await.expect(204);
        assert_eq!((kept(id).await, stranger.id().await), (0, None));
        // Who confirms in the browser that has made the link keeps it.
        let (own, id) = gate.player("june@example.com").await;
        own.enter("link", &[("sub", "june"), ("email", "june@example.com")]).await.expect(200);
        let mailed = token(&gate.kit, "june@example.com", CONFIRM).await;
        own.get(&format!("/api/users/confirmation?confirmation_token={mailed}")).await.expect(204);
        assert_eq!((kept(id).await, own.id().await), (1, Some(id)));
    }

    async fn the_last_way_in_stays(engine: Engine) {
        let gate = Gate::start(engine).await;
        let guest = gate.guest();
        guest.enter("sign_in", ADA).await.expect(200);
        let path = format!("/api/player/auth_providers/{}", guest.links().await[0]["id"].as_str().unwrap());
        let unlink = async |path: &str| guest.call(Method::DELETE, path, None).await;
        assert_eq!(unlink(&path).await.code(), "last_sign_in_way");
        let (jane, _) = gate.player(JANE).await;
        assert_eq!(jane.call(Method::DELETE, &path, None).await.status, 404);
        // A session that was left alone shows again who is there: the provider does it as well as a password.
        gate.kit.app.clock.advance(Duration::from_mins(31));
        assert_eq!(unlink(&path).await.code(), "reauth_required");
        assert_eq!(guest.begin("link").await.code(), "reauth_required");
        assert_eq!(guest.enter("reauth", BEN).await.code(), "provider_other_person");
        assert_eq!(guest.enter("reauth", ADA).await.expect(200)["outcome"], "reauthenticated");
        assert_eq!(unlink(&path).await.code(), "last_sign_in_way");
        // With a password it is not the last one.
        let browser = gate.kit.browser();
        remind(&browser, "ada@northgate.example").await.expect(204);
        let mailed = token(&gate.kit, "ada@northgate.example", RESET).await;
        reset(&browser, &mailed, NEW_PASSWORD).await.expect(204);
        assert_eq!(guest.enter("sign_in", ADA).await.expect(200)["outcome"], "signed_in");
        unlink(&path).await.expect(204);
        assert!(guest.links().await.is_empty());
        let subject = "Northgate was unlinked";
        Kit::until(subject, async || mails(&gate.kit, "ada@northgate.example", subject).await.pop()).await;
    }

    async fn who_may_not_sign_up_does_not_by_a_provider(engine: Engine) {
        let gate = Gate::start(engine).await;
        let guest = gate.guest();
        let young = guest.enter("sign_in", KIM).await;
        assert_eq!((young.status.as_u16(), young.field("date_of_birth").len()), (422, 1));
        // The browser is held to it.
        assert_eq!(guest.enter("sign_in", ADA).await.field("date_of_birth").len(), 1);
        // Somebody who has excluded themselves under another address.
        let form = form_with(JANE, json!({ "first_name": "Ada", "last_name": "Vester", "date_of_birth": "1990-04-05" }));
        let player = gate.guest().post("/api/users", json!({ "user": form })).await.expect(201);
        stop(&gate.kit.app, player["id"].as_i64().unwrap(), StopReason::Exclusion).await;
        assert_eq!(gate.guest().enter("sign_in", ADA).await.code(), "registration_refused");
        // Or says who they are only afterwards.
        let late = gate.guest();
        late.enter("sign_in", &[("sub", "x"), ("email", "x@northgate.example"), ("email_verified", "true")]).await.expect(200);
        let details = json!({ "country": "CA", "first_name": "Ada", "last_name": "Vester", "date_of_birth": "1990-04-05" });
        let refused = late.post(DETAILS, json!({ "user": details })).await;
        assert_eq!(refused.status, 403, "{:#}", refused.body);
        assert_eq!(gate.players().await, 2);
        // Old enough where the visit comes from, and too young where they live: and no other country is named instead.
        let yan = gate.guest();
        let reported = [("sub", "yan"), ("email", "yan@northgate.example"), ("birthdate", "2006-06-01")];
        assert_eq!(yan.enter("sign_in", &reported).await.expect(200)["outcome"], "signed_up");
        for (country, code) in [("EE", "UNDERAGE"), ("CA", "AGE_REFUSED")] {
            let refused = yan.post(DETAILS, json!({ "user": { "country": country } })).await;
            assert_eq!(refused.field("date_of_birth"), [format!("VALIDATION.DATE_OF_BIRTH.{code}")], "{country}");
        }
        let player = yan.get("/api/player").await.expect(200);
        assert_eq!((&player["country"], &player["auth_fields_missed"][0]), (&json!("CA"), &json!("country")));
    }
}
