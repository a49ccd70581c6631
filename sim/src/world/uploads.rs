//! A player who sends documents while servers die: by the production code, with its files.

use std::sync::Arc;

use anyhow::{Context, Result, anyhow, ensure};
use croupier_db::params;
use croupier_server::app::App;
use croupier_server::site_config::DocumentKind;
use croupier_server::verification::{self, Upload};

use super::World;
use crate::chance::Chance;

/// Who sends them: a client, whose money has nothing to do with it.
const PLAYER: i64 = 1;

/// How many are sent; more than may wait for staff.
const DOCUMENTS: u8 = 8;

/// How many may wait for staff at once.
const WAITING_MAX: usize = 6;

/// The head of a picture of one pixel.
const PNG: &[u8] = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\x01\0\0\0\x01\x08\x02\0\0\0";

/// What was answered to an upload: the document's id in text, or nothing when it was refused.
type Answer = Option<String>;

impl World {
    /// Sends documents, one after the other, each until it is answered. Answers what was acknowledged: ids and contents.
    pub(super) async fn uploader(&self, seed: u64) -> Result<Vec<(String, Vec<u8>)>> {
        let mut chance = Chance::new(seed.wrapping_mul(1_000));
        let mut sent = Vec::new();
        for number in 0..DOCUMENTS {
            let bytes = [PNG, &[number]].concat();
            let send = |app| {
                let bytes = bytes.clone();
                async move { upload(app, number, bytes).await }
            };
            let answers = self.try_all(&mut chance, send).await?;
            let ids: Vec<_> = answers.iter().flatten().collect();
            ensure!(
                ids.windows(2).all(|pair| pair[0] == pair[1]),
                "document {number} is there twice: {ids:?}"
            );
            match ids.first() {
                Some(id) => sent.push(((*id).clone(), bytes)),
                None => ensure!(
                    sent.len() == WAITING_MAX,
                    "{} documents wait, and another is refused",
                    sent.len()
                ),
            }
        }
        ensure!(sent.len() == WAITING_MAX, "{} documents wait", sent.len());
        Ok(sent)
    }

    /// Each document that was acknowledged is there with its file, and no other.
    pub(super) async fn verify_uploads(&self, sent: &[(String, Vec<u8>)]) -> Result<()> {
        let rows = self.db.query("SELECT COUNT(*) FROM document", params![]).await?;
        let rows: i64 = rows.first().context("a count")?.get(0)?;
        ensure!(
            rows == i64::try_from(sent.len())?,
            "{rows} documents are there, {} acknowledged",
            sent.len()
        );
        for (id, bytes) in sent {
            let shown = verification::shown(&self.db, &self.app.blobs, id.parse()?).await;
            let shown = shown.map_err(|error| anyhow!("{error:?}"))?;
            ensure!(shown.is_some_and(|(_, file)| file == *bytes), "document {id} is not what was sent");
        }
        self.script.count(|tally| tally.documents += sent.len() as u64);
        Ok(())
    }
}

/// One try; nothing when the server cannot tell.
async fn upload(app: Arc<App>, number: u8, bytes: Vec<u8>) -> Option<Answer> {
    let upload = Upload {
        player: PLAYER,
        kind: DocumentKind::Identity,
        key: format!("document {number}"),
        host: String::new(),
        bytes,
    };
    match verification::upload(&app, upload).await {
        Ok(document) => Some(Some(document.id.to_string())),
        Err(refused) if refused.status().is_client_error() => Some(None),
        Err(_) => None,
    }
}
