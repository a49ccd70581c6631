//! Who has an account at Northgate.

use serde::{Deserialize, Serialize};

/// A person, as Northgate tells of them.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub(super) struct Person {
    /// Who it is, for good.
    pub(super) sub: String,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub(super) email: String,
    #[serde(default)]
    pub(super) email_verified: bool,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub(super) given_name: String,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub(super) family_name: String,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub(super) birthdate: String,
}

/// The people on the page, each with what they are there for.
pub(super) fn test_people() -> Vec<(Person, &'static str)> {
    let person = |sub: &str, given: &str, family: &str, birthdate: &str| Person {
        sub: sub.to_owned(),
        email: format!("{sub}@northgate.example"),
        email_verified: true,
        given_name: given.to_owned(),
        family_name: family.to_owned(),
        birthdate: birthdate.to_owned(),
    };
    let ben = person("ben", "Ben", "Ostrom", "1985-11-20");
    let noa = person("noa", "Noa", "Tamm", "1979-01-30");
    vec![
        (person("ada", "Ada", "Vester", "1990-04-05"), "everything is told, the address is confirmed"),
        (Person { email_verified: false, ..ben }, "the address is not confirmed"),
        (Person { email: String::new(), ..noa }, "no address is told"),
        (person("kim", "Kim", "Lind", "2015-06-01"), "too young to play"),
    ]
}
