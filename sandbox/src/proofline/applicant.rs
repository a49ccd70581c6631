//! Somebody who shows who they are, and how that goes on.

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};

use crate::edge::rfc3339;

/// What the merchant says of an applicant, and what stands in a document.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub(crate) struct Info {
    pub(crate) first_name: Option<String>,
    pub(crate) last_name: Option<String>,
    pub(crate) dob: Option<String>,
    pub(crate) country: Option<String>,
}

/// Where an applicant stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) enum Standing {
    Init,
    Pending,
    OnHold,
    Green,
    Retry,
    Final,
}

impl Standing {
    /// Whether the applicant may show something.
    pub(crate) const fn is_open(self) -> bool {
        matches!(self, Self::Init | Self::Retry)
    }

    pub(crate) const fn is_over(self) -> bool {
        matches!(self, Self::Green | Self::Retry | Self::Final)
    }

    const fn status(self) -> &'static str {
        match self {
            Self::Init => "init",
            Self::Pending => "pending",
            Self::OnHold => "onHold",
            Self::Green | Self::Retry | Self::Final => "completed",
        }
    }

    /// The type of the webhook that tells of it.
    const fn event(self) -> &'static str {
        match self {
            Self::Init => "applicantCreated",
            Self::Pending => "applicantPending",
            Self::OnHold => "applicantOnHold",
            Self::Green | Self::Retry | Self::Final => "applicantReviewed",
        }
    }
}

/// The people who may be played in front of the camera.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Person {
    /// Shows what the merchant says.
    Honest,
    /// Is somebody else.
    Stranger,
    /// Shows a document that others show as well.
    Borrower,
    /// Holds the camera badly.
    Blurred,
    /// Shows a forged document.
    Forger,
    /// Has to wait for a person to look.
    Patient,
}

impl Person {
    pub(crate) const ALL: [Self; 6] =
        [Self::Honest, Self::Stranger, Self::Borrower, Self::Blurred, Self::Forger, Self::Patient];

    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Honest => "honest",
            Self::Stranger => "stranger",
            Self::Borrower => "borrower",
            Self::Blurred => "blurred",
            Self::Forger => "forger",
            Self::Patient => "patient",
        }
    }

    /// What a visitor reads on the button.
    pub(crate) const fn title(self) -> &'static str {
        match self {
            Self::Honest => "My own document",
            Self::Stranger => "A document with another name",
            Self::Borrower => "A document that others use",
            Self::Blurred => "A blurred picture",
            Self::Forger => "A forged document",
            Self::Patient => "A document that has to be looked at",
        }
    }

    /// How it ends by itself; `None` when a person has to say so.
    pub(crate) const fn end(self) -> Option<Standing> {
        match self {
            Self::Honest | Self::Stranger | Self::Borrower => Some(Standing::Green),
            Self::Blurred => Some(Standing::Retry),
            Self::Forger => Some(Standing::Final),
            Self::Patient => None,
        }
    }
}

/// Whom the partner knows.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Applicant {
    pub(crate) id: String,
    pub(crate) external_user_id: String,
    pub(crate) fixed: Info,
    pub(crate) person: Option<Person>,
    pub(crate) standing: Standing,
    pub(crate) attempt: u32,
    pub(crate) created_ms: u64,
    pub(crate) begun_ms: u64,
    pub(crate) reviewed_ms: Option<u64>,
}

/// The partner's way to write a time.
fn written(unix_ms: u64) -> String {
    rfc3339(unix_ms).replace('T', " ").replace('Z', "+0000")
}

impl Applicant {
    /// What stands in the documents that were shown, and their numbers.
    fn info(&self) -> Option<(Info, Vec<String>)> {
        let digest = hex::encode(Sha256::digest(&self.external_user_id)).to_uppercase();
        let number = format!("PL{}", &digest[..9]);
        let (person, mut numbers) = (self.person?, vec![number]);
        if person == Person::Borrower {
            numbers.push("PL000000000".to_owned());
        }
        let info = if person == Person::Stranger {
            Info { first_name: Some("GRACE".into()), last_name: Some("HOPPER".into()), ..self.fixed.clone() }
        } else {
            self.fixed.clone()
        };
        Some((info, numbers))
    }

    fn result(&self) -> Option<Value> {
        match self.standing {
            Standing::Green => Some(json!({ "reviewAnswer": "GREEN" })),
            Standing::Retry => Some(json!({
                "reviewAnswer": "RED", "reviewRejectType": "RETRY", "rejectLabels": ["LOW_QUALITY", "BAD_SELFIE"],
            })),
            Standing::Final => Some(json!({
                "reviewAnswer": "RED", "reviewRejectType": "FINAL", "rejectLabels": ["FORGERY"],
            })),
            _ => None,
        }
    }

    /// As calls tell it.
    pub(crate) fn reported(&self) -> Value {
        let mut reported = json!({
            "id": self.id, "externalUserId": self.external_user_id, "createdAt": written(self.created_ms),
            "fixedInfo": self.fixed,
            "review": {
                "attemptCnt": self.attempt, "reviewStatus": self.standing.status(),
                "createDate": written(self.begun_ms), "reviewDate": self.reviewed_ms.map(written),
                "reviewResult": self.result(),
            },
        });
        if let Some((info, numbers)) = self.info() {
            reported["info"] = json!(info);
            let card = |number: &String| json!({ "idDocType": "ID_CARD", "country": info.country, "number": number });
            reported["info"]["idDocs"] = numbers.iter().map(card).collect();
        }
        reported
    }

    /// As a webhook tells it.
    pub(crate) fn message(&self, at_ms: u64) -> Value {
        json!({
            "type": self.standing.event(), "applicantId": self.id, "externalUserId": self.external_user_id,
            "reviewStatus": self.standing.status(), "reviewResult": self.result(),
            "createdAtMs": written(at_ms).replace("+0000", ""),
        })
    }
}
