//! PNG: chunks with checksums.

use std::io::Read as _;

use flate2::Crc;
use flate2::read::ZlibDecoder;

use super::{Cursor, PIXELS_MAX, Rewritten};

pub(super) const SIGNATURE: &[u8] = b"\x89PNG\r\n\x1a\n";

/// What shows a picture, its colours and its movement. All else tells of who made it, where and with what.
const KEPT: [&[u8; 4]; 14] = [
    b"IHDR", b"PLTE", b"tRNS", b"IDAT", b"IEND", b"gAMA", b"cHRM", b"sRGB", b"iCCP", b"sBIT", b"pHYs",
    b"acTL", b"fcTL", b"fdAT",
];

/// A picture without what does not show it; `None` when it is broken.
pub(super) fn rewritten(bytes: &[u8]) -> Option<Rewritten> {
    let mut rest = Cursor(bytes);
    let mut kept = rest.take(SIGNATURE.len())?.to_vec();
    let mut head: Option<Head> = None;
    let mut data = Vec::new();
    loop {
        let length = u32::from_be_bytes(rest.array()?);
        let kind: [u8; 4] = rest.array()?;
        let body = rest.take(usize::try_from(length).ok()?)?;
        let sum = rest.array()?;
        if checksum(&kind, body) != u32::from_be_bytes(sum) {
            return None;
        }
        match (head.is_some(), &kind) {
            (false, b"IHDR") => head = Some(Head::read(body)?),
            (false, _) | (true, b"IHDR") => return None,
            (true, b"IDAT") => data.extend_from_slice(body),
            _ => {}
        }
        if KEPT.contains(&&kind) {
            kept.extend_from_slice(&length.to_be_bytes());
            kept.extend_from_slice(&kind);
            kept.extend_from_slice(body);
            kept.extend_from_slice(&sum);
        } else if kind[0].is_ascii_uppercase() {
            // A capital says that nothing can be shown without it.
            return None;
        }
        if &kind == b"IEND" {
            let head = head?;
            return head.fits(&data).then_some((kept, (head.width, head.height)));
        }
    }
}

fn checksum(kind: &[u8], body: &[u8]) -> u32 {
    let mut sum = Crc::new();
    sum.update(kind);
    sum.update(body);
    sum.sum()
}

/// How the pixels lie.
struct Head {
    width: u32,
    height: u32,
    bits: u64,
    is_interlaced: bool,
}

impl Head {
    fn read(body: &[u8]) -> Option<Self> {
        let mut rest = Cursor(body);
        let (width, height) = (u32::from_be_bytes(rest.array()?), u32::from_be_bytes(rest.array()?));
        let [depth, colours, 0, 0, interlace @ (0 | 1)] = rest.array()? else { return None };
        let channels = match (colours, depth) {
            (0, 1 | 2 | 4 | 8 | 16) | (3, 1 | 2 | 4 | 8) => 1,
            (2, 8 | 16) => 3,
            (4, 8 | 16) => 2,
            (6, 8 | 16) => 4,
            _ => return None,
        };
        let bits = channels * u64::from(depth);
        rest.0.is_empty().then_some(Self { width, height, bits, is_interlaced: interlace == 1 })
    }

    /// Whether `data` unpacks to the pixels, and to no more: a few bytes may claim to be gigabytes.
    fn fits(&self, data: &[u8]) -> bool {
        let (width, height) = (u64::from(self.width), u64::from(self.height));
        if width * height > PIXELS_MAX {
            // Refused for its size.
            return true;
        }
        let lines = height * (1 + (width * self.bits).div_ceil(8));
        // Seven passes have more lines, each with a byte of its own and a part of one.
        let most = if self.is_interlaced { 2 * lines + 16 * (height + 8) } else { lines };
        let least = if self.is_interlaced { width * height * self.bits / 8 } else { lines };
        let mut unpacked = ZlibDecoder::new(data).take(most + 1);
        let count = std::io::copy(&mut unpacked, &mut std::io::sink());
        count.is_ok_and(|count| (least..=most).contains(&count))
    }
}

#[cfg(test)]
mod tests {
    use std::io::Write as _;

    use flate2::Compression;
    use flate2::write::ZlibEncoder;

    use super::*;

    fn chunk(kind: [u8; 4], body: &[u8]) -> Vec<u8> {
        let length = u32::try_from(body.len()).unwrap().to_be_bytes();
        [length.as_slice(), &kind, body, &checksum(&kind, body).to_be_bytes()].concat()
    }

    fn packed(bytes: &[u8]) -> Vec<u8> {
        let mut packer = ZlibEncoder::new(Vec::new(), Compression::default());
        packer.write_all(bytes).unwrap();
        packer.finish().unwrap()
    }

    fn picture(side: u32, pixels: &[u8], between: &[u8]) -> Vec<u8> {
        let head = [&side.to_be_bytes()[..], &side.to_be_bytes(), &[8, 2, 0, 0, 0]].concat();
        let parts = [
            SIGNATURE,
            &chunk(*b"IHDR", &head),
            between,
            &chunk(*b"IDAT", &packed(pixels)),
            &chunk(*b"IEND", b""),
        ];
        parts.concat()
    }

    #[test]
    fn only_what_shows_the_picture_is_kept() {
        let plain = picture(2, &[0; 14], b"");
        assert_eq!(rewritten(&plain), Some((plain.clone(), (2, 2))));
        let secrets = [chunk(*b"tEXt", b"Author\0me"), chunk(*b"eXIf", b"somewhere")].concat();
        let told = [picture(2, &[0; 14], &secrets), b"PK\x03\x04".to_vec()].concat();
        assert_eq!(rewritten(&told).unwrap().0, plain);
    }

    #[test]
    fn what_is_no_whole_picture_is_refused() {
        let mut changed = picture(2, &[0; 14], b"");
        changed[40] ^= 1;
        for (what, bytes) in [
            ("a changed byte", changed),
            ("too few pixels", picture(2, &[0; 13], b"")),
            ("a bomb", picture(2, &vec![0; 1_000_000], b"")),
            ("an unknown part that is needed", picture(2, &[0; 14], &chunk(*b"ABcD", b""))),
            ("no end", picture(2, &[0; 14], b"")[..50].to_vec()),
        ] {
            assert_eq!(rewritten(&bytes), None, "{what}");
        }
    }
}
