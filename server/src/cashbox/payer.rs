//! Who pays: the player's own records, and where the call comes from.

use croupier_ledger::PlayerId;
use croupier_money::Currency;

use super::fraud_store;
use super::methods::{Method, Methods};
use super::model::Payment;
use super::moves::refuse_deposit;
use super::on_behalf::OnBehalf;
use super::state::Action;
use super::switches::{self, Off};
use crate::app::App;
use crate::auth::{PlayerCaller, Visitor};
use crate::identity;
use crate::platform::error::{ApiError, ApiResult};
use crate::player::{self, Player};

/// A player about to pay.
#[derive(Debug, Clone)]
pub(super) struct Payer {
    /// Profile and licence.
    pub(super) player: Player,
    /// The groups he is in.
    pub(super) groups: Vec<i64>,
    /// The address he signs in with.
    pub(super) email: String,
    /// The country the call comes from, when it is known.
    pub(super) caller_country: Option<String>,
    /// What staff has switched off.
    pub(super) off: Off,
    /// The browser that he pays with, by its id; without its cookie the one he was last seen with.
    pub(super) device: Option<String>,
    /// The address of the operator as his browser knows it, without a path: every brand has its own, and a session
    /// is at home on one only.
    pub(super) site_address: String,
    /// The member of staff who makes his cashout; `None` when he pays himself.
    pub(super) on_behalf: Option<OnBehalf>,
}

impl Payer {
    /// Reads what the operator knows of the caller.
    pub(super) async fn load(app: &App, caller: &PlayerCaller, visitor: &Visitor) -> ApiResult<Self> {
        Ok(Self {
            player: player::get(app, caller.id).await?,
            groups: player::groups_of(app, caller.id).await?,
            email: identity::login_of(app, caller.id).await?.email,
            caller_country: visitor.country().map(str::to_owned),
            off: switches::off(app).await?,
            device: device_of(app, caller, visitor).await?,
            site_address: app.config.address_under(&visitor.host),
            on_behalf: None,
        })
    }

    /// Reads what the operator's own records hold of a player: there is no call that would answer more.
    pub(super) async fn by_records(
        app: &App,
        id: PlayerId,
        device: Option<String>,
        site_address: String,
    ) -> ApiResult<Self> {
        Ok(Self {
            player: player::get(app, id).await?,
            groups: player::groups_of(app, id).await?,
            email: identity::login_of(app, id).await?.email,
            caller_country: None,
            off: switches::off(app).await?,
            device,
            site_address,
            on_behalf: None,
        })
    }

    /// Whether `method` is offered to this player: by the catalogue, and by the partner that carries it out.
    pub(super) fn may_use(&self, app: &App, method: &Method) -> bool {
        method.is_for(&self.player.licence, &self.groups) && app.cashbox.is_supported(method, &self.off)
    }

    /// The method called `id`, when it is offered to this player.
    pub(super) fn offered<'a>(&self, app: &App, methods: &'a Methods, id: &str) -> ApiResult<&'a Method> {
        methods.get(id).filter(|method| self.may_use(app, method)).ok_or_else(not_offered)
    }

    /// Refuses to create a deposit at the partner, or to show its page again, when country, method, a stop or a limit have come to
    /// forbid it since it was written down.
    pub(super) async fn may_still_pay_in(&self, app: &App, payment: &Payment) -> ApiResult<()> {
        self.refuse_restricted(app, Action::Deposit)?;
        self.offered(app, &app.cashbox.methods.now(), &payment.method_id)?;
        refuse_deposit(app, payment).await
    }

    /// Refuses a deposit from where the operator may not serve, be it where the player lives or where he is. A
    /// cashout is never refused for that: the money is the player's.
    pub(super) fn refuse_restricted(&self, app: &App, action: Action) -> ApiResult<()> {
        let home = Some(self.player.country.as_str());
        let places = [home, self.caller_country.as_deref()];
        if action == Action::Deposit && places.into_iter().any(|c| app.site_config.licences.is_restricted(c))
        {
            return Err(ApiError::forbidden(
                "restricted_country",
                "Deposits are not possible from your country.",
            ));
        }
        Ok(())
    }

    /// Refuses, with a problem for every field that is empty, when a wallet of a fiat currency needs a fuller
    /// profile. What counts is the wallet that is paid from or into, not the active one.
    pub(super) fn require_profile(&self, app: &App, action: Action, currency: Currency) -> ApiResult<()> {
        let player = Player { currency, ..self.player.clone() };
        player::require_fields(app, &player, action.name())
    }
}

/// The refusal of a method that is not offered, or that no partner carries out.
pub(super) fn not_offered() -> ApiError {
    ApiError::field("payment_method_id", "VALIDATION.PAYMENT_METHOD.UNKNOWN", "This method is not offered.")
}

async fn device_of(app: &App, caller: &PlayerCaller, visitor: &Visitor) -> ApiResult<Option<String>> {
    if visitor.device_id.is_some() {
        return Ok(visitor.device_id.clone());
    }
    Ok(match fraud_store::last_device(&app.db, caller.id).await? {
        Some(device) => Some(device),
        None => player::device_of(app, caller.id).await?,
    })
}

/// The status by group, the highest first; without such a group a player is a regular.
const STATUSES: [(i64, &str); 6] =
    [(759, "Diamond"), (255, "Platinum"), (259, "Gold"), (258, "Silver"), (257, "Bronze"), (793, "Bronze")];

/// The status of a player in `groups`.
pub(super) fn status(groups: &[i64]) -> &'static str {
    STATUSES.into_iter().find(|(group, _)| groups.contains(group)).map_or("Regular", |(_, name)| name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_status_comes_from_the_groups() {
        for (groups, wanted) in [
            (&[257][..], "Bronze"),
            (&[793], "Bronze"),
            (&[258], "Silver"),
            (&[259], "Gold"),
            (&[255], "Platinum"),
            (&[759], "Diamond"),
            (&[257, 759, 1], "Diamond"),
            (&[], "Regular"),
            (&[631], "Regular"),
        ] {
            assert_eq!(status(groups), wanted, "{groups:?}");
        }
    }
}
