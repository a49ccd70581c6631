//! Offers by mail and SMS: reading and choosing them, and the link in a mail that ends them without a session.

use hmac::Mac;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use utoipa::ToSchema;

use super::guest_offers;
use crate::app::App;
use crate::platform::error::ApiResult;
use crate::platform::secrets::hmac_sha256;
use crate::player;

/// The longest token that is looked at, in bytes.
const TOKEN_MAX: usize = 128;

/// What the player wants to be sent: the same as the profile's fields.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub(super) struct Subscriptions {
    /// Offers by mail.
    pub(super) receive_promos: bool,
    /// Offers by SMS.
    pub(super) receive_sms_promos: bool,
}

/// What the player wants to be sent.
pub(super) async fn read(app: &App, id: i64) -> ApiResult<Subscriptions> {
    let player = player::get(app, id).await?;
    Ok(Subscriptions { receive_promos: player.receive_promos, receive_sms_promos: player.receive_sms_promos })
}

/// Keeps what the player wants to be sent.
pub(super) async fn save(app: &App, id: i64, wanted: Subscriptions) -> ApiResult<()> {
    let fields = [
        ("receive_promos", Value::Bool(wanted.receive_promos)),
        ("receive_sms_promos", Value::Bool(wanted.receive_sms_promos)),
    ];
    let fields: Map<_, _> = fields.into_iter().map(|(name, value)| (name.to_owned(), value)).collect();
    player::edit(app, id, None, &fields).await
}

/// The token of the link that ends the player's offers by mail. It does not expire: a mail may be read years later.
pub(super) fn token_of(app: &App, player: i64) -> String {
    format!("{player}.{}", hex::encode(signature(app, player).finalize().into_bytes()))
}

/// Ends the offers by mail of the player, or of the guest, whom `token` names; `false` when it is none of ours.
pub(super) async fn unsubscribe(app: &App, token: &str) -> ApiResult<bool> {
    let Some(player) = player_of(app, token) else { return guest_offers::end(app, token).await };
    end_own(app, player).await?;
    Ok(true)
}

/// Ends the player's own offers by mail.
pub(super) async fn end_own(app: &App, player: i64) -> ApiResult<()> {
    let fields = Map::from_iter([("receive_promos".to_owned(), Value::Bool(false))]);
    player::edit(app, player, None, &fields).await
}

/// The ways out of offers that a mail names: a page of `site`, and an address for programs that do it by one click.
pub(super) fn ways_out(site: &str, token: &str) -> (String, String) {
    (format!("{site}/unsubscribe?token={token}"), format!("{site}/webhooks/mail/unsubscribe?token={token}"))
}

fn player_of(app: &App, token: &str) -> Option<i64> {
    let (player, shown) = token.split_once('.').filter(|_| token.len() <= TOKEN_MAX)?;
    let (player, shown) = (player.parse().ok()?, hex::decode(shown).ok()?);
    signature(app, player).verify_slice(&shown).is_ok().then_some(player)
}

fn signature(app: &App, player: i64) -> hmac::Hmac<sha2::Sha256> {
    let mut mac = hmac_sha256(&app.secrets.key_for("unsubscribe"));
    mac.update(player.to_string().as_bytes());
    mac
}
