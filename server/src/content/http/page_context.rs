//! What a call tells of the visitor beside address and session: the host, and the tags of affiliates.

use std::sync::Arc;

use axum::extract::FromRequestParts;
use axum::http::HeaderMap;
use axum::http::header::ACCEPT_LANGUAGE;
use axum::http::request::Parts;
use croupier_ledger::PlayerId;

use crate::app::App;
use crate::auth::{Caller, Visitor, cookie, host_of};
use crate::content::banners::{Audience, WelcomePack};
use crate::content::brand_on;
use crate::content::brands::Brand;
use crate::content::loaded::Published;
use crate::platform::cached::KeptBy;
use crate::platform::error::ApiResult;
use crate::player::{self, Player};
use crate::site_config::{LOCALE_COOKIE, LocalePreferences};

/// Where the site keeps the tag that a visitor came with.
const STAG_COOKIE: &str = "stag";
/// Where the site keeps the affiliate that a visitor came from.
const AFFILIATE_COOKIE: &str = "affb_id";

/// What a call tells.
#[derive(Debug, Clone)]
pub(super) struct PageContext {
    /// The host, as the browser names it.
    pub(super) host: String,
    /// The tag that the visitor came with.
    pub(super) stag: Option<String>,
    /// The affiliate that the visitor came from.
    pub(super) affb_id: Option<String>,
}

impl FromRequestParts<Arc<App>> for PageContext {
    type Rejection = std::convert::Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &Arc<App>) -> Result<Self, Self::Rejection> {
        Ok(Self::read(&parts.headers))
    }
}

impl PageContext {
    fn read(headers: &HeaderMap) -> Self {
        Self {
            host: host_of(headers).to_owned(),
            stag: cookie(headers, STAG_COOKIE),
            affb_id: cookie(headers, AFFILIATE_COOKIE),
        }
    }

    /// The brand that the visitor sees.
    pub(super) fn brand<'a>(&self, app: &App, published: &'a Published) -> ApiResult<&'a Brand> {
        brand_on(app, published, &self.host)
    }
}

/// The language that the site speaks to a visitor, who is `own` when signed in.
pub(super) fn locale_of(app: &App, own: Option<&Player>, visitor: &Visitor, headers: &HeaderMap) -> String {
    let chosen = cookie(headers, LOCALE_COOKIE);
    let preferences = LocalePreferences {
        own: own.map(|player| player.locale.as_str()),
        chosen: chosen.as_deref(),
        country: visitor.country().and_then(|code| app.site_config.countries.locale(code)),
        accepted: headers.get(ACCEPT_LANGUAGE).and_then(|value| value.to_str().ok()),
    };
    preferences.decide().to_owned()
}

/// What decides about what a visitor is shown.
#[derive(Debug)]
pub(super) struct Shown {
    groups: Option<Vec<i64>>,
    welcome_pack: WelcomePack,
    now: i64,
    /// Who may keep what is shown.
    pub(super) kept_by: KeptBy,
}

impl Shown {
    /// Finds out about the visitor.
    pub(super) async fn to(app: &App, caller: &Caller, page_context: &PageContext) -> ApiResult<Self> {
        let groups = match caller.player() {
            Some(player) => Some(player::groups_of(app, player.id).await?),
            None => None,
        };
        let of_tag = app
            .site_config
            .project
            .welcome_pack_stags
            .iter()
            .any(|tag| page_context.stag.as_ref() == Some(tag));
        let of_group = groups.as_ref().is_some_and(|groups| groups.contains(&player::WELCOME_PACK));
        let has_pack = of_tag || of_group;
        let is_used = match caller.player() {
            Some(player) if has_pack => has_paid_in(app, player.id).await?,
            _ => false,
        };
        let welcome_pack = match (has_pack, is_used) {
            (false, _) => WelcomePack::None,
            (true, false) => WelcomePack::Active,
            (true, true) => WelcomePack::Used,
        };
        let known = groups.is_some() || page_context.stag.is_some();
        Ok(Self {
            groups,
            welcome_pack,
            now: app.clock.now(),
            kept_by: if known { KeptBy::Visitor } else { KeptBy::Guests },
        })
    }

    /// The player's groups; `None` for a guest.
    pub(super) fn groups(&self) -> Option<&[i64]> {
        self.groups.as_deref()
    }

    /// The same for banners of a visitor who sees `brand`.
    pub(super) fn audience<'a>(&'a self, brand: &'a str) -> Audience<'a> {
        Audience { brand, groups: self.groups(), welcome_pack: self.welcome_pack, now: self.now }
    }
}

/// Whether a deposit of the player has succeeded: the welcome pack is for the first one.
pub(super) async fn has_paid_in(app: &App, player: PlayerId) -> ApiResult<bool> {
    Ok(app.wallet.stats(player).await?.iter().any(|stat| stat.deposits_count > 0))
}
