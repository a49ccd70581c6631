//! What calls, frames and the log show of lootboxes and wheels.

use std::collections::BTreeMap;

use croupier_promo::LootboxStage;
use serde::Serialize;
use utoipa::ToSchema;

use super::definitions::{Definition, Segment};
use crate::bonus::{PrizeAmount, PrizeBonus};

/// A lootbox as its player sees it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = Lootbox)]
pub struct LootboxView {
    /// Its id; the draw is numbered by it.
    pub id: String,
    /// What it is shown with: `wheel…` and `manual_wheel…` are spins of the wheel, `chance…` are chances.
    pub group_key: String,
    /// In the language of the request; in frames in that of the profile.
    pub title: String,
    /// `issued`, `activated`, `canceled` or `expired`.
    #[schema(value_type = String, example = "issued")]
    pub stage: LootboxStage,
    /// Whether it counts now: while it can be opened, and an opened one on the UTC day of its creation.
    pub is_counted: bool,
    /// The wallet that the prize goes to.
    pub currency: String,
    /// The sum of all weights.
    pub weight: i64,
    /// The id of the item that was won; null before it is opened.
    pub prize: Option<String>,
    /// What can be won, with the odds.
    pub items: Vec<LootboxItem>,
    /// What was won; nothing before it is opened.
    pub bonuses: Vec<PrizeBonus>,
    /// What the server has committed itself to: the hash of its seed, hex.
    pub server_seed_hash: String,
    /// The server's seed, hex; null before it is opened.
    pub server_seed: Option<String>,
    /// The browser's seed; null before it is opened.
    pub client_seed: Option<String>,
    /// The number that was drawn, from 0 to `weight` less 1; null before it is opened.
    pub draw: Option<i64>,
    /// When it was issued.
    pub created_at: String,
    /// Until when it can be opened.
    pub valid_until: String,
    /// When it was opened, taken back or over.
    pub finished_at: Option<String>,
    /// Why it was: `opened`, `excluded`, `closed`, `staff` or `time_over`; null before.
    pub ended_by: Option<&'static str>,
}

/// Something that a box can hold.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct LootboxItem {
    /// Its id, which segments of wheels name.
    pub id: String,
    /// How it is called.
    pub title: String,
    /// Whether it was won.
    pub prize: bool,
    /// How likely it is: this of the sum of all weights. 0 is shown and never wins.
    pub weight: i64,
    /// What it gives.
    pub bonuses: Vec<PrizeBonus>,
}

/// A box that deposits bring.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct DepositBox {
    /// Its code.
    pub code: String,
    /// Where it is opened, as of boxes.
    pub group_key: String,
    /// In the language of the request.
    pub title: String,
    /// The smallest deposit that brings one, by currency; another currency is asked for what the amount of EUR is worth.
    pub deposit_min: BTreeMap<String, PrizeAmount>,
}

impl DepositBox {
    /// A box of `definition`, in `locale`.
    pub fn of(definition: &Definition, locale: &str) -> Self {
        let least = definition.deposit_min.iter();
        let least = least
            .map(|(currency, amount)| (currency.code().to_owned(), PrizeAmount { amount_cents: *amount }));
        Self {
            code: definition.code.clone(),
            group_key: definition.group_key.clone(),
            title: definition.title.in_locale(locale).to_owned(),
            deposit_min: least.collect(),
        }
    }
}

/// The wheel of everybody who has none of their own.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct WheelConfig {
    /// How a spin is called.
    pub title: String,
    /// The segments, clockwise from the top.
    pub segments: Vec<WheelSegment>,
    /// What a spin can win, with the odds. A box that was issued has its own, which go before these.
    pub items: Vec<LootboxItem>,
    /// The sum of all weights.
    pub weight: i64,
}

/// A segment of a wheel.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct WheelSegment {
    /// The id of the item that it stands for.
    pub prize: String,
    /// What stands on it.
    pub label: String,
    /// `#rrggbb`.
    pub colour: String,
}

impl WheelConfig {
    /// The wheel with the odds of `spin`, in `locale`.
    pub fn of(spin: &Definition, segments: &[Segment], locale: &str) -> Self {
        Self {
            title: spin.title.in_locale(locale).to_owned(),
            segments: segments.iter().map(|segment| WheelSegment::of(segment, locale)).collect(),
            items: spin.items.iter().map(|item| item.view(false, locale)).collect(),
            weight: spin.items.iter().map(|item| i64::from(item.weight)).sum(),
        }
    }
}

impl WheelSegment {
    /// A segment in `locale`.
    pub fn of(segment: &Segment, locale: &str) -> Self {
        let Segment { prize, label, colour } = segment;
        let label = label.as_ref().map_or_else(|| prize.title(locale), |label| label.in_locale(locale));
        Self { prize: prize.code().to_owned(), label: label.to_owned(), colour: colour.clone() }
    }
}
