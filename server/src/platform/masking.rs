//! How much of a player's name strangers may see, and of personal data staff that has not asked for it.

/// The most characters of a nickname that are shown.
const SHOWN_MAX: usize = 6;

/// A nickname for strangers: at most half of it, never more than six characters, then `***`.
///
/// A short name is not shown whole, and one of a single character not at all.
pub fn mask(nickname: &str) -> String {
    let shown = (nickname.chars().count() / 2).min(SHOWN_MAX);
    nickname.chars().take(shown).chain("***".chars()).collect()
}

/// Stands for what is left out.
const HIDDEN: &str = "***";

/// An e-mail address with the first letters of its parts: `j***@e***.com`.
pub fn mask_email(email: &str) -> String {
    let first = |text: &str| text.chars().next().map(String::from).unwrap_or_default();
    let Some((local, domain)) = email.split_once('@') else { return HIDDEN.to_owned() };
    let ending = domain.rsplit_once('.').map(|(_, ending)| format!(".{ending}")).unwrap_or_default();
    format!("{}{HIDDEN}@{}{HIDDEN}{ending}", first(local), first(domain))
}

/// A first and a last name with their first letters: `J*** D***`; `None` where neither is told.
pub fn mask_name(first: Option<&str>, last: Option<&str>) -> Option<String> {
    let letters = [first, last].into_iter().flatten().filter_map(|name| name.trim().chars().next());
    let parts: Vec<String> = letters.map(|letter| format!("{letter}{HIDDEN}")).collect();
    (!parts.is_empty()).then(|| parts.join(" "))
}

/// A phone number with its first three and last two signs: `+49***12`.
pub fn mask_phone(phone: &str) -> String {
    let signs: Vec<char> = phone.chars().filter(|sign| !sign.is_whitespace()).collect();
    // Shorter than that, the ends would be most of it.
    if signs.len() < 8 {
        return HIDDEN.to_owned();
    }
    let end = &signs[signs.len() - 2..];
    signs[..3].iter().copied().chain(HIDDEN.chars()).chain(end.iter().copied()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn personal_data_shows_its_ends_alone() {
        for (email, masked) in [
            ("jane@example.com", "j***@e***.com"),
            ("j@mail.example.co.uk", "j***@m***.uk"),
            ("@", "***@***"),
            ("nobody", "***"),
        ] {
            assert_eq!(mask_email(email), masked, "{email}");
        }
        for (first, last, masked) in [
            (Some("Jane"), Some("Doe"), Some("J*** D***")),
            (Some("Õie"), None, Some("Õ***")),
            (Some(" "), None, None),
            (None, None, None),
        ] {
            assert_eq!(mask_name(first, last).as_deref(), masked, "{first:?} {last:?}");
        }
        for (phone, masked) in [("+49 170 1234567", "+49***67"), ("1234567", "***"), ("", "***")] {
            assert_eq!(mask_phone(phone), masked, "{phone}");
        }
    }

    #[test]
    fn at_most_half_and_never_more_than_six_characters() {
        for (nickname, masked) in [
            ("", "***"),
            ("a", "***"),
            ("ab", "a***"),
            ("abc", "a***"),
            ("solveig", "sol***"),
            ("twelve_chars", "twelve***"),
            ("a_very_long_nickname", "a_very***"),
            ("õhtuöö", "õht***"),
        ] {
            assert_eq!(mask(nickname), masked, "{nickname}");
        }
    }
}
