//! Corrections of what players have of points, by one member within bounds.

use croupier_ledger::{Fact, PlayerId, Refusal};
use croupier_money::Currency;
use serde_json::json;
use uuid::Uuid;

use super::acts_store::{self as acts, Act, ActKind, Bounds};
use crate::app::App;
use crate::loyalty::staff::{self as desk, Correction};
use crate::platform::error::{ApiError, ApiResult};
use crate::staff::{self, Actor, Permission};
use crate::wallet::WalletError;

/// How many times as much as of one player's points a member may correct of everybody's within a day.
const OF_EVERYBODY: i64 = 10;

/// How often it is tried when the points change meanwhile.
const TRIES: u32 = 5;

/// What a member wants corrected.
#[derive(Debug)]
pub(super) struct Wanted<'a> {
    pub(super) player: PlayerId,
    /// How many points, with their sign; not zero.
    pub(super) points: i64,
    pub(super) member: Uuid,
    /// Names the decision: the same one is booked once.
    pub(super) reference: &'a str,
    pub(super) reason: &'a str,
}

/// Gives points or takes them, together with the fact. Never takes more than the player can spend.
pub(super) async fn correct(app: &App, wanted: &Wanted<'_>, by: &Actor) -> ApiResult<()> {
    let Wanted { player, points, member, reference, reason } = *wanted;
    let now = app.clock.now();
    let fingerprint = json!([player, points, reason]).to_string();
    let act = Act {
        kind: ActKind::Points,
        reference,
        fingerprint: &fingerprint,
        member,
        player,
        weight: desk::worth(&app.site_config.loyalty.now(), points),
        at: now,
    };
    let to_player = i64::from(app.config.office_four_eyes) * Currency::EUR.subunits_to_unit();
    let bounds = Bounds { to_player, by_member: to_player.saturating_mul(OF_EVERYBODY) };
    for _ in 0..TRIES {
        // Read before it is looked whether this call was carried out: what it has moved is never told as what was there.
        let before = desk::spendable(&app.db, player).await?;
        if act.was_done(acts::fingerprint(&app.db, reference).await?.as_deref())? {
            return Ok(());
        }
        let after = before.saturating_add(points);
        if points < 0 && after < 0 {
            let message = "The player has fewer points to spend than are to be taken.";
            return Err(ApiError::conflict("points_too_low", message));
        }
        if acts::is_too_much(&app.db, &act, bounds).await? {
            let message =
                "These are more points than one member alone corrects, or than may be within a day.";
            return Err(ApiError::conflict("points_too_many", message));
        }
        let body = json!({
            "subject": format!("{points:+}"),
            "points": points,
            "before": before,
            "after": after,
            "reason": reason,
        });
        let correction = Correction {
            player,
            points,
            before,
            reference,
            fingerprint: &fingerprint,
            facts: vec![Fact { kind: "points.corrected", body: by.signing(body).to_string() }],
            statements: vec![staff::holds(member, Permission::PointsCorrect), acts::keep(&act, bounds)],
        };
        match desk::book(app, correction, now).await {
            Ok(()) => return Ok(()),
            Err(WalletError::Refused(Refusal::PreconditionFailed | Refusal::InsufficientFunds { .. })) => {
                if !staff::may(&app.db, member, Permission::PointsCorrect).await? {
                    return Err(ApiError::role_forbids());
                }
            }
            Err(WalletError::NoWallets) => {
                return Err(ApiError::conflict(
                    "wallet_missing",
                    "The player has no wallet to keep points in.",
                ));
            }
            Err(other) => return Err(other.into()),
        }
    }
    Err(ApiError::conflict("points_changed", "The points of this player keep changing."))
}
