//! How much of a player's name strangers may see.

/// The most characters of a nickname that are shown.
const SHOWN_MAX: usize = 6;

/// A nickname for strangers: at most half of it, never more than six characters, then `***`.
///
/// A short name is not shown whole, and one of a single character not at all.
pub fn mask(nickname: &str) -> String {
    let shown = (nickname.chars().count() / 2).min(SHOWN_MAX);
    nickname.chars().take(shown).chain("***".chars()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

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
