//! Strangers who guess passwords are held up, and hold no player up.

use std::time::Duration;

use croupier_server::identity;
use croupier_server::platform::config::{Captcha, Config};
use croupier_server::rules::mailbox;
use serde_json::{Value, json};

use super::captcha::solve;
use crate::browser::{Answer, Browser, PASSWORD};
use crate::testkit::{Engine, Kit};

const EMAIL: &str = "jane@example.com";

/// A server behind a proxy on this machine.
fn behind_proxy(config: &mut Config) {
    config.trusted_proxies = vec!["127.0.0.1".to_owned()];
}

/// A browser at `address`, as the proxy says.
fn at(kit: &Kit, address: &str) -> Browser {
    kit.browser().with("x-forwarded-for", address)
}

async fn sign_in(browser: &Browser, password: &str, captcha: Option<String>) -> Answer {
    let user = json!({ "email": EMAIL, "password": password, "dfpc": "", "captcha": captcha });
    browser.post("/api/users/sign_in", json!({ "user": user })).await
}

/// A player who has signed up on a device that keeps its cookie.
async fn on_own_device(kit: &Kit, email: &str) -> Browser {
    let signed_up = kit.browser().post("/api/users", json!({ "user": crate::browser::form(email) })).await;
    let device = Browser::device_of(&signed_up);
    signed_up.expect(201);
    kit.browser().with("cookie", &device)
}

/// A hundred wrong guesses of strangers on [`EMAIL`], numbered from `first` on.
async fn guesses(kit: &Kit, first: i64, hard: bool) {
    let (now, mut tx) = (kit.app.clock.now(), kit.app.db.begin().await.unwrap());
    for n in 0..100 {
        let sql =
            "INSERT INTO sign_in_attempt (id, at_ms, email, address, network, device, dfpc, result, hard)
                   VALUES ($1, $2, $3, '', '', '', '', 'wrong', $4)";
        tx.execute(sql, croupier_db::params![first + n, now, EMAIL, hard]).await.unwrap();
    }
    tx.commit().await.unwrap();
}

/// Guesses wrong once from each of `addresses`; answers the statuses.
async fn guess(kit: &Kit, addresses: impl Iterator<Item = String>) -> Vec<u16> {
    let mut statuses = Vec::new();
    for address in addresses {
        statuses.push(sign_in(&at(kit, &address), "Wrong!password", None).await.status.as_u16());
    }
    statuses
}

on_each_engine! {
    async fn a_player_comes_in_from_a_known_device_while_strangers_guess(engine: Engine) {
        let kit = Kit::start_with(engine, behind_proxy).await;
        let jane = on_own_device(&kit, EMAIL).await;
        let statuses = guess(&kit, (1..=12).map(|n| format!("192.168.100.{n}"))).await;
        assert_eq!(statuses, [[422; 5].as_slice(), &[429; 7]].concat());
        // Not even one who sits in the same network as all of them.
        let jane = jane.with("x-forwarded-for", "192.168.100.1");
        sign_in(&jane, PASSWORD, None).await.expect(201);
        // Her own mistakes count, and nobody else's device is hers.
        for _ in 0..5 {
            sign_in(&jane, "Wrong!password", None).await.expect(422);
        }
        assert_eq!(sign_in(&jane, PASSWORD, None).await.status, 429);
        kit.app.clock.advance(Duration::from_secs(61));
        sign_in(&jane, PASSWORD, None).await.expect(201);
    }

    async fn a_device_is_known_for_its_player_and_password_only(engine: Engine) {
        let kit = Kit::start_with(engine, behind_proxy).await;
        kit.player(EMAIL).await;
        let june = on_own_device(&kit, "june@example.com").await;
        let statuses = guess(&kit, (1..=6).map(|n| format!("192.168.100.{n}"))).await;
        assert_eq!(statuses.last(), Some(&429));
        // June's device is a stranger's to Jane.
        assert_eq!(sign_in(&june, PASSWORD, None).await.status, 429);
        let id = "a".repeat(32);
        let made_up = kit.browser().with("cookie", &format!("__Host-croupier-device={id}.{}", "0".repeat(64)));
        assert_eq!(sign_in(&made_up, PASSWORD, None).await.status, 429);
        // After a minute she signs in on June's device too, which is both's from then on.
        kit.app.clock.advance(Duration::from_secs(61));
        sign_in(&june, PASSWORD, None).await.expect(201);
        guess(&kit, (1..=6).map(|n| format!("192.168.100.{n}"))).await;
        sign_in(&june, PASSWORD, None).await.expect(201);
        let mut tx = kit.app.db.begin().await.unwrap();
        let sql = "UPDATE login SET password_hash = (SELECT password_hash FROM login WHERE email = $1) WHERE email = $2";
        tx.execute(sql, croupier_db::params!["june@example.com", EMAIL]).await.unwrap();
        tx.commit().await.unwrap();
        assert_eq!(sign_in(&june, PASSWORD, None).await.status, 429, "a changed password makes devices unknown");
    }

    async fn a_new_device_comes_in_by_a_hard_captcha(engine: Engine) {
        let kit = Kit::start_with(engine, |config| {
            behind_proxy(config);
            config.captcha = Captcha::Altcha;
        })
        .await;
        let form = json!({ "captcha": solve(&kit.browser(), "normal").await });
        let form = crate::browser::form_with(EMAIL, form);
        kit.browser().post("/api/users", json!({ "user": form })).await.expect(201);
        let guess = async |address: &str, difficulty: &str| {
            let stranger = at(&kit, address);
            let captcha = Some(solve(&stranger, difficulty).await);
            sign_in(&stranger, "Wrong!password", captcha).await
        };
        for n in 1..=5 {
            guess(&format!("192.168.100.{n}"), "normal").await.expect(422);
        }
        let sixth = guess("192.168.100.6", "normal").await;
        assert_eq!((sixth.status.as_u16(), sixth.code()), (429, "hard_captcha_required"));
        assert_eq!(sixth.headers["retry-after"], "60");
        // More work opens the account to a player who is new here, and to nobody for long.
        let jane = at(&kit, "192.168.7.7");
        let normal = Some(solve(&jane, "normal").await);
        assert_eq!(sign_in(&jane, PASSWORD, normal).await.code(), "hard_captcha_required");
        let hard = Some(solve(&jane, "hard").await);
        let signed_in = sign_in(&jane, PASSWORD, hard).await;
        let jane = at(&kit, "192.168.7.7").with("cookie", &Browser::device_of(&signed_in));
        signed_in.expect(201);
        for n in 7..=16 {
            guess(&format!("192.168.100.{n}"), "hard").await.expect(422);
        }
        // However many guess with hard work, she still comes in from one more device.
        let phone = at(&kit, "192.168.7.8");
        let hard = Some(solve(&phone, "hard").await);
        sign_in(&phone, PASSWORD, hard).await.expect(201);
        let known = Some(solve(&jane, "normal").await);
        sign_in(&jane, PASSWORD, known).await.expect(201);
        // A hundred guesses with less work close nothing to hard work.
        guesses(&kit, 1_000_000, false).await;
        guess("192.168.101.2", "hard").await.expect(422);
        // A hundred such guesses in an hour are enough for strangers; her own browser comes in as ever.
        guesses(&kit, 2_000_000, true).await;
        assert_eq!(guess("192.168.101.1", "hard").await.code(), "too_many_requests");
        let known = Some(solve(&jane, "normal").await);
        sign_in(&jane, PASSWORD, known).await.expect(201);
    }

    async fn refused_tries_write_next_to_nothing_and_a_proof_serves_few(engine: Engine) {
        let kit = Kit::start_with(engine, |config| config.captcha = Captcha::Altcha).await;
        let browser = kit.browser();
        let rows = async || {
            let sql = "SELECT COUNT(*) FROM sign_in_attempt";
            kit.app.db.query_one(sql, vec![]).await.unwrap().get::<i64>(0).unwrap()
        };
        for _ in 0..5 {
            let captcha = Some(solve(&browser, "normal").await);
            sign_in(&browser, "Wrong!password", captcha).await.expect(422);
        }
        assert_eq!(rows().await, 5);
        let captcha = Some(solve(&browser, "normal").await);
        for _ in 0..3 {
            assert_eq!(sign_in(&browser, "Wrong!password", captcha.clone()).await.status, 429);
        }
        for _ in 0..20 {
            let answer = sign_in(&browser, "Wrong!password", captcha.clone()).await;
            assert_eq!(answer.field("captcha"), ["VALIDATION.CAPTCHA.INVALID"]);
        }
        assert_eq!(rows().await, 6, "one refused try a minute is noted");
        kit.app.clock.advance(Duration::from_hours(90 * 24));
        let captcha = Some(solve(&browser, "normal").await);
        sign_in(&browser, "Wrong!password", captcha).await.expect(422);
        assert_eq!(identity::sweep::forget_old(&kit.app).await.unwrap(), 6);
        assert_eq!(rows().await, 1);
    }

    async fn one_address_guesses_no_more_for_any_amount_of_work(engine: Engine) {
        let kit = Kit::start_with(engine, |config| {
            behind_proxy(config);
            config.captcha = Captcha::Altcha;
        })
        .await;
        // A network of 64 bits is one address.
        for n in 1..=6 {
            let stranger = at(&kit, &format!("fd00:db8::{n}"));
            let captcha = Some(solve(&stranger, "hard").await);
            let answer = sign_in(&stranger, "Wrong!password", captcha).await;
            let expected = if n <= 5 { (422, "") } else { (429, "too_many_requests") };
            assert_eq!((answer.status.as_u16(), answer.code()), expected, "{n}");
        }
    }

    async fn a_network_is_one_address_to_every_limit(engine: Engine) {
        let kit = Kit::start_with(engine, behind_proxy).await;
        let spray = async |n: usize, address: &str| {
            let user = json!({ "email": format!("player{n}@example.com"), "password": "Wrong!password" });
            let stranger = at(&kit, address);
            stranger.post("/api/users/sign_in", json!({ "user": user })).await.status.as_u16()
        };
        for n in 0..50 {
            assert_eq!(spray(n, &format!("fd00:db8::{n:x}")).await, 422, "{n}");
        }
        assert_eq!(spray(50, "fd00:db8::ffff").await, 429);
        assert_eq!(spray(50, "fd00:db8:0:1::1").await, 422);
        // What the stranger writes before the address changes nothing.
        for list in ["6.6.6.6, x, fd00:db8::1", "6.6.6.6, [fd00:db8::1]:4711", ", \"[fd00:db8::2]\""] {
            assert_eq!(spray(51, list).await, 429, "{list}");
        }
        for n in 0..10 {
            let browser = at(&kit, &format!("fd00:db8::{n:x}"));
            browser.post("/check-email", json!({ "email": "a@b.co" })).await.expect(200);
        }
        let eleventh = at(&kit, "fd00:db8::b").post("/check-email", json!({ "email": "a@b.co" })).await;
        assert_eq!(eleventh.status, 429);
    }

    async fn a_mailbox_is_asked_about_ten_times_a_minute_and_has_one_account(engine: Engine) {
        let kit = Kit::start_with(engine, behind_proxy).await;
        let check = async |n: usize, email: &str| {
            at(&kit, &format!("192.168.100.{n}")).post("/check-email", json!({ "email": email })).await
        };
        let other = "JaneDoe+casino@googlemail.com";
        assert_eq!(mailbox(&other.to_lowercase()), "janedoe@gmail.com");
        assert_eq!(check(0, other).await.expect(200), json!({ "valid": true, "available": true }));
        kit.player("jane.doe@gmail.com").await;
        assert_eq!(check(1, other).await.expect(200), json!({ "valid": true, "available": false }));
        let form = crate::browser::form(other);
        let again = kit.browser().post("/api/users", json!({ "user": form })).await;
        assert_eq!(again.field("email"), ["VALIDATION.EMAIL.TAKEN"]);
        for n in 2..10 {
            check(n, "j.a.n.e.doe@gmail.com").await.expect(200);
        }
        let eleventh = check(10, "jane.doe@gmail.com").await;
        assert_eq!(eleventh.status, 429);
        assert!(eleventh.headers.contains_key("retry-after"));
        check(10, "june@example.com").await.expect(200);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_caller_without_a_readable_address_counts_as_the_proxy() {
    let kit = Kit::start_with(Engine::Sqlite, |config| {
        behind_proxy(config);
        config.requests_per_address_max = 10;
    })
    .await;
    let call = async |list: &str| at(&kit, list).get("/api/current_ip").await;
    assert_eq!(call("6.6.6.6, x").await.expect(200), json!({ "ip": "127.0.0.1" }));
    let mut refused = 0;
    for _ in 0..20 {
        refused += usize::from(call("6.6.6.6, x").await.status == 429);
    }
    assert!(refused >= 5, "{refused} were refused");
    let reported: Value = call("6.6.6.6, x, 192.168.100.7").await.expect(200);
    assert_eq!(reported, json!({ "ip": "192.168.100.7" }));
}
