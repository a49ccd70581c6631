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
    // Dots stand between words, as RFC 5321 has it.
    let dotted = local.split('.').all(|word| !word.is_empty());
    (1..=LOCAL_MAX).contains(&local.len()) && dotted && local.bytes().all(allowed)
}

/// Mail services at which everything from a plus on is the owner's own note.
const TAGGED: [&str; 10] = [
    "fastmail.com",
    "gmail.com",
    "hotmail.com",
    "icloud.com",
    "live.com",
    "me.com",
    "msn.com",
    "outlook.com",
    "proton.me",
    "protonmail.com",
];

/// The mailbox that an address leads to, so that one mailbox is one account: at the large services without the note
/// behind a plus, and at Google without dots. Takes an address as [`email`] answers it. Elsewhere an address is
/// its own mailbox, for nobody outside knows.
pub fn mailbox(email: &str) -> String {
    let Some((local, domain)) = email.split_once('@') else { return email.to_owned() };
    let domain = if domain == "googlemail.com" { "gmail.com" } else { domain };
    if !TAGGED.contains(&domain) {
        return email.to_owned();
    }
    let local = local.split('+').next().filter(|name| !name.is_empty()).unwrap_or(local);
    let local = if domain == "gmail.com" { local.replace('.', "") } else { local.to_owned() };
    format!("{local}@{domain}")
}

fn is_label(label: &str) -> bool {
    let allowed = |b: u8| b.is_ascii_alphanumeric() || b == b'-';
    (1..=LABEL_MAX).contains(&label.len())
        && label.bytes().all(allowed)
        && !label.starts_with('-')
        && !label.ends_with('-')
}

#[cfg(test)]
mod tests {
    use super::mailbox;

    #[test]
    fn addresses_of_one_mailbox_have_one_form() {
        #[rustfmt::skip]
        let cases = [
            // address                      mailbox
            ("jane.doe@gmail.com",          "janedoe@gmail.com"),
            ("j.a.n.e.doe@googlemail.com",  "janedoe@gmail.com"),
            ("janedoe+casino@gmail.com",    "janedoe@gmail.com"),
            ("jane.doe+1@outlook.com",      "jane.doe@outlook.com"),
            ("jane.doe@outlook.com",        "jane.doe@outlook.com"),
            ("+jane@gmail.com",             "+jane@gmail.com"),
            ("jane+1@example.com",          "jane+1@example.com"),
            ("jane.doe@example.com",        "jane.doe@example.com"),
        ];
        for (address, expected) in cases {
            assert_eq!(mailbox(address), expected, "{address}");
        }
    }
}
