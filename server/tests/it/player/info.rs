use serde_json::{Value, json};

fn find<'a>(list: &'a Value, key: &str, value: &str) -> &'a Value {
    list.as_array().unwrap().iter().find(|item| item[key] == value).unwrap_or(&Value::Null)
}

on_both_engines! {
    async fn forms_are_told_what_to_ask(kit: Kit) {
        let reported = kit.browser().get("/api/info/player_fields").await.expect(200);
        let mut keys: Vec<_> = reported["contexts"].as_object().unwrap().keys().collect();
        keys.sort_unstable();
        assert_eq!(keys, ["cashout", "deposit", "edition", "provider:northlight", "registration"]);
        for names in reported["contexts"].as_object().unwrap().values() {
            for name in names.as_array().unwrap() {
                assert!(!find(&reported["fields"], "field", name.as_str().unwrap()).is_null(), "{name}");
            }
        }
        let nickname = find(&reported["fields"], "field", "nickname");
        assert_eq!(
            nickname,
            &json!({
                "field": "nickname", "type": "text", "required": false, "editable": true,
                "rules": [{ "rule": "min", "value": 3 }, { "rule": "max", "value": 15 }, { "rule": "nickname" }],
            })
        );
        let country = find(&reported["fields"], "field", "country");
        let offered = country["options"].as_array().unwrap();
        assert!(offered.contains(&json!("CA")) && !offered.contains(&json!("FR")));
        assert_eq!(find(&reported["fields"], "field", "currency")["options"].as_array().unwrap().len(), 14);
    }

    async fn guests_are_asked_what_their_country_of_residence_asks(kit: Kit) {
        let browser = kit.browser();
        let asked = async |query: &str| browser.get(&format!("/api/info/player_fields{query}")).await;
        let here = asked("").await.expect(200);
        let there = asked("?country=EE").await.expect(200);
        for (reported, age, is_asked) in [(&here, 18, false), (&there, 21, true)] {
            let born = find(&reported["fields"], "field", "date_of_birth");
            assert!(born["rules"].as_array().unwrap().contains(&json!({ "rule": "min_age", "value": age })));
            let registration = reported["contexts"]["registration"].as_array().unwrap();
            assert_eq!(registration.contains(&json!("date_of_birth")), is_asked);
        }
        for unknown in ["?country=XX", "?country=", "?country=ee"] {
            assert_eq!(asked(unknown).await.field("country"), ["VALIDATION.COUNTRY.NOT_ALLOWED"], "{unknown}");
        }
        let (player, _) = kit.player("jane@example.com").await;
        let own = player.get("/api/info/player_fields?country=EE").await.expect(200);
        assert_eq!(own, here, "a player keeps the licence of the account");
    }

    async fn currencies_and_countries_are_those_of_the_site(kit: Kit) {
        let browser = kit.browser();
        let currencies = browser.get("/api/info/currencies").await.expect(200);
        for (code, fiat, subunits, enabled) in [
            ("EUR", true, 100_i64, true),
            ("JPY", true, 1, true),
            ("BTC", false, 100_000_000, true),
            ("USDT", false, 1_000_000, true),
            ("GBP", true, 100, false),
        ] {
            let expected = json!({ "code": code, "fiat": fiat, "subunits_to_unit": subunits, "enabled": enabled });
            assert_eq!(find(&currencies, "code", code), &expected);
        }
        let countries = browser.get("/api/info/countries").await.expect(200);
        let gb = json!({ "code": "GB", "currency": "GBP", "restricted": false });
        assert_eq!(find(&countries, "code", "GB"), &gb);
        assert_eq!(find(&countries, "code", "FR")["restricted"], true);
        assert_eq!(countries.as_array().unwrap().len(), 242, "nobody lives in Antarctica for good");
        let config = browser.get("/api/fe/config/currency-config").await.expect(200);
        assert_eq!(config["fiat"], json!(["EUR", "USD", "AUD", "CAD", "NZD", "BRL", "NOK", "JPY", "KZT"]));
        assert_eq!(config["crypto"], json!(["BTC", "BCH", "ETH", "LTC", "DOG", "USDT"]));
        assert_eq!(config["displayMap"], json!({ "NOK": "USD", "PLN": "USD", "JPY": "USD" }));
        assert_eq!(config["countryCurrency"]["NZ"], "NZD");
        let rates = browser.get("/api/info/crypto_exchange_rates").await.expect(200);
        assert_eq!(rates["rates"].as_object().unwrap().len(), 6);
        assert!(rates["rates"]["BTC"]["EUR"].is_string());
    }

    async fn the_rest_of_the_sites_words(kit: Kit) {
        let browser = kit.browser();
        let locales = browser.get("/api/info/locales").await.expect(200);
        let codes: Vec<_> = locales.as_array().unwrap().iter().map(|l| l["code"].as_str().unwrap()).collect();
        assert_eq!(codes, ["en", "de", "en-AU", "en-CA", "fr-CA", "en-NZ", "no", "it", "et"]);
        assert_eq!(find(&locales, "default", "")["code"], Value::Null);
        assert_eq!(find(&locales, "code", "en-CA")["default"], true);
        let statuses = browser.get("/api/info/statuses").await.expect(200);
        assert_eq!(statuses.as_array().unwrap().len(), 34);
        let gold = find(&statuses, "id", "group_259");
        assert_eq!((&gold["name"], &gold["status"], &gold["writable"]), (&json!("Gold"), &json!(true), &json!(false)));
        let level = find(&statuses, "id", "level_4");
        assert_eq!((&level["name"], &level["image"]), (&json!("Level 4"), &json!("/media/levels/4.svg")));
        let german = browser.get("/api/info/statuses?l=de").await.expect(200);
        let level = find(&german, "id", "level_4");
        assert_eq!(level["content"], "Nordwind");
        assert_eq!(level["gift_descriptions"], json!([{ "type": "bonus", "text": "Bonusgeld zum Spielen" }]));
        for number in 1..=12 {
            assert_eq!(browser.get(&format!("/media/levels/{number}.svg")).await.status, 200, "{number}");
        }
        let project = browser.get("/api/info/project").await.expect(200);
        let codes: Vec<_> = project["licences"].as_array().unwrap().iter().map(|l| l["code"].as_str().unwrap()).collect();
        assert_eq!(codes, ["EE", "GCB", "CW"]);
        let context = browser.get("/client-context").await.expect(200);
        assert_eq!((&context["country"], &context["licence"], &context["brand"]), (&json!("CA"), &json!("CW"), &json!("Borealis")));
        assert_eq!((&context["is_restricted"], &context["locale"]), (&json!(false), &json!("en-CA")));
        let messages = browser.get("/messages/de.json?v=5890751").await;
        assert_eq!(messages.headers["cache-control"], "public, max-age=300");
        assert_eq!(messages.headers["content-language"], "de");
        assert!(messages.expect(200).is_object());
        let test = browser.get("/messages/en-KW.json").await.expect(200);
        assert_eq!(test["shell.deposit"], "[Déépóóšíít]");
        for path in ["/messages/fr.json", "/messages/en", "/messages/..%2Fhouse.json"] {
            browser.get(path).await.expect(404);
        }
    }

    async fn a_browser_is_told_its_settings(kit: Kit) {
        let guest = kit.browser().get("/api/player/settings").await.expect(200);
        assert_eq!(guest["realtime"]["url"], "/connection/websocket");
        assert_eq!(guest["realtime"]["user_channel_id"], json!(null));
        assert_eq!((&guest["captcha"], &guest["recaptcha_key"]), (&json!("none"), &json!(null)));
        assert_eq!(guest["games_page_size"], 40);
        let (jane, _) = kit.player("jane@example.com").await;
        let (june, _) = kit.player("june@example.com").await;
        let channel = async |browser: &crate::browser::Browser| {
            let reported = browser.get("/api/player/settings").await.expect(200);
            assert_eq!(reported["realtime"]["token"].as_str().unwrap().split('.').count(), 3);
            reported["realtime"]["user_channel_id"].as_str().unwrap().to_owned()
        };
        assert_ne!(channel(&jane).await, channel(&june).await);
        assert_eq!(channel(&jane).await, channel(&jane).await);
    }
}
