//! Switches of the site and A/B tests: whom each is on for, changed by staff while the servers run.
//!
//! The content says how a switch stands at first, for everybody; from its first version on, staff does. A switch opens
//! nothing that the server would refuse: it decides what the site shows. Every server follows within [`FOLLOW_EVERY`] and
//! tells its browsers.
//!
//! A planned A/B test counts who was shown which variant ([`exposures`]) and what came of it ([`results()`]).

mod exposure_store;
pub mod exposures;
pub mod readers;
mod results;
mod rule;
mod statistics;
mod store;

use std::collections::BTreeMap;
use std::mem::replace;
use std::sync::Arc;
use std::time::Duration;

use axum::http::HeaderMap;
use croupier_db::{Db, log};
use croupier_ledger::{Fact, PlayerId};
use serde_json::json;
use tokio::sync::Mutex;

use crate::app::App;
use crate::auth::cookie;
use crate::platform::current::Current;
use crate::platform::error::{ApiError, ApiResult};
use crate::staff::{self, Actor, NO_PLAYER, Permission};
use exposures::{RunKey, Shown, TestVisitor, Waiting};
pub use results::{
    Comparison, RESULT_WINDOW_MS, TestProgress, TestRun, VariantResult, VariantShare, results,
};
pub use rule::{Asker, FlagRule, FlagVariant, Outcome, TestPlan};

/// How often a server looks what others have changed.
const FOLLOW_EVERY: Duration = Duration::from_millis(500);

/// A switch that the site asks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Use {
    /// The switch.
    pub name: &'static str,
    /// The variants that the site knows of an A/B test, the one that stands without a test first; empty of others.
    pub variants: &'static [&'static str],
    /// Pages of the site that ask it.
    pub pages: &'static [&'static str],
}

/// Every switch that the site asks.
const USES: &[Use] = &[
    Use { name: "gameIdentifiers", variants: &[], pages: &["/{provider}/{game}"] },
    Use { name: "registrationForm", variants: &["one_form", "steps"], pages: &["/sign-up"] },
    Use { name: "rocketChance", variants: &[], pages: &["/rocket-chance"] },
];

/// A version of a switch. Times are UTC milliseconds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FlagVersion {
    /// From 1 on.
    pub version: i64,
    /// The version that began the run of the A/B test that goes on with this one; `None` when nobody is counted.
    pub run: Option<i64>,
    /// Whom it is on for.
    pub rule: FlagRule,
    /// In the words of who has made it.
    pub reason: String,
    /// The name of the member.
    pub by: String,
    /// When it was made.
    pub at: i64,
}

/// A switch as it stands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Flag {
    /// The name.
    pub name: String,
    /// How the content has it; `None` when the content does not name it.
    pub of_content: Option<bool>,
    /// What asks it; `None` when nothing does.
    pub asked: Option<Use>,
    /// The version that holds; `None` while the content's word does.
    pub in_force: Option<FlagVersion>,
}

/// What a visitor gets of the switches.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Seen {
    /// Whether each switch is on.
    pub features: BTreeMap<String, bool>,
    /// The variant of each A/B test that is on.
    pub variants: BTreeMap<String, String>,
}

/// The switches, as this server last knew.
#[derive(Debug)]
pub struct Flags {
    known: Current<Known>,
    /// The revision that browsers were last told of. Held from the reading to the replacing, so that an older reading never
    /// replaces a newer one.
    reported: Mutex<i64>,
    /// Exposures that are still to be written.
    waiting: Waiting,
}

#[derive(Debug)]
struct Known {
    /// Rises with each version of any switch.
    revision: i64,
    versions: BTreeMap<String, FlagVersion>,
}

impl Flags {
    /// Reads the switches.
    pub async fn open(db: &Db) -> croupier_db::Result<Self> {
        let known = read(db, store::revision(db).await?).await?;
        let reported = Mutex::new(known.revision);
        Ok(Self { reported, known: Current::new(known), waiting: Waiting::default() })
    }

    /// Whether any switch is other than the content has it.
    pub fn has_versions(&self) -> bool {
        !self.known.now().versions.is_empty()
    }

    /// What `asker` gets of the switches, which stand as `of_content` says where they have no version.
    pub fn seen(&self, of_content: &BTreeMap<String, bool>, asker: Asker<'_>) -> Seen {
        let mut seen = Seen { features: of_content.clone(), variants: BTreeMap::new() };
        for (name, FlagVersion { rule, .. }) in &self.known.now().versions {
            let is_on = rule.is_on_for(name, asker);
            seen.features.insert(name.clone(), is_on);
            if let Some(variant) = rule.variant(name, asker.key).filter(|_| is_on) {
                seen.variants.insert(name.clone(), variant.to_owned());
            }
        }
        seen
    }

    /// The outcome that the test `name` counts `asker` for, who was shown `variant`; `None` when the asker is not counted: the test
    /// is not planned or not on for the asker, or shows another variant.
    pub fn counted_outcome(&self, name: &str, variant: &str, asker: Asker<'_>) -> Option<Outcome> {
        asker.key?;
        let known = self.known.now();
        let FlagVersion { rule, .. } = known.versions.get(name)?;
        let is_shown = rule.is_on_for(name, asker) && rule.variant(name, asker.key) == Some(variant);
        rule.plan.filter(|_| is_shown && rule.counts()).map(|plan| plan.outcome)
    }

    /// Notes that `visitor` was shown `variant` of the test `name` at `at` (UTC milliseconds). It counts once in a run.
    pub fn note_shown(&self, name: &str, variant: &str, visitor: TestVisitor, at: i64) {
        let Some(run) = self.known.now().versions.get(name).and_then(|version| version.run) else { return };
        let run = RunKey { name: name.to_owned(), run };
        if !self.waiting.note(run, visitor, Shown { variant: variant.to_owned(), at }) {
            tracing::warn!(name, "a visitor of a test is not counted, because too many wait to be written");
        }
    }

    /// Which switches are on for anybody at `brand`.
    pub fn reachable(&self, of_content: &BTreeMap<String, bool>, brand: &str) -> BTreeMap<String, bool> {
        let mut reachable = of_content.clone();
        for (name, FlagVersion { rule, .. }) in &self.known.now().versions {
            reachable.insert(name.clone(), rule.is_on_at(brand));
        }
        reachable
    }

    /// Every switch: those that the content names, those that the site asks, and those that have a version.
    pub fn all(&self, of_content: &BTreeMap<String, bool>) -> Vec<Flag> {
        let known = self.known.now();
        let asked = USES.iter().map(|used| used.name);
        let mut names: Vec<&str> = of_content.keys().map(String::as_str).chain(asked).collect();
        names.extend(known.versions.keys().map(String::as_str));
        names.sort_unstable();
        names.dedup();
        let flag = |name: &str| Flag {
            name: name.to_owned(),
            of_content: of_content.get(name).copied(),
            asked: USES.iter().find(|used| used.name == name).copied(),
            in_force: known.versions.get(name).cloned(),
        };
        names.into_iter().map(flag).collect()
    }

    /// Brings this server to what holds now.
    async fn refresh(&self, db: &Db) -> croupier_db::Result<()> {
        let _told = self.reported.lock().await;
        self.bring(db).await
    }

    /// The same; answers whether browsers are still to be told.
    async fn follow(&self, db: &Db) -> croupier_db::Result<bool> {
        let mut reported = self.reported.lock().await;
        self.bring(db).await?;
        let revision = self.known.now().revision;
        Ok(replace(&mut *reported, revision) != revision)
    }

    async fn bring(&self, db: &Db) -> croupier_db::Result<()> {
        let revision = store::revision(db).await?;
        if revision != self.known.now().revision {
            self.known.replace(read(db, revision).await?);
        }
        Ok(())
    }
}

/// Reads the switches, which have come to `revision` or beyond.
async fn read(db: &Db, revision: i64) -> croupier_db::Result<Known> {
    Ok(Known { revision, versions: store::in_force(db).await?.into_iter().collect() })
}

/// What stays the same about a player on every device.
pub fn key_of_player(id: PlayerId) -> String {
    format!("player:{id}")
}

/// Where the site keeps what tells a browser from others, once optional cookies are accepted.
const INSTALLATION_COOKIE: &str = "installation";

/// What the browser that sends `headers` keeps to be told from others: 32 hex digits.
pub fn installation_of(headers: &HeaderMap) -> Option<String> {
    let is_hex = |text: &String| text.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'));
    cookie(headers, INSTALLATION_COOKIE).filter(|text| text.len() == 32 && is_hex(text))
}

/// What stays the same about a browser that keeps `installation`.
pub fn key_of_browser(installation: &str) -> String {
    format!("browser:{installation}")
}

/// Follows what other servers change, until the server stops. `changed` tells this server's browsers.
pub async fn run(app: Arc<App>, changed: fn(&App)) {
    let follow = |app: Arc<App>| async move {
        if app.flags.follow(&app.db).await? {
            changed(&app);
        }
        Ok::<_, croupier_db::Error>(())
    };
    app.every("flags", FOLLOW_EVERY, follow).await;
}

/// Versions of the switch `name`, newest first.
pub async fn history(db: &Db, name: &str) -> croupier_db::Result<Vec<FlagVersion>> {
    store::history(db, name).await
}

/// Puts `rule` in force for the switch `name`, whose last version is `base` (0 without any), as the member `by` wishes: the
/// row and the fact are one commit. This server follows at once. 409 when somebody was first.
pub async fn put(
    app: &App,
    name: &str,
    (base, rule): (i64, FlagRule),
    by: &Actor,
    reason: &str,
) -> ApiResult<()> {
    let now = app.clock.now();
    let member = by.signed.as_ref().map(|signed| signed.id).ok_or_else(ApiError::unauthorized)?;
    let body = by.signing(json!({ "subject": name, "rule": rule, "reason": reason })).to_string();
    let version = base.saturating_add(1);
    let new =
        FlagVersion { version, run: None, rule, reason: reason.to_owned(), by: by.name.clone(), at: now };
    let mut tx = app.db.begin().await?;
    log::lock_lane(&app.db, &mut tx, NO_PLAYER).await?;
    staff::require_in(&mut tx, member, Permission::ContentPublish).await?;
    if !store::add(&mut tx, name, base, &new).await? {
        return Err(ApiError::conflict("flag_changed", "A colleague has changed this switch meanwhile."));
    }
    log::append(&app.db, &mut tx, NO_PLAYER, now, &[Fact { kind: "flag.changed", body }]).await?;
    tx.commit().await?;
    // It is done, whether this server can read it now or in a moment.
    if let Err(error) = app.flags.refresh(&app.db).await {
        tracing::warn!(%error, "this server follows later");
    }
    Ok(())
}
