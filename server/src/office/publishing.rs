//! Judging what staff has written, and publishing what is due.
//!
//! Drafts are judged as a set, by the loaders that read them once they are in force: each lies over everything else in a folder
//! of its own.

use std::convert::Infallible;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use anyhow::Error;
use croupier_db::{Db, Statement};
use uuid::Uuid;

use super::media_faults;
use crate::app::App;
use crate::bonus::{self, Bonuses, Offers};
use crate::cashbox::{FRAUD_RULES, FraudRules};
use crate::catalogue::ContentError;
use crate::content;
use crate::editorial::{self, Batch, Chosen, Document, Overlay, Publication, Published};
use crate::lootbox::Lootboxes;
use crate::mail::Templates;
use crate::platform::error::{ApiError, ApiResult};
use crate::site_config::{self, Statuses};
use crate::staff::{Actor, Permission};
use crate::{adventure, jackpot, lottery, tournaments};

/// How often what is due is looked for.
const EVERY: Duration = Duration::from_secs(1);

/// How often a publication is judged anew because something else was published meanwhile.
const TRIES: u32 = 5;

/// The list of the offers.
const OFFERS: &str = "bonuses.toml";

/// Who makes the games, and where they run.
const PROVIDERS: &str = "providers.toml";

/// Whether a document says what is on offer: the list, or an offer's own.
pub(super) fn has_offers(path: &str) -> bool {
    path == OFFERS || path.starts_with("offers/")
}

/// What judging has found.
struct Judged {
    faults: Vec<Fault>,
    /// What has to touch no row when the drafts are published.
    clashes: Vec<Statement>,
}

/// What is wrong with a draft.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fault {
    /// The document, as far as that is known.
    pub path: Option<String>,
    /// Counts from 1.
    pub line: Option<usize>,
    /// A sentence.
    pub message: String,
}

/// What is said of the fault of a document that the reader may not read.
const ANOTHER_FAULTY: &str = "Another document does not load.";

impl std::fmt::Display for Fault {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match (&self.path, self.line) {
            (Some(path), Some(line)) => write!(f, "{path}:{line}: {}", self.message),
            (Some(path), None) => write!(f, "{path}: {}", self.message),
            (None, _) => f.write_str(&self.message),
        }
    }
}

/// Why drafts were not published.
#[derive(Debug)]
pub enum NotPublished {
    /// They do not load.
    Faulty(Vec<Fault>),
    /// They may not be, or no longer.
    Refused(ApiError),
}

impl From<ApiError> for NotPublished {
    fn from(error: ApiError) -> Self {
        Self::Refused(error)
    }
}

/// What is wrong with the drafts that were `chosen`, beside what is in force.
pub(super) async fn judge(app: &App, chosen: &[Chosen]) -> ApiResult<Vec<Fault>> {
    let (_, overlay) = editorial::judged_texts(&app.db, chosen).await?;
    Ok(judge_overlay(app, chosen, overlay).await?.faults)
}

async fn judge_overlay(app: &App, chosen: &[Chosen], overlay: Overlay) -> ApiResult<Judged> {
    let seed = app.editions.seed().to_owned();
    let has_offers = chosen.iter().any(|draft| has_offers(&draft.path));
    let text = |draft: &Chosen| overlay.get(&draft.path).cloned().flatten();
    let texts: Vec<_> = chosen.iter().filter_map(|draft| Some((&draft.path, text(draft)?))).collect();
    let texts: Vec<_> = texts.iter().map(|(path, text)| (path.as_str(), text.as_str())).collect();
    let (missing, mut clashes) = media_faults::judge(&app.db, &texts).await?;
    let names_providers = chosen.iter().any(|draft| draft.path == PROVIDERS);
    let judged = tokio::task::spawn_blocking(move || -> anyhow::Result<(Vec<Fault>, Option<Offers>)> {
        let folder = editorial::laid_over(&seed, &overlay)?;
        let mut found = faults(folder.path());
        if names_providers {
            found.extend(content::foreign_origin(&seed, folder.path()).map(of_origin));
        }
        let offers = if has_offers { Offers::load(folder.path()).ok() } else { None };
        Ok((found, offers))
    });
    let judged = judged.await.map_err(|error| ApiError::internal(&error))?;
    let (mut faults, offers) = judged.map_err(|error| ApiError::internal(&format!("{error:#}")))?;
    faults.extend(missing);
    let Some(offers) = offers else {
        return Ok(Judged { faults, clashes });
    };
    faults.extend(code_faults(&app.db, &offers).await?);
    clashes.extend(bonus::coupon_clashes(&offers));
    Ok(Judged { faults, clashes })
}

/// What is wrong with the codes of `offers` beside the coupons that were made.
pub(super) async fn code_faults(db: &Db, offers: &Offers) -> croupier_db::Result<Vec<Fault>> {
    let taken = bonus::clashing_coupons(db, offers).await?;
    let fault = |code: String| Fault {
        path: Some(OFFERS.to_owned()),
        line: None,
        message: format!("a coupon has the code {code:?} already"),
    };
    Ok(taken.into_iter().map(fault).collect())
}

/// What is wrong in `folder`, the first fault of each part of the content.
pub fn faults(folder: &Path) -> Vec<Fault> {
    let mut faults: Vec<Fault> =
        content::faults(folder).into_iter().map(|error| of_part(folder, error)).collect();
    if let Err(error) = content::read(folder) {
        faults.push(of_part(folder, error));
    }
    let mut check = |document: &str, done: anyhow::Result<()>| {
        if let Err(error) = done {
            faults.push(of_document(folder, document, &error));
        }
    };
    check("mails", Templates::load(folder).map(drop));
    check("loyalty.toml", site_config::check_loyalty(folder));
    check("currencies.toml", site_config::check_currencies(folder));
    check("tournaments.toml", tournaments::load(folder).map(drop));
    check("jackpots.toml", jackpot::load(folder).map(drop));
    check(FRAUD_RULES, FraudRules::load(folder).map(drop));
    let statuses = match Statuses::load(folder) {
        Ok(statuses) => statuses,
        Err(error) => {
            // Offers name groups: without these nothing can be said of them.
            check("statuses.toml", Err(error));
            return faults;
        }
    };
    match Bonuses::load(folder, &statuses) {
        // Prizes are offers: without good ones nothing can be said of them.
        Ok(bonuses) => {
            let offers = bonuses.offers();
            if let Ok(tournaments) = tournaments::load(folder) {
                check("tournaments.toml", tournaments::check_gifts(&tournaments, &offers));
            }
            check("lootboxes.toml", Lootboxes::load(folder, &offers).map(drop));
            check("lotteries.toml", lottery::load(folder, &offers).map(drop));
            check("adventures.toml", adventure::load(folder, &offers).map(drop));
        }
        Err(error) => check(OFFERS, Err(error)),
    }
    faults
}

/// A provider that names an origin which is not its own in the seed.
fn of_origin((provider, origin): (String, String)) -> Fault {
    let message =
        format!("the provider {provider:?} cannot name {origin:?} here: who runs the servers names origins");
    Fault { path: Some(PROVIDERS.to_owned()), line: None, message }
}

fn of_part(folder: &Path, error: ContentError) -> Fault {
    let ContentError { file, line, message } = error;
    let path = Path::new(&file).strip_prefix(folder).map(|path| path.display().to_string());
    Fault { path: Some(path.unwrap_or(file)), line, message }
}

/// A fault of a loader that names its file in the words of the error.
fn of_document(folder: &Path, document: &str, error: &Error) -> Fault {
    let place = folder.display().to_string();
    let mut said: Vec<String> = Vec::new();
    let (mut path, mut line) = (document.to_owned(), None);
    for cause in error.chain() {
        if let Some(toml) = cause.downcast_ref::<toml::de::Error>() {
            let text = std::fs::read_to_string(folder.join(&path)).unwrap_or_default();
            let before = toml.span().and_then(|span| text.get(..span.start));
            line = before.map(|before| before.matches('\n').count() + 1);
            said.push(toml.message().to_owned());
            break;
        }
        let words = cause.to_string();
        match words.strip_prefix("in ") {
            Some(file) if is_path(file) => {
                file.trim_start_matches(&place).trim_start_matches('/').clone_into(&mut path);
            }
            _ => said.push(words.replace(&format!("{place}/"), "")),
        }
    }
    Fault { path: Some(path), line, message: said.join(": ") }
}

fn is_path(words: &str) -> bool {
    !words.contains(' ') && Path::new(words).extension().is_some_and(|extension| extension == "toml")
}

/// Publishes drafts at once, when all of them load.
pub(super) async fn publish(
    app: &App,
    chosen: &[Chosen],
    reason: &str,
    by: &Actor,
) -> Result<(), NotPublished> {
    for _ in 0..TRIES {
        let (edition, overlay) = editorial::judged_texts(&app.db, chosen).await?;
        let Judged { faults, clashes } = judge_overlay(app, chosen, overlay).await?;
        if !faults.is_empty() {
            return Err(NotPublished::Faulty(faults));
        }
        let publication = Publication { chosen, edition, clashes: &clashes, reason };
        if editorial::publish(&app.db, &publication, by, app.clock.now()).await? == Published::Done {
            return Ok(());
        }
    }
    Err(busy().into())
}

/// Says that drafts are published together at `due_at`, when they load now; they are judged again when they are due.
pub(super) async fn schedule(
    app: &App,
    chosen: &[Chosen],
    due_at: i64,
    reason: &str,
    by: &Actor,
) -> Result<(), NotPublished> {
    let (edition, overlay) = editorial::judged_texts(&app.db, chosen).await?;
    let Judged { faults, clashes } = judge_overlay(app, chosen, overlay).await?;
    if !faults.is_empty() {
        return Err(NotPublished::Faulty(faults));
    }
    let batch: Uuid = app.entropy.uuid(&app.clock);
    let publication = Publication { chosen, edition, clashes: &clashes, reason };
    editorial::schedule(&app.db, &publication, due_at, batch, by, app.clock.now()).await?;
    Ok(())
}

/// `faults` as somebody hears of them who reads the documents of which `reads` says so: of others that there is one.
pub(super) fn for_reader(faults: Vec<Fault>, reads: impl Fn(Permission) -> bool) -> Vec<Fault> {
    let (mut heard, others): (Vec<_>, Vec<_>) = faults.into_iter().partition(|fault| {
        let document = fault.path.as_deref().and_then(Document::at);
        document.is_none_or(|document| reads(document.group.read()))
    });
    if !others.is_empty() {
        heard.push(Fault { path: None, line: None, message: ANOTHER_FAULTY.to_owned() });
    }
    heard
}

fn busy() -> ApiError {
    ApiError::conflict("content_changed", "Somebody has changed this document meanwhile.")
}

/// Publishes what is due until the server stops.
pub async fn run(app: Arc<App>) {
    app.every("publishing", EVERY, |app| async move {
        match editorial::due(&app.db, app.clock.now()).await {
            Ok(batches) => {
                for batch in batches {
                    publish_due(&app, &batch).await;
                }
            }
            Err(error) => tracing::error!(?error, "what is due to be published cannot be read"),
        }
        Ok::<_, Infallible>(())
    })
    .await;
}

async fn publish_due(app: &App, batch: &Batch) {
    let done = match try_batch(app, batch).await {
        Ok(()) => return,
        Err(NotPublished::Faulty(faults)) => {
            let fault = |path: &str| {
                let reader = |permission| Document::at(path).is_some_and(|of| of.group.read() == permission);
                let said: Vec<String> =
                    for_reader(faults.clone(), reader).iter().map(Fault::to_string).collect();
                said.join("; ")
            };
            editorial::fail(&app.db, batch, fault, app.clock.now()).await
        }
        // A store that is away is asked again; what may not be published says why.
        Err(NotPublished::Refused(refused)) if refused.status().is_server_error() => Err(refused),
        Err(NotPublished::Refused(refused)) => {
            editorial::fail(&app.db, batch, |_| refused.sentence().to_owned(), app.clock.now()).await
        }
    };
    if let Err(error) = done {
        tracing::error!(?error, "what is due is not published");
    }
}

async fn try_batch(app: &App, batch: &Batch) -> Result<(), NotPublished> {
    for _ in 0..TRIES {
        let (edition, overlay) = editorial::judged_texts(&app.db, &batch.chosen).await?;
        let Judged { faults, clashes } = judge_overlay(app, &batch.chosen, overlay).await?;
        if !faults.is_empty() {
            return Err(NotPublished::Faulty(faults));
        }
        if batch.publish(&app.db, edition, &clashes, app.clock.now()).await? == Published::Done {
            return Ok(());
        }
    }
    Err(ApiError::unavailable(&"too much is published at once").into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fault_has_its_document_and_line() {
        let seed = Path::new(env!("CARGO_MANIFEST_DIR")).join("../content");
        let of = |path: &str, text: &str| {
            let overlay = [(path.to_owned(), Some(text.to_owned()))].into();
            let folder = editorial::laid_over(&seed, &overlay).unwrap();
            faults(folder.path())
        };
        for (path, text, line, said) in [
            ("banners.toml", "[[banner]]\nid = \"one\"\n", Some(2), "string"),
            ("bonuses.toml", "\n\n[[offer]]\ncode = 3\n", Some(4), "string"),
            (
                "currencies.toml",
                "enabled = [\"USD\"]\nfiat = [\"USD\"]\ncrypto = []\n[display_map]\n",
                None,
                "EUR",
            ),
            ("catalogue.toml", "[[game]]\nidentifier = 3\n", Some(2), "string"),
            (
                "collections.toml",
                "[[collection]]\nid = \"top\"\ntitle = \"Top\"\nfollow = \"luck\"\n",
                Some(4),
                "luck",
            ),
            ("statuses.toml", "\n[[status]]\nid = \"team_7\"\nname = \"Seven\"\n", None, "no id"),
            ("tournaments.toml", "nothing = 1\n", Some(1), "unknown field"),
            ("fraud_rules.toml", "\nnothing = 1\n", Some(2), "unknown field"),
            ("pages/about/en.md", "title: A\nfont: B\n\nText", Some(2), "font"),
            ("mails/de.toml", "[frame]\nx = 1\n", None, ""),
        ] {
            let found = of(path, text);
            assert!(!found.is_empty(), "{path} is found faulty");
            let fault = &found[0];
            assert_eq!(fault.path.as_deref(), Some(path), "{fault}");
            if line.is_some() {
                assert_eq!(fault.line, line, "{fault}");
            }
            assert!(fault.message.contains(said), "{fault}");
        }
    }
}
