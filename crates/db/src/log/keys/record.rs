//! A key as it is stored: 72 bytes, numbers big-endian.
//!
//! | bytes | what |
//! |---|---|
//! | 0..16 | the key |
//! | 16..32 | fingerprint of the command |
//! | 32 | what it leads to: 0 an answer, 1 a tombstone, 2 a partner's round |
//! | 33..40 | place in the log |
//! | 40..64 | the answer: cash, held, bonus |
//! | 64..72 | the answer's round; 0 for none |

use croupier_ledger::{Key, KeyRow, Lsn};

use crate::log::rows::AnswerParts;
use crate::{Error, Result};

/// Bytes of a record.
pub(super) const SIZE: usize = 72;

/// The bits of the word at 32 that are the place in the log.
const LSN_MASK: i64 = (1 << 56) - 1;

/// Appends the record of `row`.
pub(super) fn put(out: &mut Vec<u8>, row: &KeyRow) {
    let AnswerParts { kind, cash, held, bonus, round } = AnswerParts::of(row.answer);
    out.extend_from_slice(&row.key.0);
    out.extend_from_slice(&row.fingerprint.0);
    for word in [kind << 56 | row.lsn.0, cash, held, bonus, round.unwrap_or(0)] {
        out.extend_from_slice(&word.to_be_bytes());
    }
}

/// The records of `blob`, in order; fails when it is not made of whole ones.
pub(super) fn records(blob: &[u8]) -> Result<impl DoubleEndedIterator<Item = &[u8; SIZE]>> {
    let (records, rest) = blob.as_chunks::<SIZE>();
    if rest.is_empty() { Ok(records.iter()) } else { Err(corrupt("a key is cut off")) }
}

/// The key of a record.
pub(super) fn key(record: &[u8; SIZE]) -> Key {
    Key(part(record, 0))
}

/// Reads a record.
pub(super) fn read(record: &[u8; SIZE]) -> Result<KeyRow> {
    let word = |from| i64::from_be_bytes(part(record, from));
    let (place, round) = (word(32), word(64));
    let parts = AnswerParts {
        kind: place >> 56,
        cash: word(40),
        held: word(48),
        bonus: word(56),
        round: (round != 0).then_some(round),
    };
    let answer = parts.answer()?;
    Ok(KeyRow { key: key(record), fingerprint: Key(part(record, 16)), lsn: Lsn(place & LSN_MASK), answer })
}

/// `N` bytes of a record from `from` on, which are there by the layout above.
fn part<const N: usize>(record: &[u8; SIZE], from: usize) -> [u8; N] {
    let mut bytes = [0; N];
    bytes.copy_from_slice(&record[from..from + N]);
    bytes
}

fn corrupt(what: &str) -> Error {
    Error::Corrupt(what.to_owned())
}

#[cfg(test)]
mod tests {
    use croupier_ledger::Answer;

    use super::*;

    #[test]
    fn every_kind_of_answer_comes_back() {
        let accepted = |round| Answer::Accepted { cash: 1 << 50, held: 7, bonus: 3, round };
        let answers = [accepted(None), accepted(Some(Lsn::new(31, 9).0)), Answer::Tombstone, Answer::Round];
        let row = |answer| KeyRow {
            key: Key::new("a", "b"),
            fingerprint: Key::new("c", "d"),
            lsn: Lsn::new(31, 5),
            answer,
        };
        let mut blob = Vec::new();
        for answer in answers {
            put(&mut blob, &row(answer));
        }
        let back: Vec<_> = records(&blob).unwrap().map(|record| read(record).unwrap()).collect();
        assert_eq!(back, answers.map(row));
        assert!(records(&blob[1..]).is_err());
        blob[32] = 9;
        assert!(records(&blob).unwrap().any(|record| read(record).is_err()));
    }
}
