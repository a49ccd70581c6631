//! Documents: uploads, what is refused, what staff decides, and who learns of it.

pub mod money;
mod partner;
mod reviews;
mod uploads;
mod wealth;

use croupier_server::verification::{self, DocumentReview, RejectReason, Reviewed, Verdict};
use reqwest::header::{CONTENT_TYPE, COOKIE};
use serde_json::Value;
use uuid::Uuid;

use crate::browser::{Answer, Browser};
use crate::testkit::Kit;

pub const PATH: &str = "/api/player/documents";

/// A picture of one pixel.
pub fn png() -> Vec<u8> {
    let mut bytes = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\x01\0\0\0\x01\x08\x02\0\0\0".to_vec();
    bytes.extend(b"\x90\x77\x53\xde\0\0\0\0IEND\xae\x42\x60\x82");
    bytes
}

/// Sends `bytes` as a document of `kind` under `key`.
pub async fn upload(kit: &Kit, browser: &Browser, key: &str, kind: &str, bytes: Vec<u8>) -> Answer {
    let call = reqwest::Client::new().post(kit.url(&format!("{PATH}?kind={kind}")));
    let call = call.header("x-requested-with", "XMLHttpRequest").header("idempotency-key", key);
    let call = call.header(COOKIE, browser.cookie().unwrap_or_default());
    let sent = call.header(CONTENT_TYPE, "application/octet-stream").body(bytes).send().await.unwrap();
    let (status, headers) = (sent.status(), sent.headers().clone());
    let text = sent.text().await.unwrap();
    Answer { status, headers, body: serde_json::from_str(&text).unwrap_or_default() }
}

/// Uploads a picture; answers its number.
pub async fn uploaded(kit: &Kit, browser: &Browser, key: &str, kind: &str) -> Uuid {
    let document = upload(kit, browser, key, kind, png()).await.expect(201);
    document["id"].as_str().unwrap().parse().unwrap()
}

/// What is told of one kind of documents.
pub async fn kind(browser: &Browser, name: &str) -> Value {
    let reported = browser.get(PATH).await.expect(200);
    let kinds = reported["kinds"].as_array().unwrap();
    kinds.iter().find(|kind| kind["kind"] == name).unwrap().clone()
}

pub async fn decide(kit: &Kit, document: Uuid, verdict: Verdict) -> Reviewed {
    let review = DocumentReview { document, verdict, by: "Ann Smith".into() };
    let licences = &kit.app.site_config.licences;
    verification::review(&kit.app.db, licences, &review, kit.app.clock.now()).await.unwrap()
}

pub fn rejected(reason: RejectReason, note: Option<&str>) -> Verdict {
    Verdict::Reject { reason, note: note.map(str::to_owned) }
}

/// The subjects and texts of mails about documents to a player.
pub async fn mails(kit: &Kit, email: &str) -> Vec<(String, String)> {
    let sql = "SELECT recipient, subject, body FROM mail_outbox";
    let rows = kit.app.db.query(sql, vec![]).await.unwrap();
    let texts =
        rows.iter().map(|row| row.get::<String>(0).map(|to| (to, row.get(1).unwrap(), row.get(2).unwrap())));
    let mine = texts.map(Result::unwrap).filter(|(to, _, body): &(String, String, String)| {
        to == email && body.contains("/profile/verification")
    });
    mine.map(|(_, subject, body)| (subject, body)).collect()
}

/// Whether staff has made sure who the player is, and whether an identity provider has.
pub async fn flags(browser: &Browser) -> (bool, bool) {
    let player = browser.get("/api/player").await.expect(200);
    (player["verified"].as_bool().unwrap(), player["sumsub_verified"].as_bool().unwrap())
}

/// The facts of a kind, in order.
pub async fn facts(kit: &Kit, kind: &str) -> Vec<Value> {
    let sql = "SELECT body FROM event WHERE kind = $1 ORDER BY lsn";
    let rows = kit.app.db.query(sql, croupier_db::params![kind]).await.unwrap();
    rows.iter().map(|row| serde_json::from_str(&row.get::<String>(0).unwrap()).unwrap()).collect()
}

/// Writes by `sql` about `player` beside the server.
pub async fn write(kit: &Kit, sql: &str, player: i64) {
    let mut tx = kit.app.db.begin().await.unwrap();
    tx.execute(sql, croupier_db::params![player]).await.unwrap();
    tx.commit().await.unwrap();
}

/// How many files are in the folder of blobs.
pub fn files(kit: &Kit) -> usize {
    std::fs::read_dir(kit.app.config.data.join("blobs")).map_or(0, Iterator::count)
}
