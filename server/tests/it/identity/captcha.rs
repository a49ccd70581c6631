use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use croupier_server::platform::config::Captcha;
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

use crate::browser::{Browser, PASSWORD, form, form_with};
use crate::testkit::{Engine, Kit};

/// Does the work that a browser does.
pub(super) async fn solve(browser: &Browser, difficulty: &str) -> String {
    let challenge = browser.get(&format!("/api/captcha?difficulty={difficulty}")).await.expect(200);
    let (salt, wanted) = (challenge["salt"].as_str().unwrap(), challenge["challenge"].as_str().unwrap());
    let most = u32::try_from(challenge["maxnumber"].as_u64().unwrap()).unwrap();
    let number = (0..=most).find(|n| hex::encode(Sha256::digest(format!("{salt}{n}"))) == wanted).unwrap();
    let solution: Value = json!({
        "algorithm": challenge["algorithm"], "challenge": wanted, "number": number, "salt": salt,
        "signature": challenge["signature"],
    });
    STANDARD.encode(solution.to_string())
}

async fn asked_for(engine: Engine) {
    let kit = Kit::start_with(engine, |config| config.captcha = Captcha::Altcha).await;
    let browser = kit.browser();
    let up = async |changes: Value| {
        let form = form_with("jane@example.com", changes);
        browser.post("/api/users", json!({ "user": form })).await
    };
    let none = browser.post("/api/users", json!({ "user": form("jane@example.com") })).await;
    assert_eq!(none.field("captcha"), ["VALIDATION.CAPTCHA.REQUIRED"]);
    assert_eq!(up(json!({ "captcha": "nonsense" })).await.field("captcha"), ["VALIDATION.CAPTCHA.INVALID"]);
    // A form that is refused for another reason does not use the proof up.
    let proof = solve(&browser, "normal").await;
    let unticked = up(json!({ "captcha": proof, "terms_acceptance": false })).await;
    assert_eq!(unticked.field("terms_acceptance"), ["VALIDATION.TERMS_ACCEPTANCE.UNCHECKED"]);
    up(json!({ "captcha": proof })).await.expect(201);
    // A proof counts once, here as at sign-in.
    let user = json!({ "email": "jane@example.com", "password": PASSWORD, "captcha": proof });
    let again = browser.post("/api/users/sign_in", json!({ "user": user })).await;
    assert_eq!(again.field("captcha"), ["VALIDATION.CAPTCHA.INVALID"]);
    let late = solve(&browser, "normal").await;
    kit.app.clock.advance(std::time::Duration::from_secs(601));
    let user = json!({ "email": "jane@example.com", "password": PASSWORD, "captcha": late });
    let expired = browser.post("/api/users/sign_in", json!({ "user": user })).await;
    assert_eq!(expired.field("captcha"), ["VALIDATION.CAPTCHA.INVALID"]);
    let user = json!({ "email": "jane@example.com", "password": PASSWORD, "captcha": solve(&browser, "normal").await });
    browser.post("/api/users/sign_in", json!({ "user": user })).await.expect(201);
    for _ in 0..5 {
        browser.post("/check-email", json!({ "email": "a@b.co" })).await.expect(200);
    }
    let sixth = browser.post("/check-email", json!({ "email": "a@b.co" })).await;
    assert_eq!(sixth.field("captcha"), ["VALIDATION.CAPTCHA.REQUIRED"]);
    let proof = solve(&browser, "normal").await;
    browser.post("/check-email", json!({ "email": "a@b.co", "captcha": proof })).await.expect(200);
}

on_each_engine! {
    async fn a_used_proof_stays_used_when_it_is_forgotten(engine: Engine) {
        let kit = Kit::start_with(engine, |config| config.captcha = Captcha::Altcha).await;
        let browser = kit.browser();
        let sign_in = async |proof: &str| {
            let user = json!({ "email": "jane@example.com", "password": "x", "captcha": proof });
            browser.post("/api/users/sign_in", json!({ "user": user })).await
        };
        let proof = loop {
            let proof = solve(&browser, "normal").await;
            let solution: Value = serde_json::from_slice(&STANDARD.decode(&proof).unwrap()).unwrap();
            if solution["number"].as_u64().unwrap() >= 10 {
                break proof;
            }
        };
        assert_eq!(sign_in(&proof).await.field("email"), ["SIGN_IN.INVALID"]);
        // Used once more with a digit moved from the number into what is said of the end.
        let mut spliced: Value = serde_json::from_slice(&STANDARD.decode(&proof).unwrap()).unwrap();
        let (salt, number) = (spliced["salt"].as_str().unwrap(), spliced["number"].to_string());
        let (first, rest) = number.split_at(1);
        spliced["salt"] = format!("{salt}{first}").into();
        spliced["number"] = rest.parse::<u64>().unwrap().into();
        let spliced = STANDARD.encode(spliced.to_string());
        let refused = ["VALIDATION.CAPTCHA.INVALID"];
        assert_eq!(sign_in(&spliced).await.field("captcha"), refused);
        kit.app.clock.advance(std::time::Duration::from_mins(27));
        // Another use makes the server forget what has ended.
        let other = solve(&browser, "normal").await;
        assert_eq!(sign_in(&other).await.field("email"), ["SIGN_IN.INVALID"]);
        let sql = "SELECT COUNT(*) FROM captcha_spent";
        assert_eq!(kit.app.db.query_one(sql, vec![]).await.unwrap().get::<i64>(0).unwrap(), 1);
        for proof in [&proof, &spliced] {
            assert_eq!(sign_in(proof).await.field("captcha"), refused);
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_proof_is_asked_for_and_counts_once_sqlite() {
    asked_for(Engine::Sqlite).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_proof_is_asked_for_and_counts_once_postgres() {
    asked_for(Engine::Postgres).await;
}
