//! What staff decides, and who learns of it.

use croupier_server::player::IdentityCheck;
use croupier_server::verification::{self, RejectReason, Reviewed, Verdict};
use futures_util::future::join;
use serde_json::json;
use uuid::Uuid;

use super::{decide, facts, files, flags, kind, mails, png, rejected, upload, uploaded};
use crate::browser::{form_with, personal_id};

const DONE: Reviewed = Reviewed::Done { verified: false };
const VERIFIED: Reviewed = Reviewed::Done { verified: true };

on_both_engines! {
    async fn refused_then_accepted(kit: Kit) {
        let email = "ada@example.com";
        let (browser, _) = kit.player(email).await;
        let first = uploaded(&kit, &browser, "first", "identity").await;
        let note = "Please send the back as well.";
        assert_eq!(decide(&kit, first, rejected(RejectReason::Incomplete, Some(note))).await, DONE);
        let reported = kind(&browser, "identity").await;
        assert_eq!((&reported["state"], &reported["can_upload"]), (&json!("rejected"), &json!(true)));
        let document = &reported["documents"][0];
        assert_eq!((&document["reason"], &document["note"]), (&json!("incomplete"), &json!(note)));
        assert!(!reported.to_string().contains("Ann"), "who decides stays inside: {reported}");
        assert_eq!(flags(&browser).await, (false, false));
        let posted = Kit::until("the first mail", async || mails(&kit, email).await.pop()).await;
        assert_eq!(posted.0, "We need another document from you");
        assert!(posted.1.contains("A part of it is missing.") && posted.1.contains(note), "{}", posted.1);
        assert!(posted.1.contains("Proof of identity"), "{}", posted.1);

        let second = uploaded(&kit, &browser, "second", "identity").await;
        assert_eq!(kind(&browser, "identity").await["state"], "pending");
        assert_eq!(decide(&kit, second, Verdict::Approve).await, VERIFIED);
        let reported = kind(&browser, "identity").await;
        assert_eq!((&reported["state"], &reported["can_upload"]), (&json!("approved"), &json!(false)));
        assert_eq!(flags(&browser).await, (true, false));
        let posted = Kit::until("the second mail", async || {
            let mails = mails(&kit, email).await;
            (mails.len() == 2).then_some(mails)
        })
        .await;
        assert!(posted.iter().any(|(subject, _)| subject == "Your account is verified"), "{posted:?}");
        let facts = facts(&kit, "document.reviewed").await;
        let said: Vec<_> = facts.iter().map(|fact| (&fact["by"], &fact["state"], &fact["verified"])).collect();
        let by = json!("Ann Smith");
        assert_eq!(said, [(&by, &json!("rejected"), &json!(false)), (&by, &json!("approved"), &json!(true))]);
    }

    async fn a_licence_asks_for_all_its_documents(kit: Kit) {
        let fields = json!({
            "country": "EE", "first_name": "Jaan", "last_name": "Tamm", "personal_id": personal_id("1990-05-17"),
            "date_of_birth": "1990-05-17", "gender": "m", "city": "Tallinn", "address": "Pikk 1",
            "postal_code": "10123", "mobile_phone": "+3725551234",
        });
        let browser = kit.browser();
        let form = form_with("jaan@example.com", fields);
        browser.post("/api/users", json!({ "user": form })).await.expect(201);
        let identity = uploaded(&kit, &browser, "1", "identity").await;
        let address = uploaded(&kit, &browser, "2", "address").await;
        assert_eq!(kind(&browser, "address").await["required"], true);
        assert_eq!(decide(&kit, identity, Verdict::Approve).await, DONE);
        assert_eq!(flags(&browser).await, (false, false));
        assert_eq!(decide(&kit, address, Verdict::Approve).await, VERIFIED);
        assert_eq!(flags(&browser).await, (true, false));
    }

    async fn a_document_is_decided_about_once(kit: Kit) {
        let (browser, _) = kit.player("ada@example.com").await;
        let id = uploaded(&kit, &browser, "1", "identity").await;
        let reject = rejected(RejectReason::Expired, None);
        let (yes, no) = join(decide(&kit, id, Verdict::Approve), decide(&kit, id, reject.clone())).await;
        let done = [yes, no].iter().filter(|reviewed| **reviewed != Reviewed::NotPending).count();
        assert_eq!(done, 1, "{yes:?} {no:?}");
        assert_eq!(flags(&browser).await.0, yes == VERIFIED);
        assert_eq!(decide(&kit, id, Verdict::Approve).await, Reviewed::NotPending);
        assert_eq!(decide(&kit, id, reject).await, Reviewed::NotPending);
        assert_eq!(decide(&kit, Uuid::nil(), Verdict::Approve).await, Reviewed::NotPending);
        assert_eq!(facts(&kit, "document.reviewed").await.len(), 1);
    }

    async fn each_check_flips_on_its_own(kit: Kit) {
        let (browser, player) = kit.player("ada@example.com").await;
        let set = async |check, passed| {
            let (db, now) = (&kit.app.db, kit.app.clock.now());
            verification::set_check(db, player, check, passed, ("Ann", "seen in the branch"), now).await.unwrap()
        };
        let (staff, provider) = (IdentityCheck::Staff, IdentityCheck::Provider);
        for (check, passed, changes, expected) in [
            (provider, true, true, (false, true)),
            (provider, true, false, (false, true)),
            (staff, true, true, (true, true)),
            (provider, false, true, (true, false)),
            (staff, false, true, (false, false)),
        ] {
            assert_eq!(set(check, passed).await, changes);
            assert_eq!(flags(&browser).await, expected);
        }
        assert_eq!(facts(&kit, "player.verification").await.len(), 4);
        let sql = "SELECT COUNT(*) FROM player_change WHERE actor = 'Ann'";
        assert_eq!(kit.app.db.query_one(sql, vec![]).await.unwrap().get::<i64>(0).unwrap(), 4);
    }

    async fn staff_works_with_the_command(kit: Kit) {
        let (browser, _) = kit.player("ada@example.com").await;
        let id = uploaded(&kit, &browser, "1", "identity").await.to_string();
        let run = |words: &[&str]| {
            let output = kit.command().arg("document").args(words).output().unwrap();
            let text = format!(
                "{}{}",
                String::from_utf8(output.stdout).unwrap(),
                String::from_utf8(output.stderr).unwrap()
            );
            (output.status.success(), text)
        };
        let (done, text) = run(&["list"]);
        assert!(done && text.contains(&id) && text.contains("identity pending, png"), "{text}");
        let out = kit.app.config.data.join("seen.png");
        let (out, by) = (out.to_str().unwrap(), "Ann Smith");
        assert!(!run(&["show", &id, "--out", out]).0, "nobody looks without a name");
        let (done, text) = run(&["show", &id, "--out", out, "--by", by]);
        assert!(done, "{text}");
        assert_eq!(std::fs::read(out).unwrap(), png());
        assert_eq!(facts(&kit, "document.shown").await[0]["by"], by);
        assert!(!run(&["show", &id, "--out", out, "--by", by]).0, "a file is never written over");
        assert!(!run(&["reject", &id, "--reason", "ugly", "--by", by]).0);
        assert!(!run(&["reject", &id, "--reason", "other", "--by", by]).0, "other needs a note");
        let (done, text) = run(&["reject", &id, "--reason", "illegible", "--note", "Too dark.", "--by", by]);
        assert!(done, "{text}");
        assert!(!run(&["approve", &id, "--by", by]).0, "it is decided");
        assert_eq!(kind(&browser, "identity").await["documents"][0]["note"], "Too dark.");
        let id = uploaded(&kit, &browser, "2", "identity").await.to_string();
        let (done, text) = run(&["approve", &id, "--by", by]);
        assert!(done && text.contains("verified"), "{text}");
        assert_eq!(flags(&browser).await, (true, false));
        let (done, text) = run(&["list", "--email", "ada@example.com"]);
        assert!(done && text.lines().count() == 2, "{text}");
        let output = kit.command().args(["player", "unverify", "--email", "ada@example.com", "--by", by]).output();
        assert!(output.unwrap().status.success());
        assert_eq!(flags(&browser).await, (false, false));
        assert_eq!(files(&kit), 2);
    }

    async fn a_newer_document_is_taken_after_an_approved_one(kit: Kit) {
        let (browser, _) = kit.player("ada@example.com").await;
        for n in 0..3 {
            let id = uploaded(&kit, &browser, &format!("k{n}"), "payment_method").await;
            decide(&kit, id, rejected(RejectReason::Mismatch, None)).await;
        }
        let id = uploaded(&kit, &browser, "good", "payment_method").await;
        assert_eq!(decide(&kit, id, Verdict::Approve).await, DONE, "identity is asked for");
        let answer = upload(&kit, &browser, "more", "payment_method", png()).await;
        assert_eq!(answer.status, 201, "staff may have asked for a newer one");
    }
}
