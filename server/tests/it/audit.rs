//! The sealed log, the quick look at the books, and balances of the past.

use croupier_db::{Value, params};
use croupier_ledger::SubAccount;
use croupier_money::Currency;
use croupier_server::app::App;
use croupier_server::audit::{self, BalanceRow, Signer, Tampering, seal};
use croupier_server::ops::watchdog;
use reqwest::Client;

use crate::play::{Frame, SAILS, give, rich_player};
use crate::testkit::{Engine, Kit};

pub fn signer(app: &App) -> Signer {
    Signer::new(&app.secrets.key_for(audit::SIGNING_KEY))
}

/// Seals whatever there is, and answers how far each lane is sealed.
pub async fn seal_all(kit: &Kit) -> i64 {
    let (app, signer, now_or_never) = (&kit.app, signer(&kit.app), i64::MIN / 2);
    let lanes = Kit::until("the seal", async || {
        // The server seals by itself, too, and may have claimed a lane in between.
        kit.let_leases_run_out().await;
        seal::pass(app, &signer, "test", now_or_never).await.unwrap();
        let (lanes, broken) = audit::verify(&app.db, &signer, None).await.unwrap();
        assert_eq!(broken, []);
        lanes.iter().all(|lane| lane.unsealed == 0).then_some(lanes)
    })
    .await;
    lanes.iter().map(|lane| lane.sealed_to).sum()
}

/// Writes into the books behind the ledger's back.
async fn tamper(app: &App, sql: &str, params: Vec<Value>) {
    let mut tx = app.db.begin().await.unwrap();
    assert_eq!(tx.execute(sql, params).await.unwrap(), 1);
    tx.commit().await.unwrap();
}

async fn tampering(app: &App) -> Vec<Tampering> {
    audit::verify(&app.db, &signer(app), None).await.unwrap().1
}

/// The place of the player's deposit in the log.
async fn deposit_lsn(app: &App) -> i64 {
    app.db.query_one("SELECT MIN(lsn) FROM transfer", params![]).await.unwrap().get(0).unwrap()
}

on_both_engines! {
    async fn a_sealed_row_cannot_change_unnoticed(kit: Kit) {
        let app = &kit.app;
        let (browser, _) = rich_player(&kit).await;
        let frame = Frame::open(&kit, &browser, SAILS, "real").await;
        frame.spin("one", 100).await.expect(201);
        assert!(seal_all(&kit).await > 2);
        let lsn = deposit_lsn(app).await;
        let (lane, seq) = (u8::try_from(lsn >> 48).unwrap(), lsn & ((1 << 48) - 1));
        tamper(app, "UPDATE transfer SET amount = amount + 1 WHERE lsn = $1", params![lsn]).await;
        assert_eq!(tampering(app).await, [Tampering::Altered { lane, seq }]);
        tamper(app, "UPDATE transfer SET amount = amount - 1 WHERE lsn = $1", params![lsn]).await;
        assert_eq!(tampering(app).await, []);
        tamper(app, "DELETE FROM transfer WHERE lsn = $1", params![lsn]).await;
        assert_eq!(tampering(app).await, [Tampering::Gone { lane, seq }]);
    }

    async fn a_chain_made_anew_needs_the_key(kit: Kit) {
        let app = &kit.app;
        rich_player(&kit).await;
        seal_all(&kit).await;
        let (_, broken) = audit::verify(&app.db, &Signer::new(&[1; 32]), None).await.unwrap();
        assert!(matches!(broken[..], [Tampering::Seal { no: 1, .. }, ..]), "{broken:?}");
        let one = "(SELECT MIN(lane) FROM segment)";
        let sql = format!("UPDATE segment SET hash = previous WHERE no = 1 AND lane = {one}");
        tamper(app, &sql, params![]).await;
        assert!(matches!(tampering(app).await[..], [Tampering::Seal { no: 1, .. }]));
    }

    async fn money_from_nowhere_raises_an_alarm(kit: Kit) {
        let app = &kit.app;
        let (_, player) = rich_player(&kit).await;
        watchdog::look(app).await;
        assert!(!alarm(&kit).await);
        assert_eq!(audit::quick_check(&app.db, 1_000).await.unwrap(), []);
        tamper(app, "UPDATE wallet SET cash = cash + 1 WHERE player_id = $1", params![player]).await;
        watchdog::look(app).await;
        assert!(alarm(&kit).await);
        let broken = audit::quick_check(&app.db, 1_000).await.unwrap();
        let rules: Vec<_> = broken.iter().map(|finding| finding.rule).collect();
        let expected =
            ["all balances of a currency sum to zero", "each wallet's newest transfer tells its balances"];
        assert_eq!(rules, expected);
    }

    async fn balances_are_compared_at_one_place_however_far_a_reader_lags(kit: Kit) {
        let app = &kit.app;
        kit.hold_up("system_account_balances").await;
        let (_, player) = rich_player(&kit).await;
        let lags = croupier_db::readers::lags(&app.db).await.unwrap();
        let unread: i64 = lags.iter().filter(|lag| lag.reader == "system_account_balances").map(|lag| lag.rows).sum();
        assert!(unread > 0, "the reader has gone on");
        assert_eq!(audit::quick_check(&app.db, 1_000).await.unwrap(), []);
        tamper(app, "UPDATE transfer SET amount = amount - 1 WHERE wallet_id = (
                   SELECT id FROM wallet WHERE player_id = $1 AND currency = 'EUR')", params![player]).await;
        let broken = audit::quick_check(&app.db, 1_000).await.unwrap();
        assert_eq!(broken[0].rule, "all balances of a currency sum to zero", "what was not read counts as well");
    }

    async fn a_cut_in_the_log_raises_an_alarm(kit: Kit) {
        let app = &kit.app;
        rich_player(&kit).await;
        give(app, 1, Currency::EUR, 5).await;
        let lsn = deposit_lsn(app).await;
        tamper(app, "UPDATE transfer SET cash_after = cash_after - 1 WHERE lsn = $1", params![lsn]).await;
        let broken = audit::quick_check(&app.db, 1_000).await.unwrap();
        assert_eq!(broken[0].rule, "each transfer goes on from the balances of the one before");
        tamper(app, "DELETE FROM event WHERE lsn = (SELECT MIN(lsn) FROM event)", params![]).await;
        let broken = audit::quick_check(&app.db, 1_000).await.unwrap();
        assert_eq!(broken.last().unwrap().rule, "the newest rows of each lane have no gap");
    }

    async fn balances_of_the_past_come_from_the_log(kit: Kit) {
        let app = &kit.app;
        let (_, player) = rich_player(&kit).await;
        let then = app.clock.now();
        app.clock.advance(std::time::Duration::from_secs(1));
        give(app, player, Currency::EUR, 500).await;
        let cash = |rows: Vec<BalanceRow>| rows.iter().map(|row| row.balances[SubAccount::Cash]).collect::<Vec<_>>();
        assert_eq!(cash(audit::balances_at(&app.db, None, then, Some(player)).await.unwrap()), [100_000]);
        assert_eq!(cash(audit::balances_at(&app.db, None, then + 1_000, None).await.unwrap()), [100_500]);
        assert_eq!(cash(audit::balances_at(&app.db, None, then - 1, Some(player)).await.unwrap()), [0; 0]);
    }
}

/// Whether the metrics say that a rule is broken.
async fn alarm(kit: &Kit) -> bool {
    let token = croupier_server::ops::metrics_token(&kit.app.secrets);
    let answer = Client::new().get(kit.url("/metrics")).bearer_auth(token).send().await.unwrap();
    let text = answer.text().await.unwrap();
    assert!(text.contains("croupier_books_checked_at_seconds"), "{text}");
    text.lines().any(|line| line.starts_with("croupier_books_broken{") && line.ends_with(" 1"))
}

#[tokio::test(flavor = "multi_thread")]
async fn two_servers_seal_each_row_once() {
    let kit = Kit::start(Engine::Postgres).await;
    let second = kit.second().await;
    rich_player(&kit).await;
    kit.let_leases_run_out().await;
    let signer = signer(&kit.app);
    let (one, other) = tokio::join!(
        seal::pass(&kit.app, &signer, "one", i64::MIN / 2),
        seal::pass(&second.app, &signer, "other", i64::MIN / 2),
    );
    assert!(one.unwrap() + other.unwrap() > 0);
    Kit::until("every row to be sealed", async || {
        let (lanes, broken) = audit::verify(&kit.app.db, &signer, None).await.unwrap();
        assert_eq!(broken, []);
        if lanes.iter().all(|lane| lane.unsealed == 0) {
            return Some(());
        }
        // The background has written another row meanwhile; the lane is sealed by whoever has its lease.
        for (server, owner) in [(&kit, "one"), (&second, "other")] {
            seal::pass(&server.app, &signer, owner, i64::MIN / 2).await.unwrap();
        }
        None
    })
    .await;
}
