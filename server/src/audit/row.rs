//! The canonical form of a row of the log, over which its hash is taken.

use croupier_db::log::LogRow;
use croupier_ledger::RoundStatus;
use sha2::{Digest, Sha256};

/// SHA-256 of a row.
pub type RowHash = [u8; 32];

/// Hashes every field of `row`. Numbers are 8 bytes, big-endian; texts carry their length in front, so no
/// two rows share a form. The first byte tells transfers from events.
pub fn hash(row: &LogRow) -> RowHash {
    let mut form = Form(Sha256::new());
    match row {
        LogRow::Transfer(row) => {
            let t = &row.transfer;
            form.0.update([0]);
            for number in [t.lsn.0, t.op.0, t.kind.code(), t.debit.0, t.credit.0, t.amount, t.wallet] {
                form.number(number);
            }
            for number in [t.cash_after, t.held_after, t.bonus_after, t.at, row.player] {
                form.number(number);
            }
            // No row is numbered 0, so 0 says that there is none.
            form.number(t.round.unwrap_or_default());
            form.number(t.reverses.map_or(0, |lsn| lsn.0));
            for number in [t.game, t.grant, t.ends.map(RoundStatus::code)] {
                form.number(number.unwrap_or_default());
            }
            form.text(&row.currency);
        }
        LogRow::Event { lsn, kind, player, body, at } => {
            form.0.update([1]);
            for number in [lsn.0, *player, *at] {
                form.number(number);
            }
            form.text(kind);
            form.text(body);
        }
    }
    form.0.finalize().into()
}

struct Form(Sha256);

impl Form {
    fn number(&mut self, number: i64) {
        self.0.update(number.to_be_bytes());
    }

    fn text(&mut self, text: &str) {
        self.0.update((text.len() as u64).to_be_bytes());
        self.0.update(text.as_bytes());
    }
}

#[cfg(test)]
mod tests {
    use croupier_ledger::Lsn;

    use super::*;

    fn event(kind: &str, body: &str) -> RowHash {
        hash(&LogRow::Event { lsn: Lsn(1), kind: kind.into(), player: 2, body: body.into(), at: 3 })
    }

    #[test]
    fn no_letter_can_move_between_fields() {
        assert_ne!(event("ab", "c"), event("a", "bc"));
        assert_eq!(event("ab", "c"), event("ab", "c"));
    }
}
