//! The second step of a sign-in.
//!
//! The right password of a player with a second factor opens no session yet: the browser gets a token of a pending
//! sign-in, which lives for five minutes and takes five codes.
//!
//! Six digits can be guessed by somebody who has the password, so wrong codes count by account as well, over all
//! browsers that are not known to be the player's. That limit can be used up by others; the player still comes in from a
//! known browser, or anywhere with a passkey or a recovery code, which nobody can guess.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use croupier_db::Tx;
use sha2::{Digest, Sha256};

use super::factors_store::{self as store, Factors, Pending};
use super::proof::Proof;
use super::session::lock_for_sign_in;
use super::sign_in::{ADDRESS_TRIES, Allowed, SignedIn, admit, refuse_shut};
use super::store::Login;
use super::tries_store::TriesOf;
use super::two_factor;
use crate::app::App;
use crate::auth::Visitor;
use crate::platform::error::{ApiError, ApiResult};

/// How long the second step may take, in seconds.
pub const PENDING_S: i64 = 5 * 60;

/// How many codes a pending sign-in takes.
const TRIES_MAX: i64 = 5;

/// Wrong codes of a known browser of the player.
const DEVICE_CODES: Allowed = (10, 15 * 60 * 1000);

/// Wrong codes on one account, of all browsers that are not known.
const ACCOUNT_CODES: Allowed = (20, 60 * 60 * 1000);

/// What the browser needs for the second step.
pub(super) struct SecondStepChallenge {
    /// Of the pending sign-in.
    pub(super) token: String,
    /// What can be shown beside a recovery code.
    pub(super) factors: Factors,
}

/// Begins the second step within the caller's transaction; answers the token for the browser.
pub(super) async fn begin(
    app: &App,
    tx: &mut Tx,
    login: &Login,
    known_device: Option<&str>,
    has_dfpc: bool,
) -> ApiResult<String> {
    let token = URL_SAFE_NO_PAD.encode(app.entropy.bytes::<32>());
    let pending = Pending {
        player: login.player,
        login_stamp: login.stamp().to_vec(),
        known_device: known_device.map(str::to_owned),
        has_dfpc,
    };
    let now = app.clock.now();
    store::add_pending(tx, &hash(&token), &pending, now + PENDING_S * 1000, now).await?;
    Ok(token)
}

fn hash(token: &str) -> Vec<u8> {
    Sha256::digest(token).to_vec()
}

/// Ends the sign-in that `visitor` has begun: answers the player and a new session in place of the browser's old one.
pub(super) async fn finish(app: &App, visitor: &Visitor, device: &str, proof: &Proof) -> ApiResult<SignedIn> {
    let over =
        || ApiError::field(proof.field(), "SIGN_IN.EXPIRED", "Please enter your e-mail and password again.");
    let token_hash = visitor.pending_token.as_deref().map(hash).ok_or_else(over)?;
    let (pending, login) = find(app, &token_hash).await?.ok_or_else(over)?;
    let attempt = count(app, visitor, &pending, &login, proof).await?;
    let mut tx = app.db.begin().await?;
    if !store::take_try(&mut tx, &token_hash, TRIES_MAX, app.clock.now()).await? {
        store::end_pending(&mut tx, &token_hash).await?;
        two_factor::end_attempt(&mut tx, attempt, login.player, proof, false).await?;
        tx.commit().await?;
        return Err(over());
    }
    // The try counts whatever becomes of the rest.
    tx.commit().await?;
    refuse_shut(app, login.player).await?;
    let mut tx = app.db.begin().await?;
    lock_for_sign_in(app, &mut tx, login.player, visitor).await?;
    if !two_factor::spend(app, &mut tx, login.player, proof, &visitor.host).await? {
        drop(tx);
        let mut tx = app.db.begin().await?;
        two_factor::end_attempt(&mut tx, attempt, login.player, proof, false).await?;
        tx.commit().await?;
        return Err(proof.wrong());
    }
    if !store::end_pending(&mut tx, &token_hash).await? {
        return Err(over());
    }
    two_factor::end_attempt(&mut tx, attempt, login.player, proof, true).await?;
    let known = pending.known_device.as_deref();
    let admitted = admit(app, &mut tx, visitor, device, &login, known, pending.has_dfpc).await?;
    let session = admitted.ok_or_else(over)?;
    tx.commit().await?;
    Ok((login.player, session))
}

/// The pending sign-in and its login; `None` when it is over, or the password has changed since.
async fn find(app: &App, token_hash: &[u8]) -> ApiResult<Option<(Pending, Login)>> {
    let pending = store::pending(&app.db, token_hash, app.clock.now()).await?;
    let Some(pending) = pending else { return Ok(None) };
    let login = super::login_of(app, pending.player).await?;
    let holds = login.stamp().as_slice() == pending.login_stamp;
    Ok(holds.then_some((pending, login)))
}

async fn count(
    app: &App,
    visitor: &Visitor,
    pending: &Pending,
    login: &Login,
    proof: &Proof,
) -> ApiResult<i64> {
    let network = visitor.limit_key().to_string();
    let from_address = (TriesOf::CodesFrom(&network), ADDRESS_TRIES);
    let known = pending.known_device.as_deref();
    let limits = match (known, proof) {
        (Some(device), _) => vec![(TriesOf::CodesOfDevice(device, login.player), DEVICE_CODES)],
        (None, Proof::Code(_)) => vec![from_address, (TriesOf::Codes(login.player), ACCOUNT_CODES)],
        // Nobody can guess these.
        (None, Proof::Recovery(_) | Proof::Passkey(_)) => vec![from_address],
    };
    two_factor::begin_attempt(app, visitor, login, proof, &limits, known).await
}
