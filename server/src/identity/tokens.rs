//! One-time tokens that are mailed: 256 random bits in the mail, their SHA-256 in the store.
//!
//! A token counts once: its use is an update that only an unused row takes, under the lock of the player's lane.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use croupier_db::{Tx, log};
use croupier_ledger::PlayerId;
use sha2::{Digest, Sha256};

use super::tokens_store as store;
use crate::app::App;
use crate::platform::calendar::DAY_MS;
use crate::platform::clock::Entropy;
use crate::platform::error::ApiResult;

const HOUR_MS: i64 = 60 * 60 * 1000;

/// The longest token that is looked up, in bytes.
const TOKEN_MAX: usize = 128;

/// What a token is good for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Purpose {
    /// Choosing a new password without the old one.
    PasswordReset,
    /// Confirming the address of the login.
    EmailConfirmation,
    /// Confirming the address that is to take its place.
    EmailChange,
    /// Signing in without the password.
    SignIn,
}

impl Purpose {
    const ALL: [Self; 4] = [Self::PasswordReset, Self::EmailConfirmation, Self::EmailChange, Self::SignIn];

    /// Its name in the store.
    pub const fn name(self) -> &'static str {
        match self {
            Self::PasswordReset => "password_reset",
            Self::EmailConfirmation => "email_confirmation",
            Self::EmailChange => "email_change",
            Self::SignIn => "sign_in",
        }
    }

    /// The purpose called `name`.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|purpose| purpose.name() == name)
    }

    /// How long a token counts, in milliseconds.
    pub const fn lifetime_ms(self) -> i64 {
        match self {
            Self::PasswordReset => 2 * HOUR_MS,
            Self::EmailConfirmation | Self::EmailChange => 3 * DAY_MS,
            Self::SignIn => DAY_MS,
        }
    }

    /// The most tokens that a player is mailed, and within how many milliseconds. Each of them counts, so a stranger who
    /// asks for all of them keeps nobody out.
    const fn issued_max(self) -> (i64, i64) {
        match self {
            Self::PasswordReset => (5, 2 * HOUR_MS),
            // The one of sign-up, and five more.
            Self::EmailConfirmation | Self::EmailChange => (6, DAY_MS),
            Self::SignIn => (5, DAY_MS),
        }
    }
}

/// A token as the store keeps it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TokenRow {
    /// Whose.
    pub player: PlayerId,
    /// What for.
    pub purpose: Purpose,
    /// The address it was mailed to, in lower case.
    pub email: String,
}

fn hash(token: &str) -> Vec<u8> {
    Sha256::digest(token).to_vec()
}

/// Makes a token for `player` within the caller's transaction, to be mailed to `email`. `None` when the player has been
/// mailed as many as allowed.
pub async fn issue_token(
    app: &App,
    tx: &mut Tx,
    player: PlayerId,
    purpose: Purpose,
    email: &str,
) -> ApiResult<Option<String>> {
    let now = app.clock.now();
    let (issued_max, window_ms) = purpose.issued_max();
    // Two at once are counted one after the other.
    log::lock_lane(&app.db, tx, player).await?;
    if store::count_issued(tx, player, purpose, now - window_ms).await? >= issued_max {
        return Ok(None);
    }
    add_token(app.entropy, tx, player, purpose, email, now).await.map(Some)
}

/// Makes a token for `player` within the caller's transaction, however many there are. `email` is the address of the login.
pub(super) async fn add_token(
    entropy: Entropy,
    tx: &mut Tx,
    player: PlayerId,
    purpose: Purpose,
    email: &str,
    now: i64,
) -> ApiResult<String> {
    let token = URL_SAFE_NO_PAD.encode(entropy.bytes::<32>());
    let row = TokenRow { player, purpose, email: email.to_owned() };
    store::add(tx, &hash(&token), &row, now, now + purpose.lifetime_ms()).await?;
    Ok(token)
}

/// The token, while it counts for one of `purposes`; nothing is used up.
pub async fn find_token(app: &App, token: &str, purposes: &[Purpose]) -> ApiResult<Option<TokenRow>> {
    if token.len() > TOKEN_MAX {
        return Ok(None);
    }
    let row = store::find(&app.db, &hash(token), app.clock.now()).await?;
    Ok(row.filter(|row| purposes.contains(&row.purpose)))
}

/// Uses up `token`, which was found as `row`, within the caller's transaction, and every other token of the same player
/// and purpose with it. `false` when another call was first. Locks the player's lane.
pub async fn use_token(app: &App, tx: &mut Tx, token: &str, row: &TokenRow) -> ApiResult<bool> {
    let now = app.clock.now();
    log::lock_lane(&app.db, tx, row.player).await?;
    if !store::mark_used(tx, &hash(token), now).await? {
        return Ok(false);
    }
    store::void(tx, row.player, row.purpose, now).await?;
    Ok(true)
}

/// Voids the player's unused tokens of `purpose` within the caller's transaction.
pub async fn void_tokens(app: &App, tx: &mut Tx, player: PlayerId, purpose: Purpose) -> ApiResult<()> {
    Ok(store::void(tx, player, purpose, app.clock.now()).await?)
}
