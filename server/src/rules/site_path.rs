//! Paths of the site.

/// Whether `text` is a path of this site, as a browser reads it: it takes a backslash for a slash, and leaves control
/// characters out, so neither may stand in one.
pub fn is_site_path(text: &str) -> bool {
    let is_plain = !text.contains(|c: char| c == '\\' || c.is_control());
    text.starts_with('/') && !text.starts_with("//") && is_plain
}

#[cfg(test)]
mod tests {
    use super::is_site_path;

    #[test]
    fn another_host_is_no_path() {
        for path in ["/", "/games?tag=new#top", "/a/b"] {
            assert!(is_site_path(path), "{path:?}");
        }
        for text in [
            "",
            "a",
            "//evil.example",
            "/\\evil.example",
            "/\t/evil.example",
            "https://evil.example",
            "/a\nb",
        ] {
            assert!(!is_site_path(text), "{text:?}");
        }
    }
}
