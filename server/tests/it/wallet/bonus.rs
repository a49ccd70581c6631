//! The bonus purse: cash first, wins by the split of the stake, and what becomes of rounds that outlive it.

use croupier_ledger::{Action, Key, Receipt, Refusal, RoundRef, Settle, Settlement};
use croupier_money::Currency;
use croupier_server::app::App;
use croupier_server::wallet::WalletError;

use super::{PLAYER, assert_books, deposit, open, order, play, refused};

async fn submit(app: &App, key: &str, action: Action) -> Result<Receipt, WalletError> {
    app.wallet.submit(order(key, PLAYER, action)).await
}

/// A wallet with 60 in cash and 100 of bonus 5.
async fn mixed(app: &App) {
    open(app, PLAYER).await;
    deposit(app, "d", PLAYER, 60).await.unwrap();
    let from = app.wallet.system_account("bonus-cost", Currency::EUR).await.unwrap();
    let granted = submit(app, "g", Action::BonusGrant { bonus: 5, from, amount: 100 }).await.unwrap();
    assert_eq!((granted.cash, granted.bonus), (60, 100));
}

async fn partner_round(app: &App, name: &str) -> RoundRef {
    let system = app.wallet.system_account("games:partner", Currency::EUR).await.unwrap();
    RoundRef { key: Key::new("round", name), game: 9, system }
}

/// What the system account called `name` has got or given, by the rows of the log.
async fn system_balance(app: &App, name: &str) -> i64 {
    let account = app.wallet.system_account(name, Currency::EUR).await.unwrap().0;
    let sql = "SELECT CAST(COALESCE(SUM(CASE WHEN credit = $1 THEN amount ELSE -amount END), 0) AS bigint)
               FROM transfer WHERE credit = $1 OR debit = $1";
    app.db.query_one(sql, croupier_db::params![account]).await.unwrap().get(0).unwrap()
}

on_both_engines! {
    async fn a_bet_takes_cash_first_and_its_win_follows_the_split(kit: Kit) {
        let app = &kit.app;
        mixed(app).await;
        // 60 of 90 are cash: of 100 won, 66 are cash, and what does not divide is bonus money.
        let played = play(app, "p", PLAYER, 90, 100, false).await.unwrap();
        assert_eq!((played.cash, played.bonus), (66, 104));
        let round = played.round.unwrap();
        assert_eq!((round.stake, round.stake_bonus, round.bonus, round.win), (90, 30, Some(5), 100));
        let again = play(app, "p", PLAYER, 90, 100, false).await.unwrap();
        assert_eq!((again.cash, again.bonus, again.replayed), (66, 104, true));
        let row = app.wallet.get(PLAYER, Currency::EUR).await.unwrap().unwrap();
        assert_eq!((row.cash, row.bonus), (66, 104));
        let poor = refused(play(app, "p2", PLAYER, 171, 0, false).await);
        assert_eq!(poor, Refusal::InsufficientFunds { available: 170 });
        assert_books(app).await;
    }

    async fn bonus_money_is_never_paid_out(kit: Kit) {
        let app = &kit.app;
        mixed(app).await;
        let out = refused(submit(app, "h", Action::PayoutHold { amount: 61 }).await);
        assert_eq!(out, Refusal::InsufficientFunds { available: 60 });
        assert_books(app).await;
    }

    async fn one_bonus_is_active_at_a_time(kit: Kit) {
        let app = &kit.app;
        mixed(app).await;
        let from = app.wallet.system_account("bonus-cost", Currency::EUR).await.unwrap();
        let other = submit(app, "g6", Action::BonusGrant { bonus: 6, from, amount: 10 }).await;
        assert_eq!(refused(other), Refusal::BonusConflict);
        let strange = submit(app, "f6", Action::BonusForfeit { bonus: 6 }).await;
        assert_eq!(refused(strange), Refusal::BonusConflict);
        let more = submit(app, "g5", Action::BonusGrant { bonus: 5, from, amount: 10 }).await.unwrap();
        assert_eq!(more.bonus, 110);
        let forfeited = submit(app, "f5", Action::BonusForfeit { bonus: 5 }).await.unwrap();
        assert_eq!((forfeited.cash, forfeited.bonus), (60, 0));
        assert_eq!(system_balance(app, "bonus-cost").await, 0);
        let next = submit(app, "g7", Action::BonusGrant { bonus: 7, from, amount: 10 }).await.unwrap();
        assert_eq!((next.cash, next.bonus), (60, 10));
        assert_books(app).await;
    }

    async fn a_conversion_keeps_to_its_most(kit: Kit) {
        let app = &kit.app;
        mixed(app).await;
        let refusal = refused(submit(app, "c0", Action::BonusConvert { bonus: 5, most: -1 }).await);
        assert_eq!(refusal, Refusal::BadAmount);
        let converted = submit(app, "c", Action::BonusConvert { bonus: 5, most: 70 }).await.unwrap();
        assert_eq!((converted.cash, converted.bonus), (130, 0));
        assert_eq!(system_balance(app, "bonus-cost").await, -70);
        assert_books(app).await;
    }

    async fn an_emptied_bonus_ends_too(kit: Kit) {
        let app = &kit.app;
        mixed(app).await;
        play(app, "p", PLAYER, 160, 0, false).await.unwrap();
        submit(app, "f", Action::BonusForfeit { bonus: 5 }).await.unwrap();
        let from = app.wallet.system_account("bonus-cost", Currency::EUR).await.unwrap();
        assert!(submit(app, "g6", Action::BonusGrant { bonus: 6, from, amount: 10 }).await.is_ok());
        assert_books(app).await;
    }

    async fn an_open_round_keeps_both_parts_until_it_ends(kit: Kit) {
        let app = &kit.app;
        mixed(app).await;
        let opened = play(app, "p", PLAYER, 120, 0, true).await.unwrap();
        assert_eq!((opened.cash, opened.bonus), (0, 40));
        assert_books(app).await;
        let settle = Settle::new(|_| Ok(Settlement { win: 41, open: false, detail: String::new(), facts: vec![] }));
        let step = Action::Step { round: opened.round_id.unwrap(), version: 0, settle };
        let closed = submit(app, "s", step).await.unwrap();
        assert_eq!((closed.cash, closed.bonus), (20, 61));
        assert_books(app).await;
    }

    async fn a_rollback_restores_each_leg(kit: Kit) {
        let app = &kit.app;
        mixed(app).await;
        let round = partner_round(app, "r").await;
        submit(app, "b", Action::bet(round, 80)).await.unwrap();
        let won = submit(app, "w", Action::Win { round, amount: 40, closes: false }).await.unwrap();
        assert_eq!((won.cash, won.bonus), (30, 90));
        let unwon = submit(app, "xw", Action::Rollback { original: Key::new("test", "w") }).await.unwrap();
        assert_eq!((unwon.cash, unwon.bonus), (0, 80));
        let back = submit(app, "xb", Action::Rollback { original: Key::new("test", "b") }).await.unwrap();
        assert_eq!((back.cash, back.bonus), (60, 100));
        let round = back.round.unwrap();
        assert_eq!((round.stake, round.stake_bonus, round.win), (0, 0, 0));
        let open = play(app, "p", PLAYER, 80, 0, true).await.unwrap();
        assert_eq!((open.cash, open.bonus), (0, 80));
        let back = submit(app, "xp", Action::Rollback { original: Key::new("test", "p") }).await.unwrap();
        assert_eq!((back.cash, back.bonus), (60, 100));
        assert_books(app).await;
    }

    async fn the_part_of_a_bonus_that_has_ended_goes_to_its_cost_and_never_to_cash(kit: Kit) {
        let app = &kit.app;
        mixed(app).await;
        let (bet, won) = (partner_round(app, "r").await, partner_round(app, "q").await);
        submit(app, "b", Action::bet(bet, 80)).await.unwrap();
        submit(app, "c", Action::bet(won, 10)).await.unwrap();
        submit(app, "f", Action::BonusForfeit { bonus: 5 }).await.unwrap();
        assert_eq!(system_balance(app, "bonus-cost").await, -30);
        let back = submit(app, "x", Action::Rollback { original: Key::new("test", "b") }).await.unwrap();
        assert_eq!((back.cash, back.bonus), (60, 0));
        assert_eq!(system_balance(app, "bonus-cost").await, -10);
        // The second round was staked with bonus money alone: nothing of its win is the player's.
        let lost = submit(app, "w", Action::Win { round: won, amount: 500, closes: false }).await.unwrap();
        assert_eq!((lost.cash, lost.bonus), (60, 0));
        assert_eq!(system_balance(app, "bonus-cost").await, 490);
        // Taking the win back takes it from where it went.
        let unwon = submit(app, "xw", Action::Rollback { original: Key::new("test", "w") }).await.unwrap();
        assert_eq!((unwon.cash, system_balance(app, "bonus-cost").await), (60, -10));
        assert_books(app).await;
    }

    async fn a_late_win_goes_to_the_cost_account_of_its_own_bonus(kit: Kit) {
        let app = &kit.app;
        mixed(app).await;
        let round = partner_round(app, "r").await;
        submit(app, "b", Action::bet(round, 160)).await.unwrap();
        submit(app, "f", Action::BonusForfeit { bonus: 5 }).await.unwrap();
        let from = app.wallet.system_account("later-cost", Currency::EUR).await.unwrap();
        submit(app, "g6", Action::BonusGrant { bonus: 6, from, amount: 50 }).await.unwrap();
        // 100 of 160 were bonus 5's.
        let won = submit(app, "w", Action::Win { round, amount: 160, closes: false }).await.unwrap();
        assert_eq!((won.cash, won.bonus), (60, 50));
        assert_eq!((system_balance(app, "bonus-cost").await, system_balance(app, "later-cost").await), (0, -50));
        assert_books(app).await;
    }

    async fn a_round_takes_money_of_one_bonus_only(kit: Kit) {
        let app = &kit.app;
        mixed(app).await;
        let round = partner_round(app, "r").await;
        submit(app, "b", Action::bet(round, 80)).await.unwrap();
        submit(app, "f", Action::BonusForfeit { bonus: 5 }).await.unwrap();
        let from = app.wallet.system_account("bonus-cost", Currency::EUR).await.unwrap();
        submit(app, "g6", Action::BonusGrant { bonus: 6, from, amount: 50 }).await.unwrap();
        let mixing = refused(submit(app, "b2", Action::bet(round, 10)).await);
        assert_eq!(mixing, Refusal::InsufficientFunds { available: 0 });
        let other = partner_round(app, "q").await;
        assert!(submit(app, "b3", Action::bet(other, 10)).await.is_ok());
        assert_books(app).await;
    }
}
