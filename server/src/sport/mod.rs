//! The way to the sports site, which is a partner's on a host of its own.
//!
//! A player's sign-in is handed over by a one-time token: the site asks for one, sends the browser to the sports host
//! with it, and the sports site exchanges it for the player in a signed call of its own. The token lives for a minute,
//! works once and for that host alone; the store holds its hash. The sports site never sees the casino's session.
//!
//! What the exchange answers holds for [`LIFE_S`]. After that the sports site asks by the signed `visit` of the answer
//! whether the player is still signed in and under no stop, so that a stop reaches it within that time. Money is staked
//! there, so a visit is as old as a session may be for that: it ends half an hour after the player has last done anything
//! here or there, and the way back asks for the password.

mod http;
mod store;

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use croupier_ledger::PlayerId;
use hmac::Mac as _;
use sha2::{Digest as _, Sha256};

use crate::app::App;
use crate::auth::PlayerCaller;
use crate::identity::{self, Activity};
use crate::platform::error::ApiResult;
use crate::platform::secrets::hmac_sha256;

pub use http::{routes, verify};
use store::HandOver;

/// How long a token may be exchanged: the time of one redirect, on a slow line too.
const TOKEN_LIFE_MS: i64 = 60 * 1000;

/// How long the sports site may go by an answer, in seconds.
const LIFE_S: u32 = 60;

/// How many labels of two hosts have to agree, from the right, for them to count as one domain.
const LABELS_OF_DOMAIN: usize = 2;

/// The sports host for visitors of `own`: the one that shares the most of its domain with it, else the first.
fn host_for<'a>(hosts: &[&'a str], own: &str) -> Option<&'a str> {
    let shared = |host: &str| {
        let (host, own) = (name_of(host).to_ascii_lowercase(), name_of(own).to_ascii_lowercase());
        host.rsplit('.').zip(own.rsplit('.')).take_while(|(a, b)| a == b).count()
    };
    let mut best: Option<(&str, usize)> = None;
    for &host in hosts {
        let labels = shared(host);
        if labels >= LABELS_OF_DOMAIN && best.is_none_or(|(_, most)| labels > most) {
            best = Some((host, labels));
        }
    }
    best.map(|(host, _)| host).or_else(|| hosts.first().copied())
}

/// A host without its port.
fn name_of(host: &str) -> &str {
    host.rsplit_once(':').map_or(host, |(name, _)| name)
}

fn hash(token: &str) -> Vec<u8> {
    Sha256::digest(token).to_vec()
}

/// Makes a token with which the sports site at `host` learns who `player` is; `home` is the casino's own host under
/// which the player is, as the browser names it.
async fn hand_over(app: &App, player: &PlayerCaller, host: &str, home: &str) -> ApiResult<String> {
    let token = URL_SAFE_NO_PAD.encode(app.entropy.bytes::<32>());
    let now = app.clock.now();
    let handed = HandOver {
        player: player.id,
        session: player.session.clone(),
        host: host.to_owned(),
        home: home.to_owned(),
        expires_at: now + TOKEN_LIFE_MS,
    };
    let mut tx = app.db.begin().await?;
    store::drop_expired(&mut tx, now).await?;
    store::add(&mut tx, &hash(&token), &handed).await?;
    tx.commit().await?;
    Ok(token)
}

/// What `token` hands over to `host`. Whoever shows a token uses it up, so that one that leaked to another host is worth
/// nothing afterwards. `None` for a token that is unknown, used, expired, or another host's, and when the player has
/// signed out or was shut out since.
async fn taken_over(app: &App, token: &str, host: &str) -> ApiResult<Option<HandOver>> {
    let mut tx = app.db.begin().await?;
    let taken = store::take(&mut tx, &hash(token)).await?;
    tx.commit().await?;
    // Browsers write hosts in lower case, settings may not.
    let is_for = |handed: &HandOver| handed.host.eq_ignore_ascii_case(host);
    let Some(handed) = taken.filter(|handed| is_for(handed) && app.clock.now() < handed.expires_at) else {
        return Ok(None);
    };
    Ok(may_stake(app, &handed.session, Activity::Background).await?.then_some(handed))
}

/// Names the login session behind a hand-over to the sports site; only this installation can make it.
fn visit_of(app: &App, player: PlayerId, session: &str) -> String {
    format!("{player}.{session}.{}", hex::encode(signed_visit(app, player, session).finalize().into_bytes()))
}

fn signed_visit(app: &App, player: PlayerId, session: &str) -> hmac::Hmac<Sha256> {
    let mut mac = hmac_sha256(&app.secrets.key_for("sport visit"));
    mac.update(format!("{player}.{session}").as_bytes());
    mac
}

/// Whether the login session with this public id holds and is fresh enough for money.
async fn may_stake(app: &App, session: &str, activity: Activity) -> ApiResult<bool> {
    Ok(identity::play_session(app, session, activity).await? == Some(true))
}

/// The player behind `visit`, when still signed in, not away for long, and under no stop. `activity` says what the player
/// does at the sports site.
pub async fn visitor_of(app: &App, visit: &str, activity: Activity) -> ApiResult<Option<PlayerId>> {
    let mut parts = visit.splitn(3, '.');
    let (Some(player), Some(session), Some(signature)) = (parts.next(), parts.next(), parts.next()) else {
        return Ok(None);
    };
    let (Ok(player), Ok(signature)) = (player.parse::<PlayerId>(), hex::decode(signature)) else {
        return Ok(None);
    };
    if signed_visit(app, player, session).verify_slice(&signature).is_err() {
        return Ok(None);
    }
    let stops = identity::stops_of(&app.db, player).await?;
    let stands =
        stops.in_force(app.clock.now(), |_| true).is_none() && may_stake(app, session, activity).await?;
    Ok(stands.then_some(player))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn visitors_are_sent_to_the_host_of_their_domain_else_to_the_first() {
        let hosts = ["sport.one.example", "sport.two.example:8443", "bets.two.co.uk"];
        for (own, host) in [
            ("two.example", "sport.two.example:8443"),
            ("www.TWO.example:8080", "sport.two.example:8443"),
            ("one.example", "sport.one.example"),
            ("two.co.uk", "bets.two.co.uk"),
            ("localhost:8080", "sport.one.example"),
            ("three.example", "sport.one.example"),
            ("", "sport.one.example"),
        ] {
            assert_eq!(host_for(&hosts, own), Some(host), "{own}");
        }
        assert_eq!(host_for(&[], "one.example"), None);
    }
}
