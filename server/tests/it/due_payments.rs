//! What readers owe, and how it is paid.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use croupier_db::log::LogRow;
use croupier_db::params;
use croupier_ledger::{Action, SubAccount, TransferKind};
use croupier_money::Currency;
use croupier_server::app::App;
use croupier_server::platform::clock::Entropy;
use croupier_server::platform::readers::{After, Payment, Reader, SubAccountCode, run};
use croupier_server::wallet::{self, WalletError, due};
use tokio::sync::watch;

use crate::testkit::Kit;
use crate::wallet::order;

const PLAYER: i64 = 7;

/// Owes ten points and half of it in cash for each deposit.
fn generous() -> Reader {
    Reader::new("test_generous", |effects, rows| {
        Box::pin(async move {
            for row in rows {
                let LogRow::Transfer(transfer) = row else { continue };
                if transfer.transfer.kind != TransferKind::Deposit {
                    continue;
                }
                let give =
                    |to, amount| Payment::Give { from: "gifts".to_owned(), to: SubAccountCode(to), amount };
                effects.pay(row, 0, Currency::EUR, &give(SubAccount::Points, 10)).await?;
                let half = transfer.transfer.amount / 2;
                effects.pay(row, 1, Currency::EUR, &give(SubAccount::Cash, half)).await?;
            }
            Ok(After::nothing())
        })
    })
}

/// Asks the wallet while it holds a transaction, and says whether it was `refused`.
fn asking(app: Arc<App>, refused: Arc<AtomicBool>) -> Reader {
    Reader::new("test_asking", move |_, _| {
        let (app, refused) = (app.clone(), refused.clone());
        Box::pin(async move {
            let answer = app.wallet.submit(order("inside", PLAYER, Action::PayoutHold { amount: 1 })).await;
            refused.store(matches!(answer, Err(WalletError::InsideReader)), Ordering::SeqCst);
            Ok(After::nothing())
        })
    })
}

async fn open(app: &App) {
    let mut tx = app.db.begin().await.unwrap();
    app.wallet.open(&mut tx, PLAYER, Currency::EUR).await.unwrap();
    tx.commit().await.unwrap();
}

async fn deposit(app: &App, key: &str, amount: i64) {
    let from = app.wallet.system_account("payments:test", Currency::EUR).await.unwrap();
    app.wallet.submit(order(key, PLAYER, Action::Deposit { from, amount })).await.unwrap();
}

/// How many payments are noted, and how many of them are paid.
async fn noted(app: &App) -> (i64, i64) {
    let sql = "SELECT COUNT(*), COUNT(paid_at_ms) FROM due_payment";
    let row = app.db.query_one(sql, params![]).await.unwrap();
    (row.get(0).unwrap(), row.get(1).unwrap())
}

async fn points(app: &App) -> i64 {
    let sql = "SELECT points FROM wallet WHERE player_id = $1";
    app.db.query_one(sql, params![PLAYER]).await.unwrap().get(0).unwrap()
}

/// Runs `reader` until `done` says so.
async fn run_until(app: &Arc<App>, reader: Reader, done: impl AsyncFn() -> Option<()>) {
    let stop = watch::Sender::new(false);
    let (running, stopping) = (app.clone(), stop.subscribe());
    let task = tokio::spawn(async move {
        let owner = Entropy.uuid(&running.clock).to_string();
        run(&running.db, &running.clock, &owner, &running.health, &[reader], 15_000, &stopping).await;
    });
    Kit::until("the reader", done).await;
    stop.send_replace(true);
    task.await.unwrap();
}

on_both_engines! {
    async fn what_a_reader_owes_is_paid_once(kit: Kit) {
        let app = &kit.app;
        open(app).await;
        deposit(app, "one", 100).await;
        deposit(app, "two", 40).await;
        run_until(app, generous(), async || (noted(app).await.0 == 4).then_some(())).await;
        let now = app.clock.now();
        // Beside the server's own worker.
        let (one, two) = tokio::join!(due::carry_out(&app.wallet, now), due::carry_out(&app.wallet, now));
        one.unwrap(); two.unwrap();
        Kit::until("the payments", async || (noted(app).await == (4, 4)).then_some(())).await;
        assert_eq!(points(app).await, 20);
        assert_eq!(app.wallet.list(PLAYER).await.unwrap()[0].cash, 210);
        assert_eq!(due::carry_out(&app.wallet, now).await.unwrap(), 0);
        assert_eq!(wallet::check(&app.db).await.unwrap(), []);
    }

    async fn what_is_refused_waits_and_holds_up_no_other(kit: Kit) {
        let app = &kit.app;
        open(app).await;
        // Half of one subunit is nothing that can move.
        deposit(app, "small", 1).await;
        deposit(app, "large", 100).await;
        run_until(app, generous(), async || (noted(app).await.0 == 4).then_some(())).await;
        let now = app.clock.now();
        let sql = "SELECT due_at_ms, refusals FROM due_payment WHERE paid_at_ms IS NULL";
        let waits = async || {
            let row = app.db.query_one(sql, params![]).await.unwrap();
            (row.get::<i64>(0).unwrap(), row.get::<i64>(1).unwrap())
        };
        // The clock of the server's own worker stands still.
        Kit::until("the other payments", async || (noted(app).await == (4, 3)).then_some(())).await;
        Kit::until("the refusal", async || (waits().await == (now + 1_000, 1)).then_some(())).await;
        assert_eq!(points(app).await, 20);
        assert_eq!(due::carry_out(&app.wallet, now).await.unwrap(), 0);
        assert_eq!(due::carry_out(&app.wallet, now + 1_000).await.unwrap(), 0);
        assert_eq!(waits().await, (now + 3_000, 2));
    }

    async fn a_reader_that_asks_the_wallet_itself_is_refused_at_once(kit: Kit) {
        let app = &kit.app;
        open(app).await;
        deposit(app, "one", 100).await;
        let refused = Arc::new(AtomicBool::new(false));
        let reader = asking(app.clone(), refused.clone());
        run_until(app, reader, async || refused.load(Ordering::SeqCst).then_some(())).await;
    }
}
