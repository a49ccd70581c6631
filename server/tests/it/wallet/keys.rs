//! A key names one command of the whole installation: whoever else sends it is refused, though that wallet lies in
//! another lane, whose writer knows nothing of the first.

use std::sync::Arc;

use croupier_ledger::{Action, Key, Receipt, Refusal, RoundRef};
use croupier_money::Currency;
use croupier_server::app::App;
use croupier_server::wallet::WalletError;
use futures_util::future::join_all;

use super::{assert_books, deposit, open, order, refused};
use crate::testkit::{Engine, Kit};

/// Two of each lane of PostgreSQL.
const PLAYERS: std::ops::Range<i64> = 7..15;

async fn players(app: &App) {
    for player in PLAYERS {
        open(app, player).await;
    }
}

async fn cash_of_all(app: &App) -> i64 {
    let mut cash = 0;
    for player in PLAYERS {
        cash += app.wallet.list(player).await.unwrap()[0].cash;
    }
    cash
}

/// Lets every player bring each of the keys at once, half of them to each server; answers how many were taken.
async fn race(servers: [&Arc<App>; 2], keys: std::ops::Range<i64>) -> usize {
    let bring = async |key: i64, player: i64| {
        let app = servers[usize::try_from(player).unwrap() % 2];
        deposit(app, &format!("race {key}"), player, 1).await
    };
    let brought = keys.flat_map(|key| PLAYERS.map(move |player| (key, player)));
    let answers = join_all(brought.map(|(key, player)| bring(key, player))).await;
    let conflict =
        |answer: &Result<Receipt, _>| matches!(answer, Err(WalletError::Refused(Refusal::KeyConflict)));
    let taken = answers.iter().filter(|answer| answer.as_ref().is_ok_and(|receipt| !receipt.replayed));
    let taken = taken.count();
    assert_eq!(
        answers.iter().filter(|answer| conflict(answer)).count(),
        answers.len() - taken,
        "{answers:?}"
    );
    taken
}

on_both_engines! {
    async fn the_key_of_one_player_is_refused_to_every_other(kit: Kit) {
        let app = &kit.app;
        players(app).await;
        let first = deposit(app, "k", 7, 100).await.unwrap();
        for player in 8..15 {
            assert_eq!(refused(deposit(app, "k", player, 100).await), Refusal::KeyConflict, "{player}");
        }
        let again = deposit(app, "k", 7, 100).await.unwrap();
        assert_eq!((again.replayed, again.lsn), (true, first.lsn));
        assert_eq!(cash_of_all(app).await, 100);
        assert_books(app).await;
    }

    async fn of_all_who_bring_one_key_at_once_one_is_accepted(kit: Kit) {
        let app = &kit.app;
        players(app).await;
        for turn in 0..5 {
            assert_eq!(race([app, app], turn * 20..turn * 20 + 20).await, 20);
        }
        assert_eq!(cash_of_all(app).await, 100);
        assert_books(app).await;
    }

    async fn the_partners_names_of_one_player_are_refused_to_every_other(kit: Kit) {
        let app = &kit.app;
        players(app).await;
        for player in PLAYERS {
            deposit(app, &format!("money {player}"), player, 1_000).await.unwrap();
        }
        let system = app.wallet.system_account("games:partner", Currency::EUR).await.unwrap();
        let round = RoundRef { key: Key::new("round", "r"), game: 9, system };
        let original = Key::new("test", "b");
        app.wallet.submit(order("b", 7, Action::bet(round, 100))).await.unwrap();
        app.wallet.submit(order("t", 7, Action::Rollback { original: Key::new("test", "late") })).await.unwrap();
        for player in 8..15 {
            let ask = async |key: &str, action| {
                refused(app.wallet.submit(order(&format!("{key} {player}"), player, action)).await)
            };
            assert_eq!(ask("bet", Action::bet(round, 1)).await, Refusal::UnknownRound);
            let win = Action::Win { round, amount: 1, closes: true };
            assert_eq!(ask("win", win).await, Refusal::UnknownRound);
            assert_eq!(ask("back", Action::Rollback { original }).await, Refusal::UnknownRound);
            assert_eq!(refused(deposit(app, "late", player, 1).await), Refusal::Tombstoned);
        }
        assert_eq!(cash_of_all(app).await, 7_900);
        assert_books(app).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn of_all_who_bring_one_key_to_two_servers_at_once_one_is_accepted() {
    let first = Kit::start(Engine::Postgres).await;
    let second = first.second().await;
    players(&first.app).await;
    for turn in 0..5 {
        assert_eq!(race([&first.app, &second.app], turn * 20..turn * 20 + 20).await, 20);
    }
    assert_eq!(cash_of_all(&first.app).await, 100);
    assert_books(&first.app).await;
}
