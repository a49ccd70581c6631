//! What the file of offers may say, and what is refused.

use std::path::Path;

use super::loading::FILE;
use super::*;

const GOOD: &str = r#"
    [[offer]]
    code = "a"
    trigger = "coupon"
    kind = "NonDeposit"
    group_key = "g"
    title = { en = "A" }
    wager = 3
    activatable_hours = 1
    amounts.EUR = { amount = 500, win_max = 1000 }
"#;

#[test]
fn the_shipped_file_is_right() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../content");
    let offers = Offers::load(&folder).unwrap();
    for trigger in [
        Trigger::Deposit,
        Trigger::Registration,
        Trigger::Coupon,
        Trigger::Staff,
        Trigger::Reward,
        Trigger::Cashback,
    ] {
        assert!(offers.all().any(|offer| offer.trigger == trigger), "{trigger:?}");
    }
}

#[test]
fn what_cannot_be_right_is_refused_with_the_offer() {
    assert!(Offers::parse(GOOD).is_ok());
    for (from, to) in [
        ("code = \"a\"", "code = \"\""),
        ("wager = 3", "wager = 101"),
        ("wager = 3", "wager = -1"),
        ("amount = 500", "amount = 0"),
        ("amounts.EUR", "amounts.XXX"),
        ("\"NonDeposit\"", "\"Freebet\""),
        ("\"NonDeposit\"", "\"Cash\""),
        ("\"coupon\"", "\"deposit\""),
        ("activatable_hours = 1", "activatable_hours = 0"),
        ("en = \"A\"", "de = \"A\""),
    ] {
        assert!(Offers::parse(&GOOD.replace(from, to)).is_err(), "{to}");
    }
    let error = Offers::parse(&format!("{GOOD}{GOOD}")).unwrap_err();
    assert!(error.to_string().contains("\"a\""), "{error}");
}

#[test]
fn points_buy_a_reward_that_is_free_spins_or_a_bonus_with_a_wager() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../content");
    let shipped = Offers::load(&folder).unwrap();
    let bonus = shipped.find("SHOP-BONUS-10").unwrap();
    assert!(bonus.check().is_ok());
    for wrong in [
        Offer { wager: 0, ..bonus.clone() },
        Offer { trigger: Trigger::Staff, ..bonus.clone() },
        Offer { kind: Some(Kind::Cash), wager: 0, ..bonus.clone() },
        Offer { points: Some(0), ..bonus.clone() },
    ] {
        assert!(wrong.check().is_err(), "{wrong:?}");
    }
}

#[test]
fn what_is_sticky_is_wagered_and_its_terms_say_so() {
    let with = |text: &str| Offers::parse(&GOOD.replace("wager = 3", text));
    let offers = with("wager = 3\n    sticky = true").unwrap();
    let terms = offers.find("a").unwrap().terms(Currency::EUR).unwrap();
    assert!(terms.sticky && terms.ends_at_cashout());
    assert!(with("sticky = true").is_err(), "nothing would be left of it at once");
    let money = GOOD.replace("\"NonDeposit\"", "\"Cash\"").replace("wager = 3", "sticky = true");
    assert!(Offers::parse(&money).is_err(), "money is paid out");
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../content");
    let shipped = Offers::load(&folder).unwrap();
    let reward = Offer { sticky: true, ..shipped.find("SHOP-BONUS-10").unwrap().clone() };
    assert!(reward.check().is_err(), "rewards do not tell of it");
    let welcome = Offer { sticky: true, ..shipped.find("WELCOME").unwrap().clone() };
    welcome.check().unwrap();
    let spins = welcome.freespins.as_ref().unwrap();
    assert!(
        !welcome.terms_of_winnings(spins, Currency::EUR).sticky,
        "what its free spins win can be paid out"
    );
}

#[test]
fn an_audience_has_what_players_come_to_by_themselves() {
    let limited = |text: &str| {
        let more = format!("{text}\n    audience = {{ groups = [7], countries = [\"CA\"] }}");
        Offers::parse(&GOOD.replace(text, &more))
    };
    assert!(limited("trigger = \"coupon\"").unwrap().are_limited());
    assert!(!Offers::parse(GOOD).unwrap().are_limited());
    let staff = GOOD.replace("\"coupon\"", "\"staff\"\n    audience = { groups = [7] }");
    assert!(Offers::parse(&staff).is_err());
    let wrong = GOOD.replace("\"coupon\"", "\"coupon\"\n    audience = { countries = [\"Canada\"] }");
    assert!(Offers::parse(&wrong).is_err());
}

/// Cashback that is right.
const CASHBACK: &str = r#"
    [[offer]]
    code = "c"
    trigger = "cashback"
    kind = "Cashback"
    group_key = "g"
    title = { en = "C" }
    period = "week"
    percent = 10
    activatable_hours = 1
    amounts.EUR = { amount = 500, loss_min = 100 }
"#;

#[test]
fn cashback_has_a_period_and_a_percent() {
    assert!(Offers::parse(CASHBACK).is_ok());
    for (from, to) in [
        ("period = \"week\"", ""),
        ("period = \"week\"", "period = \"month\""),
        ("percent = 10", ""),
        ("percent = 10", "percent = 101"),
        ("loss_min = 100", "loss_min = -1"),
        ("\"cashback\"", "\"staff\""),
        ("\"Cashback\"", "\"Cash\""),
    ] {
        assert!(Offers::parse(&CASHBACK.replacen(from, to, 1)).is_err(), "{from} to {to}");
    }
}

#[test]
fn a_reward_is_given_in_every_currency() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../content");
    let text = std::fs::read_to_string(folder.join(FILE)).unwrap();
    let rewards = text.split_inclusive("[[offer]]").filter(|offer| offer.contains("trigger = \"reward\""));
    assert!(rewards.clone().count() > 10);
    for reward in rewards {
        for line in reward.lines().filter(|line| line.starts_with("JPY = ")) {
            let (head, _) = reward.split_once("[[offer]]").unwrap_or((reward, ""));
            let without = format!("[[offer]]\n{}", head.replacen(&format!("{line}\n"), "", 1));
            let error = format!("{:#}", Offers::parse(&without).unwrap_err());
            assert!(error.contains("JPY"), "{error}");
        }
    }
}

/// A document of the offer `a` that says otherwise than the list.
const DOCUMENT: &str = r#"
    code = "a"
    trigger = "coupon"
    kind = "NonDeposit"
    group_key = "g"
    title = { en = "A" }
    wager = 5
    activatable_hours = 1
    from = "2026-05-01T00:00:00Z"
    until = "2026-06-01T00:00:00Z"
    amounts.EUR = { amount = 700 }
"#;

/// What a folder says whose list has the offer `a`, with these documents.
fn folder_with(documents: &[(&str, &str)]) -> Result<Offers> {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join(FILE), GOOD).unwrap();
    std::fs::create_dir(folder.path().join("offers")).unwrap();
    for (name, text) in documents {
        std::fs::write(folder.path().join("offers").join(name), text).unwrap();
    }
    Offers::load(folder.path())
}

#[test]
fn a_document_goes_before_the_list() {
    assert_eq!(folder_with(&[]).unwrap().find("a").unwrap().wager, 3);
    let own = DOCUMENT.replace("\"a\"", "\"b\"");
    let versions = BTreeMap::from([("offers/a.toml".to_owned(), 4)]);
    let offers = folder_with(&[("a.toml", DOCUMENT), ("b.toml", &own)]).unwrap().numbered(&versions);
    let said: Vec<_> = offers.all().map(|offer| (offer.code.as_str(), offer.wager, offer.version)).collect();
    assert_eq!(said, [("a", 5, 4), ("b", 5, 0)]);
    assert!(folder_with(&[("b.toml", DOCUMENT)]).is_err(), "it is called after its offer");
    for (from, to) in [
        ("activatable_hours = 1", "activatable_hours = 1\nversion = 2"),
        ("until = \"2026-06-01", "until = \"2026-05-01"),
        ("from = \"2026-05-01T00:00:00Z\"", "from = \"May\""),
        ("wager = 5", "wager = 101"),
    ] {
        let error = folder_with(&[("a.toml", &DOCUMENT.replace(from, to))]).unwrap_err();
        assert!(format!("{error:#}").contains("offers/a.toml"), "{to}: {error:#}");
    }
    let upper = DOCUMENT.replace("\"a\"", "\"A\"");
    assert!(folder_with(&[("A.toml", &upper)]).is_err(), "in addresses case does not count");
}

#[test]
fn players_come_to_an_offer_in_its_time() {
    let offers = folder_with(&[("a.toml", DOCUMENT)]).unwrap();
    let offer = offers.find("a").unwrap();
    let (from, until) = (offer.from.unwrap().0, offer.until.unwrap().0);
    let moments = [(from - 1, false), (from, true), (until - 1, true), (until, false)];
    for (now, open) in moments {
        assert_eq!((offer.is_open(now), offers.can_begin(offer, now)), (open, open), "{now}");
    }
    assert!(!Offer { withdrawn: true, ..offer.clone() }.is_open(from));
    let shipped = Path::new(env!("CARGO_MANIFEST_DIR")).join("../content");
    let shipped = Offers::load(&shipped).unwrap();
    let reward =
        shipped.all().find(|offer| offer.trigger == Trigger::Reward && offer.points.is_none()).unwrap();
    let faults = Offer { withdrawn: true, ..reward.clone() }.faults();
    assert_eq!(faults.first().map(|fault| fault.field), Some("withdrawn"), "what was promised is given");
}
