//! Rows of lists of games: JSON, a game a line or in an array, and CSV with a head.

use serde_json::{Map, Value};

/// How a list is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ListFormat {
    /// An object a line, or an array of objects.
    Json,
    /// Comma-separated values; the first row names the fields.
    Csv,
}

/// A row with its line, or the sentence that says why it cannot be read.
pub(super) type Row = (usize, Result<Map<String, Value>, String>);

/// Fields that hold several words.
const SEVERAL: [&str; 5] = ["blocked_countries", "categories", "currencies", "devices", "mechanics"];

/// Fields that are true or false.
const TRUTHS: [&str; 2] = ["demo", "enabled"];

/// Every row of `text`; the sentence says why there are none.
pub(super) fn rows(format: ListFormat, text: &str) -> Result<Vec<Row>, String> {
    let text = text.trim_start_matches('\u{feff}');
    match format {
        ListFormat::Json if text.trim_start().starts_with('[') => array(text),
        ListFormat::Json => Ok(lines(text)),
        ListFormat::Csv => table(text),
    }
}

fn lines(text: &str) -> Vec<Row> {
    let written = (1..).zip(text.lines()).filter(|(_, line)| !line.trim().is_empty());
    written
        .map(|(number, line)| (number, serde_json::from_str(line).map_err(|error| error.to_string())))
        .collect()
}

fn array(text: &str) -> Result<Vec<Row>, String> {
    let items: Vec<Value> = serde_json::from_str(text).map_err(|error| error.to_string())?;
    let object = |item| match item {
        Value::Object(fields) => Ok(fields),
        _ => Err("a game is an object".to_owned()),
    };
    Ok((1..).zip(items.into_iter().map(object)).collect())
}

fn table(text: &str) -> Result<Vec<Row>, String> {
    let mut reader = csv::ReaderBuilder::new().trim(csv::Trim::All).from_reader(text.as_bytes());
    let head = reader.headers().map_err(|error| error.to_string())?.clone();
    if !head.iter().any(|name| name == "identifier") {
        return Err("the first row has to name the fields, identifier among them".to_owned());
    }
    let mut rows = Vec::new();
    for (number, record) in (2..).zip(reader.records()) {
        rows.push(match record {
            Ok(record) => {
                let line = record.position().and_then(|at| usize::try_from(at.line()).ok()).unwrap_or(number);
                // A cell that is empty says nothing.
                let cells = head.iter().zip(record.iter()).filter(|(_, cell)| !cell.is_empty());
                (line, cells.map(|(name, cell)| Ok((name.to_owned(), value(name, cell)?))).collect())
            }
            Err(error) => {
                let line = error.position().and_then(|at| usize::try_from(at.line()).ok()).unwrap_or(number);
                (line, Err("the row has not as many cells as the head, or is no text".to_owned()))
            }
        });
    }
    Ok(rows)
}

/// What a cell says of the field `name`.
fn value(name: &str, cell: &str) -> Result<Value, String> {
    let words = || cell.split(';').map(str::trim).filter(|word| !word.is_empty());
    if SEVERAL.contains(&name) {
        return Ok(words().map(Value::from).collect());
    }
    if TRUTHS.contains(&name) {
        let truth = cell.parse::<bool>().map_err(|_| format!("{name} is true or false, and not {cell:?}"))?;
        return Ok(Value::Bool(truth));
    }
    match name {
        "popularity" => {
            let number = cell.parse::<i64>().map_err(|_| format!("{name} is a number, and not {cell:?}"))?;
            Ok(Value::from(number))
        }
        "badges" => words().map(badge).collect(),
        _ => Ok(Value::from(cell)),
    }
}

/// A badge as `type:theme`.
fn badge(word: &str) -> Result<Value, String> {
    let (kind, theme) =
        word.split_once(':').ok_or_else(|| format!("a badge is type:theme, and not {word:?}"))?;
    Ok(Value::Object(Map::from_iter([
        ("type".to_owned(), Value::from(kind.trim())),
        ("theme".to_owned(), Value::from(theme.trim())),
    ])))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn every_form_says_the_same() {
        let game = json!({
            "identifier": "acme/one", "title": "One, again", "categories": ["slots", "new"], "demo": true,
            "popularity": 7, "badges": [{ "type": "new", "theme": "gold" }],
        });
        let csv = "identifier,title,categories,demo,popularity,badges,rtp\n\
                   acme/one,\"One, again\",slots; new,true,7,new:gold,\n";
        for (format, text, line) in [
            (ListFormat::Json, game.to_string(), 1),
            (ListFormat::Json, format!("\n{game}\n"), 2),
            (ListFormat::Json, format!(" [{game}]"), 1),
            (ListFormat::Csv, csv.to_owned(), 2),
            (ListFormat::Csv, format!("\u{feff}{csv}"), 2),
        ] {
            let read = rows(format, &text).unwrap();
            assert_eq!(read.len(), 1, "{text}");
            let (at, fields) = &read[0];
            assert_eq!((*at, Value::Object(fields.clone().unwrap())), (line, game.clone()), "{text}");
        }
    }

    #[test]
    fn what_cannot_be_read_is_told_by_row() {
        assert!(rows(ListFormat::Csv, "title\nOne\n").unwrap_err().contains("identifier"));
        assert!(rows(ListFormat::Json, "[1,").is_err());
        assert_eq!(rows(ListFormat::Json, "[1]").unwrap()[0].1, Err("a game is an object".to_owned()));
        let read = rows(ListFormat::Csv, "identifier,demo\na/b,maybe\na/c\na/d,true\n").unwrap();
        let said: Vec<(usize, bool)> = read.iter().map(|(line, row)| (*line, row.is_ok())).collect();
        assert_eq!(said, [(2, false), (3, false), (4, true)]);
    }
}
