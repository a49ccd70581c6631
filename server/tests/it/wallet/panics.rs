//! A panic stops what it came from, and nothing beside it.

use std::sync::Arc;

use croupier_ledger::{Action, Funding, Refusal, Settle, Settlement};
use croupier_money::Currency;
use croupier_server::app::App;
use croupier_server::ops::metrics_token;
use croupier_server::wallet::Order;

use super::{PLAYER, assert_books, deposit, open, order, play, refused};
use crate::testkit::Kit;

/// A bet whose rule is `settle`.
async fn bet(app: &App, settle: Settle) -> Action {
    let system = app.wallet.system_account("games:test", Currency::EUR).await.unwrap();
    let funding = Funding::Wallet;
    Action::Play { game: 1, system, funding, stake: 100, win_max: 0, seed_no: 1, open_rounds: 0, settle }
}

/// Panics where it is dropped, which is in the lane's task, once its command is answered.
struct Bomb;

impl Drop for Bomb {
    fn drop(&mut self) {
        assert!(std::thread::panicking(), "as the test wants it");
    }
}

async fn lane_panics(kit: &Kit) -> String {
    let token = metrics_token(&kit.app.secrets);
    let reported = reqwest::Client::new().get(kit.url("/metrics")).bearer_auth(token).send().await.unwrap();
    let text = reported.text().await.unwrap();
    text.lines().find(|line| line.starts_with("croupier_wallet_lane_panics_total")).unwrap().to_owned()
}

on_both_engines! {
    async fn a_rule_that_panics_fails_its_own_bet(kit: Kit) {
        let app = kit.app.clone();
        for player in 1..=8 {
            open(&app, player).await;
            deposit(&app, &format!("d{player}"), player, 10_000).await.unwrap();
        }
        let bets = (0..160_i64).map(|n| {
            let app = app.clone();
            tokio::spawn(async move {
                let (player, name) = (n % 8 + 1, format!("p{n}"));
                if n % 5 == 0 {
                    let action = bet(&app, Settle::new(|_| panic!("as the test wants it"))).await;
                    app.wallet.submit(order(&name, player, action)).await
                } else {
                    play(&app, &name, player, 100, 0, false).await
                }
            })
        });
        for (n, bet) in bets.collect::<Vec<_>>().into_iter().enumerate() {
            let answer = bet.await.unwrap();
            if n % 5 == 0 {
                assert_eq!(refused(answer), Refusal::Panicked);
            } else {
                answer.unwrap();
            }
        }
        assert_books(&app).await;
        assert_eq!(lane_panics(&kit).await, "croupier_wallet_lane_panics_total 0");
    }

    async fn a_lane_that_panics_begins_anew(kit: Kit) {
        let app = &kit.app;
        open(app, PLAYER).await;
        deposit(app, "d", PLAYER, 1_000).await.unwrap();
        let bomb = Arc::new(Bomb);
        let settle = Settle::new(move |_| {
            let _kept = &bomb;
            Ok(Settlement { win: 0, open: false, detail: String::new(), facts: Vec::new() })
        });
        let action = bet(app, settle).await;
        let order = order("bomb", PLAYER, action);
        let again = Order { action: Action::RotateSeed { seed_no: 1 }, ..order.clone() };
        let answered = app.wallet.submit(order).await;
        assert!(answered.is_ok_and(|receipt| receipt.cash == 900));
        Kit::until("the lane to begin anew", async || {
            (lane_panics(&kit).await == "croupier_wallet_lane_panics_total 1").then_some(())
        })
        .await;
        assert_eq!(play(app, "after", PLAYER, 100, 50, false).await.unwrap().cash, 850);
        // What was committed before the panic is found by its key.
        assert!(app.wallet.submit(again).await.unwrap().replayed);
        assert_eq!(reqwest::get(kit.url("/readyz")).await.unwrap().status(), 200);
        assert_books(app).await;
    }
}
