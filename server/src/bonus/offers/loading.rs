//! Reading offers: the list of `bonuses.toml`, and over it the documents of `offers/`, one an offer.
//!
//! The list is what a fresh install has. Staff writes an offer as a document of its own, which goes before what the list says
//! of the same code.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};

use super::super::additional;
use super::{Offer, Offers};

/// The list of the content folder.
pub(super) const FILE: &str = "bonuses.toml";

/// The folder of documents.
const FOLDER: &str = "offers";

/// The path of the document of an offer, below the content folder.
pub fn document_of(code: &str) -> String {
    format!("{FOLDER}/{code}.toml")
}

impl Offers {
    /// Reads the files of the content folder.
    pub fn load(folder: &Path) -> Result<Self> {
        let path = folder.join(FILE);
        let text =
            std::fs::read_to_string(&path).with_context(|| format!("cannot read {}", path.display()))?;
        let list: Self = toml::from_str(&text).with_context(|| format!("in {}", path.display()))?;
        let mut documents = Vec::new();
        for file in documents_of(folder)? {
            documents.push(Offer::read(&file).with_context(|| format!("in {}", file.display()))?);
        }
        list.with(documents).with_context(|| format!("in {}", path.display()))
    }

    #[cfg(test)]
    pub(super) fn parse(text: &str) -> Result<Self> {
        toml::from_str::<Self>(text)?.with(Vec::new())
    }

    /// What the content folder's list says alone, as it is before a document lies over it.
    pub fn listed(text: &str) -> Result<Self> {
        Ok(toml::from_str(text)?)
    }

    /// The same offers, each with the version of its document: `versions` has those in force by path.
    #[must_use]
    pub fn numbered(mut self, versions: &BTreeMap<String, i64>) -> Self {
        for offer in &mut self.offer {
            offer.version = versions.get(&document_of(&offer.code)).copied().unwrap_or(0);
        }
        self
    }

    /// The list with `documents`, each of which was found right, in the places of those of the same code, or after them.
    fn with(mut self, documents: Vec<Offer>) -> Result<Self> {
        for document in documents {
            match self.offer.iter_mut().find(|offer| offer.code == document.code) {
                Some(listed) => *listed = document,
                None => self.offer.push(document),
            }
        }
        for (place, offer) in self.offer.iter().enumerate() {
            offer.check().with_context(|| format!("offer {:?}", offer.code))?;
            // In addresses case does not count.
            let twice = self.offer[..place].iter().any(|other| other.code.eq_ignore_ascii_case(&offer.code));
            ensure!(!twice, "two offers are called {:?}", offer.code);
            let twice = self.offer[..place]
                .iter()
                .any(|other| other.coupon.is_some() && other.coupon == offer.coupon);
            ensure!(!twice, "two offers have the coupon {:?}", offer.coupon);
        }
        additional::check(&self.additional_gifts, &self)?;
        Ok(self)
    }
}

impl Offer {
    /// What a document says, which is named after the offer's code.
    fn read(file: &Path) -> Result<Self> {
        let text =
            std::fs::read_to_string(file).with_context(|| format!("cannot read {}", file.display()))?;
        let offer = Self::parse(&text)?;
        let is_named = file.file_stem().is_some_and(|name| name == offer.code.as_str());
        ensure!(
            is_named,
            "the document of the offer {:?} is called {:?}",
            offer.code,
            document_of(&offer.code)
        );
        offer.check().with_context(|| format!("offer {:?}", offer.code))?;
        Ok(offer)
    }

    /// What the text of a document says, which may be wrong.
    pub fn parse(text: &str) -> Result<Self> {
        Ok(toml::from_str(text)?)
    }

    /// It as the text of a document.
    pub fn text(&self) -> Result<String> {
        Ok(toml::to_string(&Self { version: 0, ..self.clone() })?)
    }
}

/// The documents of the folder, by name.
fn documents_of(folder: &Path) -> Result<Vec<PathBuf>> {
    let place = folder.join(FOLDER);
    if !place.is_dir() {
        return Ok(Vec::new());
    }
    let mut found = Vec::new();
    for entry in std::fs::read_dir(&place).with_context(|| format!("cannot read {}", place.display()))? {
        let path = entry.with_context(|| format!("cannot read {}", place.display()))?.path();
        if path.extension().is_some_and(|extension| extension == "toml") {
            found.push(path);
        }
    }
    found.sort_unstable();
    Ok(found)
}
