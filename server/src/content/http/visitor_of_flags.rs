//! For whom switches are read: the player, or the browser of a guest.

use axum::http::HeaderMap;
use croupier_ledger::PlayerId;

use crate::app::App;
use crate::auth::{Caller, Visitor};
use crate::flags::exposures::TestVisitor;
use crate::flags::{self, Asker};
use crate::platform::error::ApiResult;
use crate::player;

/// Who asks at a brand.
#[derive(Debug)]
pub(super) struct VisitorOfFlags<'a> {
    brand: &'a str,
    country: Option<String>,
    groups: Vec<i64>,
    /// What stays the same about the player or the browser.
    key: Option<String>,
    player: Option<PlayerId>,
    /// What the browser of a guest keeps.
    installation: Option<String>,
}

impl<'a> VisitorOfFlags<'a> {
    /// Finds out about the visitor; `brand` is the short name of the brand. While no switch has a version, nothing of a player is
    /// asked.
    pub(super) async fn of(
        app: &App,
        (visitor, caller, headers): (&Visitor, &Caller, &HeaderMap),
        brand: &'a str,
    ) -> ApiResult<Self> {
        if let Some(known) = caller.player() {
            let (country, groups) = if app.flags.has_versions() {
                let country = player::get(app, known.id).await?.country;
                (Some(country), player::groups_of(app, known.id).await?)
            } else {
                (None, Vec::new())
            };
            let key = Some(flags::key_of_player(known.id));
            return Ok(Self { brand, country, groups, key, player: Some(known.id), installation: None });
        }
        let installation = flags::installation_of(headers);
        Ok(Self {
            brand,
            country: visitor.country().map(str::to_owned),
            groups: Vec::new(),
            key: installation.as_deref().map(flags::key_of_browser),
            player: None,
            installation,
        })
    }

    /// How rules know the visitor.
    pub(super) fn asker(&self) -> Asker<'_> {
        Asker {
            brand: self.brand,
            country: self.country.as_deref(),
            groups: &self.groups,
            key: self.key.as_deref(),
        }
    }

    /// The player; `None` of a guest.
    pub(super) const fn player(&self) -> Option<PlayerId> {
        self.player
    }

    /// How A/B tests count the visitor; `None` of a browser that keeps nothing.
    pub(super) fn of_tests(&self, app: &App) -> Option<TestVisitor> {
        let of_browser = || self.installation.as_deref().map(|kept| TestVisitor::browser(app, kept));
        self.player.map(TestVisitor::player).or_else(of_browser)
    }
}
