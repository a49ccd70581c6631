//! A mail server that refuses: which mails are given up, and which wait until it is mended.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use croupier_db::params;
use croupier_server::mail::{self, EmailMessage};
use tokio::io::{AsyncBufReadExt as _, AsyncWriteExt as _, BufReader};
use tokio::net::{TcpListener, TcpStream};

use crate::testkit::Kit;

/// What the server refuses: the command (`BANNER` is the greeting, `TEXT` the mail itself) and its reply.
type Refused = Arc<Mutex<Option<(&'static str, &'static str)>>>;

/// Answers one client; takes everything but what is refused.
async fn answer(stream: TcpStream, refused: Refused) -> std::io::Result<()> {
    let reply = |command: &str, usual: &str| match *refused.lock().unwrap() {
        Some((at, reply)) if at == command => format!("{reply}\r\n"),
        _ => format!("{usual}\r\n"),
    };
    let (reading, mut writing) = stream.into_split();
    let mut lines = BufReader::new(reading).lines();
    writing.write_all(reply("BANNER", "220 mail.example").as_bytes()).await?;
    let mut is_text = false;
    while let Some(line) = lines.next_line().await? {
        let command = line.get(..4).unwrap_or_default().to_ascii_uppercase();
        let answer = match command.as_str() {
            _ if is_text && line != "." => continue,
            _ if is_text => {
                is_text = false;
                reply("TEXT", "250 OK")
            }
            "EHLO" => reply("EHLO", "250-mail.example\r\n250 AUTH PLAIN LOGIN"),
            "AUTH" => reply("AUTH", "235 OK"),
            "QUIT" => reply("QUIT", "221 OK"),
            "DATA" => {
                let answer = reply("DATA", "354 Go on");
                is_text = answer.starts_with('3');
                answer
            }
            other => reply(other, "250 OK"),
        };
        writing.write_all(answer.as_bytes()).await?;
    }
    Ok(())
}

async fn serve(listener: TcpListener, refused: Refused) {
    while let Ok((stream, _)) = listener.accept().await {
        tokio::spawn(answer(stream, refused.clone()));
    }
}

async fn post(kit: &Kit, to: &str) {
    let letter = EmailMessage {
        to: to.to_owned(),
        from: "no-reply@casino.example".to_owned(),
        from_name: "Casino".to_owned(),
        reply_to: None,
        subject: "News".to_owned(),
        body: "A token".to_owned(),
        html: None,
        unsubscribe_url: None,
        is_resendable: false,
    };
    let mut tx = kit.app.db.begin().await.unwrap();
    mail::post(&kit.app, &mut tx, &letter).await.unwrap();
    tx.commit().await.unwrap();
}

/// Why the mail was not taken, whether it still waits, and what of its text is kept.
async fn fate(kit: &Kit, to: &str) -> Option<(String, bool, String)> {
    let sql = "SELECT reason, next_try_ms, body FROM mail_outbox WHERE recipient = $1 AND reason IS NOT NULL";
    let row = kit.app.db.query_opt(sql, params![to]).await.unwrap()?;
    Some((row.get(0).unwrap(), row.get::<Option<i64>>(1).unwrap().is_some(), row.get(2).unwrap()))
}

/// How often a mail was tried, how often it was refused for its own sake, and whether it still waits.
async fn tries(kit: &Kit, to: &str) -> (i64, i64, bool) {
    let sql = "SELECT tries, refusals, next_try_ms FROM mail_outbox WHERE recipient = $1";
    let row = kit.app.db.query_one(sql, params![to]).await.unwrap();
    (row.get(0).unwrap(), row.get(1).unwrap(), row.get::<Option<i64>>(2).unwrap().is_some())
}

on_each_engine! {
    async fn a_server_that_takes_no_mail_uses_up_no_mail(engine: Engine) {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = format!("smtp://casino:a%2Fpassword@{}", listener.local_addr().unwrap());
        let refused = Refused::default();
        tokio::spawn(serve(listener, refused.clone()));
        let kit = Kit::start_with(engine, |config| config.smtp_url = Some(url)).await;
        *refused.lock().unwrap() = Some(("AUTH", "535 5.7.8 Wrong password"));
        post(&kit, "ann@example.com").await;
        // Four days of a wrong password.
        for done in 1..=48 {
            mail::send_due(&kit.app).await.unwrap();
            Kit::until("a try", async || (tries(&kit, "ann@example.com").await.0 >= done).then_some(())).await;
            kit.app.clock.advance(Duration::from_hours(2));
        }
        let (_, refusals, waits) = tries(&kit, "ann@example.com").await;
        assert_eq!((refusals, waits), (0, true));
        // An address that is put off every time is given up.
        *refused.lock().unwrap() = Some(("RCPT", "451 4.2.2 Mailbox full"));
        for done in 1..=40 {
            mail::send_due(&kit.app).await.unwrap();
            Kit::until("a refusal", async || (tries(&kit, "ann@example.com").await.1 >= done).then_some(())).await;
            kit.app.clock.advance(Duration::from_hours(2));
        }
        Kit::until("the end", async || (!tries(&kit, "ann@example.com").await.2).then_some(())).await;
        assert_eq!(tries(&kit, "ann@example.com").await.1, 40);
    }

    async fn only_what_is_about_the_mail_itself_is_given_up(engine: Engine) {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = format!("smtp://casino:a%2Fpassword@{}", listener.local_addr().unwrap());
        let refused = Refused::default();
        tokio::spawn(serve(listener, refused.clone()));
        let kit = Kit::start_with(engine, |config| config.smtp_url = Some(url)).await;
        let cases = [
            ("BANNER", "554 5.3.2 No service", true),
            ("EHLO", "550 5.7.1 Unknown client", true),
            ("AUTH", "535 5.7.8 Wrong password", true),
            ("MAIL", "530 5.7.0 Authentication required", true),
            ("MAIL", "550 5.1.8 Sender refused", true),
            ("RCPT", "530 5.7.0 Authentication required", true),
            ("RCPT", "554 5.7.1 Relay access denied", true),
            ("RCPT", "451 4.7.1 Try again later", true),
            ("DATA", "554 5.5.1 Not now", true),
            ("RCPT", "550 5.1.1 Nobody here", false),
            ("TEXT", "554 5.6.0 Not in order", false),
        ];
        let to = |number: usize| format!("p{number}@example.com");
        for (number, (at, reply, waits)) in cases.into_iter().enumerate() {
            *refused.lock().unwrap() = Some((at, reply));
            post(&kit, &to(number)).await;
            mail::send_due(&kit.app).await.unwrap();
            let fate = Kit::until(reply, async || fate(&kit, &to(number)).await).await;
            let (reason, is_waiting, text) = fate;
            assert!(reason.contains(&reply[4..]), "{reason}");
            assert_eq!((is_waiting, text.as_str()), (waits, if waits { "A token" } else { "" }), "{at}: {reply}");
        }
        *refused.lock().unwrap() = None;
        kit.app.clock.advance(Duration::from_hours(2));
        mail::send_due(&kit.app).await.unwrap();
        for (number, (at, reply, waits)) in cases.into_iter().enumerate() {
            let sql = "SELECT id FROM mail_outbox WHERE recipient = $1 AND sent_at_ms IS NOT NULL";
            let is_sent = async || !kit.app.db.query(sql, params![to(number)]).await.unwrap().is_empty();
            if waits {
                Kit::until("the mail to go out", async || is_sent().await.then_some(())).await;
            } else {
                assert!(!is_sent().await, "{at}: {reply}");
            }
        }
    }
}
