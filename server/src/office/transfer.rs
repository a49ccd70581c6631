//! Documents of the content out of the operator and back: a folder that people review as they review code.

use std::collections::BTreeSet;
use std::path::Path;

use anyhow::{Context, Result, bail};
use croupier_db::Db;

use super::media_faults;
use super::publishing::{code_faults, faults, has_offers};
use crate::bonus::{self, Offers};
use crate::editorial::{self, Editions, Overlay, Published, Texts};
use crate::platform::config::Config;
use crate::staff::Actor;

/// How often an import is judged anew because something else was published meanwhile.
const TRIES: u32 = 5;

/// How a document of a folder differs from the one in force.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Difference {
    /// The folder has another text.
    Changed,
    /// Only the folder has it.
    New,
    /// Only what is in force has it.
    Missing,
}

/// Writes every document in force into `folder`; answers how many.
pub async fn export(db: &Db, config: &Config, folder: &Path) -> Result<usize> {
    let texts = in_force(db, config).await?;
    for (path, text) in &texts {
        let file = folder.join(path);
        let parent = file.parent().unwrap_or(folder);
        std::fs::create_dir_all(parent).with_context(|| format!("cannot make {}", parent.display()))?;
        std::fs::write(&file, text).with_context(|| format!("cannot write {}", file.display()))?;
    }
    Ok(texts.len())
}

/// How the documents of `folder` differ from those in force, by path.
pub async fn compare(db: &Db, config: &Config, folder: &Path) -> Result<Vec<(String, Difference)>> {
    let (now, wanted) = (in_force(db, config).await?, editorial::texts_of(folder)?);
    let paths: BTreeSet<&String> = now.keys().chain(wanted.keys()).collect();
    let difference = |path: &String| match (now.get(path), wanted.get(path)) {
        (Some(old), Some(new)) => (old != new).then_some(Difference::Changed),
        (None, Some(_)) => Some(Difference::New),
        (Some(_), None) => Some(Difference::Missing),
        (None, None) => None,
    };
    Ok(paths.into_iter().filter_map(|path| Some((path.clone(), difference(path)?))).collect())
}

/// Publishes what `folder` says otherwise, all of it or nothing; what it does not have stays as it is. Answers which documents.
pub async fn import(db: &Db, config: &Config, folder: &Path, by: &Actor, now: i64) -> Result<Vec<String>> {
    for _ in 0..TRIES {
        let (edition, mut overlay): (i64, Overlay) = editorial::judged_texts(db, &[])
            .await
            .map_err(|error| anyhow::anyhow!("{}", error.sentence()))?;
        let current = in_force(db, config).await?;
        let wanted = editorial::texts_of(folder)?;
        let differs: Texts =
            wanted.into_iter().filter(|(path, text)| current.get(path) != Some(text)).collect();
        if differs.is_empty() {
            return Ok(Vec::new());
        }
        overlay.extend(differs.iter().map(|(path, text)| (path.clone(), Some(text.clone()))));
        let made = editorial::laid_over(&config.content_dir, &overlay)?;
        if let Some(fault) = faults(made.path()).first() {
            bail!("{fault}");
        }
        let texts: Vec<_> = differs.iter().map(|(path, text)| (path.as_str(), text.as_str())).collect();
        let (missing, mut clashes) = media_faults::judge(db, &texts).await?;
        if let Some(fault) = missing.first() {
            bail!("{fault}");
        }
        if differs.keys().any(|path| has_offers(path)) {
            let offers = Offers::load(made.path())?;
            if let Some(fault) = code_faults(db, &offers).await?.first() {
                bail!("{fault}");
            }
            clashes.extend(bonus::coupon_clashes(&offers));
        }
        let done = editorial::import(db, &differs, (edition, clashes.as_slice()), by, now).await;
        if done.map_err(|error| anyhow::anyhow!("{}", error.sentence()))? == Published::Done {
            return Ok(differs.into_keys().collect());
        }
    }
    bail!("something else is published again and again; try again")
}

async fn in_force(db: &Db, config: &Config) -> Result<Texts> {
    let editions = Editions::open(db, &config.content_dir, false).await?;
    editorial::texts_of(editions.now().folder())
}
