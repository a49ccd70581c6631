use super::*;

fn site_config(restricted: &[&str]) -> SiteConfig {
    let config = Config {
        content_dir: Path::new(env!("CARGO_MANIFEST_DIR")).join("../content"),
        restricted_countries: restricted.iter().map(|&c| c.to_owned()).collect(),
        ..Config::default()
    };
    SiteConfig::load(&config, &config.content_dir).unwrap()
}

#[test]
fn the_country_decides_the_licence() {
    let licences = site_config(&[]).licences;
    for (country, code, age) in [
        (Some("EE"), "EE", 21),
        (Some("BR"), "GCB", 18),
        (Some("CA"), "CW", 18),
        (Some("NZ"), "CW", 18),
        (None, "CW", 18),
    ] {
        let licence = licences.serving(country);
        assert_eq!((licence.code.as_str(), licence.minimum_age), (code, age), "{country:?}");
    }
    assert_eq!(licences.named("EE").code, "EE");
    assert_eq!(licences.named("gone").code, "CW");
}

#[test]
fn unknown_and_listed_countries_are_restricted() {
    let licences = site_config(&["NZ"]).licences;
    for (country, restricted) in
        [(None, true), (Some("NZ"), true), (Some("FR"), true), (Some("CA"), false), (Some("EE"), false)]
    {
        assert_eq!(licences.is_restricted(country), restricted, "{country:?}");
    }
}

#[test]
fn countries_have_their_currency_and_language() {
    let countries = site_config(&[]).countries;
    for (country, currency, locale) in [
        ("AU", "AUD", Some("en-AU")),
        ("GB", "GBP", Some("en")),
        ("CA", "CAD", Some("en-CA")),
        ("NZ", "NZD", Some("en-NZ")),
        ("US", "USD", Some("en")),
        ("IE", "EUR", Some("en")),
        ("DE", "EUR", Some("de")),
        ("JP", "JPY", None),
        ("NO", "NOK", Some("no")),
        ("BR", "BRL", None),
        ("AT", "EUR", Some("de")),
        ("CH", "EUR", Some("de")),
        ("PT", "EUR", None),
    ] {
        assert_eq!((countries.currency(country).code(), countries.locale(country)), (currency, locale));
    }
    assert!(countries.knows("ZW") && !countries.knows("ZZ"));
}

#[test]
fn the_language_is_the_players_then_the_chosen_then_the_countrys_then_the_browsers() {
    for (own, chosen, country, accepted, decided) in [
        (Some("de"), Some("no"), Some("it"), Some("et"), "de"),
        (None, Some("no"), Some("it"), Some("et"), "no"),
        (None, Some("xx"), Some("it"), Some("et"), "it"),
        (None, Some("en-KW"), Some("it"), None, "it"),
        (None, None, None, Some("xx, nb-NO;q=0.9"), "no"),
        (None, None, None, Some("fr-FR,fr;q=0.9"), "fr-CA"),
        (None, None, None, Some("EN-nz"), "en-NZ"),
        (None, None, None, Some("xx"), "en-CA"),
        (None, None, None, None, "en-CA"),
    ] {
        assert_eq!(LocalePreferences { own, chosen, country, accepted }.decide(), decided);
    }
}

#[test]
fn a_licence_may_ask_for_more() {
    let fields = site_config(&[]).fields;
    assert!(!fields.context("registration", "CW").contains(&"date_of_birth"));
    assert!(fields.context("registration", "EE").contains(&"date_of_birth"));
    assert!(fields.is_required("first_name", "EE") && !fields.is_required("first_name", "CW"));
    assert!(fields.context("provider:nobody", "CW").is_empty());
    for context in ["deposit", "cashout"] {
        let mut asked = fields.context(context, "CW");
        asked.sort_unstable();
        let fixed = [
            "address",
            "city",
            "country",
            "date_of_birth",
            "first_name",
            "last_name",
            "mobile_phone",
            "postal_code",
        ];
        assert_eq!(asked, fixed);
    }
    let needs = Fields::get("date_of_birth").unwrap().needs(true, 21, false);
    assert!(needs.iter().any(|need| need.rule == "min_age" && need.value == Some(21)));
}

#[test]
fn fields_that_take_english_letters_alone_are_named_by_the_file() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../content/player-fields.toml");
    let text = std::fs::read_to_string(path).unwrap();
    let fields = |names: &str| {
        let file = text.replace("\nenglish = []", &format!("\nenglish = [{names}]"));
        Fields::new(toml::from_str(&file).unwrap())
    };
    let strict = fields("\"city\"").unwrap();
    assert!(strict.is_english("city") && !strict.is_english("first_name"));
    for wrong in ["\"country\"", "\"town\""] {
        assert!(fields(wrong).is_err(), "{wrong}");
    }
}

#[test]
fn the_table_of_groups_is_whole() {
    let statuses = site_config(&[]).statuses.now();
    let groups = statuses.all().iter().filter(|status| status.id.starts_with("group_")).count();
    let levels = statuses.all().iter().filter(|status| status.id.starts_with("level_")).count();
    assert_eq!((groups, levels), (22, 12));
    for (number, name) in [
        (1117, "Rising star"),
        (257, "Bronze"),
        (793, "Bronze"),
        (258, "Silver"),
        (259, "Gold"),
        (255, "Platinum"),
        (759, "Diamond"),
    ] {
        assert_eq!(statuses.group_name(number), Some(name));
    }
}
