//! Languages in addresses: their first part.

/// `path` in the language of `prefix`, which begins with a slash or is empty.
pub(super) fn in_language(prefix: &str, path: &str) -> String {
    if path == "/" && !prefix.is_empty() { prefix.to_owned() } else { format!("{prefix}{path}") }
}

/// `/de/pokies/all` is `de` and `/pokies/all`, if the first part looks like a language.
pub(crate) fn split_locale(path: &str) -> Option<(&str, &str)> {
    let rest = path.strip_prefix('/')?;
    let (first, rest) = rest.split_at(rest.find('/').unwrap_or(rest.len()));
    let (language, region) = first.split_once('-').map_or((first, None), |(l, r)| (l, Some(r)));
    let looks_right = language.len() == 2
        && language.bytes().all(|b| b.is_ascii_lowercase())
        && region.is_none_or(|region| region.len() == 2 && region.bytes().all(|b| b.is_ascii_uppercase()));
    looks_right.then_some((first, if rest.is_empty() { "/" } else { rest }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_language_is_the_first_part_of_a_path() {
        for (path, split) in [
            ("/de/pokies/all", Some(("de", "/pokies/all"))),
            ("/en-NZ", Some(("en-NZ", "/"))),
            ("/de/", Some(("de", "/"))),
            ("/pokies/de", None),
            ("/", None),
            ("/DE/x", None),
            ("/en-nz/x", None),
            ("/é/x", None),
        ] {
            assert_eq!(split_locale(path), split, "{path}");
        }
    }
}
