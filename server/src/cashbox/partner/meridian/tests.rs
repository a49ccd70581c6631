//! Orders as reports, and which signed webhooks count.

use serde_json::json;

use super::*;

const NOW: i64 = 1_700_000_000_000;

fn wire_order(changes: &serde_json::Value) -> serde_json::Value {
    let mut order = json!({
        "order": "ord_1", "reference": "r", "direction": "IN", "total": "50.00", "currency": "EUR",
        "method": "visa", "state": "CREATED", "refusedBecause": null, "paid": null,
        "blocks": {"seen": 1, "needed": 3}, "instrument": null, "page": "http://pay/1",
    });
    for (name, value) in changes.as_object().unwrap() {
        order[name] = value.clone();
    }
    order
}

fn order(changes: &serde_json::Value) -> Result<Report, String> {
    serde_json::from_value::<Order>(wire_order(changes)).map_err(|error| error.to_string())?.report()
}

fn meridian() -> Meridian {
    let config = Config {
        meridian_url: Some("http://127.0.0.1:1".to_owned()),
        meridian_secret: Some("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw".to_owned()),
        ..Config::default()
    };
    let http = HttpClient::open(&config).unwrap();
    Meridian::open(&config, http, Clock::manual(NOW)).unwrap().unwrap()
}

/// Reads a webhook that is signed at `seconds` from now.
fn webhook_signed(meridian: &Meridian, seconds: i64) -> Result<Report, WebhookRejection> {
    let body = json!({ "order": wire_order(&json!({})) }).to_string();
    let at = (NOW / 1000 + seconds).to_string();
    let signature = meridian.secret.sign_hex(&[at.as_bytes(), b".", body.as_bytes()]);
    let mut headers = HeaderMap::new();
    headers.insert("x-meridian-signature", format!("t={at},s={signature}").parse().unwrap());
    meridian.read_webhook(&headers, body.as_bytes(), NOW)
}

#[test]
fn a_signed_webhook_counts_until_it_is_stale() {
    let meridian = meridian();
    for seconds in [-TOLERANCE_S, 0, TOLERANCE_S] {
        assert_eq!(webhook_signed(&meridian, seconds).unwrap().id, "ord_1", "{seconds}");
    }
    for seconds in [-TOLERANCE_S - 1, TOLERANCE_S + 1] {
        let rejection = webhook_signed(&meridian, seconds).unwrap_err();
        let is_stale = matches!(rejection, WebhookRejection::Signature(SignatureError::Expired));
        assert!(is_stale, "{seconds}: {rejection:?}");
    }
}

#[test]
fn an_order_maps_to_a_report_and_malformed_ones_are_rejected() {
    let report = order(&json!({ "state": "PAID", "paid": "49.5" })).unwrap();
    assert_eq!((report.amount, report.received, report.status), (5_000, Some(4_950), Status::Succeeded));
    assert_eq!((report.confirmations, report.confirmations_needed), (1, 3));
    let coins = order(&json!({ "currency": "BTC", "total": "0.00150000" })).unwrap();
    assert_eq!((coins.amount, coins.received, coins.status), (150_000, None, Status::Pending));
    for broken in [
        json!({"total": "50.001"}),
        json!({"total": "-1"}),
        json!({"currency": "XXX"}),
        json!({"paid": "1e9"}),
        json!({"state": "DONE"}),
    ] {
        assert!(order(&broken).is_err(), "{broken}");
    }
}
