//! Bonuses and free spins: issued, activated, wagered, ended in every way, and counted in the books.

mod additional;
mod audience;
mod cashback;
mod codes;
mod deposits;
mod ends;
mod freespins;
mod market;
mod model;
mod order;
mod partners;
mod reference;
mod retries;
mod sticky;
mod things;
mod wagering;

use std::collections::BTreeMap;

use croupier_ledger::{Action, Key, RoundRef};
use croupier_money::Currency;
use croupier_server::bonus::{self, Given, StaffGift};
use croupier_server::wallet::Order;
use serde_json::{Value, json};

use crate::browser::Browser;
use crate::play::{Frame, WHEEL, give};
use crate::testkit::Kit;

pub const EUR: Currency = Currency::EUR;

/// How long after its end an active bonus is ended: a bet may be on its way.
pub const IN_FLIGHT: std::time::Duration = std::time::Duration::from_secs(2);

/// Offers whose figures the tests know.
const OFFERS: &str = r#"
    [[offer]]
    code = "PLAIN"
    trigger = "staff"
    kind = "NonDeposit"
    group_key = "plain"
    title = { en = "Plain" }
    wager = 3
    activatable_hours = 24
    valid_hours = 48
    amounts.EUR = { amount = 1000, lost_below = 20 }

    [[offer]]
    code = "STRICT"
    trigger = "staff"
    kind = "NonDeposit"
    group_key = "strict"
    title = { en = "Strict", de = "Streng" }
    wager = 2
    activatable_hours = 24
    valid_hours = 48
    contributions = { games = { "northlight/aurora-roulette" = 50 } }
    excluded = { games = ["northlight/koi-lanterns"] }
    amounts.EUR = { amount = 1000, bet_max = 300, win_max = 600 }

    [[offer]]
    code = "MONEY"
    trigger = "staff"
    kind = "Cash"
    group_key = "money"
    title = { en = "Money" }
    activatable_hours = 24
    amounts.EUR = { amount = 700 }

    [[offer]]
    code = "SPINS"
    trigger = "coupon"
    coupon = "TEN"
    group_key = "spins"
    title = { en = "Spins" }
    activatable_hours = 24
    freespins = { count = 4, games = ["northlight/solar-sails"], stakes = { EUR = 20 }, hours = 24, wager = 30 }

    [[offer]]
    code = "FREE"
    trigger = "staff"
    group_key = "free"
    title = { en = "Free" }
    activatable_hours = 24
    freespins = { count = 30, games = ["northlight/solar-sails"], stakes = { EUR = 20 }, hours = 24, wager = 0, win_max = { EUR = 1 } }

    [[offer]]
    code = "HELLO"
    trigger = "registration"
    kind = "NonDeposit"
    group_key = "hello"
    title = { en = "Hello" }
    wager = 40
    activatable_hours = 24
    amounts.EUR = { amount = 500 }

    [[offer]]
    code = "FIRST"
    trigger = "deposit"
    kind = "Deposit bonus"
    group_key = "welcome"
    title = { en = "First" }
    deposit_number = 1
    percent = 100
    wager = 30
    wager_on = "bonus_and_deposit"
    on_cashout = "cancel"
    activatable_hours = 24
    amounts.EUR = { amount = 10000, deposit_min = 2000 }

    [[offer]]
    code = "SECRET"
    trigger = "deposit"
    kind = "Deposit bonus"
    group_key = "secret"
    hidden = true
    title = { en = "Secret" }
    percent = 50
    wager = 10
    activatable_hours = 24
    amounts.EUR = { amount = 1000, deposit_min = 2000 }
"#;

/// Puts the offers of the tests on offer, with `more` before them.
pub fn offer(kit: &Kit, more: &str) {
    offer_only(kit, &format!("{more}\n{OFFERS}")).unwrap();
}

/// Puts `offers` on offer instead of all others. No level brings a gift then: it would be one of the others.
pub fn offer_only(kit: &Kit, offers: &str) -> anyhow::Result<()> {
    let (folder, statuses) = (tempfile::tempdir()?, include_str!("../../../../content/statuses.toml"));
    let without_gifts: Vec<&str> = statuses.lines().filter(|line| !line.starts_with("gift = ")).collect();
    std::fs::write(folder.path().join("statuses.toml"), without_gifts.join("\n"))?;
    std::fs::write(folder.path().join("bonuses.toml"), offers)?;
    kit.app.bonuses.reload(folder.path(), &kit.app.site_config.statuses, &BTreeMap::default())
}

/// A grown player with `cash` in euros, on a server with the offers of the tests.
pub async fn player(kit: &Kit, cash: i64) -> (Browser, i64) {
    offer(kit, "");
    let (browser, id) = crate::play::grown_player(kit, "player@example.com").await;
    if cash > 0 {
        give(&kit.app, id, EUR, cash).await;
    }
    (browser, id)
}

/// Issues a gift of staff; answers its id.
pub async fn gift(kit: &Kit, browser: &Browser, player: i64, offer: &str) -> String {
    let offers = kit.app.bonuses.offers();
    let reference = kit.app.entropy.uuid(&kit.app.clock).to_string();
    let gift = StaffGift {
        player,
        currency: EUR,
        offer,
        amount: None,
        reference: &reference,
        by: "Ann",
        why: "test",
    };
    assert_eq!(bonus::give(&kit.app.db, &offers, &gift, kit.app.clock.now()).await.unwrap(), Given::Done);
    let kind = if offers.find(offer).unwrap().kind.is_some() { "bonuses" } else { "freespins" };
    let all = browser.get(&format!("/api/player/{kind}")).await.expect(200);
    all[0]["id"].as_str().unwrap().to_owned()
}

/// A gift of the player as it is now.
pub async fn find(browser: &Browser, kind: &str, id: &str) -> Value {
    let all = browser.get(&format!("/api/player/{kind}")).await.expect(200);
    all.as_array()
        .unwrap()
        .iter()
        .find(|one| one["id"] == id)
        .unwrap_or_else(|| panic!("no {id} in {all:#}"))
        .clone()
}

/// Waits until a gift is at `stage`, and answers it.
pub async fn at_stage(browser: &Browser, kind: &str, id: &str, stage: &str) -> Value {
    Kit::until(stage, async || {
        let one = find(browser, kind, id).await;
        (one["stage"] == stage).then_some(one)
    })
    .await
}

pub async fn activate(browser: &Browser, kind: &str, id: &str) -> Value {
    browser.post(&format!("/api/player/{kind}/{id}/activation"), json!({})).await.expect(200)
}

/// Issues a gift and activates it.
pub async fn active(kit: &Kit, browser: &Browser, player: i64, offer: &str) -> String {
    let id = gift(kit, browser, player, offer).await;
    assert_eq!(activate(browser, "bonuses", &id).await["stage"], "handle_bets");
    id
}

/// Cash and bonus money of the player.
pub async fn money(kit: &Kit, player: i64) -> (i64, i64) {
    let wallet = kit.app.wallet.get(player, EUR).await.unwrap().unwrap();
    (wallet.cash, wallet.bonus)
}

/// A bet on red.
pub async fn red(wheel: &Frame, key: &str, amount: i64) -> crate::browser::Answer {
    wheel.bet(key, json!({ "bets": [{ "kind": "red", "amount_cents": amount }] })).await
}

/// The round of a partner that is called `name`.
pub async fn partner_round(kit: &Kit, name: &str) -> RoundRef {
    let system = kit.app.wallet.system_account("games:partner", EUR).await.unwrap();
    RoundRef { key: Key::new("p", name), game: 1, system }
}

/// What a partner's call does in the wallet of the player, under the key that is called `name`.
pub async fn partner_acts(kit: &Kit, player: i64, name: &str, action: Action) {
    let key = Key::new("partner", name);
    let order = Order {
        key,
        fingerprint: key,
        player,
        currency: EUR,
        at: kit.app.clock.now(),
        action,
        facts: Vec::new(),
        attached: Vec::new(),
    };
    kit.app.wallet.submit(order).await.unwrap();
}

pub async fn wheel(kit: &Kit, browser: &Browser) -> Frame {
    Frame::open(kit, browser, WHEEL, "real").await
}

/// Fails the test when an invariant of the books or of bonuses is broken.
pub async fn assert_sound(kit: &Kit) {
    crate::play::assert_books(&kit.app).await;
    assert_eq!(bonus::check(&kit.app.db).await.unwrap(), []);
}
