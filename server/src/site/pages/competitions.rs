//! The pages of single tournaments, quests and lotteries. They come and go with the clock and may be for some groups only,
//! so the table of addresses alone cannot tell whether one exists.

use super::super::page_request::PageRequest;
use super::{Address, LOTTERIES, QUESTS, Subject, TOURNAMENTS, page};
use crate::app::App;
use crate::{lottery, tournaments};

/// The page of a tournament.
pub(super) fn tournament(name: &str) -> Address {
    page(Subject::Competition(Competition::Tournament(name.to_owned())), None)
}

/// The page of a lottery.
pub(super) fn lottery(name: &str) -> Address {
    page(Subject::Competition(Competition::Lottery(name.to_owned())), None)
}

/// The page of a quest, under either of its addresses. Search engines know the quests that are for everybody.
pub(super) fn quest(name: &str, tournaments: &[tournaments::Definition]) -> Address {
    let is_open = tournaments.iter().any(|tournament| tournament.has_open_quest(name));
    let subject = Subject::Competition(Competition::Quest(name.to_owned()));
    page(subject, is_open.then(|| format!("/action/{name}")))
}

/// A competition as its address names it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::site) enum Competition {
    /// By its number or its address.
    Tournament(String),
    /// By its number, its address, or the last part of the address.
    Quest(String),
    /// By its number or its address.
    Lottery(String),
}

impl Competition {
    /// The key of the name of its page.
    pub(in crate::site) const fn title_key(&self) -> &'static str {
        match self {
            Self::Tournament(_) => TOURNAMENTS,
            Self::Quest(_) => QUESTS,
            Self::Lottery(_) => LOTTERIES,
        }
    }

    /// Whether who asks finds it.
    pub(in crate::site) async fn exists(
        &self,
        app: &App,
        page_request: &PageRequest<'_>,
    ) -> croupier_db::Result<bool> {
        match self {
            Self::Tournament(name) => tournaments::exists(&app.db, name, &page_request.groups().await).await,
            Self::Quest(name) => {
                let (groups, now) = (page_request.groups().await, app.clock.now());
                tournaments::quest_exists(&app.db, name, &groups, now).await
            }
            Self::Lottery(name) => lottery::exists(&app.db, name).await,
        }
    }
}
