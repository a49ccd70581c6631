//! What a PDF is known by.

use memchr::memmem;

/// How far from its end a PDF says that it ends, in bytes.
const END_WITHIN: usize = 1024;

/// Whether `bytes` are a PDF: the version on the first line, and the end near the end.
pub fn is_pdf(bytes: &[u8]) -> bool {
    let starts = matches!(bytes.strip_prefix(b"%PDF-"), Some([b'1' | b'2', b'.', b'0'..=b'9', ..]));
    let end = &bytes[bytes.len().saturating_sub(END_WITHIN)..];
    starts && memmem::find(end, b"%%EOF").is_some()
}
