//! The library of media: uploads, how everybody gets them, and withdrawing what nothing uses.

use std::io::Write as _;
use std::time::Duration;

use croupier_server::content::library::sweep;
use croupier_server::staff::Role;
use flate2::write::ZlibEncoder;
use flate2::{Compression, Crc};
use reqwest::header::{CACHE_CONTROL, CONTENT_DISPOSITION, CONTENT_SECURITY_POLICY, CONTENT_TYPE, ETAG};
use serde_json::{Value, json};

use super::{Member, Office, kinds};
use crate::browser::Answer;

const PDF: &[u8] = b"%PDF-1.7\n1 0 obj\nendobj\ntrailer\n%%EOF\n";

pub fn chunk(kind: [u8; 4], body: &[u8]) -> Vec<u8> {
    let mut sum = Crc::new();
    sum.update(&kind);
    sum.update(body);
    let length = u32::try_from(body.len()).unwrap().to_be_bytes();
    [length.as_slice(), &kind, body, &sum.sum().to_be_bytes()].concat()
}

/// A grey picture of two pixels, each as bright as `bright`; `note` is a comment in it.
pub fn png(bright: u8, note: &[u8]) -> Vec<u8> {
    let mut packer = ZlibEncoder::new(Vec::new(), Compression::default());
    packer.write_all(&[0, bright, bright]).unwrap();
    let head = b"\0\0\0\x02\0\0\0\x01\x08\0\0\0\0";
    let note = if note.is_empty() { Vec::new() } else { chunk(*b"tEXt", note) };
    let pixels = chunk(*b"IDAT", &packer.finish().unwrap());
    [b"\x89PNG\r\n\x1a\n".as_slice(), chunk(*b"IHDR", head).as_slice(), &note, &pixels, &chunk(*b"IEND", b"")]
        .concat()
}

impl Member {
    async fn uploads(&self, name: &str, bytes: Vec<u8>) -> Answer {
        self.browser.upload(&format!("/api/media?name={name}"), bytes).await
    }

    async fn saves_banner(&self, revision: i64, address: &str) -> Answer {
        let colours = "[\"#111111\", \"#222222\", \"#333333\", \"#444444\"]";
        let body = format!(
            "[[banner]]\nid = 1\ncategories = [\"home\"]\nimage = \"{address}\"\ngradient = {colours}\n\
             title = {{ en = \"Spring\" }}\n"
        );
        let text = json!({ "path": "banners.toml", "base": 0, "revision": revision, "body": body });
        self.browser.post("/api/content/save", text).await
    }

    async fn withdraws(&self, medium: &Value) -> Answer {
        let path = format!("/api/media/{}/withdraw", medium["id"].as_str().unwrap());
        self.browser.post(&path, json!({ "reason": "old" })).await
    }
}

fn text<'a>(medium: &'a Value, field: &str) -> &'a str {
    medium[field].as_str().unwrap()
}

on_both_engines! {
    async fn a_picture_is_uploaded_once_and_kept_by_every_cache(kit: Kit) {
        let office = Office::open(&kit).await;
        let editor = office.member(Role::Editor).await;
        let medium = editor.uploads("spring", png(9, b"Author\0me")).await.expect(201);
        assert_eq!((&medium["file_type"], &medium["width"], &medium["height"]), (&json!("png"), &json!(2), &json!(1)));
        // What differs in what is not kept is the same file.
        let again = editor.uploads("other", png(9, b"")).await.expect(200);
        assert_eq!((&again["id"], &again["name"]), (&medium["id"], &json!("spring")));
        let shown = kit.browser().get(text(&medium, "address")).await;
        assert_eq!(shown.status, 200);
        assert_eq!((&shown.headers[CONTENT_TYPE], &shown.headers[CONTENT_DISPOSITION]), (&"image/png".parse().unwrap(), &"inline".parse().unwrap()));
        assert_eq!(shown.headers[CACHE_CONTROL], "public, max-age=31536000, immutable");
        assert_eq!(shown.headers["x-content-type-options"], "nosniff");
        assert!(shown.headers[CONTENT_SECURITY_POLICY].to_str().unwrap().ends_with("sandbox"));
        let tag = shown.headers[ETAG].to_str().unwrap().to_owned();
        let kept = kit.browser().with("if-none-match", &tag).get(text(&medium, "address")).await;
        assert_eq!(kept.status, 304);
        if kit.engine == Engine::Postgres {
            assert_eq!(kit.second().await.browser().get(text(&medium, "address")).await.status, 200);
        }
        let file = editor.browser.get(&format!("/api/media/{}/file", text(&medium, "id"))).await;
        assert_eq!((file.status.as_u16(), &file.headers[CONTENT_TYPE]), (200, &"image/png".parse().unwrap()));
        let pdf = editor.uploads("rules", PDF.to_vec()).await.expect(201);
        let saved = kit.browser().get(text(&pdf, "address")).await;
        assert_eq!(saved.headers[CONTENT_DISPOSITION], "attachment");
        let reader = office.member(Role::Compliance).await;
        assert_eq!(kinds(&office.log(&reader, &format!("?member={}", editor.id), 3).await)[..2], ["medium.added", "medium.added"]);
    }

    async fn what_is_no_medium_is_refused(kit: Kit) {
        let office = Office::open(&kit).await;
        let editor = office.member(Role::Editor).await;
        let broken = png(1, b"")[..40].to_vec();
        let vast = [b"\x89PNG\r\n\x1a\n".as_slice(), &chunk(*b"IHDR", b"\0\0\xff\xff\0\0\xff\xff\x08\0\0\0\0"), &chunk(*b"IEND", b"")].concat();
        for (bytes, code) in [
            (b"<svg xmlns=\"http://www.w3.org/2000/svg\"/>".to_vec(), "VALIDATION.MEDIUM.TYPE"),
            (broken, "VALIDATION.MEDIUM.BROKEN"),
            (vast, "VALIDATION.MEDIUM.PIXELS"),
        ] {
            assert_eq!(editor.uploads("spring", bytes).await.field("file"), [code]);
        }
        assert_eq!(editor.uploads("", png(1, b"")).await.field("name"), ["VALIDATION.NAME.REQUIRED"]);
        assert_eq!(editor.browser.post("/api/media?name=a", json!({})).await.status, 415);
        let reader = office.member(Role::Compliance).await;
        assert_eq!(reader.uploads("spring", png(1, b"")).await.status, 403);
        assert_eq!(editor.browser.get("/api/media").await.expect(200)["media"], json!([]));
        let unknown = format!("/media/library/{}.png", "0".repeat(64));
        for address in [unknown.as_str(), "/media/library/../secrets.toml", "/media/library/a.svg"] {
            assert_eq!(kit.browser().get(address).await.status, 404, "{address}");
        }
    }

    async fn media_are_found_and_described(kit: Kit) {
        let office = Office::open(&kit).await;
        let [ann, bob] = [office.member_at("ann@house.example", Role::Editor).await, office.member_at("bob@house.example", Role::Editor).await];
        let medium = ann.uploads("winter", png(1, b"")).await.expect(201);
        kit.app.clock.advance(Duration::from_millis(1));
        ann.uploads("rules", PDF.to_vec()).await.expect(201);
        let path = format!("/api/media/{}", text(&medium, "id"));
        let form = json!({ "revision": 1, "name": "Winter", "alts": { "en": "A fox in 100% snow", "de": " " }, "brand": "borealis" });
        let saved = ann.browser.post(&path, form.clone()).await.expect(200);
        assert_eq!((&saved["revision"], &saved["alts"]), (&json!(2), &json!({ "en": "A fox in 100% snow" })));
        assert_eq!(bob.browser.post(&path, form).await.code(), "medium_changed");
        for (wrong, field) in [
            (json!({ "revision": 2, "name": "a", "alts": { "xx": "a" }, "brand": null }), "alts"),
            (json!({ "revision": 2, "name": "a", "alts": {}, "brand": "nobody" }), "brand"),
        ] {
            assert!(!bob.browser.post(&path, wrong).await.field(field).is_empty(), "{field}");
        }
        for (query, names) in [
            ("", vec!["rules", "Winter"]),
            ("?query=FOX", vec!["Winter"]),
            ("?query=100%25", vec!["Winter"]),
            ("?query=1_0", vec![]),
            ("?kind=file", vec!["rules"]),
            ("?kind=picture", vec!["Winter"]),
            ("?brand=borealis", vec!["Winter"]),
            ("?brand=marina", vec![]),
        ] {
            let found = bob.browser.get(&format!("/api/media{query}")).await.expect(200);
            let found: Vec<_> = found["media"].as_array().unwrap().iter().map(|medium| text(medium, "name")).collect();
            assert_eq!(found, names, "{query}");
        }
    }

    async fn what_a_document_names_is_not_withdrawn(kit: Kit) {
        let office = Office::open(&kit).await;
        let editor = office.member(Role::Editor).await;
        let medium = editor.uploads("spring", png(3, b"")).await.expect(201);
        let unknown = format!("/media/library/{}.png", "1".repeat(64));
        editor.saves_banner(0, &unknown).await.expect(200);
        let check = |revision: i64| json!({ "documents": [{ "path": "banners.toml", "revision": revision }] });
        let faults = editor.browser.post("/api/content/check", check(1)).await.expect(200);
        assert_eq!((&faults["faults"][0]["line"], &faults["faults"][0]["path"]), (&json!(4), &json!("banners.toml")), "{faults}");
        editor.saves_banner(1, text(&medium, "address")).await.expect(200);
        assert_eq!(editor.browser.post("/api/content/check", check(2)).await.expect(200)["faults"], json!([]));
        let detail = editor.browser.get(&format!("/api/media/{}", text(&medium, "id"))).await.expect(200);
        assert_eq!(detail["uses"], json!([{ "path": "banners.toml", "state": "draft" }]));
        assert_eq!(editor.withdraws(&medium).await.code(), "medium_used");
        let publish = json!({ "documents": [{ "path": "banners.toml", "revision": 2 }], "reason": "spring" });
        editor.browser.post("/api/content/publish", publish).await.expect(204);
        let refused = editor.withdraws(&medium).await;
        assert_eq!(refused.code(), "medium_used");
        assert!(refused.body["error"]["message"].as_str().unwrap().contains("banners.toml"));
        // Once nothing in force names it, it goes; what is withdrawn can be uploaded again.
        let other = editor.uploads("autumn", png(4, b"")).await.expect(201);
        editor.withdraws(&other).await.expect(204);
        assert_eq!(kit.browser().get(text(&other, "address")).await.status, 404);
        assert_eq!(editor.withdraws(&other).await.status, 404);
        let again = editor.uploads("autumn", png(4, b"")).await.expect(201);
        assert_eq!(kit.browser().get(text(&again, "address")).await.status, 200);
        editor.withdraws(&again).await.expect(204);
        sweep::sweep(&kit.app).await.unwrap();
        let left = kit.app.db.query_one("SELECT COUNT(*) FROM medium", vec![]).await.unwrap();
        assert_eq!(left.get::<i64>(0).unwrap(), 1, "rows of what was withdrawn are gone");
        let reader = office.member(Role::Compliance).await;
        Kit::until("the withdrawal in the log", async || {
            let entries = office.log(&reader, &format!("?member={}", editor.id), 1).await;
            (kinds(&entries)[0] == "medium.withdrawn").then_some(())
        })
        .await;
    }

    async fn of_a_withdrawal_and_a_draft_at_once_one_stands(kit: Kit) {
        let office = Office::open(&kit).await;
        let [ann, bob] = [office.member_at("ann@house.example", Role::Editor).await, office.member_at("bob@house.example", Role::Editor).await];
        let medium = ann.uploads("spring", png(5, b"")).await.expect(201);
        let address = text(&medium, "address").to_owned();
        let (withdrawn, saved) = tokio::join!(ann.withdraws(&medium), bob.saves_banner(0, &address));
        saved.expect(200);
        let check = json!({ "documents": [{ "path": "banners.toml", "revision": 1 }] });
        let faults = bob.browser.post("/api/content/check", check).await.expect(200);
        let is_withdrawn = withdrawn.status == 204;
        assert_eq!(is_withdrawn, !faults["faults"].as_array().unwrap().is_empty(), "{faults}");
        assert!(is_withdrawn || withdrawn.code() == "medium_used");
    }
}
