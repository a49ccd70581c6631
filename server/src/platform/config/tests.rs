//! What is read, from where, and what is refused.

use super::*;

fn load(text: &str, environment: &[(&str, &str)]) -> Result<Config> {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("croupier.toml");
    std::fs::write(&file, text).unwrap();
    Config::load(&file, environment.iter().map(|(k, v)| ((*k).to_owned(), (*v).to_owned())))
}

#[test]
fn variables_win_over_the_file() {
    let config = load(
        "listen = \"127.0.0.1:1\"\ndata = \"/x\"",
        &[
            ("CROUPIER_LISTEN", "127.0.0.1:2"),
            ("DATABASE_URL", "postgres://a/b"),
            ("CROUPIER_RESTRICTED_COUNTRIES", "[\"FR\"]"),
            ("HOME", "/root"),
        ],
    )
    .unwrap();
    assert_eq!(config.listen.port(), 2);
    assert_eq!(config.data, PathBuf::from("/x"));
    assert_eq!(config.restricted_countries, ["FR"]);
    assert!(matches!(config.target(), Target::Postgres(_)));
    let named = |setting: &str| match config.sources.of(setting) {
        SettingSource::Default => String::new(),
        SettingSource::File(path) => path.rsplit('/').next().unwrap_or_default().to_owned(),
        SettingSource::Variable(name) => name,
    };
    for (setting, source) in [
        ("listen", "CROUPIER_LISTEN"),
        ("data", "croupier.toml"),
        ("database_url", "DATABASE_URL"),
        ("log_json", ""),
    ] {
        assert_eq!(named(setting), source, "{setting}");
    }
}

#[test]
fn a_bad_setting_is_named() {
    let refusal = |text: &str, environment: &[(&str, &str)]| load(text, environment).unwrap_err().to_string();
    assert!(refusal("colour = 1", &[]).contains("colour"));
    assert!(refusal("", &[("CROUPIER_LISTEM", "x")]).contains("CROUPIER_LISTEM"));
    assert!(refusal("games_page_size = 0", &[]).contains("games_page_size"));
    for connections in [7, 1_001] {
        let text = format!("database_connections = {connections}");
        assert!(refusal(&text, &[]).contains("has to be from 8 to 1000"));
    }
    for hours in [0, 721] {
        assert!(refusal(&format!("office_request_hours = {hours}"), &[]).contains("office_request_hours"));
    }
    assert!(refusal("public_url = \"localhost\"", &[]).contains("public_url"));
    assert!(refusal("push_contact = \"ops@casino.example\"", &[]).contains("push_contact"));
    assert!(refusal("outside_scripts = [\"https://tags.example;\"]", &[]).contains("tags.example"));
    assert!(refusal("outside_hosts = [\"http://tags.example\"]", &[]).contains("tags.example"));
    assert!(refusal("outside_scripts_on = [\"https://tags.example\"]", &[]).contains("outside_scripts_on"));
    assert!(refusal("restricted_countries = [\"france\"]", &[]).contains("france"));
    assert!(refusal("listen = 5", &[]).contains("croupier.toml"));
    let wrong = [("CROUPIER_LISTEN", "127.0.0.1:2"), ("CROUPIER_TRUSTED_PROXIES", "127.0.0.1")];
    let error = refusal("", &wrong);
    assert!(error.contains("CROUPIER_TRUSTED_PROXIES") && !error.contains("croupier.toml"), "{error}");
}

#[test]
fn recaptcha_is_asked_once_its_key_and_secret_are_set() {
    let both = "recaptcha_key = \"6Lc_key\"\nrecaptcha_secret = \"secret\"\n";
    let asked = |text: &str| {
        let config = load(text, &[]).unwrap();
        (config.captcha, config.recaptcha_key_in_force().map(str::to_owned))
    };
    assert_eq!(asked(""), (Captcha::Altcha, None));
    assert_eq!(asked(both), (Captcha::Recaptcha, Some("6Lc_key".to_owned())));
    assert_eq!(asked(&format!("{both}captcha = \"none\"")), (Captcha::None, None));
    for faulty in [
        "captcha = \"recaptcha\"",
        "recaptcha_key = \"6Lc_key\"",
        "recaptcha_secret = \"secret\"",
        "recaptcha_key = \"a b\"\nrecaptcha_secret = \"secret\"",
        "recaptcha_url = \"ftp://example\"",
    ] {
        assert!(load(faulty, &[]).unwrap_err().to_string().contains("recaptcha_"), "{faulty}");
    }
}

#[test]
fn every_host_of_the_site_has_an_address() {
    let under = |public: &str, host| {
        let config = Config { public_url: public.to_owned(), ..Config::default() };
        config.address_under(host)
    };
    let public = "https://one.example";
    assert_eq!(under(public, "two.example"), "https://two.example");
    assert_eq!(under("http://localhost:8080", "two.localhost:8080"), "http://two.localhost:8080");
    assert_eq!(under(public, ""), public);
}
