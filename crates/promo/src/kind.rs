//! The kinds of gifts.

use serde::{Deserialize, Serialize};

/// What a gift is. The names are part of the calls.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Kind {
    /// Part of what was lost, as money.
    Cashback,
    /// Bonus money that comes with a deposit.
    #[serde(rename = "Deposit bonus")]
    DepositBonus,
    /// Money.
    Cash,
    /// Free spins.
    Giftspin,
    /// Adds to a group.
    Group,
    /// A free bet on sports.
    Freebet,
    /// A gift that staff hands over.
    Custom,
    /// Free rounds of a game's feature.
    #[serde(rename = "Feature Freespins")]
    FeatureFreespins,
    /// Loyalty points.
    #[serde(rename = "XP")]
    Xp,
    /// A gift of a partner that staff hands over.
    #[serde(rename = "SoftGaming Gift")]
    SoftGamingGift,
    /// Bonus money without a deposit.
    NonDeposit,
}

/// What an award of a kind does once it is activated.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Effect {
    /// Pays money at once.
    Money,
    /// Gives bonus money that is to be wagered.
    BonusMoney,
    /// Lets rounds be played that cost nothing.
    FreeSpins,
    /// Gives loyalty points.
    Points,
    /// Puts the player into a group.
    Membership,
    /// Is handed over by staff.
    ByHand,
    /// Happens at the sports site.
    Elsewhere,
}

impl Kind {
    /// All of them.
    pub const ALL: [Self; 11] = [
        Self::Cashback,
        Self::DepositBonus,
        Self::Cash,
        Self::Giftspin,
        Self::Group,
        Self::Freebet,
        Self::Custom,
        Self::FeatureFreespins,
        Self::Xp,
        Self::SoftGamingGift,
        Self::NonDeposit,
    ];

    /// Its name in rows and calls.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Cashback => "Cashback",
            Self::DepositBonus => "Deposit bonus",
            Self::Cash => "Cash",
            Self::Giftspin => "Giftspin",
            Self::Group => "Group",
            Self::Freebet => "Freebet",
            Self::Custom => "Custom",
            Self::FeatureFreespins => "Feature Freespins",
            Self::Xp => "XP",
            Self::SoftGamingGift => "SoftGaming Gift",
            Self::NonDeposit => "NonDeposit",
        }
    }

    /// The kind called `name`.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.name() == name)
    }

    /// Whether an award of it has an amount: of money, or of points.
    pub const fn has_amount(self) -> bool {
        !matches!(self.effect(), Effect::Membership | Effect::ByHand)
    }

    /// Whether its player activates an award of it.
    pub const fn is_activated(self) -> bool {
        !matches!(self.effect(), Effect::ByHand | Effect::Elsewhere)
    }

    /// What an award of it does.
    pub const fn effect(self) -> Effect {
        match self {
            Self::Cashback | Self::Cash => Effect::Money,
            Self::DepositBonus | Self::NonDeposit => Effect::BonusMoney,
            Self::Giftspin | Self::FeatureFreespins => Effect::FreeSpins,
            Self::Xp => Effect::Points,
            Self::Group => Effect::Membership,
            Self::Custom | Self::SoftGamingGift => Effect::ByHand,
            Self::Freebet => Effect::Elsewhere,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_are_eleven_kinds_with_these_spellings() {
        let names = [
            "Cashback",
            "Deposit bonus",
            "Cash",
            "Giftspin",
            "Group",
            "Freebet",
            "Custom",
            "Feature Freespins",
            "XP",
            "SoftGaming Gift",
            "NonDeposit",
        ];
        assert_eq!(Kind::ALL.map(Kind::name), names);
        for kind in Kind::ALL {
            assert_eq!(Kind::from_name(kind.name()), Some(kind));
            assert_eq!(serde_json::to_value(kind).unwrap(), kind.name());
        }
        assert_eq!(Kind::from_name("cash"), None);
    }
}
