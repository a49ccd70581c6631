//! The partner's file of a day: what it has paid and been paid, as CSV in parts.

use axum::http::Request;
use bytes::Bytes;
use serde::Deserialize;

use super::partner::{Failure, Kind, Northpay};
use crate::calendar::Date;

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

impl Northpay {
    /// What was paid on `day`, in UTC, after the payment `after` of the same file, in the file's order; empty at its end.
    pub(super) async fn settled(&self, day: Date, after: Option<&str>) -> Result<Vec<Settled>, Failure> {
        let after = after.map(|id| format!("&after={id}")).unwrap_or_default();
        let call = Request::get(self.address(&format!("/v1/settlements?date={day}{after}")));
        let file = self.ask(call, Bytes::new()).await?;
        read(&file).map_err(|why| Failure::Unknown(format!("a file that cannot be read: {why}")))
    }
}

/// The columns that every file names, one without lines as well.
const COLUMNS: [&str; 5] = ["payment_id", "merchant_ref", "type", "currency", "amount"];

/// The lines of a file; columns are found by name, and further ones are passed over. What is empty, cut or of another kind
/// is no end of the file: the line of names has to be there, and the last line has to be whole.
fn read(file: &[u8]) -> Result<Vec<Settled>, String> {
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
        assert_eq!(read(file).unwrap(), [settled]);
        assert_eq!(read(b"payment_id,merchant_ref,type,currency,amount\n").unwrap(), []);
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
            assert!(read(file).is_err(), "{}", String::from_utf8_lossy(file));
        }
    }
}
