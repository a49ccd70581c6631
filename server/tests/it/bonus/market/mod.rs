//! Welcome offers as casinos make them: each is expressed as a document, played through, and does what its text says.

mod documents;

use std::time::Duration;

use croupier_server::bonus::Offer;
use croupier_server::staff::Role;
use serde_json::json;

use self::documents::{
    ABROAD, ALL, AT_HOME, BOTH, CAPPED, CASHBACK, COUNTED, FIFTY, FORFEITS, FREE, MATCH, STICKY, listed, step,
};
use super::cashback::{counted, gift_of_the_period};
use super::deposits::{choose, newest};
use super::sticky::play;
use super::*;
use crate::cashbox::payment_kit::{PaymentKit, Shopper, card};
use crate::office::Office;
use crate::play::{KOI, SAILS};

/// A slot that no document names.
const SLOT: &str = "northlight/moon-market";

/// A server that offers the documents, with its payment partner.
async fn market(engine: crate::testkit::Engine, documents: &[&str]) -> PaymentKit {
    let payments = PaymentKit::start(engine).await;
    offer_only(&payments.kit, &listed(documents)).unwrap();
    payments
}

/// The active bonus of a deposit for which the player has chosen `code`, once the deposit was counted: which one is the next is
/// known then.
async fn takes(payments: &PaymentKit, who: &Shopper, code: &str, deposit: i64) -> Value {
    let sql = "SELECT CAST(COALESCE(SUM(deposits_count), 0) AS bigint) FROM player_stat WHERE player_id =";
    let sql = format!("{sql} {}", who.id);
    let before = payments.count(&sql).await;
    assert_eq!(choose(payments, who, code).await.status, 204, "{code}");
    payments.fill(who, deposit).await;
    let is_counted = async || (payments.count(&sql).await > before).then_some(());
    Kit::until("the count of the deposit", is_counted).await;
    newest(payments, who, "handle_bets").await
}

/// Wagers `amount` in rounds of `stake` that win what they have staked.
async fn breaks_even(kit: &Kit, player: i64, name: &str, amount: i64, stake: i64) {
    let whole = usize::try_from(amount / stake).unwrap();
    let mut rounds = vec![(stake, stake); whole];
    rounds.extend(Some(amount % stake).filter(|rest| *rest > 0).map(|rest| (rest, rest)));
    play(kit, player, name, &rounds).await;
}

/// What was wagered once it is `amount`, of the newest bonus.
async fn wagered(payments: &PaymentKit, who: &Shopper, amount: i64) -> Value {
    Kit::until("the count of the bets", async || {
        let bonus = payments.get(who, "/api/player/bonuses").await.body[0].clone();
        (bonus["amount_wager_cents"] == amount).then_some(bonus)
    })
    .await
}

/// What the coupon of an offer brings.
async fn redeem(browser: &Browser, code: &str) -> Value {
    let got = browser.post("/api/bonuses/coupon", json!({ "coupon_code": code })).await.expect(200);
    assert_eq!(got["status"], "activated", "{code}");
    got
}

/// A grown player with the bonus of a coupon, active.
async fn with_bonus(kit: &Kit, documents: &[&str], code: &str, cash: i64) -> (Browser, i64, String) {
    let (browser, player_id) = player(kit, cash).await;
    offer_only(kit, &listed(documents)).unwrap();
    let id = redeem(&browser, code).await["bonus"]["id"].as_str().unwrap().to_owned();
    activate(&browser, "bonuses", &id).await;
    (browser, player_id, id)
}

/// Plays all free spins of the coupon `code`; answers their grant once it is finished, and what they have won.
async fn all_spins(kit: &Kit, browser: &Browser, code: &str, count: usize) -> (Value, i64) {
    let id = redeem(browser, code).await["freespins"]["id"].as_str().unwrap().to_owned();
    activate(browser, "freespins", &id).await;
    let sails = Frame::open(kit, browser, SAILS, "real").await;
    let mut won = 0;
    for number in 0..count {
        let round = sails.bet(&format!("s{number}"), json!({ "freespins_id": id })).await.expect(201);
        won += sails.finish(round).await["win_cents"].as_i64().unwrap();
    }
    (at_stage(browser, "freespins", &id, "finished").await, won)
}

/// What became of the money of a bonus: converted, withheld, deducted, forfeited.
fn split(bonus: &Value) -> [i64; 4] {
    ["converted_cents", "withheld_cents", "deducted_cents", "forfeited_cents"]
        .map(|part| bonus[part].as_i64().unwrap())
}

on_each_engine! {
    async fn a_match_is_wagered_35_times_in_bets_of_5_at_most(engine: Engine) {
        let payments = market(engine, &[MATCH.document]).await;
        let eva = payments.player("EUR").await;
        assert_eq!(takes(&payments, &eva, "MATCH", 25_000).await["amount_cents"], 20_000, "up to 200");
        let ada = payments.player("EUR").await;
        let bonus = takes(&payments, &ada, "MATCH", 2_500).await;
        assert_eq!((&bonus["amount_cents"], &bonus["amount_wager_requirement_cents"]), (&json!(2_500), &json!(87_500)));
        let launch = json!({ "identifier": crate::play::WHEEL, "mode": "real", "device": "desktop" });
        let wheel = Frame::at(&payments.kit, &payments.post(&ada, "/api/games/launch", &launch).await.body);
        assert_eq!(red(&wheel, "high", 510).await.field("stake_cents"), ["bonus_bet_max"]);
        breaks_even(&payments.kit, ada.id, "most", 87_000, 500).await;
        assert_eq!(wagered(&payments, &ada, 87_000).await["stage"], "handle_bets", "one bet is missing");
        breaks_even(&payments.kit, ada.id, "last", 500, 500).await;
        assert_eq!(split(&newest(&payments, &ada, "finished").await), [2_500, 0, 0, 0]);
        assert_eq!(money(&payments.kit, ada.id).await, (5_000, 0));
        assert_sound(&payments.kit).await;
        payments.close().await;
    }

    async fn a_match_on_both_asks_for_the_deposit_as_well(engine: Engine) {
        let payments = market(engine, &[BOTH.document]).await;
        let ada = payments.player("EUR").await;
        let bonus = takes(&payments, &ada, "BOTH", 2_000).await;
        assert_eq!(bonus["amount_wager_requirement_cents"], 160_000, "40 times 20 and 20");
        breaks_even(&payments.kit, ada.id, "half", 80_000, 2_000).await;
        assert_eq!(wagered(&payments, &ada, 80_000).await["stage"], "handle_bets", "40 times the bonus is half of it");
        breaks_even(&payments.kit, ada.id, "rest", 80_000, 2_000).await;
        assert_eq!(split(&newest(&payments, &ada, "finished").await), [2_000, 0, 0, 0]);
        assert_eq!(money(&payments.kit, ada.id).await, (4_000, 0));
        assert_sound(&payments.kit).await;
        payments.close().await;
    }

    async fn what_is_sticky_is_played_with_and_taken_off(engine: Engine) {
        let payments = market(engine, &[STICKY.document]).await;
        let ada = payments.player("EUR").await;
        takes(&payments, &ada, "STICKY", 2_000).await;
        // All is staked, deposit and bonus alike, and doubled: each half of the win goes where its stake has come from.
        play(&payments.kit, ada.id, "double", &[(4_000, 8_000)]).await;
        assert_eq!(money(&payments.kit, ada.id).await, (4_000, 4_000));
        breaks_even(&payments.kit, ada.id, "rest", 16_000, 4_000).await;
        assert_eq!(split(&newest(&payments, &ada, "finished").await), [2_000, 0, 2_000, 0], "the bonus goes, what it won stays");
        assert_eq!(money(&payments.kit, ada.id).await, (6_000, 0));
        // Of the next one the player withdraws too early: it is taken off, and the cash stays.
        takes(&payments, &ada, "STICKY", 2_100).await;
        let refused = payments.pay(&ada, "out", &card("cashout", 2_000)).await;
        assert_eq!((refused.status, &refused.body["error"]["code"]), (409, &json!("bonus_active")));
        let mut body = card("cashout", 2_000);
        body["cancel_bonus"] = json!(true);
        assert_eq!(payments.pay(&ada, "out", &body).await.status, 201);
        assert_eq!(split(&newest(&payments, &ada, "canceled").await), [0, 0, 0, 2_100]);
        assert_sound(&payments.kit).await;
        payments.close().await;
    }

    async fn a_pack_gives_each_of_four_deposits_its_own_share(engine: Engine) {
        let steps = [(1, 100, 2_000, 2_000), (2, 75, 2_100, 1_575), (3, 50, 2_200, 1_100), (4, 25, 2_400, 600)];
        let documents = steps.map(|(number, percent, ..)| step(number, percent));
        let payments = market(engine, &documents.each_ref().map(String::as_str)).await;
        let ada = payments.player("EUR").await;
        assert_eq!(choose(&payments, &ada, "STEP2").await.status, 422, "the first deposit comes first");
        let mut cash = 0;
        for (number, _, deposit, amount) in steps {
            let bonus = takes(&payments, &ada, &format!("STEP{number}"), deposit).await;
            assert_eq!((&bonus["amount_cents"], &bonus["amount_wager_requirement_cents"]), (&json!(amount), &json!(35 * amount)));
            breaks_even(&payments.kit, ada.id, &format!("step {number}"), 35 * amount, 2_000).await;
            assert_eq!(split(&newest(&payments, &ada, "finished").await), [amount, 0, 0, 0]);
            cash += deposit + amount;
            assert_eq!(money(&payments.kit, ada.id).await, (cash, 0), "step {number}");
        }
        for code in ["STEP1", "STEP4"] {
            assert_eq!(choose(&payments, &ada, code).await.status, 422, "each comes once, and there is no fifth");
        }
        assert_sound(&payments.kit).await;
        payments.close().await;
    }

    async fn an_offer_for_some_countries_is_for_them_alone(engine: Engine) {
        let payments = market(engine, &[AT_HOME.document, ABROAD.document]).await;
        let ada = payments.player("EUR").await;
        let bea = payments.player("EUR").await;
        payments.change(&format!("UPDATE player SET country = 'NO' WHERE id = {}", bea.id)).await;
        for (who, theirs, other) in [(&ada, "ATHOME", "ABROAD"), (&bea, "ABROAD", "ATHOME")] {
            let offers = payments.get(who, "/api/bonuses/deposit").await.body;
            let codes: Vec<_> = offers.as_array().unwrap().iter().map(|one| one["code"].clone()).collect();
            assert_eq!(codes, [theirs]);
            assert_eq!(choose(&payments, who, other).await.status, 422, "{other}");
            assert_eq!(choose(&payments, who, theirs).await.status, 204, "{theirs}");
        }
        let bonus = takes(&payments, &ada, "ATHOME", 2_000).await;
        assert_eq!((&bonus["amount_cents"], &bonus["amount_wager_requirement_cents"]), (&json!(1_000), &json!(30_000)));
        breaks_even(&payments.kit, ada.id, "all", 30_000, 2_000).await;
        assert_eq!(split(&newest(&payments, &ada, "finished").await), [1_000, 0, 0, 0]);
        assert_eq!(money(&payments.kit, ada.id).await, (3_000, 0));
        assert_sound(&payments.kit).await;
        payments.close().await;
    }
}

on_both_engines! {
    async fn what_fifty_spins_have_won_is_wagered_30_times(kit: Kit) {
        // Cash to wager with, so that no luck of the spins decides how it ends.
        let (browser, player_id) = player(&kit, 1_000_000).await;
        offer_only(&kit, &listed(&[FIFTY.document])).unwrap();
        let (grant, won) = all_spins(&kit, &browser, "FIFTY", 50).await;
        assert_eq!((&grant["freespins_performed"], &grant["win_cents"]), (&json!(50), &json!(won)));
        assert!(won > 0, "fifty spins of this game that win nothing do not come about");
        let bonus = Kit::until("the bonus", async || {
            let all = browser.get("/api/player/bonuses").await.expect(200);
            (all[0]["stage"] == "handle_bets").then(|| all[0].clone())
        }).await;
        assert_eq!((&bonus["amount_cents"], &bonus["amount_wager_requirement_cents"]), (&json!(won), &json!(30 * won)));
        assert_eq!(red(&wheel(&kit, &browser).await, "high", 510).await.field("stake_cents"), ["bonus_bet_max"]);
        breaks_even(&kit, player_id, "all", 30 * won, (30 * won).min(500_000)).await;
        let done = at_stage(&browser, "bonuses", bonus["id"].as_str().unwrap(), "finished").await;
        assert_eq!(split(&done), [won.min(5_000), (won - 5_000).max(0), 0, 0]);
        assert_eq!(money(&kit, player_id).await, (1_000_000 + won.min(5_000), 0));
        assert_sound(&kit).await;
    }

    async fn what_spins_without_wagering_have_won_is_money(kit: Kit) {
        let (browser, player_id) = player(&kit, 0).await;
        offer_only(&kit, &listed(&[FREE.document])).unwrap();
        let (_, won) = all_spins(&kit, &browser, "FREE", 20).await;
        assert_eq!(money(&kit, player_id).await, (won, 0));
        assert_eq!(browser.get("/api/player/bonuses").await.expect(200), json!([]));
        assert_sound(&kit).await;
    }

    async fn a_tenth_of_what_a_week_has_lost_comes_back_as_money(kit: Kit) {
        let (browser, player_id) = player(&kit, 50_000).await;
        offer_only(&kit, &listed(&[CASHBACK.document])).unwrap();
        play(&kit, player_id, "week", &[(20_000, 0), (10_000, 6_000), (1_239, 0)]).await;
        assert_eq!(counted(&browser, 25_239).await["amount_cents"], 2_523);
        // The clock stands at a Thursday.
        kit.app.clock.advance(Duration::from_hours(4 * 24) + Duration::from_mins(2));
        let gift = gift_of_the_period(&browser).await;
        assert_eq!((&gift["amount_cents"], &gift["type"]), (&json!(2_523), &json!("Cashback")));
        activate(&browser, "bonuses", gift["id"].as_str().unwrap()).await;
        assert_eq!(money(&kit, player_id).await, (24_761 + 2_523, 0), "money that asks for no bet");
        assert_sound(&kit).await;
    }

    async fn what_was_won_above_ten_times_the_bonus_is_withheld_and_said_so(kit: Kit) {
        let (browser, player_id, id) = with_bonus(&kit, &[CAPPED.document], "CAPPED", 0).await;
        assert_eq!(find(&browser, "bonuses", &id).await["amount_wager_requirement_cents"], 40_000);
        assert_eq!(red(&wheel(&kit, &browser).await, "high", 510).await.field("stake_cents"), ["bonus_bet_max"]);
        play(&kit, player_id, "rich", &[(500, 13_000)]).await;
        assert_eq!(money(&kit, player_id).await, (0, 13_500));
        breaks_even(&kit, player_id, "rest", 39_500, 500).await;
        assert_eq!(split(&at_stage(&browser, "bonuses", &id, "finished").await), [10_000, 3_500, 0, 0]);
        assert_eq!(money(&kit, player_id).await, (10_000, 0));
        assert_sound(&kit).await;
    }

    async fn each_game_counts_what_the_offer_says_of_it(kit: Kit) {
        let (browser, _, id) = with_bonus(&kit, &[COUNTED.document], "COUNTED", 100_000).await;
        let koi = Frame::open(&kit, &browser, KOI, "real").await.spin("no", 20).await;
        assert_eq!((koi.status.as_u16(), koi.code()), (409, "bonus_game_excluded"));
        let sails = Frame::open(&kit, &browser, SAILS, "real").await;
        let round = sails.spin("nothing", 20).await.expect(201);
        sails.finish(round).await;
        red(&wheel(&kit, &browser).await, "tenth", 500).await.expect(201);
        let slot = Frame::open(&kit, &browser, SLOT, "real").await;
        let round = slot.spin("all", 20).await.expect(201);
        slot.finish(round).await;
        Kit::until("the count of the last", async || {
            (find(&browser, "bonuses", &id).await["amount_wager_cents"] == 70).then_some(())
        }).await;
        assert_sound(&kit).await;
    }

    async fn a_bet_above_the_most_is_refused_beforehand_and_costs_nothing_afterwards(kit: Kit) {
        let (browser, player_id, id) = with_bonus(&kit, &[FORFEITS.document], "FORFEITS", 0).await;
        play(&kit, player_id, "rich", &[(500, 9_500)]).await;
        let wheel = wheel(&kit, &browser).await;
        let high = red(&wheel, "high", 510).await;
        assert_eq!(high.field("stake_cents"), ["bonus_bet_max"]);
        assert_eq!(high.body["errors"]["stake_cents"][0]["max_cents"], 500, "the way out is told");
        assert_eq!(money(&kit, player_id).await, (0, 11_000), "what was won is still there");
        breaks_even(&kit, player_id, "rest", 19_500, 500).await;
        assert_eq!(split(&at_stage(&browser, "bonuses", &id, "finished").await), [11_000, 0, 0, 0]);
        assert_eq!(money(&kit, player_id).await, (11_000, 0));
        assert_sound(&kit).await;
        // Nothing that an offer can say takes winnings for a bet, and the form has no place for it either.
        let taken = format!("{}\nforfeited_above_bet_max = true", FORFEITS.document);
        assert!(Offer::parse(&taken).is_err());
        let office = Office::open(&kit).await;
        let mut form = serde_json::to_value(Offer::parse(FORFEITS.document).unwrap()).unwrap();
        form["forfeited_above_bet_max"] = json!(true);
        let bob = office.member(Role::Bonus).await;
        assert_eq!(bob.browser.post("/api/offers/assess", json!({ "offer": form })).await.status.as_u16(), 422);
    }

    async fn the_back_office_warns_of_what_is_unfair_about_them(kit: Kit) {
        let office = Office::open(&kit).await;
        let bob = office.member(Role::Bonus).await;
        for offer in ALL {
            let form = serde_json::to_value(Offer::parse(offer.document).unwrap()).unwrap();
            let found = bob.browser.post("/api/offers/assess", json!({ "offer": form })).await.expect(200);
            assert_eq!(found["faults"], json!([]), "{form}");
            let reported: Vec<_> = found["warnings"].as_array().unwrap().iter().map(|one| one["warning"].clone()).collect();
            assert_eq!(reported, offer.warnings, "{form}");
        }
    }
}
