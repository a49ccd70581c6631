//! Links of players with providers: made by who is signed in, never silently, and ended with the proof that the address was
//! somebody else's.

use croupier_db::{Tx, log};
use croupier_ledger::{Fact, PlayerId};
use serde_json::json;

use super::super::forget_sessions;
use super::super::session::end_sessions_but;
use super::super::{factors_store, passkeys, store as logins, two_factor};
use super::flow::{FLOW_MS, hash, over};
use super::{ProviderLink, ProviderPerson, store};
use crate::app::App;
use crate::auth::{PlayerCaller, Visitor};
use crate::platform::error::{ApiError, ApiResult};

/// The player's links, the oldest first.
pub async fn provider_links(app: &App, player: PlayerId) -> ApiResult<Vec<ProviderLink>> {
    Ok(store::links_of(&app.db, player).await?)
}

/// The link of `person`, when there is one.
pub async fn link_of_person(app: &App, person: &ProviderPerson) -> ApiResult<Option<ProviderLink>> {
    Ok(store::link_of_subject(&app.db, &person.issuer, &person.subject).await?)
}

/// Links `person` with the player who is signed in. 401 when the session has ended since, 409 when either is linked already.
pub async fn link_provider(
    app: &App,
    visitor: &Visitor,
    caller: &PlayerCaller,
    person: &ProviderPerson,
) -> ApiResult<()> {
    // The provider was asked meanwhile, and took its time.
    let mut tx = two_factor::begin_in_session(app, caller).await?;
    put_link(app, &mut tx, visitor, caller.id, person).await?;
    Ok(tx.commit().await?)
}

/// Links `person` with the player whom the provider has just made, within the caller's transaction.
pub async fn add_first_link(
    app: &App,
    tx: &mut Tx,
    player: PlayerId,
    person: &ProviderPerson,
) -> ApiResult<()> {
    let (id, now) = (app.entropy.uuid(&app.clock).to_string(), app.clock.now());
    taken_or(store::add_link(tx, &id, player, person, now, Some(now)).await)
}

async fn put_link(
    app: &App,
    tx: &mut Tx,
    visitor: &Visitor,
    player: PlayerId,
    person: &ProviderPerson,
) -> ApiResult<()> {
    let (id, now) = (app.entropy.uuid(&app.clock).to_string(), app.clock.now());
    taken_or(store::add_link(tx, &id, player, person, now, None).await)?;
    let title = app.providers.title(&person.provider);
    let body = json!({ "provider": title, "host": visitor.host });
    publish(app, tx, player, "player.provider_linked", &body).await
}

fn taken_or(added: croupier_db::Result<()>) -> ApiResult<()> {
    match added {
        Err(error) if error.is_unique("provider_link_issuer_subject_key") => Err(ApiError::conflict(
            "provider_link_taken",
            "This account at the provider is linked with a player already.",
        )),
        Err(error) if error.is_unique("provider_link_player_id_issuer_key") => {
            Err(ApiError::conflict("provider_linked", "You are linked with this provider already."))
        }
        other => Ok(other?),
    }
}

/// Offers the browser to link `person` with `player`, who has the same address: it counts once that player is signed in there.
pub async fn offer_link(
    app: &App,
    visitor: &Visitor,
    player: PlayerId,
    person: &ProviderPerson,
) -> ApiResult<()> {
    let browser_token = visitor.provider_token.as_deref().ok_or_else(over)?;
    let now = app.clock.now();
    let mut tx = app.db.begin().await?;
    store::offer(&mut tx, &hash(browser_token), player, person, (now, now + FLOW_MS)).await?;
    Ok(tx.commit().await?)
}

/// Links what the browser was offered with the player, who has signed in since. 410 when nothing is offered, or to somebody else.
pub async fn accept_offer(app: &App, visitor: &Visitor, caller: &PlayerCaller) -> ApiResult<()> {
    caller.require_fresh()?;
    let browser_token = visitor.provider_token.as_deref().ok_or_else(over)?;
    let mut tx = two_factor::begin_in_session(app, caller).await?;
    let offered = store::take_offer(&mut tx, &hash(browser_token), caller.id, app.clock.now()).await?;
    put_link(app, &mut tx, visitor, caller.id, &offered.ok_or_else(over)?).await?;
    Ok(tx.commit().await?)
}

/// Ends a link of the player, whose session has to be fresh. Every other session of the player ends, no sign-in waits for its
/// second step any more, and no browser but the visitor's stays known. The last way in stays: 409.
pub async fn unlink_provider(app: &App, visitor: &Visitor, caller: &PlayerCaller, id: &str) -> ApiResult<()> {
    caller.require_fresh()?;
    let player = caller.id;
    let mut tx = two_factor::begin_in_session(app, caller).await?;
    let provider = store::remove_link(&mut tx, player, id).await?.ok_or_else(ApiError::not_found)?;
    // A provider that the operator has given up lets nobody in.
    let others = store::providers_of(&mut tx, player).await?;
    let has_another = others.iter().any(|name| app.providers.named(name).is_some())
        || passkeys::has_any(&mut tx, player).await?
        || !store::awaits_password(&mut tx, player).await?;
    if !has_another {
        return Err(ApiError::conflict(
            "last_sign_in_way",
            "Choose a password first: this is your only way in.",
        ));
    }
    factors_store::drop_pending(&mut tx, player).await?;
    logins::forget_devices_but(&mut tx, player, visitor.device_id.as_deref()).await?;
    let (ended, facts) = end_sessions_but(&mut tx, player, Some(&caller.session)).await?;
    log::append(&app.db, &mut tx, player, app.clock.now(), &facts).await?;
    let body = json!({ "provider": app.providers.title(&provider), "host": visitor.host });
    publish(app, &mut tx, player, "player.provider_unlinked", &body).await?;
    tx.commit().await?;
    forget_sessions(app, &ended);
    Ok(())
}

/// Ends, within the caller's transaction, which holds the lock of the player's lane, the ways into an account that were made while
/// nobody had proved the address: links and passkeys. With them end sign-ins that wait for their second step, and all sessions;
/// answers the ids of those. Whoever signed up with a stranger's address keeps no way in once its owner shows up.
pub async fn end_unproven_ways(
    app: &App,
    tx: &mut Tx,
    visitor: &Visitor,
    player: PlayerId,
) -> ApiResult<Vec<String>> {
    let links = store::remove_links(tx, player).await?;
    let keys = passkeys::remove_all(tx, player).await?;
    if links.is_empty() && keys.is_empty() {
        return Ok(Vec::new());
    }
    factors_store::drop_pending(tx, player).await?;
    factors_store::drop_idle_codes(tx, player).await?;
    let host = &visitor.host;
    let links = links.iter().map(|provider| {
        let body = json!({ "provider": app.providers.title(provider), "host": host });
        Fact { kind: "player.provider_unlinked", body: body.to_string() }
    });
    let keys = keys.iter().map(|(id, name)| {
        let body = json!({ "passkey": id, "name": name, "host": host });
        Fact { kind: "player.passkey_removed", body: body.to_string() }
    });
    let mut facts: Vec<Fact> = links.chain(keys).collect();
    let (ended, ends) = end_sessions_but(tx, player, None).await?;
    facts.extend(ends);
    log::append(&app.db, tx, player, app.clock.now(), &facts).await?;
    Ok(ended)
}

/// Takes, within the caller's transaction, which holds the lock of the player's lane, the authenticator app off that was set up while
/// nobody had proved the address, with its recovery codes: it would keep the owner of the address out of the account for good.
pub async fn end_unproven_app(app: &App, tx: &mut Tx, visitor: &Visitor, player: PlayerId) -> ApiResult<()> {
    if !factors_store::remove_two_factor(tx, player).await? {
        return Ok(());
    }
    factors_store::drop_pending(tx, player).await?;
    let body = json!({ "host": visitor.host });
    publish(app, tx, player, "player.two_factor_disabled", &body).await
}

async fn publish(
    app: &App,
    tx: &mut Tx,
    player: PlayerId,
    kind: &'static str,
    body: &serde_json::Value,
) -> ApiResult<()> {
    let fact = Fact { kind, body: body.to_string() };
    Ok(log::append(&app.db, tx, player, app.clock.now(), &[fact]).await?)
}
