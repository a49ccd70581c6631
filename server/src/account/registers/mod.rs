//! National registers of people who have excluded themselves: who is asked, when, and what an answer does.
//!
//! A licence names its register (`content/licences.toml`), and the settings say where that register is. A register is asked
//! at sign-up, at each sign-in, before money when its last answer is older than a day, and once a day for players with an open
//! session. The call is made outside any transaction; its answer is taken under the lock of the player's lane, as a stop of its
//! own reason. Every question leaves a row with a hash of what was asked.

mod asking;
mod gamstop;
pub mod rechecking;
mod store;

use std::sync::{Mutex, PoisonError};

use croupier_ledger::PlayerId;

use super::persons::Person;
use crate::app::App;
use crate::platform::config::Config;
use crate::platform::error::ApiResult;
use crate::platform::http_client::HttpClient;
use crate::player::Player;
use crate::site_config::RegisterRules;

pub use asking::before_sign_in;
pub(super) use asking::{ask_about_newcomer, ask_before_money, settle_newcomer};
use gamstop::Gamstop;
pub use store::RegisterAnswerRow;
pub(super) use store::lists as lists_in;

/// Who stops a player by a register's word.
pub(super) const BY: &str = "register";

/// What a register says of a person.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RegisterAnswer {
    /// The person is excluded now.
    Excluded,
    /// The person's exclusion has ended.
    PreviouslyExcluded,
    /// The register does not know the person.
    NotExcluded,
}

impl RegisterAnswer {
    const ALL: [Self; 3] = [Self::Excluded, Self::PreviouslyExcluded, Self::NotExcluded];

    /// The name on the wire and in rows.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Excluded => "excluded",
            Self::PreviouslyExcluded => "previously_excluded",
            Self::NotExcluded => "not_excluded",
        }
    }

    fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|answer| answer.name() == name)
    }
}

/// Why a register is asked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Occasion {
    SignUp,
    SignIn,
    Money,
    Daily,
    Retry,
}

impl Occasion {
    const fn name(self) -> &'static str {
        match self {
            Self::SignUp => "sign_up",
            Self::SignIn => "sign_in",
            Self::Money => "money",
            Self::Daily => "daily",
            Self::Retry => "retry",
        }
    }
}

/// An answer, with the number under which the register keeps it.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Reply {
    answer: RegisterAnswer,
    response_id: String,
}

/// Who a register is asked about.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Question {
    first_name: String,
    last_name: String,
    /// `YYYY-MM-DD`.
    date_of_birth: String,
    email: String,
    postcode: String,
    mobile: String,
}

impl Question {
    /// The question about a person; `None` while the name or the date of birth is missing, without which no register answers.
    fn of(person: &Person<'_>, postcode: Option<&str>) -> Option<Self> {
        let whole = |text: Option<&str>| text.filter(|text| !text.trim().is_empty()).map(str::to_owned);
        Some(Self {
            first_name: whole(person.first_name)?,
            last_name: whole(person.last_name)?,
            date_of_birth: whole(person.date_of_birth)?,
            email: person.email.to_owned(),
            postcode: postcode.unwrap_or_default().to_owned(),
            mobile: person.mobile_phone.unwrap_or_default().to_owned(),
        })
    }

    fn of_player(player: &Player, email: &str) -> Option<Self> {
        Self::of(&Person::of(player, email), player.postal_code.as_deref())
    }
}

/// A register that the settings name.
#[derive(Debug)]
struct Register {
    name: String,
    gamstop: Gamstop,
    health: Mutex<Health>,
}

/// How a register has answered this server.
#[derive(Debug, Clone, Copy, Default)]
struct Health {
    answered_at: Option<i64>,
    silent_since: Option<i64>,
    failures: i64,
}

impl Register {
    fn note(&self, came: bool, now: i64) {
        let mut health = self.health.lock().unwrap_or_else(PoisonError::into_inner);
        if came {
            *health = Health { answered_at: Some(now), silent_since: None, failures: 0 };
        } else {
            health.silent_since.get_or_insert(now);
            health.failures = health.failures.saturating_add(1);
        }
    }
}

/// How a register does, as this server has seen it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RegisterHealth {
    /// What licences call it.
    pub name: String,
    /// When it has last answered, UTC milliseconds.
    pub answered_at: Option<i64>,
    /// Since when every question has stayed without an answer, UTC milliseconds.
    pub silent_since: Option<i64>,
    /// Questions since then.
    pub failures: i64,
}

/// The registers of the operator.
#[derive(Debug)]
pub struct Registers(Vec<Register>);

impl Registers {
    /// As the settings say.
    pub(crate) fn of(config: &Config, http: &HttpClient) -> Self {
        let register = |settings: &crate::platform::config::Register| Register {
            name: settings.name.clone(),
            gamstop: Gamstop::of(settings, http.clone()),
            health: Mutex::default(),
        };
        Self(config.registers.iter().map(register).collect())
    }

    fn named(&self, name: &str) -> Option<&Register> {
        self.0.iter().find(|register| register.name == name)
    }

    /// How each of them does.
    pub fn health(&self) -> Vec<RegisterHealth> {
        let health_of = |register: &Register| {
            let health = *register.health.lock().unwrap_or_else(PoisonError::into_inner);
            let Health { answered_at, silent_since, failures } = health;
            RegisterHealth { name: register.name.clone(), answered_at, silent_since, failures }
        };
        self.0.iter().map(health_of).collect()
    }
}

/// The register that a licence asks, with what the licence says of it.
#[derive(Debug, Clone, Copy)]
struct LicensedRegister<'a> {
    register: &'a Register,
    rules: &'a RegisterRules,
    licence: &'a str,
}

impl<'a> LicensedRegister<'a> {
    /// `None` where the licence names no register, or the settings do not know it.
    fn of(app: &'a App, licence: &str) -> Option<Self> {
        let licence = app.site_config.licences.named(licence);
        let rules = licence.register.as_ref()?;
        let register = app.registers.named(&rules.name)?;
        Some(Self { register, rules, licence: &licence.code })
    }
}

/// The newest answers about a player, the newest first.
pub async fn register_answers(app: &App, player: PlayerId) -> ApiResult<Vec<RegisterAnswerRow>> {
    Ok(store::answers_of(&app.db, player).await?)
}

/// Whether the register's last word lists the player as excluded.
pub async fn is_listed(app: &App, player: PlayerId) -> ApiResult<bool> {
    let standing = store::standing(&app.db, player).await?;
    Ok(standing.is_some_and(|standing| standing.answer == Some(RegisterAnswer::Excluded)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_lead_back_and_a_question_needs_a_name_and_a_birth() {
        for answer in RegisterAnswer::ALL {
            assert_eq!(RegisterAnswer::from_name(answer.name()), Some(answer));
        }
        assert_eq!(RegisterAnswer::from_name(""), None);
        let whole = Person {
            email: "ada@example.com",
            mobile_phone: None,
            first_name: Some("Ada"),
            last_name: Some("Koit"),
            date_of_birth: Some("1990-04-05"),
            ..Person::default()
        };
        assert_eq!(Question::of(&whole, None).map(|question| question.postcode), Some(String::new()));
        for lacking in [
            Person { first_name: None, ..whole.clone() },
            Person { last_name: Some(" "), ..whole.clone() },
            Person { date_of_birth: None, ..whole.clone() },
        ] {
            assert_eq!(Question::of(&lacking, Some("10111")), None);
        }
    }
}
