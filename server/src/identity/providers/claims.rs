//! What an ID token says, and whether it was made for this sign-in. Pure.

use serde::{Deserialize, Deserializer};
use serde_json::Value;

/// How far the clocks of two servers may differ, in seconds.
const LEEWAY_S: i64 = 60;

/// The longest subject, in bytes: so many the protocol allows.
const SUBJECT_MAX: usize = 255;

/// What an ID token says, as far as it is judged.
#[derive(Debug, Clone, Deserialize)]
pub(super) struct Claims {
    iss: String,
    pub(super) sub: String,
    #[serde(deserialize_with = "one_or_more")]
    aud: Vec<String>,
    azp: Option<String>,
    exp: i64,
    iat: i64,
    nonce: Option<String>,
    auth_time: Option<i64>,
    /// The rest: what it tells of the person.
    #[serde(flatten)]
    pub(super) person: PersonClaims,
}

/// What a provider tells of a person, in the ID token or when asked.
#[derive(Debug, Clone, Default, Deserialize)]
pub(super) struct PersonClaims {
    pub(super) email: Option<String>,
    /// Some providers write the truth as a text.
    pub(super) email_verified: Option<Value>,
    pub(super) given_name: Option<String>,
    pub(super) family_name: Option<String>,
    pub(super) birthdate: Option<String>,
    pub(super) gender: Option<String>,
}

impl PersonClaims {
    /// Whether the provider has made sure of the address.
    pub(super) fn has_verified_email(&self) -> bool {
        matches!(&self.email_verified, Some(Value::Bool(true)))
            || self.email_verified.as_ref().and_then(Value::as_str) == Some("true")
    }
}

fn one_or_more<'de, D: Deserializer<'de>>(from: D) -> Result<Vec<String>, D::Error> {
    #[derive(Deserialize)]
    #[serde(untagged)]
    enum Audience {
        One(String),
        More(Vec<String>),
    }
    Ok(match Audience::deserialize(from)? {
        Audience::One(one) => vec![one],
        Audience::More(more) => more,
    })
}

/// What an ID token has to be made for.
#[derive(Debug, Clone, Copy)]
pub(super) struct Expected<'a> {
    pub(super) issuer: &'a str,
    pub(super) client_id: &'a str,
    pub(super) nonce: &'a str,
    /// Now, in UTC milliseconds.
    pub(super) now: i64,
    /// When the person has to have signed in there at the earliest, UTC milliseconds, where that matters.
    pub(super) signed_in_since: Option<i64>,
}

/// Why an ID token is not taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Unfit {
    Issuer,
    Audience,
    Nonce,
    Expired,
    NotYet,
    Subject,
    SignedInTooLongAgo,
}

impl Claims {
    /// Whether the token was made for this.
    pub(super) fn judge(&self, expected: &Expected<'_>) -> Result<(), Unfit> {
        let Expected { issuer, client_id, nonce, now, signed_in_since } = *expected;
        let now_s = now / 1000;
        if self.iss != issuer {
            return Err(Unfit::Issuer);
        }
        let is_for_us = self.aud.iter().any(|audience| audience == client_id);
        let is_ours = match &self.azp {
            Some(party) => party == client_id,
            None => self.aud.len() == 1,
        };
        if !is_for_us || !is_ours {
            return Err(Unfit::Audience);
        }
        if self.nonce.as_deref() != Some(nonce) {
            return Err(Unfit::Nonce);
        }
        if self.exp.saturating_add(LEEWAY_S) <= now_s {
            return Err(Unfit::Expired);
        }
        if self.iat > now_s + LEEWAY_S {
            return Err(Unfit::NotYet);
        }
        if self.sub.is_empty() || self.sub.len() > SUBJECT_MAX {
            return Err(Unfit::Subject);
        }
        let since_s = signed_in_since.map(|since| since / 1000 - LEEWAY_S);
        if since_s.is_some_and(|since| self.auth_time.is_none_or(|at| at < since)) {
            return Err(Unfit::SignedInTooLongAgo);
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    const NOW_S: i64 = 1_767_225_600;

    fn judged(changes: &Value, signed_in_since: Option<i64>) -> Result<(), Unfit> {
        let mut claims = json!({
            "iss": "https://north.example", "sub": "ada", "aud": "croupier", "nonce": "n-1",
            "exp": NOW_S + 300, "iat": NOW_S, "email": "ada@example.com",
        });
        for (name, value) in changes.as_object().unwrap() {
            claims[name] = value.clone();
        }
        let claims: Claims = serde_json::from_value(claims).unwrap();
        claims.judge(&Expected {
            issuer: "https://north.example",
            client_id: "croupier",
            nonce: "n-1",
            now: NOW_S * 1000,
            signed_in_since,
        })
    }

    #[test]
    fn a_token_counts_for_one_client_one_sign_in_and_a_while() {
        let begun = Some(NOW_S * 1000);
        #[rustfmt::skip]
        let cases = [
            (json!({}),                                                    None,  Ok(())),
            (json!({ "aud": ["croupier"] }),                               None,  Ok(())),
            (json!({ "aud": ["croupier", "other"], "azp": "croupier" }),   None,  Ok(())),
            (json!({ "exp": NOW_S - 59 }),                                 None,  Ok(())),
            (json!({ "auth_time": NOW_S - 60 }),                           begun, Ok(())),
            (json!({ "iss": "https://north.example/" }),                   None,  Err(Unfit::Issuer)),
            (json!({ "aud": "other" }),                                    None,  Err(Unfit::Audience)),
            (json!({ "aud": ["croupier", "other"] }),                      None,  Err(Unfit::Audience)),
            (json!({ "azp": "other" }),                                    None,  Err(Unfit::Audience)),
            (json!({ "aud": [] }),                                         None,  Err(Unfit::Audience)),
            (json!({ "nonce": "n-2" }),                                    None,  Err(Unfit::Nonce)),
            (json!({ "nonce": null }),                                     None,  Err(Unfit::Nonce)),
            (json!({ "exp": NOW_S - 60 }),                                 None,  Err(Unfit::Expired)),
            (json!({ "iat": NOW_S + 61 }),                                 None,  Err(Unfit::NotYet)),
            (json!({ "sub": "" }),                                         None,  Err(Unfit::Subject)),
            (json!({ "sub": "a".repeat(256) }),                            None,  Err(Unfit::Subject)),
            (json!({}),                                                    begun, Err(Unfit::SignedInTooLongAgo)),
            (json!({ "auth_time": NOW_S - 61 }),                           begun, Err(Unfit::SignedInTooLongAgo)),
        ];
        for (changes, since, expected) in cases {
            assert_eq!(judged(&changes, since), expected, "{changes}");
        }
    }

    #[test]
    fn an_address_is_confirmed_when_the_provider_says_so() {
        for (reported, is_verified) in [
            (json!({ "email_verified": true }), true),
            (json!({ "email_verified": "true" }), true),
            (json!({ "email_verified": false }), false),
            (json!({ "email_verified": "false" }), false),
            (json!({ "email_verified": 1 }), false),
            (json!({}), false),
        ] {
            let person: PersonClaims = serde_json::from_value(reported.clone()).unwrap();
            assert_eq!(person.has_verified_email(), is_verified, "{reported}");
        }
    }
}
