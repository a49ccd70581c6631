//! A sealed stretch of a lane, and the key it is signed with.

use croupier_db::log::LogRow;
use ed25519_dalek::{Signature, Signer as _, SigningKey, Verifier};
use sha2::{Digest, Sha256};

use super::row;

/// Bytes kept of the hash of each row: enough to tell which row of a broken segment was altered; that it
/// was altered is shown by the whole hashes.
const KEPT: usize = 8;

/// A stretch of rows of a lane, in order and without a gap.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Checkpoint {
    /// The lane.
    pub lane: u8,
    /// Its number in the lane, from 1.
    pub no: i64,
    /// The number of its first row in the lane.
    pub first_seq: i64,
    /// The number of its last row.
    pub last_seq: i64,
    /// The first [`KEPT`] bytes of the hash of each row.
    pub row_hashes: Vec<u8>,
    /// The hash of the segment before; zeros before the first.
    pub previous: [u8; 32],
    /// The hash of the segment.
    pub hash: [u8; 32],
    /// Ed25519 over the hash.
    pub signature: [u8; 64],
}

impl Checkpoint {
    /// Seals `rows` of `lane` behind the segment `before`. `None` when there are no rows.
    pub fn seal(signer: &Signer, lane: u8, before: Option<&Self>, rows: &[LogRow]) -> Option<Self> {
        let (first_seq, last_seq) = (rows.first()?.lsn().seq(), rows.last()?.lsn().seq());
        let no = before.map_or(0, |checkpoint| checkpoint.no) + 1;
        let previous = before.map_or([0; 32], |checkpoint| checkpoint.hash);
        let (row_hashes, root) = digest(rows);
        let hash = Self::hash(lane, no, (first_seq, last_seq), &previous, &root);
        let signature = signer.0.sign(&hash).to_bytes();
        Some(Self { lane, no, first_seq, last_seq, row_hashes, previous, hash, signature })
    }

    /// Whether `rows` are what was sealed.
    pub fn holds(&self, rows: &[LogRow]) -> bool {
        let (_, root) = digest(rows);
        let span = (self.first_seq, self.last_seq);
        self.hash == Self::hash(self.lane, self.no, span, &self.previous, &root)
    }

    /// The number in the lane of the first of `rows` that is not what was sealed.
    pub fn first_altered(&self, rows: &[LogRow]) -> Option<i64> {
        let (now, _) = digest(rows);
        let pairs = now.chunks(KEPT).zip(self.row_hashes.chunks(KEPT));
        let same = pairs.take_while(|(now, then)| now == then).count();
        rows.get(same).map(|row| row.lsn().seq())
    }

    /// Whether the signature is that of `signer`.
    pub fn is_signed_by(&self, signer: &Signer) -> bool {
        let signature = Signature::from_bytes(&self.signature);
        signer.0.verifying_key().verify(&self.hash, &signature).is_ok()
    }

    fn hash(lane: u8, no: i64, span: (i64, i64), previous: &[u8; 32], root: &[u8; 32]) -> [u8; 32] {
        let mut hasher = Sha256::new();
        hasher.update(b"croupier.segment.v1");
        hasher.update([lane]);
        for number in [no, span.0, span.1] {
            hasher.update(number.to_be_bytes());
        }
        hasher.update(previous);
        hasher.update(root);
        hasher.finalize().into()
    }
}

/// The kept bytes of each row's hash, and the hash over all whole ones.
fn digest(rows: &[LogRow]) -> (Vec<u8>, [u8; 32]) {
    let mut root = Sha256::new();
    let mut kept = Vec::with_capacity(rows.len() * KEPT);
    for row in rows {
        let hash = row::hash(row);
        root.update(hash);
        kept.extend_from_slice(&hash[..KEPT]);
    }
    (kept, root.finalize().into())
}

/// The installation's signing key.
pub struct Signer(SigningKey);

impl Signer {
    /// The key made of 32 secret bytes.
    pub fn new(secret: &[u8; 32]) -> Self {
        Self(SigningKey::from_bytes(secret))
    }

    /// The public key in hex: who keeps it elsewhere can tell a forged chain from the true one.
    pub fn public_key(&self) -> String {
        hex::encode(self.0.verifying_key().as_bytes())
    }
}

impl std::fmt::Debug for Signer {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Signer({})", self.public_key())
    }
}

#[cfg(test)]
mod tests {
    use croupier_ledger::Lsn;

    use super::*;

    fn rows(bodies: &[&str]) -> Vec<LogRow> {
        let row = |(seq, body): (i64, &&str)| LogRow::Event {
            lsn: Lsn::new(0, seq),
            kind: "test".to_owned(),
            player: 1,
            body: (*body).to_owned(),
            at: 5,
        };
        (1..).zip(bodies).map(row).collect()
    }

    #[test]
    fn a_segment_holds_only_what_was_sealed() {
        let signer = Signer::new(&[7; 32]);
        let sealed = Checkpoint::seal(&signer, 0, None, &rows(&["a", "b", "c"])).unwrap();
        assert!(sealed.holds(&rows(&["a", "b", "c"])) && sealed.is_signed_by(&signer));
        assert!(!sealed.is_signed_by(&Signer::new(&[8; 32])));
        assert!(!sealed.holds(&rows(&["a", "x", "c"])));
        assert_eq!(sealed.first_altered(&rows(&["a", "x", "c"])), Some(2));
        assert_eq!(sealed.first_altered(&rows(&["a", "b", "c"])), None);
        let next = Checkpoint::seal(&signer, 0, Some(&sealed), &rows(&["d"])).unwrap();
        assert_eq!((next.no, next.previous), (2, sealed.hash));
        assert_eq!(Checkpoint::seal(&signer, 0, None, &[]), None);
    }
}
