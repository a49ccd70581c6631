//! E-mail addresses.

use super::{Rule, required};

/// The longest address that mail can carry.
const LENGTH_MAX: usize = 254;
const LOCAL_MAX: usize = 64;
const LABEL_MAX: usize = 63;

/// Checks an address by the HTML living standard's pattern, with a dot required in the domain. Answers it
/// trimmed and in lower case: that is how one address is told from another.
pub fn email(value: &str) -> Result<String, Rule> {
    let value = required(value)?;
    if value.len() > LENGTH_MAX {
        return Err(Rule::TooLong);
    }
    let (local, domain) = value.split_once('@').ok_or(Rule::Invalid)?;
    let labels: Vec<_> = domain.split('.').collect();
    if is_local(local) && labels.len() >= 2 && labels.into_iter().all(is_label) {
        Ok(value.to_ascii_lowercase())
    } else {
        Err(Rule::Invalid)
    }
}

fn is_local(local: &str) -> bool {
    let allowed = |b: u8| b.is_ascii_alphanumeric() || b".!#$%&'*+/=?^_`{|}~-".contains(&b);
    (1..=LOCAL_MAX).contains(&local.len()) && local.bytes().all(allowed)
}

fn is_label(label: &str) -> bool {
    let allowed = |b: u8| b.is_ascii_alphanumeric() || b == b'-';
    (1..=LABEL_MAX).contains(&label.len())
        && label.bytes().all(allowed)
        && !label.starts_with('-')
        && !label.ends_with('-')
}
