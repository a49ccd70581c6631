//! The words of a command line.

use std::collections::HashMap;

use anyhow::{Context, Result, ensure};

/// The words after the command's own.
pub fn words() -> Vec<String> {
    std::env::args().skip(2).collect()
}

/// Options by name, without their dashes. Each of `valued` is followed by its value; those of `flags` have an empty one.
/// Another word, a missing value and an option that is given twice are refused, the first two with `usage`.
pub fn options_of<'a>(
    words: &'a [String],
    valued: &[&str],
    flags: &[&str],
    usage: &str,
) -> Result<HashMap<&'a str, &'a str>> {
    let mut options = HashMap::new();
    let mut words = words.iter().map(String::as_str);
    while let Some(word) = words.next() {
        let name = word.strip_prefix("--").with_context(|| usage.to_owned())?;
        let value = if flags.contains(&name) {
            ""
        } else {
            ensure!(valued.contains(&name), "{usage}");
            words.next().with_context(|| usage.to_owned())?
        };
        ensure!(options.insert(name, value).is_none(), "--{name} is given twice");
    }
    Ok(options)
}
