//! Reads the headers, the text and the HTML of a mail: encoded words, quoted-printable, base64, and alternatives.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;

/// The value of the first header called `name`, on one line and decoded; empty without one.
pub(super) fn header(mail: &str, name: &str) -> String {
    let (head, _) = parts(mail);
    let mut found: Option<String> = None;
    for line in head.lines() {
        let continues = line.starts_with([' ', '\t']);
        match &mut found {
            Some(value) if continues => {
                value.push(' ');
                value.push_str(line.trim());
            }
            Some(_) => break,
            None => {
                let value = line.split_once(':').filter(|(known, _)| known.eq_ignore_ascii_case(name));
                found = value.map(|(_, value)| value.trim().to_owned());
            }
        }
    }
    words(&found.unwrap_or_default())
}

/// The text of the mail as people read it, without markup where the mail brings one.
pub(super) fn text(mail: &str) -> String {
    alternatives(mail).into_iter().find(|part| !is_html(part)).map(decoded).unwrap_or_default()
}

/// The HTML of the mail; empty when it has none.
pub(super) fn html(mail: &str) -> String {
    alternatives(mail).into_iter().find(|part| is_html(part)).map(decoded).unwrap_or_default()
}

fn is_html(part: &str) -> bool {
    header(part, "Content-Type").to_ascii_lowercase().starts_with("text/html")
}

/// The parts of a mail with several, each with its own headers; a mail of one part is that part.
fn alternatives(mail: &str) -> Vec<&str> {
    let kind = header(mail, "Content-Type");
    let boundary = kind.split_once("boundary=").map(|(_, rest)| rest.trim_matches('"'));
    let Some(boundary) = boundary.and_then(|rest| rest.split('"').next()).filter(|name| !name.is_empty())
    else {
        return vec![mail];
    };
    let (_, body) = parts(mail);
    let delimiter = format!("--{boundary}");
    body.split(&delimiter).skip(1).filter(|part| !part.starts_with("--")).map(str::trim_start).collect()
}

fn decoded(part: &str) -> String {
    let (_, body) = parts(part);
    match header(part, "Content-Transfer-Encoding").to_ascii_lowercase().as_str() {
        "quoted-printable" => String::from_utf8_lossy(&quoted(body, false)).into_owned(),
        "base64" => {
            let packed: String = body.split_whitespace().collect();
            STANDARD
                .decode(packed)
                .map_or_else(|_| body.to_owned(), |bytes| String::from_utf8_lossy(&bytes).into_owned())
        }
        _ => body.to_owned(),
    }
}

fn parts(mail: &str) -> (&str, &str) {
    mail.split_once("\r\n\r\n").unwrap_or((mail, ""))
}

/// `text` with its encoded words (`=?utf-8?b?…?=`) decoded.
fn words(text: &str) -> String {
    let mut decoded = String::new();
    let mut rest = text;
    while let Some((before, word)) = rest.split_once("=?") {
        let mut pieces = word.splitn(4, '?');
        let (Some(_), Some(kind), Some(payload), Some(after)) =
            (pieces.next(), pieces.next(), pieces.next(), pieces.next())
        else {
            break;
        };
        let bytes = match kind {
            "b" | "B" => STANDARD.decode(payload).unwrap_or_default(),
            _ => quoted(payload, true),
        };
        // Blanks between two encoded words belong to neither.
        if !before.trim().is_empty() || decoded.is_empty() {
            decoded.push_str(before);
        }
        decoded.push_str(&String::from_utf8_lossy(&bytes));
        rest = after.strip_prefix('=').unwrap_or(after);
    }
    decoded + rest
}

/// Quoted-printable; in a header (`in_word`) an underscore is a blank.
fn quoted(text: &str, in_word: bool) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let [first, after @ ..] = rest {
        rest = after;
        match (first, after) {
            (b'=', [b'\r', b'\n', after @ ..]) => rest = after,
            (b'=', [high, low, after @ ..]) if high.is_ascii_hexdigit() && low.is_ascii_hexdigit() => {
                bytes.push(digit(*high) << 4 | digit(*low));
                rest = after;
            }
            (b'_', _) if in_word => bytes.push(b' '),
            _ => bytes.push(*first),
        }
    }
    bytes
}

/// The value of a hexadecimal digit.
const fn digit(digit: u8) -> u8 {
    match digit {
        b'0'..=b'9' => digit - b'0',
        _ => (digit | 0x20) - b'a' + 10,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headers_and_texts_are_read_however_they_are_packed() {
        let mail = "Subject: =?utf-8?b?S8Okc2U=?=\r\n =?utf-8?q?_und_Br=C3=B6tchen?=\r\nTo: a@b.example\r\n\
                    Content-Transfer-Encoding: quoted-printable\r\n\r\nSch=C3=B6n, ein langer=\r\n Satz.\r\n";
        assert_eq!(header(mail, "subject"), "Käse und Brötchen");
        assert_eq!(header(mail, "To"), "a@b.example");
        assert_eq!(header(mail, "Cc"), "");
        assert_eq!(text(mail), "Schön, ein langer Satz.\r\n");
        let packed = "Content-Transfer-Encoding: base64\r\n\r\nSGFs\r\nbG8=\r\n";
        assert_eq!(text(packed), "Hallo");
        assert_eq!(text("Subject: a\r\n\r\nplain=20"), "plain=20");
        assert_eq!(html(packed), "");
    }

    #[test]
    fn both_alternatives_are_read() {
        let mail = "Content-Type: multipart/alternative;\r\n boundary=\"abc\"\r\n\r\n--abc\r\n\
                    Content-Type: text/plain; charset=utf-8\r\nContent-Transfer-Encoding: base64\r\n\r\nSGFsbG8=\r\n\
                    --abc\r\nContent-Type: text/html; charset=utf-8\r\n\
                    Content-Transfer-Encoding: quoted-printable\r\n\r\n<p>K=C3=A4se</p>\r\n--abc--\r\n";
        assert_eq!(text(mail).trim(), "Hallo");
        assert_eq!(html(mail).trim(), "<p>Käse</p>");
    }
}
