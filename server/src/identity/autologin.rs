//! Players who were made without a form, and the links that sign them in.
//!
//! Such a player has a password that nobody knows until one is chosen, and one link at a time. Its token is the signature of a
//! random seed in the player's row, so that the link can be shown again to its owner, while the row alone opens nothing. Using a
//! link puts the next one in its place, in the commit that opens the session. Choosing a password ends them for good: every change is
//! guarded by the row, which says whether one is chosen.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use croupier_db::{Tx, log};
use croupier_ledger::PlayerId;
use hmac::Mac;
use sha2::{Digest, Sha256};

use super::autologin_store::{self as store, LinkRow};
use crate::app::App;
use crate::platform::calendar::DAY_MS;
use crate::platform::error::ApiResult;
use crate::platform::secrets::hmac_sha256;

/// What links are signed for.
const PURPOSE: &str = "autologin";

/// How long a link counts, in milliseconds.
const LINK_LASTS_MS: i64 = DAY_MS;

/// A player who was made without a form.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Autoregistration {
    /// Whether the player has chosen no password yet.
    pub awaits_password: bool,
    /// The address of the link that counts now.
    pub link: Option<String>,
}

/// A link that was just made.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AutologinLink {
    /// The whole address.
    pub address: String,
    /// Until when it counts, UTC milliseconds.
    pub until: i64,
}

/// Notes within the caller's transaction that `by` has made the player without a form, and makes the first link, which leads to
/// `site`.
pub async fn add_autoregistration(
    app: &App,
    tx: &mut Tx,
    player: PlayerId,
    site: &str,
    by: &str,
) -> ApiResult<AutologinLink> {
    let (row, link) = fresh(app, player, site);
    store::add(tx, player, &row, by, app.clock.now()).await?;
    Ok(link)
}

/// Puts another link in the place of the player's within the caller's transaction; `None` when the player was not made without a
/// form, or has chosen a password.
pub async fn renew_autologin(app: &App, tx: &mut Tx, player: PlayerId) -> ApiResult<Option<AutologinLink>> {
    log::lock_lane(&app.db, tx, player).await?;
    next_link(app, tx, player).await
}

/// Like [`renew_autologin`], within a transaction that holds the lock of the player's lane: the link that counted counts no
/// more.
pub(super) async fn next_link(app: &App, tx: &mut Tx, player: PlayerId) -> ApiResult<Option<AutologinLink>> {
    let Some(old) = store::link_in(tx, player).await? else { return Ok(None) };
    let (row, link) = fresh(app, player, &old.site);
    Ok(store::replace(tx, player, &old.hash, &row).await?.then_some(link))
}

/// How the player stands who was made without a form; `None` for everybody else.
pub async fn autoregistration_of(app: &App, player: PlayerId) -> ApiResult<Option<Autoregistration>> {
    let Some((awaits_password, row)) = store::of_player(&app.db, player).await? else { return Ok(None) };
    let counts = awaits_password && row.ends_at > app.clock.now();
    let link = counts.then(|| address(&row.site, &token(app, player, &row.seed)));
    Ok(Some(Autoregistration { awaits_password, link }))
}

/// Whose link `token` is, while it counts; nothing is used up.
pub(super) async fn owner_of(app: &App, token: &str) -> ApiResult<Option<PlayerId>> {
    Ok(store::owner_of(&app.db, &hash(token), app.clock.now()).await?)
}

/// Uses up the link `token` of the player within the caller's transaction, which holds the lock of the player's lane, and puts
/// the next one in its place. `false` when it no longer counts.
pub(super) async fn use_link(app: &App, tx: &mut Tx, player: PlayerId, used: &str) -> ApiResult<bool> {
    let now = app.clock.now();
    let old = store::link_in(tx, player).await?;
    let Some(old) = old.filter(|old| old.hash == hash(used) && old.ends_at > now) else { return Ok(false) };
    let (row, _) = fresh(app, player, &old.site);
    Ok(store::replace(tx, player, &old.hash, &row).await?)
}

/// Notes within the caller's transaction that the player has chosen a password.
pub(super) async fn note_password(app: &App, tx: &mut Tx, player: PlayerId) -> ApiResult<()> {
    Ok(store::note_password(tx, player, app.clock.now()).await?)
}

/// A link to `site` that nobody has seen.
fn fresh(app: &App, player: PlayerId, site: &str) -> (LinkRow, AutologinLink) {
    let seed = app.entropy.bytes::<32>().to_vec();
    let token = token(app, player, &seed);
    let until = app.clock.now() + LINK_LASTS_MS;
    let row = LinkRow { site: site.to_owned(), hash: hash(&token), seed, ends_at: until };
    (row, AutologinLink { address: address(site, &token), until })
}

fn token(app: &App, player: PlayerId, seed: &[u8]) -> String {
    let mut mac = hmac_sha256(&app.secrets.key_for(PURPOSE));
    mac.update(&player.to_be_bytes());
    mac.update(seed);
    URL_SAFE_NO_PAD.encode(mac.finalize().into_bytes())
}

fn address(site: &str, token: &str) -> String {
    format!("{site}/autologin?token={token}")
}

fn hash(token: &str) -> Vec<u8> {
    Sha256::digest(token).to_vec()
}
