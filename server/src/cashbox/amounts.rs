//! How much may be paid: what the method takes, what the wallet can hold, and what leaves the operator before its player is
//! verified. The last two are looked at here so that the refusal can tell why, and held by guards of the commit itself.

use croupier_ledger::{PlayerId, Refusal};
use croupier_money::{Currency, WIRE_MAX, positive};

use super::methods::Method;
use super::payer::Payer;
use super::payments::PaymentRequest;
use super::range::OutOfRange;
use super::state::Action;
use super::{store, unverified_store};
use crate::app::App;
use crate::platform::error::{ApiError, ApiResult};
use crate::wallet::WalletError;

/// Refuses a deposit that could not be credited once it is paid.
pub(super) async fn check_room(
    app: &App,
    player: PlayerId,
    payment_request: &PaymentRequest,
) -> ApiResult<()> {
    if payment_request.action != Action::Deposit {
        return Ok(());
    }
    let expected = store::expected(&app.db, player, payment_request.currency).await?;
    let expected = expected.ok_or(WalletError::NoWallet(payment_request.currency))?;
    if expected.saturating_add(payment_request.amount) > WIRE_MAX {
        return Err(WalletError::Refused(Refusal::BalanceFull).into());
    }
    Ok(())
}

/// Refuses a cashout that would take a player who is not verified over what the licence lets out.
/// Answers the room that it was checked against, for a cashout.
pub(super) async fn check_verified(
    app: &App,
    payer: &Payer,
    payment_request: &PaymentRequest,
) -> ApiResult<Option<UnverifiedRoom>> {
    if payment_request.action != Action::Cashout {
        return Ok(None);
    }
    let (player, room) = (payer.player.id, unverified_room(app, payer, payment_request.currency).await?);
    let left =
        unverified_store::unverified_left(&app.db, player, payment_request.currency, room.cents).await?;
    if left.is_none_or(|left| payment_request.amount <= left) {
        return Ok(Some(room));
    }
    let message = "Please have your documents verified first: this is more than you can take out before.";
    Err(ApiError::field("amount_cents", "cashout_needs_verification", message))
}

/// What a payer may take out of a wallet in all while not verified.
#[derive(Debug, Clone, Copy)]
pub(super) struct UnverifiedRoom {
    /// In subunits of the wallet's currency; less than 0 when other wallets have taken more than all.
    pub(super) cents: i64,
    /// How many cashouts from other wallets it was made for.
    pub(super) elsewhere: i64,
}

/// The room of the payer's wallet in `currency`: what the licence lets out in it, less the same share of it as was taken out
/// of every other wallet of the licence's sum in that currency.
async fn unverified_room(app: &App, payer: &Payer, currency: Currency) -> ApiResult<UnverifiedRoom> {
    let rules = &app.site_config.licences.named(&payer.player.licence).verification;
    let taken = unverified_store::taken_elsewhere(&app.db, payer.player.id, currency).await?;
    let max = rules.unverified_cashout(currency);
    let shares = taken.sums.iter().map(|(other, sum)| (*sum, rules.unverified_cashout(*other)));
    Ok(UnverifiedRoom { cents: room_beside(max, shares), elsewhere: taken.cashouts })
}

/// What is left of `max` beside what was taken out elsewhere, each a sum and the most that it may be. A share is rounded
/// up, and no room is left where nothing may be taken out and something was.
fn room_beside(max: i64, taken: impl Iterator<Item = (i64, i64)>) -> i64 {
    let share = |(sum, of): (i64, i64)| match (sum, of) {
        (..=0, _) => 0,
        (_, ..=0) => i128::from(max),
        (sum, of) => (i128::from(sum) * i128::from(max) + i128::from(of) - 1) / i128::from(of),
    };
    let left = i128::from(max) - taken.map(share).sum::<i128>();
    i64::try_from(left).unwrap_or(i64::MIN)
}

/// Refuses an amount that the method does not take in the currency, or that has no wallet.
pub(super) async fn check_amount(
    app: &App,
    player: PlayerId,
    method: &Method,
    payment_request: &PaymentRequest,
) -> ApiResult<()> {
    let unsupported =
        || ApiError::field("currency", "currency_not_supported", "This method does not take this currency.");
    let limits = method.limits(payment_request.currency).ok_or_else(unsupported)?;
    if app.wallet.get(player, payment_request.currency).await?.is_none() {
        return Err(WalletError::NoWallet(payment_request.currency).into());
    }
    let refuse = |code: &str, message: &str| ApiError::field("amount_cents", code, message);
    positive(payment_request.amount)
        .map_err(|error| refuse("VALIDATION.AMOUNT.INVALID", &error.to_string()))?;
    limits.of(payment_request.action).check(payment_request.amount).map_err(|wrong| match wrong {
        OutOfRange::Min => refuse("VALIDATION.AMOUNT.MIN", "This is less than the method takes."),
        OutOfRange::Max => refuse("VALIDATION.AMOUNT.MAX", "This is more than the method takes."),
        OutOfRange::Step => refuse("VALIDATION.AMOUNT.STEP", "The method does not take amounts this fine."),
    })
}

#[cfg(test)]
mod tests {
    use super::room_beside;

    #[test]
    fn what_is_taken_out_elsewhere_counts_by_its_share() {
        for (max, taken, left) in [
            (200_000, &[][..], 200_000),
            (200_000, &[(110_000, 220_000)], 100_000),
            (200_000, &[(110_000, 220_000), (87_500, 350_000)], 50_000),
            (200_000, &[(220_000, 220_000)], 0),
            (200_000, &[(330_000, 220_000)], -100_000),
            // A share is rounded up: a subunit of it is gone.
            (200_000, &[(1, 2_500_000)], 199_999),
            (200_000, &[(0, 0)], 200_000),
            (200_000, &[(1, 0)], 0),
            (0, &[(5, 10)], 0),
            (i64::MAX, &[(i64::MAX, 1)], i64::MIN),
        ] {
            assert_eq!(room_beside(max, taken.iter().copied()), left, "{max} beside {taken:?}");
        }
    }
}
