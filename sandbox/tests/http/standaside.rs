//! The register of people who have excluded themselves: who may ask, and what it answers.

use reqwest::{Response, StatusCode};
use serde_json::{Value, json};

use crate::testkit::{Sandbox, config};

async fn ask(sandbox: &Sandbox, key: &str, last_name: &str, email: &str) -> Response {
    let email = email.replace('@', "%40");
    let form =
        format!("firstName=Ada&lastName={last_name}&dateOfBirth=1990-05-17&email={email}&postcode=10111");
    let call = sandbox.client.post(format!("{}/standaside/v2", sandbox.url)).header("x-api-key", key);
    call.header("content-type", "application/x-www-form-urlencoded").body(form).send().await.unwrap()
}

fn sign(answer: &Response) -> &str {
    assert_eq!(answer.status(), StatusCode::OK);
    answer.headers()["x-exclusion"].to_str().unwrap()
}

async fn control(sandbox: &Sandbox, what: Value) {
    let call = sandbox.client.post(format!("{}/panel/standaside", sandbox.url)).json(&what);
    assert_eq!(call.send().await.unwrap().status(), StatusCode::NO_CONTENT);
}

#[tokio::test]
async fn the_register_knows_people_by_name_and_by_what_the_panel_says() {
    let sandbox = Sandbox::start_with(config()).await;
    let key = config().register_key;
    assert_eq!(ask(&sandbox, "wrong", "King", "ada@example.com").await.status(), StatusCode::FORBIDDEN);
    for (last_name, expected) in [("King", "N"), ("Aside", "Y"), ("Returned", "P")] {
        let answer = ask(&sandbox, &key, last_name, "ada@example.com").await;
        assert_eq!(sign(&answer), expected, "{last_name}");
        assert!(!answer.headers()["x-unique-id"].is_empty());
    }
    assert_eq!(ask(&sandbox, &key, "", "ada@example.com").await.status(), StatusCode::BAD_REQUEST);
    control(&sandbox, json!({ "people": { "Ada@example.com": "Y" } })).await;
    assert_eq!(sign(&ask(&sandbox, &key, "King", "ada@example.com").await), "Y");
    for (mode, status) in [("down", 503), ("garbled", 200), ("right", 200)] {
        control(&sandbox, json!({ "mode": mode })).await;
        let answer = ask(&sandbox, &key, "King", "eve@example.com").await;
        assert_eq!(answer.status(), status, "{mode}");
    }
}
