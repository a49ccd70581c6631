//! Pictures and files of the content folder (`media/`), as the site gets them under `/media/`.

use std::path::{Component, Path, PathBuf};
use std::time::UNIX_EPOCH;

use super::library;

/// What may lie in the folder: ending and content type.
const KINDS: [(&str, &str); 7] = [
    ("svg", "image/svg+xml"),
    ("webp", "image/webp"),
    ("avif", "image/avif"),
    ("png", "image/png"),
    ("jpg", "image/jpeg"),
    ("pdf", "application/pdf"),
    ("txt", "text/plain; charset=utf-8"),
];

/// The folder of pictures and files.
#[derive(Debug, Clone)]
pub struct Media {
    folder: PathBuf,
}

/// A file of the folder.
#[derive(Debug)]
pub struct Found {
    /// Where it lies.
    pub path: PathBuf,
    /// What it is.
    pub content_type: &'static str,
    /// Changes with the file, for caches.
    pub etag: String,
}

impl Media {
    /// The media of the content folder.
    pub fn in_content(content: &Path) -> Self {
        Self { folder: content.join("media") }
    }

    /// Whether there is a file under `name`. One of the library is looked for where drafts are judged, as it is in no folder.
    pub(super) fn holds(&self, name: &str) -> bool {
        library::is_name(name) || self.find(name).is_some()
    }

    /// The file under `name`, a path with slashes; nothing outside of the folder and nothing of another kind.
    pub fn find(&self, name: &str) -> Option<Found> {
        let relative = Path::new(name);
        let plain = relative.components().all(|part| matches!(part, Component::Normal(_)));
        let ending = relative.extension()?.to_str()?;
        let (_, content_type) = KINDS.into_iter().find(|(known, _)| *known == ending)?;
        let path = self.folder.join(relative);
        let facts = path.metadata().ok().filter(|facts| plain && facts.is_file())?;
        let changed = facts.modified().ok()?.duration_since(UNIX_EPOCH).ok()?;
        let etag = format!("\"{:x}-{:x}\"", changed.as_millis(), facts.len());
        Some(Found { path, content_type, etag })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_files_of_the_folder_are_found() {
        let content = tempfile::tempdir().unwrap();
        let folder = content.path().join("media/news");
        std::fs::create_dir_all(&folder).unwrap();
        std::fs::write(folder.join("a.svg"), "<svg/>").unwrap();
        std::fs::write(folder.join("a.html"), "<p>").unwrap();
        std::fs::write(content.path().join("secret.svg"), "<svg/>").unwrap();
        let media = Media::in_content(content.path());
        assert_eq!(media.find("news/a.svg").unwrap().content_type, "image/svg+xml");
        for name in
            ["news/a.html", "news/b.svg", "../secret.svg", "news/../../secret.svg", "/etc/x.svg", "news", ""]
        {
            assert!(media.find(name).is_none(), "{name}");
        }
    }
}
