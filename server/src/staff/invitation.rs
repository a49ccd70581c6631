//! Invitations: a one-time link that lets somebody choose a password and set an authenticator app up.
//!
//! The store keeps the hash of the link's token. The secret of the app is made of the token and a key of the installation,
//! so every reading of one invitation shows the same, and nothing is kept of it before it is confirmed.

use croupier_db::{Db, Tx};
use hmac::Mac as _;
use serde_json::json;
use uuid::Uuid;

use super::actor::Actor;
use super::model::{HeldRole, Member, MemberState};
use super::scope::BrandScope;
use super::session::{self, OpenedSession, fresh_token};
use super::store::{self, NewInvitation};
use super::{app_secrets, append, begin, roles, sign_in};
use crate::app::App;
use crate::auth::Visitor;
use crate::identity::totp::{self, SECRET_BYTES, Secret};
use crate::platform::clock::Entropy;
use crate::platform::config::Config;
use crate::platform::error::{ApiError, ApiResult};
use crate::platform::secrets::hmac_sha256;
use crate::rules::{self, Refusals, Rule};

/// How long an invitation counts, in milliseconds.
const LIFETIME_MS: i64 = 48 * 60 * 60 * 1000;

/// The longest name of a member, in characters.
const NAME_MAX: usize = 60;

/// The longest token that is looked up, in bytes.
const TOKEN_MAX: usize = 128;

/// What the secret of an app is made for.
const SETUP: &str = "staff_totp_setup";

/// Whom to invite.
#[derive(Debug, Clone, Copy)]
pub struct Invitation<'a> {
    /// As typed.
    pub email: &'a str,
    /// As typed.
    pub name: &'a str,
    /// What for: the name of a built role, or the number of one of the installation.
    pub role: &'a str,
    /// Whose players the member works with.
    pub scope: &'a BrandScope,
}

/// Invites somebody at `now` (UTC milliseconds) as the member with the fresh number `id`, who has invited before or was
/// dismissed as the member they were. Answers the member, and the token for the link.
pub async fn invite(
    db: &Db,
    entropy: Entropy,
    id: Uuid,
    new: Invitation<'_>,
    by: &Actor,
    now: i64,
) -> ApiResult<(Member, String)> {
    let mut refusals = Refusals::default();
    let email = refusals.check("email", rules::email(new.email));
    let name = refusals.check("name", rules::short_text(new.name, NAME_MAX));
    refusals.into_result()?;
    let (Some(email), Some(name)) = (email, name) else { return Err(ApiError::not_found()) };
    let token = fresh_token(entropy.bytes());
    let mut tx = begin(db).await?;
    let role = roles::grantable(&mut tx, new.role, by).await?;
    if let Some(signed) = &by.signed
        && let Some(known) = store::with_email_in(&mut tx, &email).await?
    {
        may_come_back(&mut tx, signed.id, &known, &role, new.scope).await?;
    }
    let row = NewInvitation {
        id,
        email: &email,
        name: &name,
        role: &role,
        scope: new.scope,
        by: &by.name,
        token_hash: &session::hash(&token),
        at: now,
        until: now + LIFETIME_MS,
    };
    match store::invite(&mut tx, &row).await {
        Ok(true) => {}
        Ok(false) => return Err(ApiError::conflict("member_active", "This member signs in already.")),
        Err(error) if error.is_unique("staff_member_name_key") => {
            return Err(ApiError::fields(vec![Rule::Taken.on("name")]));
        }
        Err(error) => return Err(error.into()),
    }
    let member = store::with_email_in(&mut tx, &email).await?.ok_or_else(ApiError::not_found)?;
    let body = json!({ "member": member.id, "email": email, "role": new.role, "brands": new.scope.brands() });
    append(db, &mut tx, "staff.invited", &by.signing(body), now).await?;
    tx.commit().await?;
    Ok((member, token))
}

/// Refuses another role or other brands for somebody who is known already: changing them takes two members, and neither a dismissal
/// nor a second invitation is a way round that. Nor is who waits to take an invitation given less by `inviter` who may do less.
/// Whose role was withdrawn meanwhile, which two members have decided, is invited as anybody new.
async fn may_come_back(
    tx: &mut Tx,
    inviter: Uuid,
    known: &Member,
    role: &HeldRole,
    scope: &BrandScope,
) -> ApiResult<()> {
    if known.state == MemberState::Active {
        return Err(ApiError::conflict("member_active", "This member signs in already."));
    }
    if known.state == MemberState::Invited {
        roles::require_all(tx, inviter, &known.role.permissions).await?;
    }
    let is_same = known.role.id == role.id && known.scope == *scope;
    if !is_same && roles::is_in_force(tx, &known.role.id).await? {
        let message =
            "This member had another role or other brands. Invite them with these; changing them takes two.";
        return Err(ApiError::conflict("access_kept", message));
    }
    Ok(())
}

/// The address to hand to somebody who is invited with `token`.
pub fn link(config: &Config, token: &str) -> String {
    format!("{}/invitation/{token}", config.office_url)
}

/// What an invited member sets up.
#[derive(Debug)]
pub struct Joining {
    /// Who is invited.
    pub member: Member,
    /// The secret of the app in base 32, to be typed.
    pub secret: String,
    /// The address in the QR code.
    pub address: String,
    /// The QR code, an SVG image.
    pub qr_svg: String,
}

/// What the invitation of `token` sets up, with the app's account under the name `issuer`; 404 when it does not count.
pub async fn invitation(app: &App, token: &str, issuer: &str) -> ApiResult<Joining> {
    let member = invited(app, token).await?;
    let secret = secret_of(app, token)?;
    let address = totp::address(&secret, issuer, &member.email);
    let qr_svg = totp::qr(&address)?;
    Ok(Joining { member, secret: totp::typed(&secret), address, qr_svg })
}

/// Takes the invitation of `token`: the password is set, the app in force, and the member signed in from where `visitor` is.
pub async fn join(
    app: &App,
    token: &str,
    password: String,
    code: &str,
    visitor: &Visitor,
) -> ApiResult<(Member, OpenedSession)> {
    let member = invited(app, token).await?;
    let mut refusals = Refusals::default();
    refusals.check("password", rules::password(&password));
    refusals.into_result()?;
    let secret = secret_of(app, token)?;
    let now = app.clock.now();
    let Some(step) = totp::step_of(&secret, code.trim(), now, 0) else {
        return Err(ApiError::field("code", "SIGN_IN.WRONG_CODE", "This code is wrong or was used before."));
    };
    let password_hash = app.passwords.hash(password).await?;
    let sealed = app_secrets::seal(&app.secrets, member.id, &secret)?;
    let mut tx = begin(&app.db).await?;
    if !store::join(&mut tx, &session::hash(token), &password_hash, sealed, step, now).await? {
        return Err(ApiError::not_found());
    }
    sign_in::know_network(&mut tx, member.id, visitor, now).await?;
    let opened = session::open(app, &mut tx, member.id).await?;
    let actor = Actor::member(&member, &visitor.address());
    append(&app.db, &mut tx, "staff.joined", &actor.signing(json!({ "member": member.id })), now).await?;
    tx.commit().await?;
    Ok((Member { state: MemberState::Active, ..member }, opened))
}

async fn invited(app: &App, token: &str) -> ApiResult<Member> {
    if token.len() > TOKEN_MAX {
        return Err(ApiError::not_found());
    }
    let member = store::invited(&app.db, &session::hash(token), app.clock.now()).await?;
    member.ok_or_else(ApiError::not_found)
}

/// The secret of the app that the invitation of `token` sets up.
fn secret_of(app: &App, token: &str) -> ApiResult<Secret> {
    let mut mac = hmac_sha256(&app.secrets.key_for(SETUP));
    mac.update(token.as_bytes());
    let hash: [u8; 32] = mac.finalize().into_bytes().into();
    hash.first_chunk::<SECRET_BYTES>().copied().ok_or_else(|| ApiError::internal(&"a hash is too short"))
}
