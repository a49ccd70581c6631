use serde_json::{Value, json};

use super::*;

fn applicant(changes: &Value) -> Result<CheckReport, String> {
    let mut applicant = json!({
        "id": "a1", "externalUserId": "7", "createdAt": "2026-01-01 10:00:00",
        "info": {
            "firstName": "ADA", "lastName": "KING", "dob": "1990-05-17", "country": "DEU",
            "idDocs": [{ "idDocType": "ID_CARD", "country": "DEU", "number": "l01-x00 t47" },
                { "idDocType": "SELFIE" }, { "idDocType": "PASSPORT", "country": "DEU", "number": "C01" }],
        },
        "review": { "attemptCnt": 1, "reviewStatus": "completed", "createDate": "2026-01-01 10:00:01+0000",
            "reviewDate": "2026-01-01 10:05:00.250+0000", "reviewResult": { "reviewAnswer": "GREEN" } },
    });
    for (name, value) in changes.as_object().unwrap() {
        applicant["review"][name] = value.clone();
    }
    serde_json::from_value::<Applicant>(applicant).map_err(|error| error.to_string())?.report()
}

#[test]
fn an_applicant_is_told_as_every_check() {
    let green = applicant(&json!({})).unwrap();
    assert_eq!((green.reported, green.attempt, green.at), (CheckStatus::Green, 1, 1_767_261_900_250));
    assert_eq!(green.documents, ["DE ID_CARD L01X00T47", "DE PASSPORT C01"]);
    let person = green.person.unwrap();
    assert_eq!((person.country.as_str(), person.date_of_birth.as_str()), ("DE", "1990-05-17"));
    let red = |labels: Value, kind: Value| {
        let result = json!({ "reviewAnswer": "RED", "rejectLabels": labels, "reviewRejectType": kind });
        applicant(&json!({ "reviewResult": result })).unwrap()
    };
    let retry = red(json!(["BAD_SELFIE", "LOW_QUALITY", "SCREENSHOTS"]), json!("RETRY"));
    assert_eq!((retry.reported, retry.person), (CheckStatus::Retry, None));
    assert_eq!(retry.reasons, [CheckReason::Unreadable, CheckReason::Selfie]);
    let last = red(json!(["FORGERY"]), json!("FINAL"));
    assert_eq!((last.reported, last.reasons), (CheckStatus::Final, vec![CheckReason::Other]));
    assert_eq!(red(json!([]), Value::Null).reasons, [CheckReason::Other], "a refusal has a reason");
    for (status, reported) in [
        ("init", CheckStatus::Started),
        ("pending", CheckStatus::Pending),
        ("prechecked", CheckStatus::Pending),
        ("queued", CheckStatus::Pending),
        ("onHold", CheckStatus::OnHold),
    ] {
        let report = applicant(&json!({ "reviewStatus": status })).unwrap();
        assert_eq!((report.reported, report.person), (reported, None), "{status}");
    }
    for broken in [
        json!({ "reviewStatus": "done" }),
        json!({ "reviewResult": null }),
        json!({ "reviewDate": "yesterday" }),
    ] {
        assert!(applicant(&broken).is_err(), "{broken}");
    }
}
