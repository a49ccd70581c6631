//! What the file of offers may say, and what is refused.

use std::path::Path;

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
