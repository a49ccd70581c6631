//! Lootboxes as they are stored. Times are UTC milliseconds.

use croupier_db::Statement;
use croupier_games::fair::ServerSeed;
use croupier_games::prize::draw_prize;
use croupier_ledger::{Fact, PlayerId};
use croupier_money::Currency;
use croupier_promo::LootboxStage;
use serde::{Deserialize, Serialize};

use super::definitions::Definition;
use super::view::{LootboxItem, LootboxView};
use crate::bonus::Prize;
use crate::content::Localised;
use crate::platform::calendar::{DAY_MS, rfc3339};
use crate::platform::secrets::Secrets;
use crate::seeds::{self, SeedOf};

/// The fact that a lootbox has changed; its body is the box as its player sees it.
const LOOTBOX_CHANGED: &str = "lootbox.changed";

/// A prize of a box with its weight.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Item {
    /// The prize.
    pub prize: Prize,
    /// How likely it is among the others; 0 never wins.
    pub weight: u32,
}

/// How a box was opened.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Opening {
    /// The server's seed, hex.
    pub server_seed: String,
    /// The seed of the player's browser.
    pub client_seed: String,
    /// The number that was drawn.
    pub draw: i64,
    /// The code of the prize.
    pub prize: String,
}

/// Why a box has left its first stage.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BoxEnd {
    /// It was opened.
    Opened,
    /// Its player is excluded, by their own wish or by a register.
    Excluded,
    /// The account of its player was closed.
    Closed,
    /// Staff has taken it back.
    Staff,
    /// Its time was over.
    TimeOver,
}

impl BoxEnd {
    const ALL: [Self; 5] = [Self::Opened, Self::Excluded, Self::Closed, Self::Staff, Self::TimeOver];

    /// Its name in rows and calls.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Opened => "opened",
            Self::Excluded => "excluded",
            Self::Closed => "closed",
            Self::Staff => "staff",
            Self::TimeOver => "time_over",
        }
    }

    /// The end called `name`.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|end| end.name() == name)
    }

    /// The stage that it leads to.
    pub const fn stage(self) -> LootboxStage {
        match self {
            Self::Opened => LootboxStage::Activated,
            Self::Excluded | Self::Closed | Self::Staff => LootboxStage::Canceled,
            Self::TimeOver => LootboxStage::Expired,
        }
    }
}

/// A lootbox of a player.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Lootbox {
    /// Its number, which its draw is numbered by too.
    pub id: i64,
    /// Whose.
    pub player: PlayerId,
    /// The wallet that the prize goes to.
    pub currency: Currency,
    /// The code of its definition.
    pub code: String,
    /// What it is shown with.
    pub group_key: String,
    /// How it is called.
    pub title: Localised,
    /// Its prizes.
    pub items: Vec<Item>,
    /// What it was made by.
    pub source: String,
    /// Where it stands.
    pub stage: LootboxStage,
    /// The commitment to the server's seed, hex.
    pub server_seed_hash: String,
    /// How it was opened.
    pub opening: Option<Opening>,
    /// When it was issued.
    pub issued_at: i64,
    /// Until when it can be opened.
    pub valid_until: i64,
    /// When it left its first stage.
    pub ended_at: Option<i64>,
    /// Why it left it.
    pub ended_by: Option<BoxEnd>,
}

impl Lootbox {
    /// A box of `definition` that is issued at `now` under the number `id`, with the commitment to a fresh seed, and the
    /// statement that keeps the seed: the commit that writes the box down carries it out.
    pub(super) fn issued(
        secrets: &Secrets,
        definition: &Definition,
        id: i64,
        (player, currency): (PlayerId, Currency),
        source: String,
        now: i64,
    ) -> croupier_db::Result<(Self, Statement)> {
        let seed = seeds::fresh(secrets);
        let kept = seeds::kept(secrets, &SeedOf::Box { player, id }, &seed, now)?;
        let issued = Self {
            id,
            player,
            currency,
            code: definition.code.clone(),
            group_key: definition.group_key.clone(),
            title: definition.title.clone(),
            items: definition.items.clone(),
            source,
            stage: LootboxStage::Issued,
            server_seed_hash: seed.commitment(),
            opening: None,
            issued_at: now,
            valid_until: now + definition.valid_ms,
            ended_at: None,
            ended_by: None,
        };
        Ok((issued, kept))
    }

    /// Whether it can be opened at `now`.
    pub fn is_openable(&self, now: i64) -> bool {
        self.stage == LootboxStage::Issued && now < self.valid_until
    }

    /// Whether it counts at `now`: while it can be opened, and an opened one on the UTC day of its creation.
    pub fn is_counted(&self, now: i64) -> bool {
        match self.stage {
            LootboxStage::Issued => now < self.valid_until,
            LootboxStage::Activated => now.div_euclid(DAY_MS) == self.issued_at.div_euclid(DAY_MS),
            LootboxStage::Canceled | LootboxStage::Expired => false,
        }
    }

    /// What is won with the two seeds; `None` when the box has no weights.
    pub fn drawn(&self, server_seed: &ServerSeed, client_seed: &str) -> Option<(&Item, i64)> {
        let weights: Vec<u32> = self.items.iter().map(|item| item.weight).collect();
        let number = u64::try_from(self.id).ok()?;
        let drawn = draw_prize(server_seed, client_seed, number, &weights)?;
        Some((self.items.get(drawn.prize)?, drawn.number.into()))
    }

    /// The box as it is once it has left its first stage at `now`.
    pub fn ended(&self, end: BoxEnd, opening: Option<Opening>, now: i64) -> Self {
        Self { stage: end.stage(), opening, ended_at: Some(now), ended_by: Some(end), ..self.clone() }
    }

    /// What calls show in `locale` at `now`. A box whose time is over is expired, also before the sweep has met it.
    pub fn view(&self, locale: &str, now: i64) -> LootboxView {
        let is_over = self.stage == LootboxStage::Issued && !self.is_openable(now);
        let opening = self.opening.as_ref();
        let is_won = |item: &Item| opening.is_some_and(|opening| opening.prize == item.prize.code());
        LootboxView {
            id: self.id.to_string(),
            group_key: self.group_key.clone(),
            title: self.title.in_locale(locale).to_owned(),
            stage: if is_over { LootboxStage::Expired } else { self.stage },
            is_counted: self.is_counted(now),
            currency: self.currency.code().to_owned(),
            weight: self.items.iter().map(|item| i64::from(item.weight)).sum(),
            prize: opening.map(|opening| opening.prize.clone()),
            items: self.items.iter().map(|item| item.view(is_won(item), locale)).collect(),
            bonuses: self
                .items
                .iter()
                .filter(|item| is_won(item))
                .map(|item| item.prize.view(locale))
                .collect(),
            server_seed_hash: self.server_seed_hash.clone(),
            server_seed: opening.map(|opening| opening.server_seed.clone()),
            client_seed: opening.map(|opening| opening.client_seed.clone()),
            draw: opening.map(|opening| opening.draw),
            created_at: rfc3339(self.issued_at),
            valid_until: rfc3339(self.valid_until),
            finished_at: self.ended_at.map(rfc3339),
            ended_by: self.ended_by.map(BoxEnd::name),
        }
    }

    /// The fact that it stands as it does.
    pub fn changed(&self, locale: &str, now: i64) -> serde_json::Result<Fact> {
        Ok(Fact { kind: LOOTBOX_CHANGED, body: serde_json::to_string(&self.view(locale, now))? })
    }
}

impl Item {
    /// What calls show in `locale`; `prize` says that it was won.
    pub fn view(&self, prize: bool, locale: &str) -> LootboxItem {
        LootboxItem {
            id: self.prize.code().to_owned(),
            title: self.prize.title(locale).to_owned(),
            prize,
            weight: self.weight.into(),
            bonuses: vec![self.prize.view(locale)],
        }
    }
}
