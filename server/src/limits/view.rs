//! The limits of a player as calls answer them, and which of them are reached.

use croupier_ledger::{BetLimit, LimitPeriod, NO_END, PlayerId};
use croupier_money::Currency;
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

use super::model::{LimitType, Period};
use super::sessions;
use super::store::{self, ChangeRow, LimitRow};
use crate::app::App;
use crate::cashbox;
use crate::platform::calendar::rfc3339;
use crate::platform::error::ApiResult;

/// A limit.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct UserLimit {
    /// Its number.
    pub id: Uuid,
    /// What it holds its player to.
    #[serde(rename = "type")]
    pub kind: LimitType,
    /// For how long it counts, or lasts.
    pub period: Period,
    /// Where it stands.
    pub status: LimitStatus,
    /// What is left of it is nothing. A pause is reached for as long as it lasts.
    pub reached: bool,
    /// One entry a wallet, or one of minutes for a limit on sessions; none for a pause.
    pub accounts: Vec<LimitAccount>,
    /// When it was set; its windows follow each other from here on.
    pub created_at: String,
    /// The end of a pause; null where there is none.
    pub active_until: Option<String>,
    /// Looser limits that wait.
    pub changes: Vec<LimitChange>,
}

/// Where a limit stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum LimitStatus {
    /// In force.
    Active,
    /// In force, while a looser one waits.
    Pending,
}

/// What a limit has counted: of money in one wallet, or of minutes. Fields of the other kind are absent.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct LimitAccount {
    /// The wallet.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub currency: Option<String>,
    /// The cap in subunits.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub amount_cents: Option<i64>,
    /// What the window has counted, in subunits; a loss is never below zero.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub current_value_amount_cents: Option<i64>,
    /// The cap of a limit on sessions.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub amount_minutes: Option<i64>,
    /// The whole minutes that the window has counted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub current_value_minutes: Option<i64>,
    /// When the window ends and counts anew.
    pub resets_at: String,
}

/// A looser limit that waits.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct LimitChange {
    /// Its number.
    pub id: Uuid,
    /// The wallet; null when the change is of the whole limit.
    pub currency: Option<String>,
    /// The new cap in subunits; null when the limit is removed.
    pub amount_cents: Option<i64>,
    /// The new cap of a limit on sessions.
    pub amount_minutes: Option<i64>,
    /// Whether the limit is removed.
    pub removes: bool,
    /// When it was asked for.
    pub asked_at: String,
    /// Until when it can be confirmed; null once it is.
    pub confirm_until: Option<String>,
    /// When it comes into force, once it is confirmed.
    pub effective_at: Option<String>,
}

/// The limits of a player that are in force.
pub async fn list(app: &App, player: PlayerId) -> ApiResult<Vec<UserLimit>> {
    let now = app.clock.now();
    let rows = store::active(&app.db, player, now).await?;
    let changes = store::waiting(&app.db, player, now).await?;
    let counted = if rows.iter().any(|row| row.kind.counted().is_some()) {
        app.wallet.all_limits(player).await?
    } else {
        Vec::new()
    };
    let reserved = if rows.iter().any(|row| row.kind == LimitType::Deposit) {
        cashbox::deposits_under_way(&app.db, player, now).await?
    } else {
        Vec::new()
    };
    let view = |row: &LimitRow| {
        let waiting = changes.iter().filter(|change| change.limit == row.id);
        let accounts = match row.kind.counted() {
            Some(_) => money_accounts(row, &counted, &reserved, now),
            None => sessions::account(row, now).into_iter().collect(),
        };
        UserLimit {
            id: row.id,
            kind: row.kind,
            period: row.period,
            status: if waiting.clone().next().is_some() { LimitStatus::Pending } else { LimitStatus::Active },
            reached: row.kind.stop().is_some() || accounts.iter().any(LimitAccount::is_reached),
            accounts,
            created_at: rfc3339(row.created_at),
            active_until: row.active_until.filter(|until| *until != NO_END).map(rfc3339),
            changes: waiting.map(|change| change_view(row, change)).collect(),
        }
    };
    Ok(rows.iter().map(view).collect())
}

impl LimitAccount {
    /// An amount less the absolute value of what was counted, where that leaves nothing.
    fn is_reached(&self) -> bool {
        let of = |cap: Option<i64>, used: Option<i64>| {
            cap.zip(used).is_some_and(|(cap, used)| cap.saturating_sub(used.saturating_abs()) <= 0)
        };
        of(self.amount_cents, self.current_value_amount_cents)
            || of(self.amount_minutes, self.current_value_minutes)
    }
}

fn money_accounts(
    row: &LimitRow,
    counted: &[(Currency, BetLimit)],
    reserved: &[(Currency, i64)],
    now: i64,
) -> Vec<LimitAccount> {
    let of_row = |limit: &BetLimit| {
        Some(limit.kind) == row.kind.counted() && Some(limit.period) == row.period.window()
    };
    let entry = |(currency, limit): &(Currency, BetLimit)| {
        let limit = limit.clone().at(now);
        let waiting = reserved.iter().find(|(of, _)| row.kind == LimitType::Deposit && of == currency);
        let used = limit.used().saturating_add(waiting.map_or(0, |(_, amount)| *amount));
        LimitAccount {
            currency: Some(currency.code().to_owned()),
            amount_cents: Some(limit.cap),
            current_value_amount_cents: Some(used),
            amount_minutes: None,
            current_value_minutes: None,
            resets_at: rfc3339(limit.until),
        }
    };
    counted.iter().filter(|(_, limit)| of_row(limit)).map(entry).collect()
}

fn change_view(row: &LimitRow, change: &ChangeRow) -> LimitChange {
    let is_money = row.kind.counted().is_some();
    LimitChange {
        id: change.id,
        currency: Some(change.currency.clone()).filter(|code| !code.is_empty()),
        amount_cents: change.amount.filter(|_| is_money),
        amount_minutes: change.amount.filter(|_| !is_money),
        removes: change.amount.is_none(),
        asked_at: rfc3339(change.asked_at),
        confirm_until: change.effective_at.is_none().then(|| rfc3339(change.confirm_until)),
        effective_at: change.effective_at.map(rfc3339),
    }
}

/// A limit that keeps its player from entering a game with the wallet of `currency`; limits on deposits count when
/// `deposits` says so. A pause comes first.
pub(super) fn first_reached(limits: &[UserLimit], currency: Currency, deposits: bool) -> Option<&UserLimit> {
    let holds = |limit: &&UserLimit| {
        let in_wallet = |account: &LimitAccount| {
            account.currency.as_deref().is_none_or(|code| code == currency.code()) && account.is_reached()
        };
        match limit.kind {
            LimitType::Coolingoff | LimitType::Selfexclusion => true,
            LimitType::Deposit if !deposits => false,
            _ => limit.accounts.iter().any(in_wallet),
        }
    };
    let (pauses, caps): (Vec<_>, Vec<_>) =
        limits.iter().filter(holds).partition(|limit| limit.kind.stop().is_some());
    pauses.into_iter().chain(caps).next()
}

/// The end of the window of `period` that `at` lies in, both in UTC milliseconds.
pub(super) fn window_end(period: Period, anchor: i64, at: i64) -> i64 {
    period.window().unwrap_or(LimitPeriod::Day).end_of_window(anchor, at)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn limit(kind: LimitType, accounts: &[(&str, i64, i64)]) -> UserLimit {
        let account = |(code, cap, used): &(&str, i64, i64)| LimitAccount {
            currency: Some((*code).to_owned()),
            amount_cents: Some(*cap),
            current_value_amount_cents: Some(*used),
            amount_minutes: None,
            current_value_minutes: None,
            resets_at: String::new(),
        };
        UserLimit {
            id: Uuid::nil(),
            kind,
            period: Period::Day,
            status: LimitStatus::Active,
            reached: false,
            accounts: accounts.iter().map(account).collect(),
            created_at: String::new(),
            active_until: None,
            changes: Vec::new(),
        }
    }

    #[test]
    #[rustfmt::skip]
    fn a_limit_is_reached_when_nothing_is_left() {
        use LimitType::{Coolingoff, Deposit, Loss, Selfexclusion, Wager};
        for (kind, accounts, deposits, reached) in [
            (Wager,         &[("EUR", 1_000, -1_000)][..],               true,  true),
            (Wager,         &[("EUR", 1_000, 999)],                      true,  false),
            (Loss,          &[("EUR", 1_000, 1_500)],                    true,  true),
            (Loss,          &[("EUR", 0, 0)],                            true,  true),
            (Loss,          &[("USD", 100, 100), ("EUR", 100, 99)],      true,  false),
            (Deposit,       &[("EUR", 100, 100)],                        true,  true),
            (Deposit,       &[("EUR", 100, 100)],                        false, false),
            (Coolingoff,    &[],                                         true,  true),
            (Selfexclusion, &[],                                         false, true),
        ] {
            let found = first_reached(&[limit(kind, accounts)], Currency::EUR, deposits).is_some();
            assert_eq!(found, reached, "{kind:?} {accounts:?}");
        }
    }

    #[test]
    fn a_pause_comes_before_a_cap() {
        let limits = [limit(LimitType::Wager, &[("EUR", 1, 1)]), limit(LimitType::Coolingoff, &[])];
        let first = first_reached(&limits, Currency::EUR, true).map(|limit| limit.kind);
        assert_eq!(first, Some(LimitType::Coolingoff));
    }
}
