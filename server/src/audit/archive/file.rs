//! A file of the archive: some segments of a lane that follow each other, as lines of JSON, gzipped.
//!
//! The first line names the form, the lane and the key that the seals are made with. Each segment is a line with its
//! seal, and then a line for every row, in order. `docs/OPERATIONS.md` says how to read one by hand.

use std::fs::File;
use std::io::{BufRead, BufReader, BufWriter, Write};
use std::path::Path;

use anyhow::{Context, Result, bail, ensure};
use croupier_db::log::{LogRow, TransferRow};
use croupier_ledger::{AccountId, Lsn, RoundStatus, Transfer, TransferKind};
use flate2::Compression;
use flate2::read::GzDecoder;
use flate2::write::GzEncoder;
use serde::{Deserialize, Serialize};

use super::Sealed;
use crate::audit::checkpoint::Checkpoint;

/// The form of the files that this build writes and reads.
const VERSION: u32 = 1;

/// A line.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Line {
    Archive { version: u32, lane: u8, public_key: String },
    Segment { no: i64, first_seq: i64, last_seq: i64, previous: String, hash: String, signature: String },
    Transfer(TransferLine),
    Event { lsn: i64, kind: String, player: i64, body: String, at_ms: i64 },
}

/// A transfer under the names of its columns.
#[derive(Debug, Serialize, Deserialize)]
struct TransferLine {
    lsn: i64,
    op: i64,
    kind: i64,
    debit: i64,
    credit: i64,
    amount: i64,
    wallet: i64,
    cash_after: i64,
    held_after: i64,
    bonus_after: i64,
    round: Option<i64>,
    game: Option<i64>,
    grant: Option<i64>,
    round_ends: Option<i64>,
    reverses: Option<i64>,
    at_ms: i64,
    player: i64,
    currency: String,
}

/// The rows of one segment of a file.
#[derive(Debug)]
pub(in crate::audit) struct Part {
    /// The segment's number in the lane.
    pub(in crate::audit) no: i64,
    /// What the file has of it.
    pub(in crate::audit) rows: Vec<LogRow>,
}

/// The path of a file within the archive.
pub(super) fn name(first: &Checkpoint, last: &Checkpoint) -> String {
    format!("lane-{}/{:010}-{:010}.jsonl.gz", first.lane, first.no, last.no)
}

/// Sees to it that the file `name` holds `sealed` and is on the disk. One that is there already stays as it is and
/// must hold the same; what is torn by a crash has another name and is written anew.
pub(super) fn keep(folder: &Path, name: &str, public_key: &str, sealed: &[Sealed]) -> Result<()> {
    let path = folder.join(name);
    if !path.exists() {
        let within = path.parent().context("a file without a folder")?;
        std::fs::create_dir_all(within).with_context(|| within.display().to_string())?;
        let part = path.with_extension("part");
        write(&part, public_key, sealed).with_context(|| part.display().to_string())?;
        std::fs::rename(&part, &path).with_context(|| path.display().to_string())?;
        for folder in [within, folder] {
            File::open(folder).and_then(|folder| folder.sync_all()).context("the archive's folder")?;
        }
    }
    let parts = read(&path)?;
    let same = parts.len() == sealed.len()
        && parts.iter().zip(sealed).all(|(part, sealed)| {
            part.no == sealed.checkpoint.no && part.rows == sealed.rows && sealed.checkpoint.holds(&part.rows)
        });
    ensure!(same, "{} does not hold what it should", path.display());
    Ok(())
}

fn write(path: &Path, public_key: &str, sealed: &[Sealed]) -> Result<()> {
    let lane = sealed.first().context("no segments")?.checkpoint.lane;
    let mut out = GzEncoder::new(BufWriter::new(File::create(path)?), Compression::default());
    put(&mut out, &Line::Archive { version: VERSION, lane, public_key: public_key.to_owned() })?;
    for Sealed { checkpoint, rows } in sealed {
        put(
            &mut out,
            &Line::Segment {
                no: checkpoint.no,
                first_seq: checkpoint.first_seq,
                last_seq: checkpoint.last_seq,
                previous: hex::encode(checkpoint.previous),
                hash: hex::encode(checkpoint.hash),
                signature: hex::encode(checkpoint.signature),
            },
        )?;
        for row in rows {
            put(&mut out, &line(row))?;
        }
    }
    let file = out.finish()?.into_inner().map_err(std::io::IntoInnerError::into_error)?;
    Ok(file.sync_all()?)
}

fn put(out: &mut impl Write, line: &Line) -> Result<()> {
    serde_json::to_writer(&mut *out, line)?;
    Ok(out.write_all(b"\n")?)
}

/// Reads a file; fails, with the line, when it has not the form of one.
pub(in crate::audit) fn read(path: &Path) -> Result<Vec<Part>> {
    let file = File::open(path).with_context(|| path.display().to_string())?;
    let mut parts: Vec<Part> = Vec::new();
    for (number, text) in (1..).zip(BufReader::new(GzDecoder::new(file)).lines()) {
        let place = || format!("{}, line {number}", path.display());
        let line = text.map_err(anyhow::Error::from).and_then(|text| Ok(serde_json::from_str(&text)?));
        let row = match line.with_context(place)? {
            Line::Archive { version, .. } if number == 1 && version == VERSION => continue,
            Line::Segment { no, .. } => {
                parts.push(Part { no, rows: Vec::new() });
                continue;
            }
            Line::Archive { .. } => bail!("{}: no file of version {VERSION}", place()),
            line => row(line).with_context(place)?,
        };
        parts.last_mut().with_context(place)?.rows.push(row);
    }
    Ok(parts)
}

fn line(row: &LogRow) -> Line {
    match row {
        LogRow::Transfer(TransferRow { transfer: t, player, currency }) => Line::Transfer(TransferLine {
            lsn: t.lsn.0,
            op: t.op.0,
            kind: t.kind.code(),
            debit: t.debit.0,
            credit: t.credit.0,
            amount: t.amount,
            wallet: t.wallet,
            cash_after: t.cash_after,
            held_after: t.held_after,
            bonus_after: t.bonus_after,
            round: t.round,
            game: t.game,
            grant: t.grant,
            round_ends: t.ends.map(RoundStatus::code),
            reverses: t.reverses.map(|lsn| lsn.0),
            at_ms: t.at,
            player: *player,
            currency: currency.clone(),
        }),
        LogRow::Event { lsn, kind, player, body, at } => {
            Line::Event { lsn: lsn.0, kind: kind.clone(), player: *player, body: body.clone(), at_ms: *at }
        }
    }
}

fn row(line: Line) -> Result<LogRow> {
    Ok(match line {
        Line::Transfer(t) => {
            let kind =
                TransferKind::from_code(t.kind).with_context(|| format!("transfer kind {}", t.kind))?;
            let transfer = Transfer {
                lsn: Lsn(t.lsn),
                op: Lsn(t.op),
                kind,
                debit: AccountId(t.debit),
                credit: AccountId(t.credit),
                amount: t.amount,
                wallet: t.wallet,
                cash_after: t.cash_after,
                held_after: t.held_after,
                bonus_after: t.bonus_after,
                round: t.round,
                game: t.game,
                grant: t.grant,
                ends: t.round_ends.map(RoundStatus::from_code),
                reverses: t.reverses.map(Lsn),
                at: t.at_ms,
            };
            LogRow::Transfer(TransferRow { transfer, player: t.player, currency: t.currency })
        }
        Line::Event { lsn, kind, player, body, at_ms } => {
            LogRow::Event { lsn: Lsn(lsn), kind, player, body, at: at_ms }
        }
        Line::Archive { .. } | Line::Segment { .. } => bail!("no row of the log"),
    })
}
