//! Which passwords are good enough.

use std::collections::HashSet;
use std::sync::LazyLock;

use super::Rule;

/// Fewest characters of a password.
pub const PASSWORD_MIN: usize = 8;
/// Most characters of a password.
pub const PASSWORD_MAX: usize = 128;

static COMMON: LazyLock<HashSet<&'static str>> = LazyLock::new(|| {
    let list = include_str!("../../../content/common-passwords.txt");
    list.lines().filter(|line| !line.starts_with('#')).collect()
});

/// Checks a new password: 8 to 128 printable ASCII characters, and none of the 10,000 most common.
pub fn password(value: &str) -> Result<(), Rule> {
    if value.is_empty() {
        return Err(Rule::Required);
    }
    if !value.bytes().all(|b| (b' '..=b'~').contains(&b)) {
        return Err(Rule::Characters);
    }
    match value.len() {
        n if n < PASSWORD_MIN => Err(Rule::TooShort),
        n if n > PASSWORD_MAX => Err(Rule::TooLong),
        _ if COMMON.contains(value.to_ascii_lowercase().as_str()) => Err(Rule::Common),
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_list_is_whole() {
        assert_eq!(COMMON.len(), 10_000);
    }
}
