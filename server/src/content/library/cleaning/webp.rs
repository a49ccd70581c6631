//! WebP: chunks in a RIFF file.

use super::{Cursor, Rewritten};

/// What shows a picture, its colours and its movement.
const KEPT: [&[u8; 4]; 7] = [b"VP8 ", b"VP8L", b"VP8X", b"ALPH", b"ANIM", b"ANMF", b"ICCP"];

/// The bits of the extended head that tell of notes, which are not kept.
const NOTES: u8 = 0x0c;

/// A picture without what does not show it; `None` when it is broken.
pub(super) fn rewritten(bytes: &[u8]) -> Option<Rewritten> {
    let mut rest = Cursor(bytes.get(4..)?);
    let length = usize::try_from(u32::from_le_bytes(rest.array()?)).ok()?;
    let mut rest = Cursor(rest.0.get(4..length)?);
    let mut kept = b"WEBP".to_vec();
    let mut size: Option<(u32, u32)> = None;
    let mut has_pixels = false;
    while !rest.0.is_empty() {
        let kind: [u8; 4] = rest.array()?;
        let length: [u8; 4] = rest.array()?;
        let count = usize::try_from(u32::from_le_bytes(length)).ok()?;
        let body = rest.take(count)?;
        if count % 2 == 1 {
            rest.take(1)?;
        }
        if !KEPT.contains(&&kind) {
            continue;
        }
        let own = match &kind {
            b"VP8 " => Some(lossy(body)?),
            b"VP8L" => Some(lossless(body)?),
            b"VP8X" if size.is_none() => Some(extended(body)?),
            b"VP8X" => return None,
            _ => None,
        };
        has_pixels |= !matches!(&kind, b"VP8X" | b"ALPH" | b"ANIM" | b"ICCP");
        // An extended head comes first, and says what it is as a whole.
        size = size.or(own);
        kept.extend_from_slice(&kind);
        kept.extend_from_slice(&length);
        let at = kept.len();
        kept.extend_from_slice(body);
        if &kind == b"VP8X" {
            kept[at] &= !NOTES;
        }
        if count % 2 == 1 {
            kept.push(0);
        }
    }
    let size = size.filter(|_| has_pixels)?;
    let length = u32::try_from(kept.len()).ok()?.to_le_bytes();
    Some(([b"RIFF".as_slice(), &length, &kept].concat(), size))
}

fn lossy(body: &[u8]) -> Option<(u32, u32)> {
    let mut rest = Cursor(body);
    rest.take(3)?;
    let [0x9d, 0x01, 0x2a] = rest.array()? else { return None };
    let side = |bytes| u32::from(u16::from_le_bytes(bytes) & 0x3fff);
    Some((side(rest.array()?), side(rest.array()?)))
}

fn lossless(body: &[u8]) -> Option<(u32, u32)> {
    let mut rest = Cursor(body);
    let [0x2f] = rest.array()? else { return None };
    let packed = u32::from_le_bytes(rest.array()?);
    Some(((packed & 0x3fff) + 1, ((packed >> 14) & 0x3fff) + 1))
}

fn extended(body: &[u8]) -> Option<(u32, u32)> {
    let mut rest = Cursor(body);
    rest.take(4)?;
    let side = |bytes: [u8; 3]| u32::from_le_bytes([bytes[0], bytes[1], bytes[2], 0]) + 1;
    Some((side(rest.array()?), side(rest.array()?)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn file(chunks: &[(&[u8; 4], &[u8])]) -> Vec<u8> {
        let mut body = b"WEBP".to_vec();
        for (kind, bytes) in chunks {
            body.extend_from_slice(*kind);
            body.extend_from_slice(&u32::try_from(bytes.len()).unwrap().to_le_bytes());
            body.extend_from_slice(bytes);
            body.resize(body.len().next_multiple_of(2), 0);
        }
        let length = u32::try_from(body.len()).unwrap().to_le_bytes();
        [b"RIFF".as_slice(), &length, &body].concat()
    }

    const LOSSY: &[u8] = b"\0\0\0\x9d\x01\x2a\x20\0\x10\0pixel";
    const LOSSLESS: &[u8] = b"\x2f\x1f\xc0\x03\0pixels";

    #[test]
    fn only_what_shows_the_picture_is_kept() {
        for (kind, pixels) in [(b"VP8 ", LOSSY), (b"VP8L", LOSSLESS)] {
            let plain = file(&[(kind, pixels)]);
            let told = [file(&[(kind, pixels), (b"EXIF", b"somewhere".as_slice())]), b"PK".to_vec()].concat();
            assert_eq!(rewritten(&told), Some((plain.clone(), (32, 16))));
            assert_eq!(rewritten(&plain).unwrap().0, plain);
        }
        let with_notes = file(&[
            (b"VP8X", b"\x1c\0\0\0\x3f\0\0\x1f\0\0".as_slice()),
            (b"VP8 ", LOSSY),
            (b"XMP ", b"<x/>".as_slice()),
        ]);
        let without = file(&[(b"VP8X", b"\x10\0\0\0\x3f\0\0\x1f\0\0".as_slice()), (b"VP8 ", LOSSY)]);
        assert_eq!(rewritten(&with_notes), Some((without, (64, 32))));
    }

    #[test]
    fn what_is_no_whole_picture_is_refused() {
        let whole = file(&[(b"VP8 ", LOSSY)]);
        for (what, bytes) in [
            ("a part", whole[..whole.len() - 4].to_vec()),
            ("no pixels", file(&[(b"ALPH", b"xx".as_slice())])),
            ("a wrong start", file(&[(b"VP8 ", b"\0\0\0\0\0\0\0\0\0\0".as_slice())])),
        ] {
            assert_eq!(rewritten(&bytes), None, "{what}");
        }
    }
}
