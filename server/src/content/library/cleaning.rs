//! Uploads, rewritten: of a file only what shows it is kept, and nothing behind its end.
//!
//! What a file is, its content alone says. A picture is taken apart and put together again of the parts that a browser needs:
//! places, cameras, comments and whatever hides behind the picture are left out. Pixels stay as they are, since art that is
//! encoded twice looks worse. A PDF stays whole, and is never shown, only saved.

mod jpeg;
mod png;
mod webp;

use super::model::MediumType;
use crate::platform::pdf::is_pdf;

/// The longest side of a picture, in pixels.
const SIDE_MAX: u32 = 8_192;

/// The most pixels of a picture: a browser holds four bytes of each.
pub const PIXELS_MAX: u64 = 33_554_432;

/// A file as it is kept.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Cleaned {
    pub(super) file_type: MediumType,
    pub(super) bytes: Vec<u8>,
    /// Width and height; `None` of a PDF.
    pub(super) pixels: Option<(u32, u32)>,
}

/// Why a file is not taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum NotTaken {
    /// It is of another type.
    Type,
    /// It is broken.
    Broken,
    /// It has too many pixels.
    Pixels,
}

/// A picture that was rewritten, with width and height.
type Rewritten = (Vec<u8>, (u32, u32));

/// What is kept of `bytes`.
pub(super) fn cleaned(bytes: Vec<u8>) -> Result<Cleaned, NotTaken> {
    let (file_type, rewritten) = if bytes.starts_with(png::SIGNATURE) {
        (MediumType::Png, png::rewritten(&bytes))
    } else if bytes.starts_with(jpeg::START) {
        (MediumType::Jpeg, jpeg::rewritten(&bytes))
    } else if bytes.starts_with(b"RIFF") && bytes.get(8..12) == Some(b"WEBP") {
        (MediumType::Webp, webp::rewritten(&bytes))
    } else if is_pdf(&bytes) {
        return Ok(Cleaned { file_type: MediumType::Pdf, bytes, pixels: None });
    } else {
        return Err(NotTaken::Type);
    };
    let (bytes, (width, height)) = rewritten.ok_or(NotTaken::Broken)?;
    if width == 0 || height == 0 {
        return Err(NotTaken::Broken);
    }
    if width > SIDE_MAX || height > SIDE_MAX || u64::from(width) * u64::from(height) > PIXELS_MAX {
        return Err(NotTaken::Pixels);
    }
    Ok(Cleaned { file_type, bytes, pixels: Some((width, height)) })
}

/// A PNG or JPEG picture without what does not show it, and how many pixels it has, which may be too many; `None` for everything
/// else, and for one that is broken.
pub fn clean_picture(bytes: &[u8]) -> Option<(Vec<u8>, u64)> {
    let rewritten = if bytes.starts_with(png::SIGNATURE) {
        png::rewritten(bytes)
    } else if bytes.starts_with(jpeg::START) {
        jpeg::rewritten(bytes)
    } else {
        None
    };
    let (kept, (width, height)) = rewritten?;
    let pixels = u64::from(width) * u64::from(height);
    (pixels > 0).then_some((kept, pixels))
}

/// Reads bytes from the front; `None` beyond their end.
struct Cursor<'a>(&'a [u8]);

impl<'a> Cursor<'a> {
    fn take(&mut self, count: usize) -> Option<&'a [u8]> {
        let (taken, rest) = self.0.split_at_checked(count)?;
        self.0 = rest;
        Some(taken)
    }

    fn array<const N: usize>(&mut self) -> Option<[u8; N]> {
        self.take(N)?.try_into().ok()
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn a_file_is_what_it_holds() {
        for (what, bytes, reason) in [
            ("nothing", b"".to_vec(), NotTaken::Type),
            ("a drawing", b"<svg xmlns=\"http://www.w3.org/2000/svg\"/>".to_vec(), NotTaken::Type),
            ("a page", b"<!doctype html><script>1</script>".to_vec(), NotTaken::Type),
            ("a gif", b"GIF89a\x01\0\x01\0".to_vec(), NotTaken::Type),
            ("a pdf that was cut off", b"%PDF-1.7\n1 0 obj".to_vec(), NotTaken::Type),
            ("the start of a png", png::SIGNATURE.to_vec(), NotTaken::Broken),
            ("the start of a jpeg", b"\xff\xd8\xff\xe0".to_vec(), NotTaken::Broken),
            ("the start of a webp", b"RIFF\x04\0\0\0WEBP".to_vec(), NotTaken::Broken),
        ] {
            assert_eq!(cleaned(bytes), Err(reason), "{what}");
        }
        let pdf = b"%PDF-1.7\n1 0 obj\nendobj\ntrailer\n%%EOF\n".to_vec();
        let kept = cleaned(pdf.clone()).unwrap();
        assert_eq!((kept.file_type, kept.bytes, kept.pixels), (MediumType::Pdf, pdf, None));
    }

    #[test]
    fn a_picture_is_a_whole_png_or_jpeg() {
        for (what, bytes) in [
            ("nothing", &b""[..]),
            ("a page", b"<!doctype html><script>1</script>"),
            ("a pdf", b"%PDF-1.7\n1 0 obj\nendobj\ntrailer\n%%EOF\n"),
            ("a webp", b"RIFF\x04\0\0\0WEBP"),
            ("the start of a png", png::SIGNATURE),
            ("the start of a jpeg", b"\xff\xd8\xff\xe0"),
        ] {
            assert_eq!(clean_picture(bytes), None, "{what}");
        }
    }

    proptest! {
        #[test]
        fn anything_is_judged(start in 0usize..4, rest in proptest::collection::vec(any::<u8>(), 0..300)) {
            let starts: [&[u8]; 4] = [png::SIGNATURE, b"\xff\xd8\xff\xc0\0\x11\x08", b"RIFF\xff\0\0\0WEBPVP8 ", b"%PDF-1.7"];
            let bytes = [starts[start], &rest].concat();
            if let Ok(kept) = cleaned(bytes.clone()) {
                // What was cleaned is clean.
                prop_assert_eq!(cleaned(kept.bytes.clone()), Ok(kept));
            }
        }
    }
}
