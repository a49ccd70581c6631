//! What a file is, by its content alone; names and announced types are never believed.

use memchr::{memchr, memmem};

use super::model::FileType;
use crate::platform::pdf::is_pdf;

/// The most pixels of a picture: whoever looks at it holds four bytes of each, however small the file is.
const PIXELS_MAX: u64 = 100_000_000;

const PNG_START: &[u8] = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR";

/// The type of `bytes`; `None` for everything that is not taken.
pub fn file_type(bytes: &[u8]) -> Option<FileType> {
    if is_png(bytes) {
        Some(FileType::Png)
    } else if is_jpeg(bytes) {
        Some(FileType::Jpeg)
    } else if is_pdf(bytes) {
        Some(FileType::Pdf)
    } else {
        None
    }
}

/// Whether a picture unfolds into more than anybody should open. A PDF is saved and never shown.
pub(super) fn is_too_large_to_show(file_type: FileType, bytes: &[u8]) -> bool {
    let pixels = match file_type {
        FileType::Png => png_pixels(bytes),
        FileType::Jpeg => jpeg_pixels(bytes),
        FileType::Pdf => None,
    };
    pixels.is_some_and(|pixels| pixels > PIXELS_MAX)
}

fn png_pixels(bytes: &[u8]) -> Option<u64> {
    let header = bytes.strip_prefix(PNG_START)?;
    let side = |at: usize| Some(u64::from(u32::from_be_bytes(header.get(at..at + 4)?.try_into().ok()?)));
    side(0)?.checked_mul(side(4)?)
}

/// The pixels of the largest frame before the first scan, found as browsers do: what stands between segments is passed over.
fn jpeg_pixels(bytes: &[u8]) -> Option<u64> {
    let number = |at: usize| Some(u16::from_be_bytes(bytes.get(at..at + 2)?.try_into().ok()?));
    let (mut at, mut largest): (usize, Option<u64>) = (2, None);
    while let Some(found) = bytes.get(at..).and_then(|rest| memchr(0xff, rest)) {
        at += found + 1;
        let Some(marker) = bytes.get(at).copied() else { break };
        match marker {
            // The byte before fills up, or was none of a marker.
            0xff | 0 => continue,
            // These have no length.
            0x01 | 0xd0..=0xd8 => {}
            // A scan, or the end of the picture.
            0xd9 | 0xda => break,
            _ => {
                let Some(length) = number(at + 1) else { break };
                let is_frame = matches!(marker, 0xc0..=0xcf) && !matches!(marker, 0xc4 | 0xc8 | 0xcc);
                if is_frame && let (Some(height), Some(width)) = (number(at + 4), number(at + 6)) {
                    largest = largest.max(Some(u64::from(height) * u64::from(width)));
                }
                at += usize::from(length);
            }
        }
        at += 1;
    }
    largest
}

/// The signature, and a first chunk that tells of a picture with a width and a height.
fn is_png(bytes: &[u8]) -> bool {
    let Some(header) = bytes.strip_prefix(PNG_START) else { return false };
    let side = |at: usize| header.get(at..at + 4).is_some_and(|side| side != [0; 4]);
    side(0) && side(4)
}

/// The start of a picture, a marker after it, and the end of a picture somewhere: cameras write more behind that.
fn is_jpeg(bytes: &[u8]) -> bool {
    let starts = matches!(bytes, [0xff, 0xd8, 0xff, marker, ..] if *marker >= 0xc0 && *marker != 0xff);
    starts && memmem::rfind(bytes, b"\xff\xd9").is_some()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn png() -> Vec<u8> {
        [PNG_START, &[0, 0, 0, 1, 0, 0, 0, 1, 8, 2, 0, 0, 0]].concat()
    }

    const JPEG: &[u8] = b"\xff\xd8\xff\xe0\0\x10JFIF\0\x01\x01\xff\xd9";
    const PDF: &[u8] = b"%PDF-1.7\n1 0 obj\nendobj\ntrailer\n%%EOF\n";

    #[test]
    fn a_file_is_what_it_holds() {
        use FileType::{Jpeg, Pdf, Png};
        let with = |start: &[u8], rest: &[u8]| [start, rest].concat();
        #[rustfmt::skip]
        let cases: Vec<(&str, Vec<u8>, Option<FileType>)> = vec![
            ("a png",                       png(),                                          Some(Png)),
            ("a png with a zip behind it",  with(&png(), b"PK\x03\x04"),                    Some(Png)),
            ("a jpeg",                      JPEG.to_vec(),                                  Some(Jpeg)),
            ("a jpeg of a camera",          with(JPEG, b"maker notes"),                     Some(Jpeg)),
            ("a pdf",                       PDF.to_vec(),                                   Some(Pdf)),
            ("nothing",                     Vec::new(),                                     None),
            ("the start of a png",          png()[..20].to_vec(),                           None),
            ("a png of no width",           [PNG_START, &[0; 13]].concat(),                 None),
            ("half of a jpeg",              JPEG[..9].to_vec(),                             None),
            ("only the start of a jpeg",    b"\xff\xd8\xff".to_vec(),                       None),
            ("a pdf that was cut off",      PDF[..20].to_vec(),                             None),
            ("a pdf behind something else", with(b"GIF89a", PDF),                           None),
            ("a pdf of no version",         b"%PDF-x %%EOF".to_vec(),                       None),
            ("a program",                   b"MZ\x90\0\x03\0\0\0PNG".to_vec(),              None),
            ("a program of Linux",          b"\x7fELF\x02\x01\x01".to_vec(),                None),
            ("a script",                    b"#!/bin/sh\n".to_vec(),                        None),
            ("a drawing",                   b"<svg xmlns=\"http://www.w3.org/2000/svg\"/>".to_vec(), None),
            ("a page",                      b"<!doctype html><script>1</script>".to_vec(),  None),
            ("an archive",                  b"PK\x03\x04\x14\0".to_vec(),                   None),
            ("a gif",                       b"GIF89a\x01\0\x01\0".to_vec(),                 None),
            ("a webp",                      b"RIFF\x24\0\0\0WEBPVP8 ".to_vec(),             None),
            ("a heic",                      b"\0\0\0\x18ftypheic".to_vec(),                 None),
            ("a blank before a png",        with(b" ", &png()),                             None),
        ];
        for (what, bytes, expected) in cases {
            assert_eq!(file_type(&bytes), expected, "{what}");
        }
    }

    #[test]
    fn a_picture_unfolds_into_no_more_than_can_be_shown() {
        let png_of = |width: u32, height: u32| {
            [PNG_START, &width.to_be_bytes(), &height.to_be_bytes(), &[8, 2, 0, 0, 0]].concat()
        };
        let frame = |width: u16, height: u16| {
            [b"\xff\xc2\0\x0b\x08".as_slice(), &height.to_be_bytes(), &width.to_be_bytes(), b"\x01\x01\x11\0"]
                .concat()
        };
        let jpeg_of = |before: &[u8], frames: &[u8]| {
            [b"\xff\xd8\xff\xe0\0\x04ab".as_slice(), before, frames, b"\xff\xda\0\x02\x12\xff\xd9"].concat()
        };
        let (small, large) = (frame(4_000, 3_000), frame(60_000, 60_000));
        let both = [small.as_slice(), &large].concat();
        #[rustfmt::skip]
        let cases = [
            ("a scan of a page",              FileType::Png,  png_of(10_000, 10_000),         false),
            ("a line too much",               FileType::Png,  png_of(10_000, 10_001),         true),
            ("more than a number holds",      FileType::Png,  png_of(u32::MAX, u32::MAX),     true),
            ("a photograph",                  FileType::Jpeg, jpeg_of(b"", &small),           false),
            ("a jpeg bomb",                   FileType::Jpeg, jpeg_of(b"", &large),           true),
            ("one behind a smaller frame",    FileType::Jpeg, jpeg_of(b"", &both),            true),
            ("one behind what is no segment", FileType::Jpeg, jpeg_of(b"xx\xff\0\xff\xff", &large), true),
            ("no frame at all",               FileType::Jpeg, JPEG.to_vec(),                  false),
            ("the start of one",              FileType::Jpeg, b"\xff\xd8\xff\xc0\0".to_vec(), false),
            ("a pdf",                         FileType::Pdf,  PDF.to_vec(),                   false),
        ];
        for (what, file_type, bytes, expected) in cases {
            assert_eq!(is_too_large_to_show(file_type, &bytes), expected, "{what}");
        }
    }

    proptest! {
        #[test]
        fn the_pixels_of_anything_are_counted_to_an_end(bytes in proptest::collection::vec(any::<u8>(), 0..400)) {
            jpeg_pixels(&[b"\xff\xd8".as_slice(), &bytes].concat());
            png_pixels(&bytes);
        }

        #[test]
        fn anything_is_judged_and_only_by_its_start(bytes in proptest::collection::vec(any::<u8>(), 0..200)) {
            let known = [PNG_START, b"\xff\xd8\xff", b"%PDF-"];
            if file_type(&bytes).is_some() {
                prop_assert!(known.iter().any(|start| bytes.starts_with(start)));
            }
        }

        #[test]
        fn what_follows_a_picture_makes_it_nothing_else(rest in proptest::collection::vec(any::<u8>(), 0..200)) {
            prop_assert_eq!(file_type(&[&png(), rest.as_slice()].concat()), Some(FileType::Png));
            prop_assert_eq!(file_type(&[JPEG, rest.as_slice()].concat()), Some(FileType::Jpeg));
        }
    }
}
