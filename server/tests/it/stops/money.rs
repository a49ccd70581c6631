//! What each reason forbids: bets, deposits, cashouts; and wallets that are opened later.

use croupier_ledger::StopReason::{self, CoolingOff, Exclusion, Fraud, Operator, Verification};
use croupier_ledger::{Action, Key, LimitKind, LimitPeriod, Refusal, RoundRef};
use croupier_money::Currency;
use croupier_server::app::App;
use croupier_server::wallet::LimitOf;
use serde_json::json;

use super::{lift, stop, stop_until};
use crate::cashbox::payment_kit::{PaymentKit, Setup, card};
use crate::play::{assert_books, give};
use crate::wallet::{limits_of, order, refused};

const PLAYER: i64 = 7;

async fn open(app: &App, currency: Currency) {
    let mut tx = app.db.begin().await.unwrap();
    app.wallet.open(&mut tx, PLAYER, currency).await.unwrap();
    tx.commit().await.unwrap();
}

/// Bets in a wallet; answers why it is refused.
async fn bet(app: &App, key: &str, currency: Currency, amount: i64) -> Option<Refusal> {
    let system = app.wallet.system_account("games:partner", currency).await.unwrap();
    let round = RoundRef { key: Key::new("round", key), game: 9, system };
    let order = croupier_server::wallet::Order {
        currency,
        at: app.clock.now(),
        ..order(key, PLAYER, Action::bet(round, amount))
    };
    let answer = app.wallet.submit(order).await;
    answer.is_err().then(|| refused(answer))
}

async fn stopped_by(app: &App, key: &str, currency: Currency) -> Option<StopReason> {
    bet(app, key, currency, 1).await.map(|refusal| match refusal {
        Refusal::Stopped(stop) => stop.reason,
        other => panic!("{other:?}"),
    })
}

on_both_engines! {
    async fn lifting_one_reason_lifts_no_other(kit: Kit) {
        let (app, eur) = (&kit.app, Currency::EUR);
        open(app, eur).await;
        give(app, PLAYER, eur, 1_000).await;
        let now = app.clock.now();
        stop_until(app, PLAYER, Exclusion, now + 1_000).await;
        stop(app, PLAYER, Operator).await;
        assert_eq!(stopped_by(app, "b1", eur).await, Some(Operator));
        lift(app, PLAYER, Operator).await;
        assert_eq!(stopped_by(app, "b2", eur).await, Some(Exclusion));
        // Stopped again for less time: it ends when it was to end.
        assert_eq!(stop_until(app, PLAYER, Exclusion, now + 10).await, now + 1_000);
        assert_books(app).await;
        app.clock.advance(std::time::Duration::from_secs(1));
        assert_eq!(bet(app, "b3", eur, 1).await, None);
        assert_books(app).await;
    }

    async fn a_wallet_opened_later_inherits_reasons_and_limits(kit: Kit) {
        let (app, cad) = (&kit.app, "CAD".parse().unwrap());
        open(app, Currency::EUR).await;
        let of = LimitOf { player: PLAYER, currency: Currency::EUR, kind: LimitKind::Wager, period: LimitPeriod::Day };
        let mut tx = app.db.begin().await.unwrap();
        app.wallet.set_limit(&mut tx, of, 1_000, app.clock.now()).await.unwrap();
        tx.commit().await.unwrap();
        stop(app, PLAYER, Exclusion).await;
        open(app, cad).await;
        give(app, PLAYER, cad, 100_000).await;
        assert_eq!(stopped_by(app, "b1", cad).await, Some(Exclusion));
        assert_books(app).await;
        lift(app, PLAYER, Exclusion).await;
        let limits = limits_of(app, PLAYER, cad).await;
        let [limit] = &limits[..] else { panic!("{limits:?}") };
        assert!(limit.cap > 1_000 && limit.cap < 3_000, "ten euros in dollars: {}", limit.cap);
        assert_eq!(bet(app, "b2", cad, limit.cap).await, None);
        assert!(matches!(bet(app, "b3", cad, 1).await, Some(Refusal::LimitReached { left: 0, .. })));
        assert_books(app).await;
    }

    async fn a_stop_and_an_opening_at_once_do_not_miss_each_other(kit: Kit) {
        let app = &kit.app;
        let currencies = ["EUR", "CAD", "NOK", "BTC", "USD", "JPY"].map(|code| code.parse().unwrap());
        for currency in currencies {
            tokio::join!(open(app, currency), stop(app, PLAYER, Operator));
            assert_books(app).await;
            tokio::join!(open(app, currency), lift(app, PLAYER, Operator));
            assert_books(app).await;
        }
    }
}

on_each_engine! {
    async fn deposits_and_cashouts_follow_the_reason(engine: Engine) {
        let payments = PaymentKit::start(engine).await;
        for (reason, code, pays_in, pays_out) in [
            (CoolingOff, "cooling_off", false, true),
            (Verification, "verification_required", true, true),
        ] {
            let ada = payments.player("EUR").await;
            payments.fill(&ada, 10_000).await;
            stop(&payments.kit.app, ada.id, reason).await;
            let ada = payments.sign_in(&ada, None).await;
            for (kind, allowed) in [("deposit", pays_in), ("cashout", pays_out)] {
                let answer = payments.pay(&ada, kind, &card(kind, 2_000)).await;
                if allowed {
                    assert_eq!(answer.status, 201, "{reason:?} {kind} {}", answer.body);
                } else {
                    assert_eq!((answer.status, &answer.body["error"]["code"]), (403, &json!(code)), "{reason:?}");
                }
            }
        }
        payments.close().await;
    }

    async fn a_cashout_under_way_is_held_back_until_the_stop_is_lifted(engine: Engine) {
        for reason in [Operator, Fraud] {
            let payments = PaymentKit::start_with(engine, Setup::USUAL).await;
            let ada = payments.player("EUR").await;
            payments.fill(&ada, 10_000).await;
            let payment = payments.cashout(&ada, "out", 6_000).await;
            stop(&payments.kit.app, ada.id, reason).await;
            payments.later(60 * 60).await;
            assert_eq!(payments.money(&ada, "EUR").await, (4_000, 6_000), "held, and not sent");
            lift(&payments.kit.app, ada.id, reason).await;
            let ada = payments.sign_in(&ada, None).await;
            payments.later(2 * 60 * 60).await;
            payments.settled(&ada, &payment, "succeeded").await;
            assert_eq!(payments.money(&ada, "EUR").await, (4_000, 0));
            payments.close().await;
        }
    }
}
