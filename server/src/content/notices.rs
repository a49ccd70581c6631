//! Notices: what players have to take note of before they go on. `notices.toml` names them,
//! `notices/{id}/{language}.md` holds their texts, and `notices/{id}/{COUNTRY or LICENCE}/{language}.md` another
//! text for those.

use std::path::Path;

use croupier_ledger::PlayerId;
use serde::{Deserialize, Serialize};

use super::moment::Moment;
use super::pages::{Reader, by_reader};
use super::rich_text::{self, CleanHtml};
use super::store;
use super::texts::{ByReader, check_values, read_texts};
use super::toml_file::{Result, TomlFile, check_slug};
use crate::app::App;
use crate::platform::error::{ApiError, ApiResult};
use crate::player;
use crate::site_config::Localised;

/// Something to take note of.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, Serialize)]
pub struct Notice {
    /// Its name, for good.
    pub id: String,
    /// Its headline.
    pub title: Localised,
    /// From when on it is asked, of those who accepted the terms before.
    pub since: Moment,
    /// Only members of one of these groups are asked; without any, everybody. What testers are asked, testers of
    /// notifications are asked as well.
    pub groups: Vec<i64>,
    /// By country or licence, empty for everybody; then by language.
    pub texts: ByReader<CleanHtml>,
}

/// Who may be asked.
#[derive(Debug, Clone, Copy)]
struct AudienceQuery<'a> {
    groups: &'a [i64],
    /// When the player accepted the terms, UTC milliseconds.
    terms_accepted_at: Option<i64>,
    /// UTC milliseconds.
    now: i64,
}

impl Notice {
    /// The text for `reader`.
    pub fn text(&self, reader: Reader<'_>) -> Option<&CleanHtml> {
        by_reader(&self.texts, reader)
    }

    fn is_for(&self, asked: AudienceQuery<'_>) -> bool {
        let asks = player::with_testers(&self.groups);
        let is_member = asks.is_empty() || asks.iter().any(|id| asked.groups.contains(id));
        let since = self.since.0;
        is_member && since <= asked.now && asked.terms_accepted_at.is_none_or(|accepted| accepted < since)
    }
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct List {
    #[serde(default)]
    notice: Vec<toml::Spanned<Entry>>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Entry {
    id: String,
    title: Localised,
    since: Moment,
    #[serde(default)]
    groups: Vec<i64>,
}

/// Reads the notices of `folder`.
pub(super) fn read(folder: &Path) -> Result<Vec<Notice>> {
    let file = TomlFile::read(folder, "notices.toml")?;
    let list: List = file.parse()?;
    let mut notices: Vec<Notice> = Vec::new();
    for spanned in list.notice {
        let at = Some(spanned.span().start);
        let Entry { id, title, since, groups } = spanned.into_inner();
        check_slug(&id).map_err(|error| file.wrong(at, error))?;
        if notices.iter().any(|known| known.id == id) {
            return Err(file.wrong(at, format!("notice {id} stands twice")));
        }
        let texts = read_texts(&folder.join("notices").join(&id), &|name, text| {
            check_values(name, text)?;
            Ok(rich_text::html(text))
        })?;
        notices.push(Notice { id, title, since, groups, texts });
    }
    Ok(notices)
}

/// The notices of `published` that the player has still to accept, in their order.
pub(super) async fn open_for<'a>(
    app: &App,
    player: PlayerId,
    published: &'a [Notice],
) -> ApiResult<Vec<&'a Notice>> {
    if published.is_empty() {
        return Ok(Vec::new());
    }
    let groups = player::groups_of(app, player).await?;
    let terms_accepted_at = player::get(app, player).await?.terms_accepted_at;
    let asked = AudienceQuery { groups: &groups, terms_accepted_at, now: app.clock.now() };
    let accepted = store::accepted_notices(&app.db, player).await?;
    let is_open = |notice: &&Notice| notice.is_for(asked) && !accepted.contains(&notice.id);
    Ok(published.iter().filter(is_open).collect())
}

/// Notes that the player has accepted the notice `id`; the first time counts.
pub(super) async fn accept(app: &App, player: PlayerId, id: &str) -> ApiResult<()> {
    if !app.content.now().notices.iter().any(|notice| notice.id == id) {
        return Err(ApiError::not_found());
    }
    let mut tx = app.db.begin().await?;
    store::accept_notice(&mut tx, player, id, app.clock.now()).await?;
    Ok(tx.commit().await?)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;

    #[test]
    fn who_accepted_the_terms_later_is_not_asked() {
        let title = Localised::try_from(BTreeMap::from([("en".to_owned(), "News".to_owned())]));
        let notice = Notice {
            id: "news".to_owned(),
            title: title.unwrap(),
            since: Moment(100),
            groups: vec![],
            texts: ByReader::new(),
        };
        let of_group = Notice { groups: vec![21], ..notice.clone() };
        for (terms_accepted_at, now, groups, asked) in [
            (Some(50), 100, &[][..], [true, false]),
            (Some(50), 99, &[], [false, false]),
            (Some(100), 200, &[], [false, false]),
            (None, 200, &[21], [true, true]),
            (Some(50), 200, &[20], [true, false]),
            (Some(50), 200, &[player::NOTIFICATION_TESTER], [true, true]),
        ] {
            let who = AudienceQuery { groups, terms_accepted_at, now };
            assert_eq!([notice.is_for(who), of_group.is_for(who)], asked, "{who:?}");
        }
    }
}
