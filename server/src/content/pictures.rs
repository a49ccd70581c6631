//! Addresses of wide pictures. One may name `{width}` where its file does, and `{format}` after that: then there is a
//! file of it in each of the widths, and of the formats, of which a browser takes what its window needs.

use super::media::Media;

/// Widths in pixels, as the site asks for them (`web/src/domain/widePicture.ts`).
const WIDTHS: [&str; 3] = ["768", "1280", "1920"];
/// The one for readers who choose nothing.
const WIDTH: &str = "1280";
const FORMATS: [&str; 2] = ["avif", "webp"];
/// The one that every reader of pages knows.
const FORMAT: &str = "webp";

/// Where media lie, for the site.
const MEDIA: &str = "/media/";

/// One file of the picture at `address`, for readers who choose nothing.
pub fn one_of(address: &str) -> String {
    filled(address, WIDTH, FORMAT)
}

/// Every file of the picture at `address`.
pub fn all_of(address: &str) -> Vec<String> {
    let of_width = |width: &&str| FORMATS.map(|format| filled(address, width, format));
    let mut files: Vec<String> = WIDTHS.iter().flat_map(of_width).collect();
    files.sort_unstable();
    files.dedup();
    files
}

fn filled(address: &str, width: &str, format: &str) -> String {
    address.replacen("{width}", width, 1).replacen("{format}", format, 1)
}

/// What is wrong with the picture at `address`, as a sentence. Media have to be there; art comes with the site.
pub(super) fn fault(address: &str, media: &Media) -> Option<String> {
    let (before, rest) = address.split_once("{width}").unwrap_or((address, ""));
    if [before, &rest.replacen("{format}", "", 1)].iter().any(|part| part.contains(['{', '}'])) {
        return Some(format!("{address:?} names more than {{width}} and then {{format}}, each once"));
    }
    let files = all_of(address);
    let missing = files.iter().filter_map(|file| file.strip_prefix(MEDIA)).find(|name| !media.holds(name))?;
    Some(format!("media/{missing} is not there"))
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;

    #[test]
    fn a_picture_has_a_file_for_each_width_and_format_that_its_address_names() {
        assert_eq!(all_of("/media/a.svg"), ["/media/a.svg"]);
        assert_eq!(all_of("/a-{width}.png"), ["/a-1280.png", "/a-1920.png", "/a-768.png"]);
        let both = all_of("/a-{width}.{format}");
        assert_eq!((both.len(), both[0].as_str()), (6, "/a-1280.avif"));
        assert_eq!(one_of("/a-{width}.{format}"), "/a-1280.webp");
        assert_eq!(one_of("/a.png"), "/a.png");
    }

    #[test]
    fn media_have_to_be_there_in_every_width() {
        let content = tempfile::tempdir().unwrap();
        let write = |name: &str| std::fs::write(content.path().join("media").join(name), "picture").unwrap();
        std::fs::create_dir(content.path().join("media")).unwrap();
        for name in ["one.svg", "some-768.png", "some-1280.png"] {
            write(name);
        }
        let media = Media::in_content(content.path());
        let said = |address: &str| fault(address, &media).unwrap_or_default();
        for address in ["/media/one.svg", "/art/hero/a-{width}.{format}", "https://elsewhere.example/a.png"] {
            assert_eq!(said(address), "", "{address}");
        }
        assert_eq!(said("/media/some-{width}.png"), "media/some-1920.png is not there");
        write("some-1920.png");
        assert_eq!(said("/media/some-{width}.png"), "");
        assert_eq!(said("/media/some-{width}.{format}"), "media/some-1280.avif is not there");
        for address in
            ["/a-{size}.png", "/a-{width}-{width}.png", "/a.{format}", "/{format}/a-{width}", "/a-{width"]
        {
            assert!(said(address).contains("more than {width}"), "{address}");
        }
        assert!(fault("/media/one.svg", &Media::in_content(Path::new("/nowhere"))).is_some());
    }
}
