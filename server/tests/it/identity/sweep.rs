//! What mails left behind is deleted in time.

use std::time::Duration;

use croupier_db::params;
use croupier_server::{identity, mail};

use super::recovery::{CONFIRM, mails, remind};
use crate::testkit::Kit;

const HOUR: Duration = Duration::from_hours(1);
const DAY: Duration = Duration::from_hours(24);

async fn count(kit: &Kit, sql: &str) -> i64 {
    kit.app.db.query_one(sql, params![]).await.unwrap().get(0).unwrap()
}

on_both_engines! {
    async fn old_tokens_are_forgotten(kit: Kit) {
        kit.player("jane@example.com").await;
        let tokens = async || count(&kit, "SELECT COUNT(*) FROM one_time_token").await;
        assert_eq!(tokens().await, 1);
        // Its three days, and ninety more.
        kit.app.clock.advance(92 * DAY + 23 * HOUR);
        remind(&kit.browser(), "jane@example.com").await.expect(204);
        Kit::until("the other token", async || (tokens().await == 2).then_some(())).await;
        assert_eq!(identity::sweep::forget_old(&kit.app).await.unwrap(), 0);
        kit.app.clock.advance(HOUR);
        assert_eq!(identity::sweep::forget_old(&kit.app).await.unwrap(), 1);
        assert_eq!(tokens().await, 1, "the later one");
    }

    async fn mails_that_are_done_are_forgotten(kit: Kit) {
        for name in ["gone", "given_up", "waits"] {
            kit.player(&format!("{name}@example.com")).await;
        }
        let mut tx = kit.app.db.begin().await.unwrap();
        for change in [
            "sent_at_ms = posted_at_ms, next_try_ms = NULL WHERE recipient = 'gone@example.com'",
            "next_try_ms = NULL WHERE recipient = 'given_up@example.com'",
        ] {
            tx.execute(&format!("UPDATE mail_outbox SET {change}"), params![]).await.unwrap();
        }
        tx.commit().await.unwrap();
        kit.app.clock.advance(89 * DAY + 23 * HOUR);
        assert_eq!(mail::sweep::forget_old(&kit.app).await.unwrap(), 0);
        kit.app.clock.advance(HOUR);
        assert_eq!(mail::sweep::forget_old(&kit.app).await.unwrap(), 2);
        assert_eq!(mails(&kit, "waits@example.com", CONFIRM).await.len(), 1);
        assert_eq!(count(&kit, "SELECT COUNT(*) FROM mail_outbox").await, 1);
    }
}
