//! Who has excluded themselves, so that the same person does not come back under another account.
//!
//! A person is known again by the mailbox of their address, by the digits of their phone, by their name with their birth date, each
//! in a normal form, or by their personal id. An open account is also known by a document that both have shown to the identity
//! partner, and by an account to which both have asked for money. Every match leaves a row that names the fields.

use croupier_db::{Db, Tx};
use croupier_ledger::{NO_END, PlayerId, StopReason};
use uuid::Uuid;

use super::persons_store as store;
use super::registers;
use super::stops::{StopChange, stop_player};
use crate::app::App;
use crate::identity::{self, refuse_stopped, stops_of};
use crate::platform::error::{ApiError, ApiResult};
use crate::player::{self, Player};
use crate::rules::mailbox;

/// So many digits at the end of a phone number tell one from another, with the prefix of its country or without.
const PHONE_DIGITS: usize = 9;

/// Who stops a player that is known again; such a stop tells nothing new of the person.
pub(super) const BY: &str = "croupier";

/// What a person is known by.
#[derive(Debug, Clone, Default)]
pub(super) struct Person<'a> {
    pub(super) email: &'a str,
    pub(super) mobile_phone: Option<&'a str>,
    pub(super) first_name: Option<&'a str>,
    pub(super) last_name: Option<&'a str>,
    pub(super) date_of_birth: Option<&'a str>,
    /// The mark of the personal id ([`player::mark_of_id`]).
    pub(super) personal_id: Option<String>,
}

impl<'a> Person<'a> {
    pub(super) fn of(player: &'a Player, email: &'a str) -> Self {
        Self {
            email,
            mobile_phone: player.mobile_phone.as_deref(),
            first_name: player.first_name.as_deref(),
            last_name: player.last_name.as_deref(),
            date_of_birth: player.date_of_birth.as_deref(),
            personal_id: None,
        }
    }

    /// The fields with their normal forms; a field that is missing is left out.
    fn keys(&self) -> Vec<(&'static str, String)> {
        let mut keys = Vec::new();
        if !self.email.is_empty() {
            keys.push(("email", mailbox(&self.email.to_lowercase())));
        }
        let digits: Vec<char> =
            self.mobile_phone.unwrap_or_default().chars().filter(char::is_ascii_digit).collect();
        if !digits.is_empty() {
            keys.push(("mobile_phone", digits[digits.len().saturating_sub(PHONE_DIGITS)..].iter().collect()));
        }
        if let (Some(first), Some(last), Some(birth)) = (self.first_name, self.last_name, self.date_of_birth)
        {
            let letters =
                |name: &str| name.to_lowercase().chars().filter(|c| c.is_alphabetic()).collect::<String>();
            // Some forms ask for the family name first.
            let mut names = [letters(first), letters(last)];
            names.sort_unstable();
            keys.push(("name_and_birth", format!("{} {} {birth}", names[0], names[1])));
        }
        keys.extend(self.personal_id.clone().map(|mark| ("personal_id", mark)));
        keys
    }
}

/// Keeps what an excluded player is known by, within the transaction of the stop.
pub(super) async fn keep(tx: &mut Tx, player: PlayerId) -> croupier_db::Result<()> {
    let Some((profile, email)) = store::profile_in(tx, player).await? else { return Ok(()) };
    for (field, value) in profile.person(&email).keys() {
        store::keep(tx, field, &value, player).await?;
    }
    Ok(())
}

/// Keeps what staff has corrected of who an excluded player is, within the caller's transaction: the person does not come back
/// under the right name either. Nothing is kept of anybody else.
pub async fn keep_corrected(tx: &mut Tx, player: PlayerId) -> croupier_db::Result<()> {
    if store::is_kept(tx, player).await? { keep(tx, player).await } else { Ok(()) }
}

/// Keeps that staff have told a player from those whom the player was taken for, within the transaction that lifts the
/// stop.
pub(super) async fn clear(tx: &mut Tx, player: PlayerId, now: i64) -> croupier_db::Result<()> {
    store::clear(tx, player, now).await
}

/// What the tables say of a player, as far as it tells a person.
#[derive(Debug, Clone)]
pub(super) struct PersonRecord {
    pub(super) mobile_phone: Option<String>,
    pub(super) first_name: Option<String>,
    pub(super) last_name: Option<String>,
    pub(super) date_of_birth: Option<String>,
    pub(super) personal_id: Option<String>,
}

impl PersonRecord {
    fn person<'a>(&'a self, email: &'a str) -> Person<'a> {
        Person {
            email,
            mobile_phone: self.mobile_phone.as_deref(),
            first_name: self.first_name.as_deref(),
            last_name: self.last_name.as_deref(),
            date_of_birth: self.date_of_birth.as_deref(),
            personal_id: self.personal_id.clone(),
        }
    }
}

/// An excluded player who is the same person.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Match {
    pub(super) excluded: PlayerId,
    /// The end of the exclusion, UTC milliseconds.
    pub(super) until: i64,
    /// The fields that agree, with commas between.
    pub(super) fields: String,
}

impl Match {
    /// What an account that is open already is stopped for. Two fields that agree are the person. One field may be
    /// shared, or typed by a stranger: the player stays signed in, and shows documents before the next bet.
    fn reason(&self) -> StopReason {
        if self.fields.contains(',') { StopReason::Exclusion } else { StopReason::Verification }
    }
}

/// The excluded player who is the same person as `person`: by most fields, then with the longest exclusion. `own` is
/// left out, and so is whom staff have told from `own`.
async fn find(db: &Db, person: &Person<'_>, own: Option<PlayerId>, now: i64) -> ApiResult<Option<Match>> {
    let mut agreeing: Vec<(String, PlayerId, i64)> = Vec::new();
    for (field, value) in person.keys() {
        let excluded = store::excluded(db, field, &value, own, now).await?;
        agreeing.extend(excluded.into_iter().map(|(player, until)| (field.to_owned(), player, until)));
    }
    if let Some(own) = own {
        agreeing.extend(store::sharing(db, own, now).await?);
    }
    let mut found: Vec<Match> = Vec::new();
    for (field, excluded, until) in agreeing {
        match found.iter_mut().find(|known| known.excluded == excluded) {
            Some(known) => known.fields = format!("{},{field}", known.fields),
            None if own == Some(excluded) => {}
            None => found.push(Match { excluded, until, fields: field }),
        }
    }
    Ok(found.into_iter().max_by_key(|found| (found.fields.matches(',').count(), found.until)))
}

/// Refuses a sign-up of somebody who has excluded themselves. The refusal names no reason: whoever types a stranger's
/// phone must not learn of their exclusion.
pub(super) async fn refuse_sign_up(app: &App, person: &Person<'_>) -> ApiResult<()> {
    let now = app.clock.now();
    let Some(found) = find(&app.db, person, None, now).await? else { return Ok(()) };
    note(app, &found, None, now).await?;
    // A mailbox that has an account is answered as such, excluded or not.
    if found.fields == "email" {
        return Err(identity::taken());
    }
    let message = "We cannot open an account with these details. Please ask our support.";
    Err(ApiError::forbidden("registration_refused", message))
}

/// The end of the exclusion of whoever has the mailbox of `email`, UTC milliseconds; `None` for everybody else.
pub(super) async fn exclusion_of(app: &App, email: &str) -> ApiResult<Option<i64>> {
    let found = find(&app.db, &Person { email, ..Person::default() }, None, app.clock.now()).await?;
    Ok(found.map(|found| found.until))
}

/// Stops a player who turns out to be an excluded person, by what the profile says by now or by the licence's register, and
/// refuses the call. Games for money and deposits ask this.
pub async fn refuse_excluded(app: &App, player: PlayerId) -> ApiResult<()> {
    let now = app.clock.now();
    let (profile, email) = (player::get(app, player).await?, identity::login_of(app, player).await?.email);
    let personal_id = player::opened_id(app, &profile)?.map(|id| player::mark_of_id(app, &id));
    let person = Person { personal_id, ..Person::of(&profile, &email) };
    let Some(found) = find(&app.db, &person, Some(player), now).await? else {
        return registers::ask_before_money(app, &profile, &email).await;
    };
    note(app, &found, Some(player), now).await?;
    let why = format!("the same person as player {} by {}", found.excluded, found.fields);
    let change = StopChange { player, reason: found.reason(), by: BY, why: &why, signed: None };
    stop_player(&app.db, change, found.until, now).await?;
    refuse_stopped(&stops_of(&app.db, player).await?, now, |_| true)
}

async fn note(app: &App, found: &Match, player: Option<PlayerId>, now: i64) -> ApiResult<()> {
    let id: Uuid = app.entropy.uuid(&app.clock);
    tracing::warn!(
        excluded = found.excluded,
        player,
        fields = found.fields,
        for_good = found.until == NO_END,
        "an excluded person was known again"
    );
    let mut tx = app.db.begin().await?;
    store::note(&mut tx, id, found, player, now).await?;
    Ok(tx.commit().await?)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn keys(phone: &str, first: &str, last: &str) -> Vec<(&'static str, String)> {
        Person {
            email: "A.Da+x@Gmail.com",
            mobile_phone: Some(phone),
            first_name: Some(first),
            last_name: Some(last),
            date_of_birth: Some("1990-04-05"),
            personal_id: None,
        }
        .keys()
    }

    #[test]
    fn one_person_has_one_normal_form() {
        let expected = vec![
            ("email", "ada@gmail.com".to_owned()),
            ("mobile_phone", "512345678".to_owned()),
            ("name_and_birth", "ada ohara 1990-04-05".to_owned()),
        ];
        for (phone, first, last) in [
            ("+372 512 345 678", "Ada", "O'Hara"),
            ("0512345678", "ADA", "o’hara"),
            ("(00372) 512-345-678", "O'hara", "ada"),
        ] {
            assert_eq!(keys(phone, first, last), expected, "{phone} {first} {last}");
        }
        assert_eq!(Person { email: "x@y.example", ..Person::default() }.keys().len(), 1);
    }
}
