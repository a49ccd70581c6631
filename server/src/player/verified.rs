//! Checks of who a player is: that of staff, and that of an identity provider. Each stands for itself.

use croupier_db::Tx;
use croupier_ledger::PlayerId;

use super::model::{Held, Player};
use super::store;

/// Who has made sure who a player is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum IdentityCheck {
    /// Staff of the operator, by documents.
    Staff,
    /// An identity provider.
    Provider,
}

impl IdentityCheck {
    /// Its name in commands and in the log.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Staff => "staff",
            Self::Provider => "provider",
        }
    }

    /// The check called `name`.
    pub fn from_name(name: &str) -> Option<Self> {
        [Self::Staff, Self::Provider].into_iter().find(|check| check.name() == name)
    }

    /// The field of the profile that tells of it.
    const fn field(self) -> &'static str {
        match self {
            Self::Staff => "verified",
            Self::Provider => "sumsub_verified",
        }
    }
}

impl Player {
    /// When the player passed `check`, UTC milliseconds.
    pub const fn passed_at(&self, check: IdentityCheck) -> Option<i64> {
        match check {
            IdentityCheck::Staff => self.verified_at,
            IdentityCheck::Provider => self.sumsub_verified_at,
        }
    }
}

/// The player with this number, whom nobody else changes until the caller's transaction ends. The transaction has not
/// locked a lane yet.
pub async fn lock(tx: &mut Tx, id: PlayerId) -> croupier_db::Result<Option<Player>> {
    store::lock(tx, id).await?;
    store::get_in(tx, id).await
}

/// Notes within the caller's transaction, which holds [`lock`], whether `player` has passed `check`; `by` says so. `false`
/// when that was known.
pub async fn note_check(
    tx: &mut Tx,
    player: &Player,
    check: IdentityCheck,
    passed: bool,
    by: &str,
    now: i64,
) -> croupier_db::Result<bool> {
    let old = player.passed_at(check);
    if old.is_some() == passed {
        return Ok(false);
    }
    let new = passed.then_some(now);
    let change = store::Change { field: check.field(), old: Held::At(old), new: Held::At(new) };
    store::change(tx, player.id, &[change], by, now).await?;
    Ok(true)
}
