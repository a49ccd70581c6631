//! JPEG: segments, each after a marker, and scans between them.

use memchr::memchr;

use super::{Cursor, Rewritten};

pub(super) const START: &[u8] = b"\xff\xd8\xff";

const END: u8 = 0xd9;
const SCAN: u8 = 0xda;

/// How a camera was held: the one thing of its notes that shows.
const ORIENTATION: u16 = 0x0112;

/// A picture without what does not show it; `None` when it is broken.
pub(super) fn rewritten(bytes: &[u8]) -> Option<Rewritten> {
    let mut rest = Cursor(bytes.get(2..)?);
    let mut kept = vec![0xff, 0xd8];
    let mut pixels = None;
    let mut has_scan = false;
    loop {
        let marker = marker(&mut rest)?;
        if marker == END {
            kept.extend_from_slice(&[0xff, END]);
            return pixels.filter(|_| has_scan).map(|pixels| (kept, pixels));
        }
        let length = usize::from(u16::from_be_bytes(rest.array()?));
        let body = rest.take(length.checked_sub(2)?)?;
        match marker {
            // Frames, but for tables that share their row of numbers.
            0xc0..=0xcf if !matches!(marker, 0xc4 | 0xc8 | 0xcc) => {
                if pixels.is_some() {
                    return None;
                }
                pixels = Some(size(body)?);
                put(&mut kept, marker, body);
            }
            // Tables, and how the colours are meant.
            0xc4 | 0xdb | 0xdd | 0xe0 | 0xee => put(&mut kept, marker, body),
            0xe2 if body.starts_with(b"ICC_PROFILE\0") => put(&mut kept, marker, body),
            0xe1 => {
                if let Some(held) = body.strip_prefix(b"Exif\0\0").and_then(orientation) {
                    put(&mut kept, marker, &notes(held));
                }
            }
            SCAN => {
                pixels?;
                has_scan = true;
                put(&mut kept, marker, body);
                kept.extend_from_slice(scanned(&mut rest)?);
            }
            // Notes of programs and people.
            0xe3..=0xed | 0xef | 0xe2 | 0xfe => {}
            _ => return None,
        }
    }
}

/// The next marker; any number of 0xff may stand before it.
fn marker(rest: &mut Cursor<'_>) -> Option<u8> {
    let [0xff] = rest.array()? else { return None };
    loop {
        match rest.array()? {
            [0xff] => {}
            [marker] => return Some(marker),
        }
    }
}

fn put(kept: &mut Vec<u8>, marker: u8, body: &[u8]) {
    // Two bytes of length count themselves, and the body had as many before.
    let length = u16::try_from(body.len() + 2).unwrap_or(u16::MAX);
    kept.extend_from_slice(&[0xff, marker]);
    kept.extend_from_slice(&length.to_be_bytes());
    kept.extend_from_slice(body);
}

/// Width and height of a frame.
fn size(body: &[u8]) -> Option<(u32, u32)> {
    let mut rest = Cursor(body);
    rest.take(1)?;
    let (height, width) = (u16::from_be_bytes(rest.array()?), u16::from_be_bytes(rest.array()?));
    Some((u32::from(width), u32::from(height)))
}

/// The coded pixels up to the next marker that is none of theirs.
fn scanned<'a>(rest: &mut Cursor<'a>) -> Option<&'a [u8]> {
    let mut at = 0;
    loop {
        at += memchr(0xff, rest.0.get(at..)?)?;
        match rest.0.get(at + 1)? {
            // A byte that is no marker, and marks to find the way again.
            0 | 0xd0..=0xd7 => at += 2,
            _ => return rest.take(at),
        }
    }
}

/// How the camera was held, from 1 to 8, as its notes say in a list of tags.
fn orientation(notes: &[u8]) -> Option<u8> {
    let is_little = match notes.get(..4)? {
        b"II*\0" => true,
        b"MM\0*" => false,
        _ => return None,
    };
    let short = |at: usize| {
        let bytes: [u8; 2] = notes.get(at..at.checked_add(2)?)?.try_into().ok()?;
        Some(if is_little { u16::from_le_bytes(bytes) } else { u16::from_be_bytes(bytes) })
    };
    let long: [u8; 4] = notes.get(4..8)?.try_into().ok()?;
    let first = if is_little { u32::from_le_bytes(long) } else { u32::from_be_bytes(long) };
    let first = usize::try_from(first).ok()?;
    let tags = usize::from(short(first)?);
    let at = (0..tags).map(|tag| first + 2 + 12 * tag).find(|at| short(*at) == Some(ORIENTATION))?;
    u8::try_from(short(at + 8)?).ok().filter(|held| (1..=8).contains(held))
}

/// Notes that say how the camera was held, and nothing else.
fn notes(held: u8) -> Vec<u8> {
    let mut notes = b"Exif\0\0MM\0*\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01\0".to_vec();
    notes.push(held);
    notes.extend_from_slice(&[0; 6]);
    notes
}

#[cfg(test)]
mod tests {
    use super::*;

    fn segment(marker: u8, body: &[u8]) -> Vec<u8> {
        let mut bytes = Vec::new();
        put(&mut bytes, marker, body);
        bytes
    }

    fn picture(before: &[u8], behind: &[u8]) -> Vec<u8> {
        let frame = segment(0xc0, b"\x08\0\x10\0\x20\x01\x01\x11\0");
        let scan = [segment(SCAN, b"\x01\x01\0\0\x3f\0").as_slice(), b"\x12\xff\0\x34\xff\xd0\x56"].concat();
        [b"\xff\xd8".as_slice(), before, &frame, &scan, b"\xff\xd9", behind].concat()
    }

    #[test]
    fn only_what_shows_the_picture_is_kept() {
        let plain = picture(b"", b"");
        assert_eq!(rewritten(&plain), Some((plain.clone(), (32, 16))));
        let comment = segment(0xfe, b"made by me");
        assert_eq!(rewritten(&picture(&comment, b"<script>")).unwrap().0, plain);
    }

    #[test]
    fn how_the_camera_was_held_stays() {
        let place = b"Exif\0\0II*\0\x08\0\0\0\x02\0\x25\x88\x04\0\x01\0\0\0\x99\0\0\0\x12\x01\x03\0\x01\0\0\0\x06\0\0\0\0\0\0\0";
        let kept = rewritten(&picture(&segment(0xe1, place), b"")).unwrap().0;
        assert_eq!(kept, picture(&segment(0xe1, &notes(6)), b""));
        assert_eq!(orientation(notes(6).strip_prefix(b"Exif\0\0").unwrap()), Some(6));
        assert_eq!(rewritten(&kept).unwrap().0, kept);
    }

    #[test]
    fn what_is_no_whole_picture_is_refused() {
        let whole = picture(b"", b"");
        for (what, bytes) in [
            ("no end", &whole[..whole.len() - 2]),
            ("no scan", &b"\xff\xd8\xff\xd9"[..]),
            ("a segment that is too long", &b"\xff\xd8\xff\xe0\xff\xff\0"[..]),
            ("a segment without a length", &b"\xff\xd8\xff\xe0\0\x01"[..]),
        ] {
            assert_eq!(rewritten(bytes), None, "{what}");
        }
    }
}
