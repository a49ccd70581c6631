//! The built-in captcha: a proof of work in the form of ALTCHA. The server signs a challenge and keeps
//! nothing; the browser finds the number whose hash it is; a solved challenge counts once.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use croupier_db::Tx;
use hmac::{Hmac, Mac};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use utoipa::ToSchema;

use super::store;
use crate::platform::clock::Entropy;
use crate::platform::error::{ApiError, ApiResult};
use crate::platform::limit_key::LimitKey;
use crate::platform::secrets::hmac_sha256;

/// How much work a challenge asks for.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum Difficulty {
    /// Takes a phone about a second.
    #[default]
    Normal,
    /// Takes a phone about ten seconds.
    Hard,
}

impl Difficulty {
    /// The secret number lies between 0 and this.
    const fn number_max(self) -> u32 {
        match self {
            Self::Normal => 50_000,
            Self::Hard => 400_000,
        }
    }
}

/// How long a challenge may be solved and used, in milliseconds.
const LIFETIME_MS: i64 = 10 * 60 * 1000;

const ALGORITHM: &str = "SHA-256";

/// The longest `captcha` field that is looked at, in bytes.
const PAYLOAD_MAX: usize = 2048;

/// What the browser has to solve: find `number` up to `maxnumber` with
/// `challenge == hex(SHA-256(salt + number))`.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct Challenge {
    /// Always `SHA-256`.
    pub algorithm: &'static str,
    /// Hex.
    pub challenge: String,
    /// The largest number to try.
    pub maxnumber: u32,
    /// Random, with the moment of expiry (`?expires=` Unix seconds) and the largest number (`&max=`). It ends with
    /// `&`, so that no digit of the number can be moved into it.
    pub salt: String,
    /// Hex HMAC-SHA256 of all of the above.
    pub signature: String,
}

/// A solution, as the `captcha` field carries it in base64 of JSON.
#[derive(Debug, Deserialize)]
struct Solution {
    algorithm: String,
    challenge: String,
    number: u32,
    salt: String,
    signature: String,
}

/// A solution that is right and has not expired, but may have been used before; the token of another provider counts as one.
#[derive(Debug)]
pub struct Solved {
    challenge: Vec<u8>,
    expires_at: i64,
    /// How much work it was.
    pub difficulty: Difficulty,
}

/// Why a captcha field is refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Refused {
    /// There is none.
    Missing,
    /// It is wrong, expired or used.
    Wrong,
}

impl From<Refused> for ApiError {
    fn from(refused: Refused) -> Self {
        match refused {
            Refused::Missing => {
                Self::field("captcha", "VALIDATION.CAPTCHA.REQUIRED", "Please prove that you are no robot.")
            }
            Refused::Wrong => Self::field(
                "captcha",
                "VALIDATION.CAPTCHA.INVALID",
                "The proof is not valid. Please try again.",
            ),
        }
    }
}

/// Makes a challenge at `now` (UTC milliseconds), signed with `key`.
pub fn challenge(key: &[u8; 32], entropy: Entropy, difficulty: Difficulty, now: i64) -> Challenge {
    let (nonce, maxnumber) = (hex::encode(entropy.bytes::<12>()), difficulty.number_max());
    let salt = format!("{nonce}?expires={}&max={maxnumber}&", (now + LIFETIME_MS) / 1000);
    let number = u32::from_be_bytes(entropy.bytes()) % (maxnumber + 1);
    let challenge = hash_of(&salt, number);
    let signature = hex::encode(mac(key, ALGORITHM, &challenge, &salt).finalize().into_bytes());
    Challenge { algorithm: ALGORITHM, challenge, maxnumber, salt, signature }
}

/// Judges the `captcha` field of a call at `now`.
pub fn verify(key: &[u8; 32], field: Option<&str>, now: i64) -> Result<Solved, Refused> {
    let field = field.filter(|field| !field.is_empty()).ok_or(Refused::Missing)?;
    solve(key, field, now).ok_or(Refused::Wrong)
}

fn solve(key: &[u8; 32], field: &str, now: i64) -> Option<Solved> {
    if field.len() > PAYLOAD_MAX {
        return None;
    }
    let solution: Solution = serde_json::from_slice(&STANDARD.decode(field).ok()?).ok()?;
    let signature = hex::decode(&solution.signature).ok()?;
    // From here on the challenge and its salt are as they were made.
    mac(key, &solution.algorithm, &solution.challenge, &solution.salt).verify_slice(&signature).ok()?;
    let (expires_s, number_max) =
        solution.salt.strip_suffix('&')?.split_once("?expires=")?.1.split_once("&max=")?;
    let expires_at = expires_s.parse::<i64>().ok()?.checked_mul(1000)?;
    let number_max: u32 = number_max.parse().ok()?;
    let difficulty =
        if number_max >= Difficulty::Hard.number_max() { Difficulty::Hard } else { Difficulty::Normal };
    let fits = solution.number <= number_max
        && hash_of(&solution.salt, solution.number) == solution.challenge
        && expires_at > now;
    let challenge = hex::decode(&solution.challenge).ok()?;
    fits.then_some(Solved { challenge, expires_at, difficulty })
}

impl Solved {
    /// A token that its provider has taken at `now` for that of a person.
    pub(super) fn by_token(token: &str, now: i64) -> Self {
        let challenge = Sha256::digest(token).to_vec();
        Self { challenge, expires_at: now + LIFETIME_MS, difficulty: Difficulty::Normal }
    }

    /// The key under which limits count the uses of this solution.
    pub fn limit_key(&self) -> LimitKey {
        LimitKey::captcha(&self.challenge)
    }
}

/// Uses the solution up within the caller's transaction; a second use is refused.
pub async fn spend(tx: &mut Tx, solved: &Solved, now: i64) -> ApiResult<()> {
    let first = store::spend_challenge(tx, &solved.challenge, solved.expires_at, now).await?;
    if first { Ok(()) } else { Err(Refused::Wrong.into()) }
}

fn hash_of(salt: &str, number: u32) -> String {
    hex::encode(Sha256::digest(format!("{salt}{number}")))
}

/// Signs a challenge as a whole. None of the parts has a line break in it, so that they cannot run into each other.
fn mac(key: &[u8; 32], algorithm: &str, challenge: &str, salt: &str) -> Hmac<Sha256> {
    let mut mac = hmac_sha256(key);
    mac.update(format!("{algorithm}\n{challenge}\n{salt}").as_bytes());
    mac
}

#[cfg(test)]
mod tests {
    use super::*;

    const KEY: [u8; 32] = [7; 32];

    fn solution(challenge: &Challenge) -> serde_json::Value {
        let number = (0..=challenge.maxnumber)
            .find(|number| hash_of(&challenge.salt, *number) == challenge.challenge)
            .unwrap();
        serde_json::json!({
            "algorithm": challenge.algorithm, "challenge": challenge.challenge, "number": number,
            "salt": challenge.salt, "signature": challenge.signature,
        })
    }

    fn field(solution: &serde_json::Value) -> String {
        STANDARD.encode(solution.to_string())
    }

    #[test]
    fn only_a_solved_and_fresh_challenge_passes() {
        let good = solution(&challenge(&KEY, Entropy, Difficulty::Normal, 0));
        let judge = |solution: &serde_json::Value, now| verify(&KEY, Some(&field(solution)), now).err();
        assert_eq!(judge(&good, 0), None);
        assert_eq!(judge(&good, LIFETIME_MS), Some(Refused::Wrong));
        assert_eq!(verify(&[8; 32], Some(&field(&good)), 0).err(), Some(Refused::Wrong));
        assert_eq!(verify(&KEY, None, 0).err(), Some(Refused::Missing));
        assert_eq!(verify(&KEY, Some(""), 0).err(), Some(Refused::Missing));
        assert_eq!(verify(&KEY, Some("%%%"), 0).err(), Some(Refused::Wrong));
        for (name, value) in [
            ("number", serde_json::json!(Difficulty::Normal.number_max() + 1)),
            ("salt", serde_json::json!("x?expires=99999999999&max=50000&")),
            ("algorithm", serde_json::json!("SHA-1")),
            ("signature", serde_json::json!("00")),
        ] {
            let mut bad = good.clone();
            bad[name] = value;
            assert_eq!(judge(&bad, 0), Some(Refused::Wrong), "{name}");
        }
    }

    #[test]
    fn a_digit_moved_between_salt_and_number_is_noticed() {
        let good = loop {
            let good = solution(&challenge(&KEY, Entropy, Difficulty::Normal, 0));
            if good["number"].as_u64().unwrap() >= 10 {
                break good;
            }
        };
        let (salt, number) = (good["salt"].as_str().unwrap(), good["number"].as_u64().unwrap().to_string());
        let (first, rest) = number.split_at(1);
        let spliced = |salt: String, number: &str| {
            let mut spliced = good.clone();
            spliced["salt"] = salt.into();
            spliced["number"] = number.parse::<u64>().unwrap().into();
            verify(&KEY, Some(&field(&spliced)), LIFETIME_MS + 1).err()
        };
        let open = salt.strip_suffix('&').unwrap();
        for longer in [format!("{salt}{first}"), format!("{open}{first}&"), format!("{open}{first}")] {
            assert_eq!(spliced(longer.clone(), rest), Some(Refused::Wrong), "{longer}");
        }
        let later = salt.replace("?expires=600&", "?expires=6000&");
        assert_ne!(later, salt);
        assert_eq!(spliced(later, &number), Some(Refused::Wrong));
    }

    #[test]
    fn the_work_is_part_of_what_is_signed() {
        let normal = solution(&challenge(&KEY, Entropy, Difficulty::Normal, 0));
        let judge = |solution: &serde_json::Value| {
            verify(&KEY, Some(&field(solution)), 0).map(|solved| solved.difficulty)
        };
        assert_eq!(judge(&normal).unwrap(), Difficulty::Normal);
        let mut raised = normal.clone();
        raised["salt"] = normal["salt"].as_str().unwrap().replace("max=50000&", "max=400000&").into();
        assert_ne!(raised, normal);
        assert_eq!(judge(&raised).err(), Some(Refused::Wrong));
        let hard = solution(&challenge(&KEY, Entropy, Difficulty::Hard, 0));
        assert_eq!(judge(&hard).unwrap(), Difficulty::Hard);
    }
}
