//! Copies of a player's data, the end of an account, and the erasure of what is kept no longer.

use croupier_db::params;
use croupier_ledger::StopReason;
use croupier_server::privacy;
use croupier_server::staff::Role;
use croupier_server::verification::{WealthRequest, ask_wealth, return_wealth, wealth_of};
use reqwest::header::{CACHE_CONTROL, CONTENT_DISPOSITION};
use serde_json::{Value, json};
use uuid::Uuid;

use crate::browser::{Answer, Browser, PASSWORD, form};
use crate::lootbox;
use crate::office::Office;
use crate::play::{Frame, KOI, grown_player, rich_player};
use crate::stops::stop;
use crate::testkit::Kit;
use crate::verification::uploaded;

const EXPORTS: &str = "/api/player/data_exports";
const CLOSING: &str = "/api/player/closing";

async fn change(kit: &Kit, sql: &str, values: Vec<croupier_db::Value>) {
    let mut tx = kit.app.db.begin().await.unwrap();
    tx.execute(sql, values).await.unwrap();
    tx.commit().await.unwrap();
}

async fn count(kit: &Kit, sql: &str, values: Vec<croupier_db::Value>) -> i64 {
    kit.app.db.query_one(sql, values).await.unwrap().get(0).unwrap()
}

async fn ask(browser: &Browser) -> Answer {
    browser.post(EXPORTS, json!({})).await
}

/// A copy once all are written.
async fn ready(kit: &Kit, browser: &Browser) -> Value {
    privacy::go_on(&kit.app).await.unwrap();
    Kit::until("the copies to be written", async || {
        let listed = browser.get(EXPORTS).await.expect(200);
        let copies = listed["exports"].as_array().unwrap();
        copies.iter().all(|copy| copy["state"] == "ready").then(|| copies[0].clone())
    })
    .await
}

fn file(export: &Value) -> String {
    format!("{EXPORTS}/{}/file", export["id"].as_str().unwrap())
}

const IBAN: &str = "EE382200221020145685";
const COIN: &str = "1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa";

/// A payout of the past, that came to nothing: no money moved.
async fn paid_out(kit: &Kit, player: i64, (number, kind, address): (u128, &str, &str)) {
    let sql = "INSERT INTO payment (id, player_id, action, state, method_id, brand, provider, currency, amount, address,
                   idempotency_key, fingerprint, recallable, created_at_ms, changed_at_ms, finished_at_ms, kind)
               VALUES ($1, $2, 'cashout', 'rejected', $3, $3, 'northpay', 'EUR', 2000, $4, $3, $5, $6, 0, 0, 0, $3)";
    let row = params![Uuid::from_u128(number), player, kind, address, [0_u8; 32].as_slice(), false];
    change(kit, sql, row).await;
}

async fn sign_in(kit: &Kit, email: &str) -> Answer {
    let user = json!({ "email": email, "password": PASSWORD, "dfpc": "device-2" });
    kit.browser().post("/api/users/sign_in", json!({ "user": user })).await
}

async fn mails(kit: &Kit, subject: &str) -> i64 {
    count(kit, "SELECT COUNT(*) FROM mail_outbox WHERE subject = $1", params![subject]).await
}

/// Leaves `count` marks of campaigns to a player.
async fn mark(kit: &Kit, player: i64, count: u128) {
    let sql = "INSERT INTO utm_marks (id, at_ms, moment, player_id, marks) VALUES ($1, $2, $3, $4, $5)";
    let row = |number| {
        params![Uuid::from_u128(number), kit.app.clock.now(), "send", player, "{\"utm_source\":\"a mail\"}"]
    };
    let mut tx = kit.app.db.begin().await.unwrap();
    tx.execute_each(sql, (1..=count).map(row).collect()).await.unwrap();
    tx.commit().await.unwrap();
}

on_both_engines! {
    async fn a_copy_holds_every_page_and_is_its_players_alone(kit: Kit) {
        let (browser, player) = kit.player("ada@example.com").await;
        let (other, _) = kit.player("bob@example.com").await;
        mark(&kit, player, 1_201).await;
        // The address was somebody else's a moment before, and nobody has confirmed it since.
        let now = kit.app.clock.now();
        let fresh = "UPDATE login SET confirmed_at_ms = NULL, created_at_ms = $2 WHERE player_id = $1";
        change(&kit, fresh, params![player, now]).await;
        for (id, subject, at) in [(91, "To who was there", now - 1), (92, "To Ada", now)] {
            let sql = "INSERT INTO mail_outbox (id, recipient, sender, sender_name, subject, body, posted_at_ms)
                       VALUES ($1, 'ada@example.com', 'house@example.com', 'House', $2, '', $3)";
            change(&kit, sql, params![Uuid::from_u128(id), subject, at]).await;
        }
        let (one, two) = tokio::join!(ask(&browser), ask(&browser));
        let mut statuses = [one.status.as_u16(), two.status.as_u16()];
        statuses.sort_unstable();
        assert_eq!(statuses, [202, 409], "one copy at a time");
        let export = ready(&kit, &browser).await;
        let taken = browser.get(&file(&export)).await;
        assert_eq!(taken.headers[CACHE_CONTROL], "no-store");
        assert!(taken.headers[CONTENT_DISPOSITION].to_str().unwrap().starts_with("attachment"));
        let held = taken.expect(200);
        assert_eq!(held["about"]["player_id"], player);
        assert_eq!(held["login"][0]["email"], "ada@example.com");
        assert_eq!(held["campaigns"].as_array().unwrap().len(), 1_201);
        assert_eq!(held["campaigns"][0]["marks"]["utm_source"], "a mail");
        assert!(held["sessions"][0]["created_at"].as_str().unwrap().ends_with('Z'));
        assert!(!held.to_string().contains("argon2"), "a hash of a password is told");
        let is_notified = |subject: &str| held["mails"].as_array().unwrap().iter().any(|mail| mail["subject"] == subject);
        assert!(is_notified("To Ada") && !is_notified("To who was there"), "{}", held["mails"]);
        other.get(&file(&export)).await.expect(404);
        kit.browser().get(&file(&export)).await.expect(401);
        assert_eq!(mails(&kit, "Your data is ready").await, 1);
    }

    async fn a_copy_holds_every_answer_about_wealth(kit: Kit) {
        const ANSWERS: usize = 51;
        let (browser, player) = kit.player("ada@example.com").await;
        let due_at = kit.app.clock.now() + 60_000;
        let request = WealthRequest { due_at, note: "Please tell us more.".to_owned(), by: "Ann".into() };
        ask_wealth(&kit.app, player, &request).await.unwrap();
        uploaded(&kit, &browser, "payslip", "wealth").await;
        for number in 0..ANSWERS {
            let profession = format!("Lighthouse keeper {number}");
            let answer = json!({ "profession": profession, "income": "under_25000", "source": "employment" });
            browser.post("/api/player/wealth_questionnaire", answer).await.expect(200);
            let answered = wealth_of(&kit.app, player).await.unwrap()[0].id;
            return_wealth(&kit.app, player, answered, &request).await.unwrap();
        }
        ask(&browser).await.expect(202);
        let export = ready(&kit, &browser).await;
        let held = browser.get(&file(&export)).await.expect(200);
        let answers = held["answers_about_wealth"].as_array().unwrap();
        assert_eq!(answers.len(), ANSWERS, "staff is shown fewer");
        let mut professions: Vec<_> = answers.iter().map(|row| row["answer"]["profession"].to_string()).collect();
        professions.sort_unstable();
        professions.dedup();
        assert_eq!(professions.len(), ANSWERS);
    }

    async fn copies_are_bounded_and_end(kit: Kit) {
        let (browser, player) = kit.player("ada@example.com").await;
        for _ in 0..3 {
            ask(&browser).await.expect(202);
            ready(&kit, &browser).await;
        }
        assert_eq!(ask(&browser).await.code(), "exports_too_many");
        let export = ready(&kit, &browser).await;
        let now = kit.app.clock.now();
        let over = "UPDATE data_export SET expires_at_ms = $2 WHERE player_id = $1";
        change(&kit, over, params![player, now]).await;
        assert_eq!(browser.get(&file(&export)).await.code(), "export_expired");
        privacy::tidy(&kit.app).await.unwrap();
        let listed = browser.get(EXPORTS).await.expect(200);
        assert_eq!(listed["exports"][0]["state"], "expired");
        assert_eq!(count(&kit, "SELECT COUNT(*) FROM data_export_part", params![]).await, 0);
    }

    async fn a_copy_goes_on_when_its_server_has_died(kit: Kit) {
        let (browser, player) = kit.player("ada@example.com").await;
        let (id, now) = (Uuid::from_u128(7), kit.app.clock.now());
        let sql = "INSERT INTO data_export (id, player_id, state, host, asked_at_ms, epoch, failures, leased_until_ms)
                   VALUES ($1, $2, 'asked', $3, $4, 4, 1, $5)";
        change(&kit, sql, params![id, player, "localhost", now, now + 60_000]).await;
        let draft = "0123456789abcdef0123456789abcdef";
        let sql = "INSERT INTO data_export_part (blob, export_id) VALUES ($1, $2)";
        change(&kit, sql, params![draft, id]).await;
        privacy::go_on(&kit.app).await.unwrap();
        let listed = browser.get(EXPORTS).await.expect(200);
        assert_eq!(listed["exports"][0]["state"], "asked", "another server has it");
        change(&kit, "UPDATE data_export SET leased_until_ms = 0 WHERE id = $1", params![id]).await;
        let export = ready(&kit, &browser).await;
        assert_eq!(browser.get(&file(&export)).await.expect(200)["about"]["player_id"], player);
        privacy::tidy(&kit.app).await.unwrap();
        let left = "SELECT COUNT(*) FROM data_export_part WHERE blob = $1";
        assert_eq!(count(&kit, left, params![draft]).await, 0, "what the dead server began is removed");
        // A server that dies between the last part and the end of the copy leaves nothing to be written.
        let size = browser.get(EXPORTS).await.expect(200)["exports"][0]["size_bytes"].clone();
        let undone = "UPDATE data_export SET state = 'asked', ended_at_ms = NULL, expires_at_ms = NULL, leased_until_ms = 0
                      WHERE id = $1";
        change(&kit, undone, params![id]).await;
        let export = ready(&kit, &browser).await;
        assert_eq!(export["size_bytes"], size);
        assert_eq!(browser.get(&file(&export)).await.expect(200)["about"]["player_id"], player);
    }

    async fn an_account_with_money_or_an_open_round_stays_open(kit: Kit) {
        let (browser, _) = rich_player(&kit).await;
        let view = browser.get(CLOSING).await.expect(200);
        assert_eq!(view["can_close"], false);
        assert_eq!(view["wallets"][0]["cash_cents"], 100_000);
        assert_eq!(browser.post(CLOSING, json!({})).await.code(), "balance_left");
        let frame = Frame::open(&kit, &browser, KOI, "real").await;
        frame.open_round(20).await;
        assert_eq!(browser.post(CLOSING, json!({})).await.code(), "rounds_open");
        browser.get("/api/player/stats").await.expect(200);
    }

    async fn an_account_whose_prize_is_still_to_be_paid_stays_open(kit: Kit) {
        let (browser, player) = kit.player("ada@example.com").await;
        let award = "INSERT INTO lottery_award
                (lottery_id, place, ticket, player_id, shown_name, currency, prize, retry_at_ms)
            VALUES (77, $2, $2, $1, 'a***', 'EUR', $3, $4)";
        let later = kit.app.clock.now() + 3_600_000;
        for (place, prize) in [(1_i64, r#"{"money":5000}"#), (2, r#"{"gift":{}}"#)] {
            change(&kit, award, params![player, place, prize, later]).await;
        }
        let view = browser.get(CLOSING).await.expect(200);
        assert_eq!((&view["can_close"], &view["open_prizes"]), (&json!(false), &json!(1)), "a gift is not owed");
        assert_eq!(browser.post(CLOSING, json!({})).await.code(), "prizes_open");
        let paid = "UPDATE lottery_award SET paid_at_ms = 1, paid_amount = 5000 WHERE place = 1 AND player_id = $1";
        change(&kit, paid, params![player]).await;
        browser.post(CLOSING, json!({})).await.expect(204);
    }

    async fn gifts_and_boxes_lapse_with_the_account(kit: Kit) {
        let (browser, player) = grown_player(&kit, "ada@example.com").await;
        let won = lootbox::issue(&kit, player, "wheel", "a").await;
        lootbox::open(&browser, &won, "x").await.expect(200);
        lootbox::issue(&kit, player, "wheel", "b").await;
        let view = browser.get(CLOSING).await.expect(200);
        assert_eq!((&view["can_close"], &view["gifts"], &view["lootboxes"]), (&json!(true), &json!(1), &json!(1)));
        browser.post(CLOSING, json!({})).await.expect(204);
        for table in ["lootbox", "(SELECT stage, ended_by FROM bonus_award UNION ALL SELECT stage, ended_by FROM freespin_grant) gift"] {
            let lapsed = format!("SELECT COUNT(*) FROM {table} WHERE stage = 'canceled' AND ended_by = 'closed'");
            Kit::until("what is open to lapse", async || {
                (count(&kit, &lapsed, params![]).await == 1).then_some(())
            }).await;
        }
    }

    async fn a_closed_account_is_shut_until_staff_opens_it(kit: Kit) {
        let (browser, player) = kit.player("ada@example.com").await;
        let view = browser.get(CLOSING).await.expect(200);
        assert_eq!(view["can_close"], true);
        assert_eq!(view["kept_years"], 5);
        let (one, two) = tokio::join!(
            browser.post(CLOSING, json!({ "reason": "enough" })),
            browser.post(CLOSING, json!({ "reason": "enough" }))
        );
        let statuses = [one.status.as_u16(), two.status.as_u16()];
        let is_refused = statuses.iter().any(|status| [401, 409].contains(status));
        assert!(statuses.contains(&204) && is_refused, "{statuses:?}");
        browser.get("/api/player/stats").await.expect(401);
        assert_eq!(sign_in(&kit, "ada@example.com").await.code(), "account_closed");
        let again = kit.browser().post("/api/users", json!({ "user": form("ada@example.com") })).await;
        assert_eq!(again.status, 422, "the address stays taken");
        assert_eq!(mails(&kit, "Your account is closed").await, 1);
        let office = Office::open(&kit).await;
        let member = office.member(Role::Administrator).await;
        let path = format!("/api/players/{player}");
        let reported = member.browser.get(&format!("{path}/privacy")).await.expect(200);
        let closure = &reported["closures"][0];
        assert_eq!(reported["is_closed"], true);
        assert_eq!((&closure["is_own_wish"], &closure["reason"]), (&json!(true), &json!("enough")));
        let lift = json!({ "reason": "closed", "why": "asked" });
        assert_eq!(member.browser.post(&format!("{path}/stops/lift"), lift).await.status, 422);
        let why = json!({ "reason": "asked by phone" });
        let reported = member.browser.post(&format!("{path}/reopen"), why.clone()).await.expect(200);
        assert_eq!(reported["is_closed"], false);
        assert_eq!(member.browser.post(&format!("{path}/reopen"), why.clone()).await.code(), "not_closed");
        sign_in(&kit, "ada@example.com").await.expect(201);
        member.browser.post(&format!("{path}/close"), why).await.expect(200);
        assert_eq!(sign_in(&kit, "ada@example.com").await.code(), "account_closed");
    }

    async fn an_exclusion_outlives_the_account(kit: Kit) {
        let (_, player) = kit.player("ada@example.com").await;
        stop(&kit.app, player, StopReason::Exclusion).await;
        let closing = privacy::Closing { player, staff: None, reason: "" };
        privacy::close(&kit.app, closing).await.unwrap();
        assert_eq!(sign_in(&kit, "ada@example.com").await.code(), "self_excluded");
        let due = "UPDATE account_closure SET erase_from_ms = 0 WHERE player_id = $1";
        change(&kit, due, params![player]).await;
        privacy::erase_due(&kit.app).await.unwrap();
        let kept = "SELECT COUNT(*) FROM login WHERE email = 'ada@example.com'";
        assert_eq!(count(&kit, kept, params![]).await, 1, "who is excluded has to be known again");
    }

    async fn what_the_law_keeps_no_longer_is_erased(kit: Kit) {
        let (browser, player) = kit.player("ada@example.com").await;
        browser.upload_once("p", "/api/chat/pictures", crate::office::media::png(9, b"")).await.expect(201);
        browser.post(CLOSING, json!({})).await.expect(204);
        let standing = "INSERT INTO register_standing (player_id, tries) VALUES ($1, 0)";
        change(&kit, standing, params![player]).await;
        for (number, kind, address) in [(1, "bank", IBAN), (2, "voucher", "ada@example.com"), (3, "crypto", COIN)] {
            paid_out(&kit, player, (number, kind, address)).await;
        }
        let bounced = "INSERT INTO mail_suppression (address, reason, at_ms) VALUES ('ada@example.com', 'bounce', 1)";
        change(&kit, bounced, params![]).await;
        privacy::erase_due(&kit.app).await.unwrap();
        let named = "SELECT COUNT(*) FROM login WHERE email = 'ada@example.com'";
        assert_eq!(count(&kit, named, params![]).await, 1, "it is kept for its time");
        let due = "UPDATE account_closure SET erase_from_ms = $2 WHERE player_id = $1";
        change(&kit, due, params![player, kit.app.clock.now()]).await;
        privacy::erase_due(&kit.app).await.unwrap();
        assert_eq!(count(&kit, named, params![]).await, 0);
        let addresses = "SELECT COUNT(*) FROM payment WHERE player_id = $1 AND address = $2";
        for (address, left) in [(IBAN, 0), ("ada@example.com", 0), (COIN, 1)] {
            assert_eq!(count(&kit, addresses, params![player, address]).await, left, "{address}");
        }
        assert_eq!(count(&kit, "SELECT COUNT(*) FROM mail_suppression", params![]).await, 0);
        for (table, left) in [("session", 0), ("chat_picture", 0), ("sign_in_attempt", 0), ("register_standing", 0), ("wallet", 1), ("player_stop", 1)] {
            let rows = format!("SELECT COUNT(*) FROM {table} WHERE player_id = $1");
            assert_eq!(count(&kit, &rows, params![player]).await, left, "{table}");
        }
        let files = std::fs::read_dir(kit.app.config.data.join("blobs")).unwrap().count();
        assert_eq!(files, 0, "the picture of the chat is gone");
        let closures = privacy::closures_of(&kit.app, player).await.unwrap();
        assert_eq!(closures[0].erased_at, Some(kit.app.clock.now()));
        kit.player("ada@example.com").await;
    }
}
