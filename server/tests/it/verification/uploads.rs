//! What is taken, and what is not.

use std::time::Duration;

use croupier_server::verification::{self, sweep};
use futures_util::future::{join, join_all};
use serde_json::json;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;

use super::{PATH, files, kind, png, upload, uploaded};
use crate::browser::Browser;
use crate::testkit::Kit;

/// The most that a document may have, in bytes.
const MAX: usize = 10 * 1024 * 1024;

/// Sends a file of one byte too many and reads meanwhile, as a browser does; answers what came back. Only the head is sent
/// where the length is announced.
async fn sent_over_the_bound(kit: &Kit, browser: &Browser, announced: bool, key: &str) -> String {
    let length = if announced {
        format!("content-length: {}", MAX + 1)
    } else {
        "transfer-encoding: chunked".to_owned()
    };
    let head = format!(
        "POST {PATH}?kind=identity HTTP/1.1\r\nhost: {}\r\ncookie: {}\r\nx-requested-with: XMLHttpRequest\r\n\
         idempotency-key: {key}\r\ncontent-type: application/octet-stream\r\n{length}\r\n\r\n",
        kit.address,
        browser.cookie().unwrap()
    );
    let (mut from, mut to) = TcpStream::connect(kit.address).await.unwrap().into_split();
    let write = async {
        to.write_all(head.as_bytes()).await.unwrap();
        let mut left = if announced { 0 } else { MAX + 1 };
        while left > 0 {
            let part = left.min(64 * 1024);
            let chunk = [format!("{part:x}\r\n").as_bytes(), &vec![0; part], b"\r\n"].concat();
            // The server may have answered and gone.
            if to.write_all(&chunk).await.is_err() {
                break;
            }
            left -= part;
        }
        to
    };
    let read = async {
        let mut answer = Vec::new();
        // A line that is cut after the answer has still brought it.
        let _ = from.read_to_end(&mut answer).await;
        String::from_utf8_lossy(&answer).into_owned()
    };
    join(read, write).await.0
}

on_both_engines! {
    async fn each_type_is_taken_by_its_content_alone(kit: Kit) {
        let (browser, _) = kit.player("ada@example.com").await;
        let jpeg = b"\xff\xd8\xff\xe0\0\x10JFIF\0\x01\x01\xff\xd9".to_vec();
        let pdf = b"%PDF-1.7\n1 0 obj\nendobj\n%%EOF\n".to_vec();
        for (name, bytes) in [("png", png()), ("jpeg", jpeg), ("pdf", pdf)] {
            let document = upload(&kit, &browser, name, "identity", bytes.clone()).await.expect(201);
            assert_eq!((&document["file_type"], &document["state"]), (&json!(name), &json!("pending")));
            assert_eq!(document["size_bytes"], bytes.len());
            let id = document["id"].as_str().unwrap().parse().unwrap();
            let (_, kept) = verification::shown(&kit.app.db, &kit.app.blobs, id).await.unwrap().unwrap();
            assert_eq!(kept, bytes);
        }
        let reported = kind(&browser, "identity").await;
        assert_eq!((&reported["state"], reported["documents"].as_array().unwrap().len()), (&json!("pending"), 3));
        assert_eq!(kind(&browser, "address").await["state"], "not_started");
        assert_eq!(files(&kit), 3);
        assert_eq!(verification::check(&kit.app.db, &kit.app.config.data.join("blobs")).await.unwrap(), Vec::<String>::new());
    }

    async fn everything_else_is_refused_and_leaves_nothing(kit: Kit) {
        let (browser, _) = kit.player("ada@example.com").await;
        for (what, bytes) in [
            ("a program called png", b"MZ\x90\0\x03\0\0\0".to_vec()),
            ("a drawing", b"<svg xmlns='http://www.w3.org/2000/svg' onload='x()'/>".to_vec()),
            ("a page", b"<!doctype html><script>1</script>".to_vec()),
            ("an archive", b"PK\x03\x04\x14\0\0\0".to_vec()),
            ("a picture behind a page", [b"<html>".to_vec(), png()].concat()),
            ("nothing", Vec::new()),
        ] {
            let answer = upload(&kit, &browser, what, "identity", bytes).await;
            assert_eq!(answer.status, 422, "{what}: {}", answer.body);
            assert_eq!(answer.field("file"), ["VALIDATION.DOCUMENT.TYPE"], "{what}");
        }
        let mut bomb = png();
        bomb[16..24].copy_from_slice(&[0, 1, 0, 0, 0, 1, 0, 0]);
        let unfolds = upload(&kit, &browser, "a picture of gigabytes", "identity", bomb).await;
        assert_eq!((unfolds.status.as_u16(), unfolds.field("file")), (422, vec!["VALIDATION.DOCUMENT.PIXELS"]));
        assert_eq!(upload(&kit, &browser, "k", "shoe_size", png()).await.status, 422);
        assert_eq!(upload(&kit, &browser, "", "identity", png()).await.status, 400);
        let path = format!("{PATH}?kind=identity");
        assert_eq!(browser.post_once("j", &path, json!({})).await.status, 415);
        assert_eq!(upload(&kit, &kit.browser(), "guest", "identity", png()).await.status, 401);
        assert_eq!(files(&kit), 0);
        assert_eq!(kind(&browser, "identity").await["documents"], json!([]));
    }

    async fn ten_mebibytes_are_taken_and_not_a_byte_more(kit: Kit) {
        let (browser, _) = kit.player("ada@example.com").await;
        let mut bytes = png();
        bytes.resize(MAX, 0);
        let document = upload(&kit, &browser, "all", "identity", bytes).await.expect(201);
        assert_eq!(document["size_bytes"], MAX);
        // Both are answered while the file is still on its way: what was announced, and what only turns out too long.
        for (announced, key) in [(true, "announced"), (false, "streamed")] {
            let answer = sent_over_the_bound(&kit, &browser, announced, key).await;
            assert!(answer.starts_with("HTTP/1.1 413 "), "{key}: {answer}");
            assert!(answer.contains("payload_too_large"), "{key}: {answer}");
        }
        // Other calls keep their own limit.
        let long = json!({ "player": { "city": "x".repeat(100_000) } });
        assert_eq!(browser.patch("/api/player", long).await.status, 413);
        assert_eq!(files(&kit), 1);
    }

    async fn one_key_is_one_document(kit: Kit) {
        let (browser, _) = kit.player("ada@example.com").await;
        let calls = (0..6).map(|_| upload(&kit, &browser, "one", "identity", png()));
        let answers = join_all(calls).await;
        for answer in &answers {
            assert_eq!(answer.status, 201, "{}", answer.body);
            assert_eq!(answer.body["id"], answers[0].body["id"]);
        }
        assert_eq!(files(&kit), 1);
        let other = [png(), b"!".to_vec()].concat();
        let conflict = upload(&kit, &browser, "one", "identity", other).await;
        assert_eq!((conflict.status.as_u16(), conflict.code()), (409, "idempotency_conflict"));
        assert_eq!(upload(&kit, &browser, "one", "address", png()).await.status, 409);
    }

    async fn only_so_many_wait_at_once(kit: Kit) {
        let (browser, _) = kit.player("ada@example.com").await;
        for n in 0..4 {
            uploaded(&kit, &browser, &format!("k{n}"), "identity").await;
        }
        let keys: Vec<_> = (0..6).map(|n| format!("at once {n}")).collect();
        let answers = join_all(keys.iter().map(|key| upload(&kit, &browser, key, "address", png()))).await;
        assert_eq!(answers.iter().filter(|answer| answer.status == 201).count(), 2);
        for answer in answers.iter().filter(|answer| answer.status != 201) {
            assert_eq!(answer.status, 422, "{}", answer.body);
            assert_eq!(answer.field("file"), ["VALIDATION.DOCUMENT.TOO_MANY"]);
        }
        assert_eq!(files(&kit), 6);
        assert_eq!(kind(&browser, "address").await["can_upload"], false);
        // Another player has room of their own.
        let (other, _) = kit.player("eve@example.com").await;
        uploaded(&kit, &other, "k0", "identity").await;
    }

    async fn a_player_is_kept_from_uploading_all_day(kit: Kit) {
        let (browser, _) = kit.player("ada@example.com").await;
        let mut last = 0;
        for n in 0..25 {
            last = upload(&kit, &browser, &format!("k{n}"), "identity", b"no".to_vec()).await.status.as_u16();
        }
        assert_eq!(last, 429);
        kit.app.clock.advance(Duration::from_hours(1));
        uploaded(&kit, &browser, "later", "identity").await;
    }

    async fn documents_are_their_players_own(kit: Kit) {
        let (ada, _) = kit.player("ada@example.com").await;
        let (eve, _) = kit.player("eve@example.com").await;
        uploaded(&kit, &ada, "same key", "identity").await;
        assert_eq!(kind(&eve, "identity").await["documents"], json!([]));
        let other = uploaded(&kit, &eve, "same key", "identity").await;
        let reported = kind(&eve, "identity").await;
        let reported = reported["documents"].as_array().unwrap();
        assert_eq!((reported.len(), &reported[0]["id"]), (1, &json!(other)));
        assert_eq!(kit.browser().get(PATH).await.status, 401);
        // No call hands a file out.
        assert_eq!(ada.get(&format!("{PATH}/{other}")).await.status, 404);
    }

    async fn what_an_upload_leaves_behind_is_removed(kit: Kit) {
        let (browser, player) = kit.player("ada@example.com").await;
        let kept = uploaded(&kit, &browser, "kept", "identity").await;
        let lost = uploaded(&kit, &browser, "lost", "identity").await;
        // As if the server had died before the end.
        let mut tx = kit.app.db.begin().await.unwrap();
        let sql = "UPDATE document SET state = 'uploading' WHERE id = $1";
        tx.execute(sql, croupier_db::params![lost]).await.unwrap();
        tx.commit().await.unwrap();
        assert_eq!(kind(&browser, "identity").await["documents"].as_array().unwrap().len(), 1);
        assert_eq!(sweep::sweep(&kit.app).await.unwrap(), 0);
        // The same call again finishes it.
        assert_eq!(uploaded(&kit, &browser, "lost", "identity").await, lost);
        let mut tx = kit.app.db.begin().await.unwrap();
        tx.execute(sql, croupier_db::params![lost]).await.unwrap();
        tx.commit().await.unwrap();
        kit.app.clock.advance(Duration::from_mins(10));
        crate::testkit::Kit::until("the sweep", async || {
            sweep::sweep(&kit.app).await.unwrap();
            (files(&kit) == 1).then_some(())
        })
        .await;
        let sql = "SELECT COUNT(*) FROM document WHERE player_id = $1";
        let rows: i64 = kit.app.db.query_one(sql, croupier_db::params![player]).await.unwrap().get(0).unwrap();
        assert_eq!(rows, 1);
        assert!(verification::shown(&kit.app.db, &kit.app.blobs, kept).await.unwrap().is_some());
    }

    async fn a_missing_or_exchanged_file_is_found(kit: Kit) {
        let (browser, _) = kit.player("ada@example.com").await;
        let id = uploaded(&kit, &browser, "k", "identity").await;
        let other = uploaded(&kit, &browser, "l", "identity").await;
        let folder = kit.app.config.data.join("blobs");
        let name = async |id| -> String {
            let sql = "SELECT blob FROM document WHERE id = $1";
            kit.app.db.query_one(sql, croupier_db::params![id]).await.unwrap().get(0).unwrap()
        };
        let (file, second) = (folder.join(name(id).await), folder.join(name(other).await));
        std::fs::copy(&second, &file).unwrap();
        assert!(verification::shown(&kit.app.db, &kit.app.blobs, id).await.is_err());
        std::fs::remove_file(&file).unwrap();
        assert_eq!(verification::check(&kit.app.db, &kit.app.config.data.join("blobs")).await.unwrap(), [id.to_string()]);
    }
}
