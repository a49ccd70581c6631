//! The settings in force, as staff may read them: secrets are told to be set, and no more.

use std::fmt::Debug;

use super::Config;

/// What stands for a secret.
const MASKED: &str = "set";

/// What stands for a setting that is absent.
const ABSENT: &str = "";

/// A secret, masked.
fn masked(secret: Option<&String>) -> String {
    secret.map_or(ABSENT, |_| MASKED).to_owned()
}

/// A value as it would be written, without the quotes.
fn written(value: &impl Debug) -> String {
    let text = format!("{value:?}");
    let bare = text.strip_prefix("Some(").and_then(|rest| rest.strip_suffix(')')).unwrap_or(&text);
    if bare == "None" { ABSENT.to_owned() } else { bare.replace('"', "") }
}

impl Config {
    /// Every setting with its value, by name. A new one has to be named here to compile.
    pub fn listed(&self) -> Vec<(&'static str, String)> {
        macro_rules! named {
            (open: $($open:ident),*; secret: $($secret:ident),*) => {{
                let Self { captcha, sources: _, $($open,)* $($secret,)* } = self;
                vec![
                    ("captcha", format!("{captcha:?}").to_lowercase()),
                    $((stringify!($open), written($open)),)*
                    $((stringify!($secret), masked($secret.as_ref())),)*
                ]
            }};
        }
        let mut all = named!(
            open: listen, data, blobs_dir, site_dir, content_dir, content_reload, public_url, sandbox_url,
                sport_host, notify_url, extra_ca_file, push_contact, push_amounts, push_services, push_hosts,
                outside_scripts, outside_scripts_on, outside_hosts, chat_widget_url, trusted_proxies, country_header,
                region_header, mmdb, default_country, restricted_countries, games_page_size, session_idle_minutes,
                session_absolute_days, limits_deposit_blocks_play, reader_lease_seconds,
                database_connections, realtime_connections_max, connections_max, connections_per_address_max,
                requests_per_address_max, client_timeout_seconds, log_json, office_listen, office_url,
                office_dir, office_networks, office_four_eyes, office_request_hours, meridian_url, recaptcha_key,
                recaptcha_url, sign_in_providers, registers, game_partners, identity_url, identity_page_url,
                identity_cockpit_url, identity_level;
            secret: database_url, sport_secret, smtp_url, mail_webhook_secret, meridian_secret, recaptcha_secret,
                identity_app_token, identity_secret, identity_webhook_secret
        );
        all.sort_unstable();
        all
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn settings_are_listed_and_secrets_are_not() {
        let config = Config {
            database_url: Some("postgres://house:hunter2@db/house".to_owned()),
            smtp_url: Some("smtps://house:hunter2@mail".to_owned()),
            office_networks: vec!["10.0.0.0/8".to_owned()],
            ..Config::default()
        };
        let settings = config.listed();
        assert!(settings.is_sorted());
        assert!(!format!("{settings:?}").contains("hunter2"));
        let value = |name: &str| &settings.iter().find(|(setting, _)| *setting == name).unwrap().1;
        for (name, expected) in [
            ("database_url", "set"),
            ("sport_secret", ""),
            ("mmdb", ""),
            ("public_url", "http://localhost:8080"),
            ("office_networks", "[10.0.0.0/8]"),
            ("office_four_eyes", "1000"),
            ("log_json", "false"),
            ("captcha", "altcha"),
        ] {
            assert_eq!(value(name), expected, "{name}");
        }
    }
}
