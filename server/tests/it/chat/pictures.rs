//! Pictures in the support chat: who sends and sees them, what is refused, and what becomes of their files.

use std::time::Duration;

use croupier_db::params;
use croupier_server::chat;
use croupier_server::staff::Role;
use futures_util::future::join_all;
use reqwest::header::{CACHE_CONTROL, CONTENT_SECURITY_POLICY, CONTENT_TYPE, X_CONTENT_TYPE_OPTIONS};
use serde_json::{Value, json};

use super::{changed, conversation, guest, id_of, restore_id, say, socket};
use crate::browser::Browser;
use crate::office::Office;
use crate::office::media::{chunk, png};
use crate::testkit::Kit;

const PATH: &str = "/api/chat/pictures";

fn picture() -> Vec<u8> {
    png(9, b"")
}

async fn sends(browser: &Browser, key: &str) -> String {
    let message = browser.upload_once(key, PATH, picture()).await.expect(201);
    message["picture"].as_str().unwrap().to_owned()
}

/// Files of this installation.
fn files(kit: &Kit) -> usize {
    std::fs::read_dir(kit.app.config.data.join("blobs")).map_or(0, Iterator::count)
}

async fn pictures(kit: &Kit) -> i64 {
    let row = kit.app.db.query_one("SELECT COUNT(*) FROM chat_picture", params![]).await.unwrap();
    row.get(0).unwrap()
}

on_both_engines! {
    async fn both_sides_send_pictures_and_nobody_else_sees_them(kit: Kit) {
        let office = Office::open(&kit).await;
        let (sue, risk) = (office.member(Role::Support).await, office.member(Role::Risk).await);
        let (jane, _) = kit.player("jane@example.com").await;
        let (joe, _) = kit.player("joe@example.com").await;
        let mut socket = socket(&kit, &jane).await;
        let message = jane.upload_once("a", PATH, picture()).await.expect(201);
        assert_eq!((&message["seq"], &message["from"], &message["text"]), (&json!(1), &json!("visitor"), &json!("")));
        changed(&mut socket).await;
        let own = format!("{PATH}/{}", message["picture"].as_str().unwrap());
        let chat = format!("/api/chats/{}", id_of(&jane).await);
        let page = sue.browser.upload_once("a", &format!("{chat}/pictures"), picture()).await.expect(200);
        changed(&mut socket).await;
        assert_eq!((&page["messages"][0]["picture"], &page["waits"]), (&message["picture"], &json!(false)));
        let answer = page["messages"][1]["picture"].as_str().unwrap();
        assert_eq!(conversation(&jane).await["messages"][1]["picture"], answer);
        for path in [&own, &format!("{PATH}/{answer}")] {
            let shown = jane.get(path).await;
            assert_eq!(shown.status, 200);
            assert_eq!(shown.headers[CONTENT_TYPE], "image/png");
            assert_eq!(shown.headers[X_CONTENT_TYPE_OPTIONS], "nosniff");
            assert_eq!(shown.headers[CACHE_CONTROL], "no-store");
            assert!(shown.headers[CONTENT_SECURITY_POLICY].to_str().unwrap().contains("sandbox"));
            joe.get(path).await.expect(404);
            kit.browser().get(path).await.expect(401);
        }
        let of_staff = format!("{chat}/pictures/{answer}");
        assert_eq!(sue.browser.get(&of_staff).await.headers[CONTENT_TYPE], "image/png");
        assert_eq!(risk.browser.get(&of_staff).await.status, 403);
        // A picture is found in its own conversation alone.
        say(&joe, "Hi").await;
        let others = format!("/api/chats/{}/pictures/{answer}", id_of(&joe).await);
        sue.browser.get(&others).await.expect(404);
        assert_eq!(files(&kit), 2);
        let bodies = kit.app.db.query("SELECT body FROM event WHERE kind = 'chat.message'", params![]).await.unwrap();
        assert!(bodies.iter().all(|row| !row.get::<String>(0).unwrap().contains("picture")));
    }

    async fn what_is_no_picture_is_refused_and_leaves_nothing(kit: Kit) {
        let (jane, _) = kit.player("jane@example.com").await;
        for (what, bytes) in [
            ("a drawing", b"<svg xmlns='http://www.w3.org/2000/svg' onload='x()'/>".to_vec()),
            ("a pdf", b"%PDF-1.7\n1 0 obj\nendobj\n%%EOF\n".to_vec()),
            ("nothing", Vec::new()),
            ("the start of a picture", crate::verification::png()),
        ] {
            let refused = jane.upload_once(what, PATH, bytes).await;
            assert_eq!(refused.field("file"), ["VALIDATION.PICTURE.TYPE"], "{what}");
        }
        // 8,192 by 4,097 pixels: a page that shows a few of them would hold gigabytes.
        let head = chunk(*b"IHDR", b"\0\0\x20\0\0\0\x10\x01\x08\x02\0\0\0");
        let bomb = [b"\x89PNG\r\n\x1a\n".as_slice(), &head, &chunk(*b"IDAT", b""), &chunk(*b"IEND", b"")].concat();
        let unfolds = jane.upload_once("bomb", PATH, bomb).await;
        assert_eq!(unfolds.field("file"), ["VALIDATION.PICTURE.PIXELS"]);
        assert_eq!(jane.upload(PATH, picture()).await.status, 400);
        assert_eq!(jane.post_once("j", PATH, json!({})).await.status, 415);
        let guest = guest(&kit, &restore_id(&kit).await);
        assert_eq!(guest.upload_once("g", PATH, picture()).await.status, 401);
        assert_eq!((conversation(&jane).await, files(&kit), pictures(&kit).await), (Value::Null, 0, 0));
        // Staff send none to a guest, whose browser could not show it.
        let sue = Office::open(&kit).await.member(Role::Support).await;
        say(&guest, "Hi").await;
        let path = format!("/api/chats/{}/pictures", id_of(&guest).await);
        let refused = sue.browser.upload_once("g", &path, picture()).await;
        assert_eq!((refused.status.as_u16(), refused.code()), (409, "chat_of_guest"));
    }

    async fn only_what_shows_a_picture_reaches_the_other_side(kit: Kit) {
        let sue = Office::open(&kit).await.member(Role::Support).await;
        let (jane, _) = kit.player("jane@example.com").await;
        let told = [png(9, b"Place\0at home"), b"PK\x03\x04 hidden".to_vec()].concat();
        let message = jane.upload_once("a", PATH, told.clone()).await.expect(201);
        let chat = format!("/api/chats/{}", id_of(&jane).await);
        let page = sue.browser.upload_once("b", &format!("{chat}/pictures"), told).await.expect(200);
        let of_sue = page["messages"][1]["picture"].as_str().unwrap();
        let of_jane = message["picture"].as_str().unwrap();
        let shown = [
            sue.browser.get(&format!("{chat}/pictures/{of_jane}")).await.expect(200),
            jane.get(&format!("{PATH}/{of_sue}")).await.expect(200),
        ];
        for file in shown {
            let file = file.as_str().unwrap();
            assert!(file.contains("IDAT") && !file.contains("at home") && !file.contains("hidden"), "{file}");
        }
        let sizes = kit.app.db.query("SELECT size_bytes FROM chat_picture", params![]).await.unwrap();
        let kept = i64::try_from(picture().len()).unwrap();
        assert!(sizes.len() == 2 && sizes.iter().all(|row| row.get::<i64>(0).unwrap() == kept));
    }

    async fn one_key_is_one_message(kit: Kit) {
        let (jane, _) = kit.player("jane@example.com").await;
        let answers = join_all((0..6).map(|_| jane.upload_once("one", PATH, picture()))).await;
        for answer in &answers {
            assert_eq!((answer.status.as_u16(), &answer.body), (201, &answers[0].body));
        }
        assert_eq!(conversation(&jane).await["messages"].as_array().unwrap().len(), 1);
        let other = jane.upload_once("one", PATH, [picture(), b"!".to_vec()].concat()).await;
        assert_eq!((other.status.as_u16(), other.code()), (409, "idempotency_conflict"));
        let sue = Office::open(&kit).await.member(Role::Support).await;
        let path = format!("/api/chats/{}/pictures", id_of(&jane).await);
        for _ in 0..2 {
            let page = sue.browser.upload_once("one", &path, picture()).await.expect(200);
            assert_eq!(page["messages"].as_array().unwrap().len(), 2);
        }
        for n in 1..40 {
            sends(&jane, &format!("k{n}")).await;
        }
        assert_eq!(jane.upload_once("too many", PATH, picture()).await.status, 429);
        assert_eq!(files(&kit), 41);
    }

    async fn files_go_with_their_messages(kit: Kit) {
        let (jane, player) = kit.player("jane@example.com").await;
        sends(&jane, "a").await;
        let folder = kit.app.config.data.join("blobs");
        assert!(chat::check_pictures(&kit.app.db, &folder).await.unwrap().is_empty());
        chat::sweep::remove_pictures(&kit.app).await.unwrap();
        assert_eq!((files(&kit), pictures(&kit).await), (1, 1));
        // An upload that died leaves a row and perhaps a file.
        let sql = "INSERT INTO chat_picture
                   (id, player_id, state, blob, file_type, size_bytes, idempotency_key, fingerprint, created_at_ms)
                   VALUES ($1, $2, 'uploading', $3, 'png', 1, 'player dead', $4, $5)";
        let blob = "0123456789abcdef0123456789abcdef";
        let mut tx = kit.app.db.begin().await.unwrap();
        tx.execute(sql, params![uuid::Uuid::max(), player, blob, [0u8].as_slice(), kit.app.clock.now()]).await.unwrap();
        tx.commit().await.unwrap();
        std::fs::write(folder.join(blob), b"half").unwrap();
        kit.app.clock.advance(Duration::from_mins(11));
        chat::sweep::remove_pictures(&kit.app).await.unwrap();
        assert_eq!((files(&kit), pictures(&kit).await), (1, 1));
        kit.app.clock.advance(Duration::from_hours(24 * 366));
        chat::sweep::forget_old(&kit.app).await.unwrap();
        chat::sweep::remove_pictures(&kit.app).await.unwrap();
        assert_eq!((files(&kit), pictures(&kit).await), (0, 0));
    }
}
