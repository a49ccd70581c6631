//! Coming back from a provider of sign-in: as the player who is linked, as a new one, or with a link to be made.

pub(super) mod http;

use serde_json::{Map, Value};

use super::persons::{self, Person};
use super::sign_up::{From, came_from, join_welcome_pack};
use super::{guest_offers, recovery, registers};
use crate::app::App;
use crate::auth::{PlayerCaller, Visitor};
use crate::identity::{
    self, FlowAnswer, FlowPurpose, Login, OpenedSession, ProviderEntry, ProviderPerson, Returned,
};
use crate::platform::calendar::Date;
use crate::platform::error::{ApiError, ApiResult};
use crate::player;
use crate::rules::{Refusals, Rule};
use crate::site_config::locale_of_path;

/// What a browser comes back to.
enum Arrival {
    /// The player is signed in.
    SignedIn(OpenedSession),
    /// A player was made, and is signed in.
    SignedUp(OpenedSession),
    /// The second step of the sign-in is next.
    SecondStep { token: String, factors: Vec<&'static str> },
    /// A player has the address: linked once that player signs in here.
    LinkOffered { email: String },
    /// The provider is linked with the player who is signed in.
    Linked,
    /// The session is fresh again.
    Reauthenticated,
}

impl Arrival {
    /// As the call names it.
    const fn outcome(&self) -> &'static str {
        match self {
            Self::SignedIn(_) => "signed_in",
            Self::SignedUp(_) => "signed_up",
            Self::SecondStep { .. } => "second_step",
            Self::LinkOffered { .. } => "link_offered",
            Self::Linked => "linked",
            Self::Reauthenticated => "reauthenticated",
        }
    }
}

/// Ends the way to a provider. Answers what came of it, the provider's name, and the path on which the visitor goes on.
async fn arrive(
    app: &App,
    from: &From<'_>,
    caller: Option<&PlayerCaller>,
    answer: FlowAnswer<'_>,
    dfpc: &str,
) -> ApiResult<(Arrival, String, String)> {
    let visitor = from.visitor;
    let returned = identity::finish_provider_flow(app, visitor, caller, answer).await?;
    let Returned { purpose, return_to, person } = returned;
    let arrival = match (purpose, caller) {
        (FlowPurpose::SignIn, _) => Box::pin(enter(app, from, &person, &return_to, dfpc)).await?,
        (FlowPurpose::Link, Some(caller)) => {
            identity::link_provider(app, visitor, caller, &person).await?;
            Arrival::Linked
        }
        (FlowPurpose::Reauth, Some(caller)) => {
            identity::reauthenticate_by_provider(app, caller, &person).await?;
            Arrival::Reauthenticated
        }
        (FlowPurpose::Link | FlowPurpose::Reauth, None) => return Err(ApiError::unauthorized()),
    };
    Ok((arrival, person.provider, return_to))
}

async fn enter(
    app: &App,
    from: &From<'_>,
    person: &ProviderPerson,
    return_to: &str,
    dfpc: &str,
) -> ApiResult<Arrival> {
    let visitor = from.visitor;
    if let Some(link) = identity::link_of_person(app, person).await? {
        let entry = identity::sign_in_by_provider(app, visitor, from.device, &link, dfpc).await?;
        return Ok(match entry {
            ProviderEntry::SignedIn(session) => Arrival::SignedIn(session),
            ProviderEntry::SecondStep { token, factors } => Arrival::SecondStep { token, factors },
        });
    }
    let Some(email) = &person.email else { return Err(no_address()) };
    // The address alone opens nothing, confirmed there or not: its player has to sign in first.
    if let Some(player) = identity::player_by_mailbox(&app.db, email).await? {
        identity::offer_link(app, visitor, player, person).await?;
        return Ok(Arrival::LinkOffered { email: email.clone() });
    }
    sign_up(app, from, person, email, return_to, dfpc).await.map(Arrival::SignedUp)
}

fn no_address() -> ApiError {
    let message = "The provider tells no e-mail address. Please sign up with the form, and link the provider in your profile.";
    ApiError::conflict("provider_tells_no_email", message)
}

/// What is taken over into a profile, as a form would say it.
fn profile_fields(person: &ProviderPerson) -> Map<String, Value> {
    let fields = [
        ("first_name", person.first_name.as_deref()),
        ("last_name", person.last_name.as_deref()),
        ("date_of_birth", person.date_of_birth.as_deref()),
        ("gender", person.gender),
    ];
    let given =
        |(name, value): (&str, Option<&str>)| Some((name.to_owned(), Value::String(value?.to_owned())));
    fields.into_iter().filter_map(given).collect()
}

/// Makes a player of somebody whom a provider has let in: login, profile, wallet, link and session, all or nothing. What sign-up asks
/// beside what was told is asked later; what it refuses is refused here as well.
async fn sign_up(
    app: &App,
    from: &From<'_>,
    person: &ProviderPerson,
    email: &str,
    return_to: &str,
    dfpc: &str,
) -> ApiResult<OpenedSession> {
    let From { visitor, device, .. } = *from;
    identity::refuse_restricted(app, visitor)?;
    let (now, country) = (app.clock.now(), visitor.country().unwrap_or_default());
    let mut refusals = Refusals::default();
    if player::is_refused_for_age(app, device).await? {
        refusals.add("date_of_birth", Rule::AgeRefused);
    }
    let locale =
        locale_of_path(return_to).or_else(|| app.site_config.countries.locale(country)).unwrap_or_default();
    let fields = profile_fields(person);
    let applicant =
        player::judge_introduced(&app.site_config, &fields, country, locale, Date::of(now), &mut refusals);
    if refusals.has("date_of_birth", Rule::Underage) {
        app.limits.age_refusals.take(visitor.limit_key())?;
        player::refuse_for_age(app, device).await?;
    }
    refusals.into_result()?;
    let applicant = applicant.ok_or_else(|| ApiError::internal(&"no wallet can be opened here"))?;
    let known = Person {
        email,
        mobile_phone: None,
        first_name: applicant.text("first_name"),
        last_name: applicant.text("last_name"),
        date_of_birth: applicant.text("date_of_birth"),
        personal_id: applicant.text("personal_id").map(|id| player::mark_of_id(app, id)),
    };
    persons::refuse_sign_up(app, &known).await?;
    let postcode = applicant.text("postal_code");
    let asked = registers::ask_about_newcomer(app, &applicant.licence, &known, postcode).await?;
    app.limits.sign_up.take(visitor.limit_key())?;
    // A password that nobody knows.
    let hash = app.passwords.hash(hex::encode(app.entropy.bytes::<32>())).await?;
    let currency = applicant.currency;
    let form = Map::from_iter([("dfpc".to_owned(), Value::String(dfpc.to_owned()))]);
    let came_from = came_from(app, from, &form);
    let mut tx = app.db.begin().await?;
    let player = player::add(app, &mut tx, applicant, &came_from).await?;
    join_welcome_pack(app, &mut tx, player.id, &came_from).await?;
    let login = Login::new(player.id, email.to_owned(), hash, now);
    identity::add_login(&mut tx, &login).await?;
    guest_offers::forget(&mut tx, &login.email).await?;
    app.wallet.open(&mut tx, player.id, currency).await?;
    identity::add_provider_sign_up(app, &mut tx, player.id, &person.provider).await?;
    identity::add_first_link(app, &mut tx, player.id, person).await?;
    let session = identity::open_session(app, &mut tx, player.id, visitor).await?;
    if let Some(asked) = asked {
        registers::settle_newcomer(app, &mut tx, player.id, asked).await?;
    }
    identity::know_device(app, &mut tx, &login, device).await?;
    if person.email_verified {
        identity::confirm_email(app, &mut tx, player.id, email).await?;
    } else {
        recovery::post_confirmation(app, &mut tx, &player, email, &visitor.host).await?;
    }
    tx.commit().await?;
    Ok(session)
}

/// Fills in what is still missing of a player whom a provider has made, and looks for the person among those who have excluded
/// themselves, as the form of sign-up does.
async fn complete(
    app: &App,
    visitor: &Visitor,
    caller: &PlayerCaller,
    wanted: &Map<String, Value>,
) -> ApiResult<()> {
    if identity::awaits_country(app, caller.id).await?.is_none() {
        return Err(ApiError::conflict("not_by_provider", "This account was made with the form."));
    }
    let currency = player::complete(app, caller.id, visitor.device_id.as_deref(), wanted).await?;
    if let Some(currency) = currency {
        // Nothing can have come into the first wallet yet.
        let first = player::get(app, caller.id).await?.currency;
        super::choose(app, caller.id, currency.code()).await?;
        let mut tx = app.db.begin().await?;
        app.wallet.close(&mut tx, caller.id, first, app.clock.now()).await?;
        tx.commit().await?;
    }
    persons::refuse_excluded(app, caller.id).await
}
