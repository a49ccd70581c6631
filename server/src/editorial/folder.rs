//! A folder of the seed and of what lies over it, made so that loaders read it as they read the seed: its files are links to
//! those of the seed, but for the documents that were published.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::os::unix::fs::symlink;
use std::path::Path;

use anyhow::{Context, Result};
use tempfile::TempDir;

use super::documents::is_document;

/// What lies over the seed: texts by path; `None` where there is no such document.
pub type Overlay = BTreeMap<String, Option<String>>;

/// Documents by path.
pub type Texts = BTreeMap<String, String>;

/// Folders that hold no document: one link stands for all of each.
const WHOLE: [&str; 4] = ["art", "games", "media", "messages"];

/// A folder with `overlay` over the files of `seed`. It is gone when it is dropped.
pub fn laid_over(seed: &Path, overlay: &Overlay) -> Result<TempDir> {
    let made = tempfile::Builder::new().prefix("croupier-content-").tempdir();
    let made = made.context("no folder can be made for the content")?;
    let seed = fs::canonicalize(seed).with_context(|| format!("cannot read {}", seed.display()))?;
    link(&seed, made.path(), true).with_context(|| format!("cannot link to {}", seed.display()))?;
    for (path, text) in overlay {
        // What is no document any more, because the server has changed, lies over nothing.
        if is_document(path) {
            lay(made.path(), path, text.as_deref()).with_context(|| format!("cannot write {path}"))?;
        }
    }
    Ok(made)
}

fn link(from: &Path, into: &Path, is_top: bool) -> io::Result<()> {
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        let to = into.join(entry.file_name());
        let is_whole = is_top && WHOLE.iter().any(|name| entry.file_name() == *name);
        if entry.path().is_dir() && !is_whole {
            fs::create_dir(&to)?;
            link(&entry.path(), &to, false)?;
        } else {
            symlink(entry.path(), &to)?;
        }
    }
    Ok(())
}

fn lay(folder: &Path, path: &str, text: Option<&str>) -> io::Result<()> {
    let file = folder.join(path);
    match fs::remove_file(&file) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
        _ => {}
    }
    let Some(text) = text else { return Ok(()) };
    if let Some(parent) = file.parent() {
        fs::create_dir_all(parent)?;
    }
    fs::write(file, text)
}

/// The documents of a folder.
pub fn texts_of(folder: &Path) -> Result<Texts> {
    let mut texts = Texts::new();
    let mut open = vec![String::new()];
    while let Some(below) = open.pop() {
        let place = folder.join(&below);
        for entry in fs::read_dir(&place).with_context(|| format!("cannot read {}", place.display()))? {
            let entry = entry.with_context(|| format!("cannot read {}", place.display()))?;
            let name = entry.file_name();
            let Some(name) = name.to_str() else { continue };
            let path = if below.is_empty() { name.to_owned() } else { format!("{below}/{name}") };
            if entry.path().is_dir() {
                if !WHOLE.contains(&path.as_str()) {
                    open.push(path);
                }
            } else if is_document(&path) {
                let text = fs::read_to_string(entry.path());
                texts.insert(path, text.with_context(|| format!("cannot read {}", entry.path().display()))?);
            }
        }
    }
    Ok(texts)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_overlay_lies_over_the_seed() {
        let seed = tempfile::tempdir().unwrap();
        for (path, text) in [
            ("banners.toml", "old"),
            ("menus.toml", "kept"),
            ("licences.toml", "law"),
            ("pages/terms/en.md", "terms"),
            ("media/a.svg", "<svg/>"),
        ] {
            let file = seed.path().join(path);
            fs::create_dir_all(file.parent().unwrap()).unwrap();
            fs::write(file, text).unwrap();
        }
        let overlay: Overlay = [
            ("banners.toml", Some("new")),
            ("pages/terms/de.md", Some("AGB")),
            ("pages/about/en.md", Some("about")),
            ("pages/terms/en.md", None),
            ("licences.toml", Some("no law")),
            ("pages/never/en.md", None),
        ]
        .into_iter()
        .map(|(path, text)| (path.to_owned(), text.map(str::to_owned)))
        .collect();
        let made = laid_over(seed.path(), &overlay).unwrap();
        let texts: Vec<_> = texts_of(made.path()).unwrap().into_iter().collect();
        let wanted = [
            ("banners.toml", "new"),
            ("menus.toml", "kept"),
            ("pages/about/en.md", "about"),
            ("pages/terms/de.md", "AGB"),
        ];
        assert_eq!(texts, wanted.map(|(path, text)| (path.to_owned(), text.to_owned())));
        let read = |path: &str| fs::read_to_string(made.path().join(path)).unwrap();
        assert_eq!((read("licences.toml"), read("media/a.svg")), ("law".to_owned(), "<svg/>".to_owned()));
        assert_eq!(fs::read_to_string(seed.path().join("banners.toml")).unwrap(), "old");
    }
}
