//! Corrections of who a player is: names, date of birth, country, e-mail address, and the currency of an account in which
//! nothing has happened.
//!
//! A correction is one commit with its fact, which names the fields and none of the values. Who has another name or another
//! date of birth than the one that was checked is verified no longer, unless the document that the identity partner has seen
//! says just that. A new address is told to the old one, has to be confirmed
//! by its owner, and ends every session.

use croupier_db::{Tx, log};
use croupier_ledger::{Fact, Key, PlayerId};
use croupier_money::Currency;
use serde_json::{Map, Value, json};
use uuid::Uuid;

use super::acts_store::{self as acts, Act, ActKind, Bounds};
use super::corrections_store as store;
use crate::account::{self, recovery};
use crate::app::App;
use crate::platform::error::{ApiError, ApiResult};
use crate::player::{IdentityCheck, Player};
use crate::rules::Rule;
use crate::staff::{self, Actor, Permission};
use crate::{content, identity, player, verification};

/// Fields that documents prove: a check of who the player is was made of them.
const PROVEN: [&str; 3] = ["first_name", "last_name", "date_of_birth"];

/// What a member wants corrected.
#[derive(Debug)]
pub(super) struct Correction<'a> {
    pub(super) player: PlayerId,
    /// Identity fields of the profile, by their names.
    pub(super) fields: &'a Map<String, Value>,
    /// In lower case.
    pub(super) email: Option<&'a str>,
    pub(super) currency: Option<Currency>,
    pub(super) member: Uuid,
    /// Names the decision: the same one is carried out once.
    pub(super) reference: &'a str,
    pub(super) reason: &'a str,
}

impl Correction<'_> {
    /// Names what is asked for, and tells none of it.
    fn fingerprint(&self) -> String {
        let currency = self.currency.map(Currency::code);
        let asked = json!([self.player, self.fields, self.email, currency, self.reason]).to_string();
        Uuid::from_bytes(Key::hash(&[asked.as_bytes()]).0).to_string()
    }
}

/// Carries a correction out, together with its fact. What is so already is no change, and no fact.
pub(super) async fn correct(app: &App, wanted: &Correction<'_>, by: &Actor) -> ApiResult<()> {
    let Correction { player: id, fields, member, reference, reason, .. } = *wanted;
    let now = app.clock.now();
    let fingerprint = wanted.fingerprint();
    let act = Act {
        kind: ActKind::Correction,
        reference,
        fingerprint: &fingerprint,
        member,
        player: id,
        weight: 0,
        at: now,
    };
    let mut tx = app.db.begin().await?;
    // The player's row is locked before the lane, and that before the other rows, as by everybody else.
    let profile = player::lock(&mut tx, id).await?.ok_or_else(ApiError::not_found)?;
    log::lock_lane(&app.db, &mut tx, id).await?;
    staff::require_in(&mut tx, member, Permission::PlayersCorrect).await?;
    if act.was_done(acts::fingerprint_in(&mut tx, reference).await?.as_deref())? {
        return Ok(());
    }
    acts::keep_in(&mut tx, &act, Bounds::NONE).await?;
    let mut changed = player::correct(app, &mut tx, &profile, fields, &by.name).await?;
    if let Some(currency) = wanted.currency.filter(|currency| *currency != profile.currency) {
        change_currency(app, &mut tx, &profile, currency, &by.name).await?;
        changed.push("currency");
    }
    let mut ended = Vec::new();
    if let Some(email) = wanted.email {
        let old = identity::email_in(&mut tx, id).await?.ok_or_else(ApiError::not_found)?;
        if old != email {
            ended = change_email(app, &mut tx, &profile, (old.as_str(), email)).await?;
            changed.push("email");
        }
    }
    if !changed.is_empty() {
        let mut facts =
            vec![fact("player.corrected", by, json!({ "subject": changed.join(", "), "reason": reason }))];
        if changed.iter().any(|field| PROVEN.contains(field)) {
            facts.extend(doubt_checks(&mut tx, &profile, reason, by, now).await?);
        }
        facts.extend(verification::compare_again(app, &mut tx, id, by).await?);
        log::append(&app.db, &mut tx, id, now, &facts).await?;
        account::keep_corrected(&mut tx, id).await?;
    }
    tx.commit().await?;
    identity::forget_sessions(app, &ended);
    Ok(())
}

fn fact(kind: &'static str, by: &Actor, body: Value) -> Fact {
    Fact { kind, body: by.signing(body).to_string() }
}

/// Opens the wallet of another currency and makes it the player's own, as long as no money has moved.
async fn change_currency(
    app: &App,
    tx: &mut Tx,
    profile: &Player,
    currency: Currency,
    by: &str,
) -> ApiResult<()> {
    if store::has_moved_money(tx, profile.id).await? {
        let message = "Money has moved in this account: its currency stays.";
        return Err(ApiError::conflict("money_moved", message));
    }
    let groups = player::groups_in(tx, profile.id).await?;
    if !app.site_config.may_open(currency, &profile.licence, &groups) {
        return Err(ApiError::fields(vec![Rule::NotAllowed.on("currency")]));
    }
    player::set_currency(app, tx, profile.id, currency, by).await?;
    app.wallet.open(tx, profile.id, currency).await?;
    app.wallet.reopen(tx, profile.id, currency).await
}

/// Puts the new one of `emails` in the place of the old one, tells that one of it, and asks the new one's owner to confirm it.
/// Answers the ids of the sessions that have ended.
async fn change_email(
    app: &App,
    tx: &mut Tx,
    profile: &Player,
    emails: (&str, &str),
) -> ApiResult<Vec<String>> {
    let host = content::host_of_brand(app, &player::brand_in(tx, profile.id).await?);
    let ended = identity::replace_email(app, tx, profile.id, emails.1).await?;
    // Whoever was in the account may have asked for an address of their own.
    recovery::drop_email_changes(tx, profile.id).await?;
    recovery::post_email_changed(app, tx, profile, emails, &host).await?;
    recovery::post_confirmation(app, tx, profile, emails.1, &host).await?;
    Ok(ended)
}

/// Takes back every check of who the player is that was passed; answers the facts of that.
async fn doubt_checks(
    tx: &mut Tx,
    profile: &Player,
    reason: &str,
    by: &Actor,
    now: i64,
) -> ApiResult<Vec<Fact>> {
    let mut facts = Vec::new();
    for check in [IdentityCheck::Staff, IdentityCheck::Provider] {
        if player::note_check(tx, profile, check, false, &by.name, now).await? {
            let body = json!({ "check": check.name(), "passed": false, "why": reason });
            facts.push(fact("player.verification", by, body));
        }
    }
    Ok(facts)
}
