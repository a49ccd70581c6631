//! The fields of a player's profile: what each is, and where the operator asks for it.

use std::collections::BTreeMap;

use anyhow::{Result, ensure};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// What kind of input a field takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
#[schema(as = FieldKind)]
pub enum Kind {
    /// A line of text.
    Text,
    /// An e-mail address.
    Email,
    /// A password.
    Password,
    /// One of a list.
    Select,
    /// `YYYY-MM-DD`.
    Date,
    /// A phone number.
    Phone,
    /// Yes or no.
    Checkbox,
}

/// What is demanded of a value, for the site's own checks.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct Need {
    /// `required`, `checked`, `min`, `max` (characters), `min_age` (years), `email`, `password`, `name`,
    /// `nickname`, `phone`, `birthday`, `personal_id`, `postal_code` or `english`.
    pub rule: &'static str,
    /// The number that belongs to it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub value: Option<i64>,
}

/// A field.
#[derive(Debug, Clone, Copy)]
pub struct Field {
    /// Its name in calls.
    pub name: &'static str,
    /// Its input.
    pub kind: Kind,
    /// Whether it stays as it is once it is filled.
    pub locks: bool,
    /// The fewest and most characters, 0 for no bound.
    length: (i64, i64),
    /// The rule of its form.
    form: Option<&'static str>,
}

const fn field(name: &'static str, kind: Kind, length: (i64, i64), form: Option<&'static str>) -> Field {
    Field { name, kind, locks: false, length, form }
}

const fn locking(field: Field) -> Field {
    Field { locks: true, ..field }
}

/// Every field there is, in the order of the forms.
const TABLE: [Field; 21] = [
    locking(field("email", Kind::Email, (0, 254), Some("email"))),
    field("password", Kind::Password, (8, 128), Some("password")),
    locking(field("currency", Kind::Select, (0, 0), None)),
    field("nickname", Kind::Text, (3, 15), Some("nickname")),
    locking(field("first_name", Kind::Text, (1, 50), Some("name"))),
    locking(field("last_name", Kind::Text, (1, 50), Some("name"))),
    field("gender", Kind::Select, (0, 0), None),
    locking(field("date_of_birth", Kind::Date, (0, 0), Some("birthday"))),
    locking(field("personal_id", Kind::Text, (11, 11), Some("personal_id"))),
    locking(field("country", Kind::Select, (0, 0), None)),
    field("state", Kind::Text, (1, 60), None),
    field("city", Kind::Text, (1, 60), None),
    field("address", Kind::Text, (1, 120), None),
    field("postal_code", Kind::Text, (2, 12), Some("postal_code")),
    field("mobile_phone", Kind::Phone, (8, 20), Some("phone")),
    field("profession", Kind::Text, (1, 100), None),
    field("language", Kind::Select, (0, 0), None),
    field("locale", Kind::Select, (0, 0), None),
    field("terms_acceptance", Kind::Checkbox, (0, 0), Some("checked")),
    field("receive_promos", Kind::Checkbox, (0, 0), None),
    field("receive_sms_promos", Kind::Checkbox, (0, 0), None),
];

impl Field {
    /// The most characters that a text of this field may have.
    pub fn length_max(&self) -> usize {
        usize::try_from(self.length.1).unwrap_or_default()
    }

    /// What is demanded of its value; `age_min` is that of the visitor's licence, and `english` says whether it takes English letters
    /// alone.
    pub fn needs(&self, required: bool, age_min: i64, english: bool) -> Vec<Need> {
        let mut needs = Vec::new();
        let mut add = |rule, value| needs.push(Need { rule, value });
        if required {
            add("required", None);
        }
        for (rule, bound) in [("min", self.length.0), ("max", self.length.1)] {
            if bound > 0 {
                add(rule, Some(bound));
            }
        }
        if let Some(form) = self.form {
            add(form, None);
        }
        if english {
            add("english", None);
        }
        if self.kind == Kind::Date {
            add("min_age", Some(age_min));
        }
        needs
    }
}

/// The content file.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct File {
    required: Vec<String>,
    #[serde(default)]
    english: Vec<String>,
    contexts: BTreeMap<String, Vec<String>>,
    #[serde(default)]
    licences: BTreeMap<String, BTreeMap<String, Vec<String>>>,
}

/// Which fields are asked for, and where.
#[derive(Debug)]
pub struct Fields {
    file: File,
}

/// What a payment asks for whatever the content file says, in the order of the forms.
const PAYMENT_FIELDS: [&str; 8] =
    ["first_name", "last_name", "date_of_birth", "country", "city", "address", "postal_code", "mobile_phone"];

impl Fields {
    pub(super) fn new(file: File) -> Result<Self> {
        for context in ["registration", "edition", "deposit", "cashout"] {
            ensure!(file.contexts.contains_key(context), "player-fields: there is no context {context}");
        }
        let by_licence = file.licences.values().flat_map(BTreeMap::values);
        for name in file.required.iter().chain(file.contexts.values().chain(by_licence).flatten()) {
            ensure!(TABLE.iter().any(|field| field.name == name), "player-fields: there is no field {name}");
        }
        for name in &file.english {
            let is_text = TABLE.iter().any(|field| field.name == name && field.kind == Kind::Text);
            ensure!(is_text, "player-fields: {name} is no field of text, so it cannot be English");
        }
        Ok(Self { file })
    }

    /// The field called `name`.
    pub fn get(name: &str) -> Option<&'static Field> {
        TABLE.iter().find(|field| field.name == name)
    }

    /// Every field that some context asks for, in the order of the forms.
    pub fn asked(&self, licence: &str) -> Vec<&'static Field> {
        let contexts = self.contexts(licence);
        TABLE.iter().filter(|field| contexts.values().flatten().any(|name| *name == field.name)).collect()
    }

    /// The names that `context` asks for under `licence`; none for a context that is not there.
    pub fn context(&self, context: &str, licence: &str) -> Vec<&str> {
        let general = self.file.contexts.get(context).into_iter().flatten();
        let fixed = if matches!(context, "deposit" | "cashout") { &PAYMENT_FIELDS[..] } else { &[] };
        let special = self.file.licences.get(licence).and_then(|contexts| contexts.get(context));
        let mut names: Vec<&str> = Vec::new();
        for name in general.chain(special.into_iter().flatten()) {
            if !names.contains(&name.as_str()) {
                names.push(name);
            }
        }
        for name in fixed {
            if !names.contains(name) {
                names.push(name);
            }
        }
        names
    }

    /// Every context with its names.
    pub fn contexts(&self, licence: &str) -> BTreeMap<&str, Vec<&str>> {
        self.file.contexts.keys().map(|name| (name.as_str(), self.context(name, licence))).collect()
    }

    /// Whether `name` takes English letters and spaces alone.
    pub fn is_english(&self, name: &str) -> bool {
        self.file.english.iter().any(|english| english == name)
    }

    /// Whether `name` has to be filled at sign-up under `licence`.
    pub fn is_required(&self, name: &str, licence: &str) -> bool {
        let by_licence = self.file.licences.get(licence).and_then(|contexts| contexts.get("registration"));
        self.file.required.iter().chain(by_licence.into_iter().flatten()).any(|required| required == name)
    }
}
