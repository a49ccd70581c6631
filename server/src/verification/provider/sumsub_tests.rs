use serde_json::{Value, json};

use super::*;

fn applicant(review_changes: &Value) -> Result<CheckReport, String> {
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
    for (name, value) in review_changes.as_object().unwrap() {
        applicant["review"][name] = value.clone();
    }
    serde_json::from_value::<Applicant>(applicant).map_err(|error| error.to_string())?.report()
}

/// A refusal with `labels`, of the reject type `kind` when the partner names one.
fn red(labels: &[&str], kind: Option<&str>) -> CheckReport {
    let result = json!({ "reviewAnswer": "RED", "rejectLabels": labels, "reviewRejectType": kind });
    applicant(&json!({ "reviewResult": result })).unwrap()
}

#[test]
fn a_green_review_carries_person_and_documents() {
    let green = applicant(&json!({})).unwrap();
    assert_eq!((green.reported, green.attempt, green.at), (CheckStatus::Green, 1, 1_767_261_900_250));
    assert_eq!(green.documents, ["DE ID_CARD L01X00T47", "DE PASSPORT C01"]);
    let person = green.person.unwrap();
    assert_eq!((person.country.as_str(), person.date_of_birth.as_str()), ("DE", "1990-05-17"));
}

#[test]
fn reject_labels_become_reasons() {
    let several = red(&["BAD_SELFIE", "LOW_QUALITY", "SCREENSHOTS"], Some("RETRY"));
    assert_eq!(several.reasons, [CheckReason::Unreadable, CheckReason::Selfie], "each reason once");
    assert_eq!(red(&["FORGERY"], Some("FINAL")).reasons, [CheckReason::Other]);
    assert_eq!(red(&[], None).reasons, [CheckReason::Other], "a refusal has a reason");
}

#[test]
fn a_refusal_is_final_unless_its_reject_type_is_retry() {
    for (kind, reported) in
        [(Some("RETRY"), CheckStatus::Retry), (Some("FINAL"), CheckStatus::Final), (None, CheckStatus::Final)]
    {
        let refusal = red(&["FORGERY"], kind);
        assert_eq!((refusal.reported, refusal.person), (reported, None), "{kind:?}");
    }
}

#[test]
fn open_reviews_tell_no_person() {
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
}

#[test]
fn a_report_that_cannot_be_read_is_an_error() {
    for (broken, why) in [
        (json!({ "reviewStatus": "done" }), "unknown variant `done`"),
        (json!({ "reviewResult": null }), "a review that has ended without a result"),
        (json!({ "reviewDate": "yesterday" }), "a time \"yesterday\""),
    ] {
        let error = applicant(&broken).unwrap_err();
        assert!(error.contains(why), "{broken}: {error}");
    }
}
