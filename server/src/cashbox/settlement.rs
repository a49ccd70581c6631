//! A partner's file of a day: what it has paid and been paid, as CSV in parts. Each partner has a form of its own.

use croupier_money::Currency;
use serde::Deserialize;

use super::figures::subunits;
use super::partner::{Failure, Kind};

/// A line of the file: a payment that was paid.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub(super) struct Settled {
    /// The partner's id.
    #[serde(rename = "payment_id")]
    pub(super) partner_id: String,
    /// Our id, as far as it is one of ours.
    pub(super) merchant_ref: String,
    /// Which way the money went.
    #[serde(rename = "type")]
    pub(super) kind: Kind,
    /// The currency's code.
    pub(super) currency: String,
    /// Subunits that moved.
    pub(super) amount: i64,
}

/// A part of a partner's file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Part {
    /// Its lines, in the file's order.
    pub(super) lines: Vec<Settled>,
    /// What the next part is asked for by; `None` at the end of the file.
    pub(super) next: Option<String>,
}

/// A file that cannot be read is no answer.
pub(super) fn unreadable(why: &str) -> Failure {
    Failure::Unknown(format!("a file that cannot be read: {why}"))
}

/// The columns that every file names, one without lines as well.
const COLUMNS: [&str; 5] = ["payment_id", "merchant_ref", "type", "currency", "amount"];

/// The lines of a file; columns are found by name, and further ones are passed over. What is empty, cut or of another kind
/// is no end of the file: the line of names has to be there, and the last line has to be whole.
pub(super) fn read_named(file: &[u8]) -> Result<Vec<Settled>, String> {
    let mut reader = csv::Reader::from_reader(file);
    let names = reader.headers().map_err(|error| error.to_string())?;
    if let Some(missing) = COLUMNS.iter().find(|column| !names.iter().any(|name| name == **column)) {
        return Err(format!("it names no column {missing}"));
    }
    if !file.ends_with(b"\n") {
        return Err("its last line is cut".to_owned());
    }
    reader.deserialize().collect::<Result<_, _>>().map_err(|error: csv::Error| error.to_string())
}

/// A line of a file whose amounts are decimals.
#[derive(Deserialize)]
struct DecimalLine {
    order: String,
    reference: String,
    direction: String,
    currency: String,
    total: String,
}

impl DecimalLine {
    fn settled(self) -> Result<Settled, String> {
        let kind = match self.direction.as_str() {
            "IN" => Kind::Deposit,
            "OUT" => Kind::Payout,
            other => return Err(format!("a direction {other:?}")),
        };
        let currency: Currency =
            self.currency.parse().map_err(|_| format!("a currency {:?}", self.currency))?;
        let amount = subunits(&self.total, currency).ok_or_else(|| format!("an amount {:?}", self.total))?;
        let Self { order: partner_id, reference: merchant_ref, currency, .. } = self;
        Ok(Settled { partner_id, merchant_ref, kind, currency, amount })
    }
}

/// A part of a file with semicolons whose last line is `MORE;{next part}` or `END;{lines of all parts}`; without one of them
/// the file is cut.
pub(super) fn read_ended(file: &[u8]) -> Result<Part, String> {
    let text = std::str::from_utf8(file).map_err(|error| error.to_string())?;
    let (rows, last) =
        text.strip_suffix('\n').and_then(|text| text.rsplit_once('\n')).ok_or("it has no last line")?;
    let next = match last.split_once(';') {
        Some(("MORE", next)) if next.bytes().all(|b| b.is_ascii_digit()) && !next.is_empty() => {
            Some(next.to_owned())
        }
        Some(("END", count)) if count.parse::<u64>().is_ok() => None,
        _ => return Err("its last line is cut".to_owned()),
    };
    let mut reader = csv::ReaderBuilder::new().delimiter(b';').from_reader(rows.as_bytes());
    let lines = reader.deserialize::<DecimalLine>();
    let lines = lines.map(|line| line.map_err(|error| error.to_string()).and_then(DecimalLine::settled));
    Ok(Part { lines: lines.collect::<Result<_, _>>()?, next })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_found_by_name() {
        let file = b"merchant_ref,fee,type,currency,amount,payment_id\na,7,payout,EUR,1250,pay_1\n";
        let settled = Settled {
            partner_id: "pay_1".to_owned(),
            merchant_ref: "a".to_owned(),
            kind: Kind::Payout,
            currency: "EUR".to_owned(),
            amount: 1_250,
        };
        assert_eq!(read_named(file).unwrap(), [settled]);
        assert_eq!(read_named(b"payment_id,merchant_ref,type,currency,amount\n").unwrap(), []);
    }

    #[test]
    fn a_file_of_another_shape_is_refused_whole() {
        for file in [
            &b"payment_id,merchant_ref,type,currency\npay_1,a,payout,EUR\n"[..],
            b"payment_id,merchant_ref,type,currency,amount\npay_1,a,refund,EUR,1\n",
            b"payment_id,merchant_ref,type,currency,amount\npay_1,a,payout,EUR,1.50\n",
            b"payment_id,merchant_ref,type,currency,amount\npay_1,a,payout\n",
            b"",
            b"\n",
            b"<!doctype html>\n",
            b"{\"data\":[]}\n",
            b"payment_id,merchant_ref,type,currency,amount",
            b"payment_id,merchant_ref,type,currency,amount\npay_1,a,payout,EUR,12",
        ] {
            assert!(read_named(file).is_err(), "{}", String::from_utf8_lossy(file));
        }
    }

    #[test]
    fn a_part_says_whether_there_is_more() {
        let part = read_ended(
            b"order;reference;direction;currency;total;paid_at\nord_1;a;OUT;EUR;12.50;t\nMORE;1\n",
        )
        .unwrap();
        assert_eq!(
            (part.lines[0].amount, part.lines[0].kind, part.next.as_deref()),
            (1_250, Kind::Payout, Some("1"))
        );
        let empty = read_ended(b"order;reference;direction;currency;total\nEND;0\n").unwrap();
        assert_eq!(empty, Part { lines: vec![], next: None });
        for file in [
            &b""[..],
            b"END;0",
            b"END;0\n",
            b"order;reference;direction;currency;total\nord_1;a;OUT;EUR;12.50\n",
            b"order;reference;direction;currency;total\nord_1;a;UP;EUR;12.50\nEND;1\n",
            b"order;reference;direction;currency;total\nord_1;a;OUT;EUR;12.505\nEND;1\n",
            b"order;reference;direction;currency\nord_1;a;OUT;EUR\nEND;1\n",
            b"order;reference;direction;currency;total\nMORE;x\n",
            b"<!doctype html>\n<p>\n",
        ] {
            assert!(read_ended(file).is_err(), "{}", String::from_utf8_lossy(file));
        }
    }
}
