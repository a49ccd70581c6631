//! Tables as files of comma-separated values, sent while they are read.
//!
//! A spreadsheet takes a cell that begins like a formula for one; text that does is sent behind an apostrophe, so that
//! nothing that a player has typed is carried out on a member's machine. Amounts are decimals of the currency's unit.

use axum::body::{Body, Bytes};
use axum::http::HeaderValue;
use axum::http::header::{CACHE_CONTROL, CONTENT_DISPOSITION, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};
use croupier_db::giving_way;
use croupier_money::Currency;
use futures_util::stream;
use tokio::time::{Duration, Instant, sleep};

use crate::platform::error::{ApiError, ApiResult};

/// A cell.
#[derive(Debug, Clone)]
pub(super) enum Cell {
    /// Whatever somebody has typed or named.
    Text(String),
    /// A number.
    Number(i64),
    /// Subunits of a currency.
    Amount(i64, Currency),
    /// Nothing.
    Empty,
}

impl Cell {
    /// A number, or nothing.
    pub(super) fn number(number: Option<i64>) -> Self {
        number.map_or(Self::Empty, Self::Number)
    }

    fn written(&self) -> String {
        match self {
            Self::Text(text) if text.starts_with(['=', '+', '-', '@', '\t', '\r']) => format!("'{text}"),
            Self::Text(text) => text.clone(),
            Self::Number(number) => number.to_string(),
            Self::Amount(amount, currency) => decimal(*amount, *currency),
            Self::Empty => String::new(),
        }
    }
}

/// An amount as a decimal of the currency's unit.
fn decimal(amount: i64, currency: Currency) -> String {
    let unit = currency.subunits_to_unit().unsigned_abs();
    let (sign, amount) = (if amount < 0 { "-" } else { "" }, amount.unsigned_abs());
    let width = unit.checked_ilog10().unwrap_or(0) as usize;
    match width {
        0 => format!("{sign}{amount}"),
        _ => format!("{sign}{}.{:0width$}", amount / unit, amount % unit),
    }
}

/// The rows of a page, and what the next one begins after; `None` on the last one.
pub(super) type Part<Place> = (Vec<Vec<Cell>>, Option<Place>);

/// Rows that are read at once.
pub(super) const ROWS: i64 = 1_000;

/// How many times as long as a page took, a file rests before the next one: it takes a tenth of a processor, and players the rest.
const REST: u32 = 9;

/// The longest rest.
const REST_MAX: Duration = Duration::from_secs(10);

/// What the next page begins after, when this one is full.
pub(super) fn next_of<Row, Place>(rows: &[Row], place: impl Fn(&Row) -> Place) -> Option<Place> {
    let is_full = i64::try_from(rows.len()).is_ok_and(|count| count == ROWS);
    rows.last().filter(|_| is_full).map(place)
}

/// The file `name` with a line of `titles`, whose rows `next` reads page by page, from `first` on.
pub(super) fn streamed<Place, Read>(
    name: &str,
    titles: &[&str],
    first: Place,
    next: impl FnMut(Place) -> Read + Send + 'static,
) -> ApiResult<Response>
where
    Place: Send + 'static,
    Read: Future<Output = ApiResult<Part<Place>>> + Send + 'static,
{
    let head = vec![titles.iter().map(|title| Cell::Text((*title).to_owned())).collect()];
    let begun = (Some(first), Some(head), next);
    let parts = stream::try_unfold(begun, |(place, head, mut next)| async move {
        if let Some(head) = head {
            return Ok(Some((lines(&head)?, (place, None, next))));
        }
        let Some(place) = place else { return Ok(None) };
        let began = Instant::now();
        let (rows, place) = giving_way(next(place)).await.map_err(|error| {
            tracing::error!(?error, "a file could not be sent to its end");
            std::io::Error::other("the rows could not be read")
        })?;
        let lines = lines(&rows)?;
        if place.is_some() {
            sleep((began.elapsed() * REST).min(REST_MAX)).await;
        }
        Ok::<_, std::io::Error>(Some((lines, (place, None, next))))
    });
    let disposition = HeaderValue::from_str(&format!("attachment; filename=\"{name}.csv\""));
    let headers = [
        (CONTENT_TYPE, HeaderValue::from_static("text/csv; charset=utf-8")),
        (CONTENT_DISPOSITION, disposition.map_err(|error| ApiError::internal(&error))?),
        (CACHE_CONTROL, HeaderValue::from_static("no-store")),
    ];
    Ok((headers, Body::from_stream(parts)).into_response())
}

/// `rows` as lines of a file.
fn lines(rows: &[Vec<Cell>]) -> std::io::Result<Bytes> {
    let mut writer = csv::WriterBuilder::new().terminator(csv::Terminator::CRLF).from_writer(Vec::new());
    for row in rows {
        writer.write_record(row.iter().map(Cell::written)).map_err(std::io::Error::other)?;
    }
    Ok(writer.into_inner().map_err(|error| std::io::Error::other(error.to_string()))?.into())
}

#[cfg(test)]
mod tests {
    use axum::body::to_bytes;

    use super::*;

    #[test]
    fn amounts_are_decimals_of_the_unit() {
        let currency = |code: &str| code.parse::<Currency>().unwrap();
        for (amount, code, written) in [
            (0, "EUR", "0.00"),
            (-5, "EUR", "-0.05"),
            (123_456, "EUR", "1234.56"),
            (1, "BTC", "0.00000001"),
            (700, "JPY", "700"),
        ] {
            assert_eq!(decimal(amount, currency(code)), written, "{amount} {code}");
        }
    }

    #[tokio::test]
    async fn a_file_comes_page_by_page_and_carries_no_formulas() {
        let next = |page: u8| async move {
            let cell = |text: &str| Cell::Text(text.to_owned());
            let rows = match page {
                0 => vec![vec![cell("=1+1"), Cell::Number(-3)], vec![cell("a \"b\", c"), Cell::Empty]],
                _ => vec![vec![cell("-x"), Cell::Amount(-150, Currency::EUR)]],
            };
            ApiResult::Ok((rows, (page == 0).then_some(1)))
        };
        let response = streamed("things", &["name", "count"], 0, next).unwrap();
        assert_eq!(response.headers()[CONTENT_DISPOSITION], "attachment; filename=\"things.csv\"");
        let body = to_bytes(response.into_body(), 4_096).await.unwrap();
        let expected = "name,count\r\n'=1+1,-3\r\n\"a \"\"b\"\", c\",\r\n'-x,-1.50\r\n";
        assert_eq!(std::str::from_utf8(&body).unwrap(), expected);
    }

    #[tokio::test]
    async fn a_file_that_cannot_be_read_to_its_end_is_cut_off() {
        let next = |(): ()| async { ApiResult::<Part<()>>::Err(ApiError::internal(&"gone")) };
        let response = streamed("things", &["name"], (), next).unwrap();
        assert!(to_bytes(response.into_body(), 4_096).await.is_err());
    }
}
