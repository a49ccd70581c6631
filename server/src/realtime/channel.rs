//! The channels: public ones by name, private ones as `{name}#{user channel id}`.

/// A channel as one client sees it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Channel {
    /// Notable wins of anybody, masked; public.
    Wins,
    /// Amounts of jackpots as they are; public.
    JackpotsChanges,
    /// That switches of the site have changed; public.
    FeaturesChanges,
    /// Changes of the player's cash; private.
    Balance,
    /// Payments as they are after a change; private.
    PaymentsChanges,
    /// The states that payments come into, and those of coins that arrive by themselves (`coin_` before them); private.
    PaymentsEvents,
    /// That ways to pay have come or gone; private, and the same for all players.
    PaymentMethodsUpdated,
    /// Groups that the player joined or left; private.
    GroupsUpdates,
    /// Limits of the player that were changed or used up; private.
    GameLimits,
    /// That documents of the player, what they prove, what is asked of the player's wealth, what staff says of who the player
    /// is, or copies of the player's data have changed; private.
    DocumentsChanges,
    /// Notifications that staff have sent to the player, alone or with others; private.
    PersonalNotifications,
    /// Bonuses as they are after a change; private.
    BonusesChanges,
    /// Free spins as they are after a change; private.
    FreespinsChanges,
    /// Lootboxes as they are after a change; private.
    LootboxesChanges,
    /// Comp points of the player; private.
    CompsAward,
    /// Days of adventures that the player has completed; private.
    AdventuresChanges,
    /// Notifications about tournaments; private.
    TournamentNotifications,
    /// Where the player stands in tournaments; private.
    TournamentsStatuses,
    /// That the player's conversation with support has changed; private.
    Chat,
    /// Jackpots that the player has won; private.
    JackpotWinAward,
    /// The rounds of a crash table and the bets of all players; public, for those who ask for it.
    CrashTable,
    /// The same of a table of baccarat.
    BaccaratTable,
}

impl Channel {
    /// The private channels. The server subscribes a player to all of them at connect, as it subscribes
    /// everybody to the public ones.
    pub(super) const PRIVATE: [Self; 17] = [
        Self::Balance,
        Self::PaymentsChanges,
        Self::PaymentsEvents,
        Self::PaymentMethodsUpdated,
        Self::GroupsUpdates,
        Self::GameLimits,
        Self::DocumentsChanges,
        Self::PersonalNotifications,
        Self::BonusesChanges,
        Self::FreespinsChanges,
        Self::LootboxesChanges,
        Self::CompsAward,
        Self::AdventuresChanges,
        Self::TournamentNotifications,
        Self::TournamentsStatuses,
        Self::Chat,
        Self::JackpotWinAward,
    ];

    /// The public channels.
    pub(super) const PUBLIC: [Self; 3] = [Self::Wins, Self::JackpotsChanges, Self::FeaturesChanges];

    /// Public channels that nobody is subscribed to unasked.
    const ON_DEMAND: [Self; 2] = [Self::CrashTable, Self::BaccaratTable];

    /// The name without the player's part.
    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Wins => "wins",
            Self::JackpotsChanges => "jackpots_changes",
            Self::FeaturesChanges => "features_changes",
            Self::Balance => "balance",
            Self::PaymentsChanges => "payments_changes",
            Self::PaymentsEvents => "payments_events",
            Self::PaymentMethodsUpdated => "payment_methods_updated",
            Self::GroupsUpdates => "groups_updates",
            Self::GameLimits => "game_limits",
            Self::DocumentsChanges => "documents_changes",
            Self::PersonalNotifications => "personal_notifications",
            Self::BonusesChanges => "bonuses_changes",
            Self::FreespinsChanges => "freespins_changes",
            Self::LootboxesChanges => "lootboxes_changes",
            Self::CompsAward => "comps_award",
            Self::AdventuresChanges => "adventures_changes",
            Self::TournamentNotifications => "tournament_notifications",
            Self::TournamentsStatuses => "tournaments_statuses",
            Self::Chat => "chat",
            Self::JackpotWinAward => "jackpot_win_award",
            Self::CrashTable => "crash_table",
            Self::BaccaratTable => "baccarat_table",
        }
    }

    /// Whether only its own player may listen.
    pub(super) fn is_private(self) -> bool {
        !Self::PUBLIC.contains(&self) && !Self::ON_DEMAND.contains(&self)
    }

    /// The address on the wire for the owner of `user_channel_id`; public channels have no owner.
    pub(super) fn address(self, user_channel_id: &str) -> String {
        if self.is_private() { format!("{}#{user_channel_id}", self.name()) } else { self.name().to_owned() }
    }

    /// Resolves an address that a client asked for.
    pub(super) fn resolve(address: &str, user_channel_id: Option<&str>) -> Result<Self, Unresolved> {
        let Some((name, owner)) = address.split_once('#') else {
            let mut public = Self::PUBLIC.into_iter().chain(Self::ON_DEMAND);
            return public.find(|one| one.name() == address).ok_or(Unresolved::Unknown);
        };
        // Whether the name exists is nobody's business but the owner's.
        if user_channel_id != Some(owner) {
            return Err(Unresolved::Foreign);
        }
        Self::PRIVATE.into_iter().find(|channel| channel.name() == name).ok_or(Unresolved::Unknown)
    }
}

/// The kinds of tables, whose frames have a channel each.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TableChannel {
    /// Multipliers that rise until they crash.
    Crash,
    /// Cards.
    Baccarat,
}

impl TableChannel {
    /// Its channel.
    pub(super) const fn channel(self) -> Channel {
        match self {
            Self::Crash => Channel::CrashTable,
            Self::Baccarat => Channel::BaccaratTable,
        }
    }
}

/// Why an address leads nowhere.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Unresolved {
    /// There is no such channel.
    Unknown,
    /// It belongs to somebody else.
    Foreign,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_leads_only_its_owner_to_a_private_channel() {
        use Channel::{BaccaratTable, Balance, CrashTable, JackpotsChanges, Wins};
        use Unresolved::{Foreign, Unknown};
        for (address, own, expected) in [
            ("wins", None, Ok(Wins)),
            ("wins", Some("me"), Ok(Wins)),
            ("balance#me", Some("me"), Ok(Balance)),
            ("balance#you", Some("me"), Err(Foreign)),
            ("balance#me", None, Err(Foreign)),
            ("balance#", None, Err(Foreign)),
            ("balance#me#x", Some("me"), Err(Foreign)),
            ("balance", Some("me"), Err(Unknown)),
            ("wins#me", Some("me"), Err(Unknown)),
            ("jackpots_changes", None, Ok(JackpotsChanges)),
            ("jackpots_changes#me", Some("me"), Err(Unknown)),
            ("crash_table", None, Ok(CrashTable)),
            ("baccarat_table", Some("me"), Ok(BaccaratTable)),
            ("jackpot_win_award", Some("me"), Err(Unknown)),
            ("", None, Err(Unknown)),
        ] {
            assert_eq!(Channel::resolve(address, own), expected, "{address} for {own:?}");
        }
        for channel in Channel::PRIVATE {
            assert_eq!(Channel::resolve(&channel.address("me"), Some("me")), Ok(channel));
        }
    }
}
