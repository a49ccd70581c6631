//! What staff write: a file in TOML, checked before anything is sent.

use serde::Deserialize;

use super::model::{Among, Audience, Button, Content};
use crate::content::{Localised, Moment};
use crate::platform::calendar::DAY_MS;

/// The drawings that a notification may wear; the site has one of each name.
pub const ICONS: [&str; 14] = [
    "bell", "gift", "info", "warning", "shield", "wallet", "card", "trophy", "crown", "mail", "support",
    "calendar", "sparkle", "user",
];

/// Characters of a title.
const TITLE_MAX: usize = 80;
/// Characters of a text.
const TEXT_MAX: usize = 400;
/// Characters on a button.
const BUTTON_MAX: usize = 30;
/// Bytes of an address.
const PATH_MAX: usize = 200;
/// Groups of one notification.
const GROUPS_MAX: usize = 20;
/// How far ahead a notification may expire, in milliseconds.
const LIFE_MAX_MS: i64 = 90 * DAY_MS;

/// A checked notification that is ready to be sent.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Draft {
    pub(super) audience: Audience,
    /// Of a campaign alone.
    pub(super) among: Among,
    pub(super) content: Content,
    /// UTC milliseconds.
    pub(super) expires_at: i64,
}

/// Where the button of a file leads.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ButtonTarget<'a> {
    /// To the page of this name.
    Named(&'a str),
    /// To this address of the site.
    Path(&'a str),
}

/// A notification as it is written, before anything of it is checked.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DraftFields {
    /// The name of a drawing.
    pub icon: String,
    /// When it ends.
    pub expires: Moment,
    /// The headline.
    pub title: Localised,
    /// What it says.
    pub text: Localised,
    /// Where it leads.
    pub button: Option<ButtonFields>,
    /// Whether it is about the reader's money or account.
    #[serde(default)]
    pub service: bool,
}

/// A button as it is written, with either a name or a path.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ButtonFields {
    /// The words on it.
    pub title: Localised,
    /// The name of a page.
    pub to_name: Option<String>,
    /// An address of the site.
    pub path: Option<String>,
}

/// Which part of a draft is wrong.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DraftField {
    /// Who reads it.
    Groups,
    /// The drawing.
    Icon,
    /// The end.
    Expires,
    /// The headline.
    Title,
    /// What it says.
    Text,
    /// The words on the button.
    ButtonTitle,
    /// Where the button leads.
    ButtonPath,
}

/// What is wrong with a draft.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DraftFault {
    /// Where.
    pub field: DraftField,
    /// A sentence for who has written it.
    pub message: String,
}

impl DraftFault {
    fn at(field: DraftField, message: impl Into<String>) -> Self {
        Self { field, message: message.into() }
    }
}

impl Draft {
    /// Reads `toml` as a notification for `audience` at `now` (UTC milliseconds). `address_of` answers the address of the
    /// site that a target stands for. The error is a sentence for who has written the file.
    pub fn read(
        toml: &str,
        audience: Audience,
        now: i64,
        address_of: impl Fn(ButtonTarget<'_>) -> Option<String>,
    ) -> Result<Self, String> {
        let fields: DraftFields = toml::from_str(toml).map_err(|error| error.to_string())?;
        Self::checked(fields, audience, now, address_of).map_err(|fault| fault.message)
    }

    /// Checks `fields` as a notification for `audience` at `now` (UTC milliseconds); `address_of` as for [`Self::read`].
    pub fn checked(
        fields: DraftFields,
        audience: Audience,
        now: i64,
        address_of: impl Fn(ButtonTarget<'_>) -> Option<String>,
    ) -> Result<Self, DraftFault> {
        check_groups(&audience).map_err(|message| DraftFault::at(DraftField::Groups, message))?;
        let DraftFields { icon, expires: Moment(expires_at), title, text, button, service } = fields;
        if !ICONS.contains(&icon.as_str()) {
            let message = format!("icon {icon:?} is none of {}", ICONS.join(", "));
            return Err(DraftFault::at(DraftField::Icon, message));
        }
        if expires_at <= now || expires_at > now + LIFE_MAX_MS {
            let message = "expires has to lie in the future, and within 90 days";
            return Err(DraftFault::at(DraftField::Expires, message));
        }
        check_texts("title", &title, TITLE_MAX).map_err(|said| DraftFault::at(DraftField::Title, said))?;
        check_texts("text", &text, TEXT_MAX).map_err(|said| DraftFault::at(DraftField::Text, said))?;
        let button = button.map(|button| button_of(button, address_of)).transpose()?;
        let content = Content { icon, title, text, button, is_service: service };
        Ok(Self { audience, among: Among::default(), content, expires_at })
    }

    /// The same for those of `among` alone; campaigns are, and nothing else that is sent.
    #[must_use]
    pub fn for_those(self, among: Among) -> Self {
        Self { among, ..self }
    }
}

fn check_groups(audience: &Audience) -> Result<(), String> {
    let Audience::Groups(groups) = audience else { return Ok(()) };
    let mut distinct = groups.clone();
    distinct.sort_unstable();
    distinct.dedup();
    if groups.is_empty() || groups.len() > GROUPS_MAX || distinct.len() < groups.len() {
        return Err(format!("groups have to be 1 to {GROUPS_MAX}, each named once"));
    }
    if groups.iter().any(|group| *group <= 0) {
        return Err("a group is a number above 0".to_owned());
    }
    Ok(())
}

/// Every text is one line of 1 to `max` characters.
fn check_texts(field: &str, texts: &Localised, max: usize) -> Result<(), String> {
    let fits = |text: &str| {
        text.trim() == text
            && (1..=max).contains(&text.chars().count())
            && !text.chars().any(char::is_control)
    };
    match texts.texts().find(|text| !fits(text)) {
        Some(text) => Err(format!("{field} {text:?} is not one line of 1 to {max} characters")),
        None => Ok(()),
    }
}

fn button_of(
    button: ButtonFields,
    address_of: impl Fn(ButtonTarget<'_>) -> Option<String>,
) -> Result<Button, DraftFault> {
    check_texts("button.title", &button.title, BUTTON_MAX)
        .map_err(|said| DraftFault::at(DraftField::ButtonTitle, said))?;
    let nowhere = |message: String| DraftFault::at(DraftField::ButtonPath, message);
    let target = match (&button.to_name, &button.path) {
        (Some(name), None) => ButtonTarget::Named(name),
        (None, Some(path)) if is_path(path) => ButtonTarget::Path(path),
        (None, Some(path)) => return Err(nowhere(format!("button.path {path:?} is no address of the site"))),
        _ => return Err(nowhere("button has either to_name or path".to_owned())),
    };
    let path =
        address_of(target).ok_or_else(|| nowhere(format!("{target:?} leads to no page of the site")))?;
    Ok(Button { title: button.title, to_name: button.to_name, path })
}

/// Whether `path` stays on the site: `//host` and `/\host` are addresses of another host.
fn is_path(path: &str) -> bool {
    let rest = path.strip_prefix('/');
    path.len() <= PATH_MAX
        && path.bytes().all(|byte| byte.is_ascii_graphic() && byte != b'\\')
        && rest.is_some_and(|rest| !rest.starts_with('/'))
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOW: i64 = 1_767_225_600_000;

    const WHOLE: &str = r#"
        icon = "gift"
        expires = "2026-01-02T00:00:00Z"
        title = { en = "A gift", de = "Ein Geschenk" }
        text = { en = "It waits for you." }
        button = { title = { en = "See it" }, path = "/promotions?from=bell" }
    "#;

    fn read(toml: &str, audience: Audience) -> Result<Draft, String> {
        Draft::read(toml, audience, NOW, |target| match target {
            ButtonTarget::Named(name) => (name == "ProfileGifts").then(|| "/profile/gifts".to_owned()),
            ButtonTarget::Path(path) => Some(path.to_owned()),
        })
    }

    #[test]
    fn a_whole_file_is_read() {
        let draft = read(WHOLE, Audience::Groups(vec![259])).unwrap();
        let button = draft.content.button.unwrap();
        assert_eq!((button.path.as_str(), button.to_name), ("/promotions?from=bell", None));
        assert_eq!(draft.content.title.in_locale("de"), "Ein Geschenk");
        assert_eq!(draft.expires_at, NOW + DAY_MS);
        let named = WHOLE.replace("path = \"/promotions?from=bell\"", "to_name = \"ProfileGifts\"");
        let button = read(&named, Audience::Everybody).unwrap().content.button.unwrap();
        assert_eq!(
            (button.path.as_str(), button.to_name.as_deref()),
            ("/profile/gifts", Some("ProfileGifts"))
        );
    }

    #[test]
    fn what_does_not_fit_is_refused_with_its_field() {
        let long = |count| "x".repeat(count);
        for (from, to, said) in [
            ("\"gift\"", "\"skull\"", "skull"),
            ("2026-01-02", "2025-12-31", "expires"),
            ("2026-01-02", "2026-06-02", "expires"),
            ("2026-01-02T00:00:00Z", "soon", "soon"),
            ("\"A gift\"", "\"\"", "English"),
            ("\"Ein Geschenk\"", "\" Ein Geschenk\"", "title"),
            ("\"A gift\"", &format!("\"{}\"", long(TITLE_MAX + 1)), "title"),
            ("\"It waits for you.\"", &format!("\"{}\"", long(TEXT_MAX + 1)), "text"),
            ("\"It waits for you.\"", "\"two\\nlines\"", "text"),
            ("\"See it\"", &format!("\"{}\"", long(BUTTON_MAX + 1)), "button.title"),
            ("de =", "xx =", "xx"),
            ("/promotions?from=bell", "//evil.example", "button.path"),
            ("/promotions?from=bell", "/\\\\evil.example", "button.path"),
            ("/promotions?from=bell", "https://evil.example", "button.path"),
            ("/promotions?from=bell", "javascript:alert(1)", "button.path"),
            ("/promotions?from=bell", &format!("/{}", long(PATH_MAX)), "button.path"),
            ("path = \"/promotions?from=bell\"", "to_name = \"Nowhere\"", "Nowhere"),
            ("path =", "to_name = \"ProfileGifts\", path =", "either"),
            ("icon =", "kind = \"x\"\nicon =", "kind"),
        ] {
            let error = read(&WHOLE.replace(from, to), Audience::Everybody).unwrap_err();
            assert!(error.contains(said), "{to}: {error}");
        }
        for groups in [vec![], vec![0], vec![5, 5], (1..=21).collect()] {
            read(WHOLE, Audience::Groups(groups)).unwrap_err();
        }
    }
}
