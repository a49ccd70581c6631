//! What a device is called, as far as its browser tells. Browsers say what they like: the name helps players to know
//! their own devices again, and decides nothing.

/// The key of the text for a device of which nothing is known.
pub const UNKNOWN_DEVICE: &str = "security.unknown_device";

/// The names of makers, as people know them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DeviceName {
    /// The browser; `None` for one that nobody knows.
    pub browser: Option<&'static str>,
    /// The system it runs on.
    pub system: Option<&'static str>,
}

/// Marks in the order in which they count: most browsers name others that they want to be taken for.
const BROWSERS: [(&str, &str); 11] = [
    ("Edg", "Edge"),
    ("OPR/", "Opera"),
    ("SamsungBrowser/", "Samsung Internet"),
    ("YaBrowser/", "Yandex Browser"),
    ("Vivaldi/", "Vivaldi"),
    ("FxiOS/", "Firefox"),
    ("Firefox/", "Firefox"),
    ("CriOS/", "Chrome"),
    ("Chrome/", "Chrome"),
    ("Version/", "Safari"),
    ("Safari/", "Safari"),
];

const SYSTEMS: [(&str, &str); 8] = [
    ("Windows", "Windows"),
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("Android", "Android"),
    ("CrOS", "ChromeOS"),
    ("Macintosh", "macOS"),
    ("Mac OS X", "macOS"),
    ("Linux", "Linux"),
];

impl DeviceName {
    /// The device that calls itself `user_agent`.
    pub fn of(user_agent: &str) -> Self {
        let first = |marks: &[(&str, &'static str)]| {
            marks.iter().find(|(mark, _)| user_agent.contains(mark)).map(|(_, name)| *name)
        };
        Self { browser: first(&BROWSERS), system: first(&SYSTEMS) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn devices_are_called_as_people_know_them() {
        let like_gecko = "AppleWebKit/537.36 (KHTML, like Gecko)";
        #[rustfmt::skip]
        let cases = [
            (format!("Mozilla/5.0 (Windows NT 10.0; Win64; x64) {like_gecko} Chrome/126.0.0.0 Safari/537.36"), Some("Chrome"), Some("Windows")),
            (format!("Mozilla/5.0 (Windows NT 10.0) {like_gecko} Chrome/126.0.0.0 Safari/537.36 Edg/126.0.0.0"), Some("Edge"), Some("Windows")),
            (format!("Mozilla/5.0 (Linux; Android 14; SM-S911B) {like_gecko} SamsungBrowser/25.0 Chrome/121.0.0.0 Mobile Safari/537.36"), Some("Samsung Internet"), Some("Android")),
            ("Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1".to_owned(), Some("Safari"), Some("iPhone")),
            ("Mozilla/5.0 (Macintosh; Intel Mac OS X 14.5; rv:127.0) Gecko/20100101 Firefox/127.0".to_owned(), Some("Firefox"), Some("macOS")),
            ("Mozilla/5.0 (X11; Linux x86_64; rv:127.0) Gecko/20100101 Firefox/127.0".to_owned(), Some("Firefox"), Some("Linux")),
            ("curl/8.6.0".to_owned(), None, None),
            (String::new(), None, None),
        ];
        for (user_agent, browser, system) in cases {
            assert_eq!(DeviceName::of(&user_agent), DeviceName { browser, system }, "{user_agent}");
        }
    }
}
