//! Gifts by what they were made by, for pages that show them beside it.

use croupier_ledger::PlayerId;
use serde::Serialize;
use utoipa::ToSchema;

use super::{grant_store, store};
use crate::app::App;
use crate::platform::error::ApiResult;

/// Where a gift stands that something has brought.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct SourcedGift {
    /// What it was made by.
    #[serde(skip)]
    pub source: String,
    /// `bonus` or `freespins`.
    #[serde(rename = "type")]
    #[schema(value_type = String)]
    pub kind: &'static str,
    /// Its id among gifts of its type.
    pub id: String,
    /// As of gifts of its type.
    #[schema(value_type = String, example = "issued")]
    pub stage: &'static str,
    /// Whether it can be activated now.
    pub activatable: bool,
    /// Until when it can be activated; null when it waits no more.
    pub activatable_until: Option<String>,
    /// In the language of the request.
    pub title: String,
}

/// The gifts of a player whose sources begin with `prefix`, which has none of the wildcards of SQL.
pub async fn gifts_from(
    app: &App,
    player: PlayerId,
    prefix: &str,
    locale: &str,
) -> ApiResult<Vec<SourcedGift>> {
    let (offers, now) = (app.bonuses.offers(), app.clock.now());
    let awards = store::awards_from(&app.db, player, prefix).await?;
    let grants = grant_store::grants_from(&app.db, player, prefix).await?;
    let awards = awards.iter().map(|award| {
        let view = award.view(&offers, locale, now);
        SourcedGift {
            source: award.source.clone(),
            kind: "bonus",
            id: view.id,
            stage: view.stage.name(),
            activatable: view.activatable,
            activatable_until: view.activatable_until,
            title: view.title,
        }
    });
    let grants = grants.iter().map(|grant| {
        let view = grant.view(&offers, locale, now);
        SourcedGift {
            source: grant.source.clone(),
            kind: "freespins",
            id: view.id,
            stage: view.stage.name(),
            activatable: view.activatable,
            activatable_until: view.activatable_until,
            title: view.title,
        }
    });
    Ok(awards.chain(grants).collect())
}
