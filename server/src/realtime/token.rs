//! Connection tokens: JSON web tokens signed with HMAC-SHA256, as a Centrifugo server reads them.
//!
//! The subject is the player's user channel id, a random text that says nothing about the player. What
//! only the server needs (player, session) travels in `meta`.

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD as BASE64;
use croupier_ledger::PlayerId;
use hmac::{Hmac, KeyInit, Mac};
use serde::{Deserialize, Serialize};
use sha2::Sha256;

use super::channel::Channel;

/// How long a token lives, in seconds; the client fetches the next one by itself.
pub const TOKEN_TTL_S: i64 = 600;

/// Who connects.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Subject {
    /// Somebody without a session.
    Guest,
    /// A player.
    Player {
        /// The player.
        id: PlayerId,
        /// The player's part of private channel addresses.
        user_channel_id: String,
        /// Names the session; not the secret in the cookie.
        session: String,
    },
}

/// A token that was verified.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Verified {
    pub(super) subject: Subject,
    /// When it was signed, seconds since 1970.
    pub(super) issued_at_s: i64,
    /// When it runs out, seconds since 1970.
    pub(super) expires_at_s: i64,
}

/// Why a token is not accepted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum TokenError {
    /// Not a token of this site.
    Invalid,
    /// Once good, too old now.
    Expired,
}

#[derive(Serialize, Deserialize)]
struct Header {
    alg: String,
    typ: String,
}

#[derive(Serialize, Deserialize)]
struct Claims {
    sub: String,
    iat: i64,
    exp: i64,
    /// What the server subscribes the client to; a Centrifugo server goes by it.
    #[serde(default)]
    channels: Vec<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    meta: Option<Meta>,
}

#[derive(Serialize, Deserialize)]
struct Meta {
    player: PlayerId,
    session: String,
}

/// Signs and verifies tokens.
#[derive(Clone)]
pub(super) struct Signer {
    mac: Hmac<Sha256>,
}

impl Signer {
    /// A signer with `secret`.
    pub(super) fn new(secret: &[u8; 32]) -> Self {
        // A key shorter than the hash's block is filled up with zeros: so the standard says.
        let mut block = [0; 64];
        block[..secret.len()].copy_from_slice(secret);
        Self { mac: Hmac::new(&block.into()) }
    }

    /// A token for `subject`, signed at `now_ms` (UTC milliseconds).
    pub(super) fn sign(&self, subject: &Subject, now_ms: i64) -> String {
        let iat = now_ms.div_euclid(1000);
        let (sub, channels, meta) = match subject {
            Subject::Guest => {
                (String::new(), Channel::PUBLIC.map(|channel| channel.name().to_owned()).to_vec(), None)
            }
            Subject::Player { id, user_channel_id, session } => (
                user_channel_id.clone(),
                Channel::PRIVATE.iter().chain(&Channel::PUBLIC).map(|c| c.address(user_channel_id)).collect(),
                Some(Meta { player: *id, session: session.clone() }),
            ),
        };
        let header = Header { alg: "HS256".to_owned(), typ: "JWT".to_owned() };
        let claims = Claims { sub, iat, exp: iat + TOKEN_TTL_S, channels, meta };
        let signed = format!("{}.{}", encode(&header), encode(&claims));
        let signature = self.mac.clone().chain_update(signed.as_bytes()).finalize().into_bytes();
        format!("{signed}.{}", BASE64.encode(signature))
    }

    /// Verifies `token` at `now_ms` (UTC milliseconds); the signature is compared in constant time.
    pub(super) fn verify(&self, token: &str, now_ms: i64) -> Result<Verified, TokenError> {
        let (signed, signature) = token.rsplit_once('.').ok_or(TokenError::Invalid)?;
        let (header, claims) = signed.split_once('.').ok_or(TokenError::Invalid)?;
        let signature = BASE64.decode(signature).map_err(|_| TokenError::Invalid)?;
        let mac = self.mac.clone().chain_update(signed.as_bytes());
        mac.verify_slice(&signature).map_err(|_| TokenError::Invalid)?;
        let header: Header = decode(header)?;
        if header.alg != "HS256" {
            return Err(TokenError::Invalid);
        }
        let claims: Claims = decode(claims)?;
        if now_ms.div_euclid(1000) >= claims.exp {
            return Err(TokenError::Expired);
        }
        let subject = match claims.meta {
            None => Subject::Guest,
            Some(meta) => {
                Subject::Player { id: meta.player, user_channel_id: claims.sub, session: meta.session }
            }
        };
        Ok(Verified { subject, issued_at_s: claims.iat, expires_at_s: claims.exp })
    }
}

fn encode(part: &impl Serialize) -> String {
    // Plain structs of texts and numbers always serialise.
    BASE64.encode(serde_json::to_vec(part).unwrap_or_default())
}

fn decode<T: for<'de> Deserialize<'de>>(part: &str) -> Result<T, TokenError> {
    let bytes = BASE64.decode(part).map_err(|_| TokenError::Invalid)?;
    serde_json::from_slice(&bytes).map_err(|_| TokenError::Invalid)
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOW: i64 = 1_800_000_000_000;

    fn player() -> Subject {
        Subject::Player { id: 42, user_channel_id: "x7".to_owned(), session: "s1".to_owned() }
    }

    #[test]
    fn a_token_comes_back_as_it_was_signed_until_it_expires() {
        let signer = Signer::new(&[7; 32]);
        for subject in [Subject::Guest, player()] {
            let token = signer.sign(&subject, NOW);
            let verified = signer.verify(&token, NOW + 1000 * TOKEN_TTL_S - 1).unwrap();
            assert_eq!(verified.subject, subject);
            assert_eq!(verified.expires_at_s - verified.issued_at_s, TOKEN_TTL_S);
            assert_eq!(signer.verify(&token, NOW + 1000 * TOKEN_TTL_S), Err(TokenError::Expired));
        }
    }

    #[test]
    fn the_claims_are_those_of_a_centrifugo_token() {
        let token = Signer::new(&[7; 32]).sign(&player(), NOW);
        let claims: serde_json::Value = decode(token.split('.').nth(1).unwrap()).unwrap();
        assert_eq!(
            claims,
            serde_json::json!({
                "sub": "x7", "iat": NOW / 1000, "exp": NOW / 1000 + TOKEN_TTL_S,
                "channels": [
                    "balance#x7", "payments_changes#x7", "payments_events#x7",
                    "payment_methods_updated#x7", "groups_updates#x7", "game_limits#x7",
                    "documents_changes#x7", "personal_notifications#x7", "bonuses_changes#x7", "freespins_changes#x7",
                    "lootboxes_changes#x7", "comps_award#x7", "adventures_changes#x7",
                    "tournament_notifications#x7", "tournaments_statuses#x7", "chat#x7", "jackpot_win_award#x7",
                    "wins", "jackpots_changes", "features_changes",
                ],
                "meta": {"player": 42, "session": "s1"},
            })
        );
    }

    #[test]
    fn a_forged_token_is_invalid() {
        let signer = Signer::new(&[7; 32]);
        let token = signer.sign(&player(), NOW);
        let parts: Vec<&str> = token.split('.').collect();
        let claims =
            BASE64.encode(r#"{"sub":"y","iat":1,"exp":9999999999,"meta":{"player":1,"session":"s"}}"#);
        let unsigned = BASE64.encode(r#"{"alg":"none","typ":"JWT"}"#);
        for forged in [
            String::new(),
            "..".to_owned(),
            "a.b.c".to_owned(),
            format!("{}.{claims}.{}", parts[0], parts[2]),
            format!("{unsigned}.{claims}."),
            Signer::new(&[8; 32]).sign(&player(), NOW),
            token[..token.len() - 4].to_owned(),
        ] {
            assert_eq!(signer.verify(&forged, NOW), Err(TokenError::Invalid), "{forged}");
        }
        assert!(signer.verify(&token, NOW).is_ok());
    }
}
