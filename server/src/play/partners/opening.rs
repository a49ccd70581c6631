//! Opening a game at its partner.

use super::aggregator::{Failure, ForMoney, Opening};
use super::{Partner, PartnerSession, name_at_partner, store};
use crate::app::App;
use crate::auth::Visitor;
use crate::catalogue::{Device, Game};
use crate::platform::error::{ApiError, ApiResult};
use crate::play::sessions::{self, SESSION_MS, SessionPlayer};
use crate::player::Player;

/// For how long a session is kept after its end, in milliseconds: 90 days, in which wins and rollbacks may come.
const KEPT_MS: i64 = 90 * 24 * 60 * 60 * 1000;

/// What a visitor wishes of a launch.
#[derive(Debug, Clone)]
pub(crate) struct BetPlacement {
    /// The visitor's kind of device.
    pub(crate) device: Device,
    /// The client's language.
    pub(crate) locale: String,
    /// A path of this site.
    pub(crate) return_url: String,
}

/// A game that was opened: where its page is, and the session's id.
#[derive(Debug)]
pub(crate) struct OpenedPage {
    pub(crate) url: String,
    pub(crate) session: String,
}

/// Opens `game` at `partner` for money; `public_name` is what others call the player.
pub(crate) async fn open_real(
    app: &App,
    partner: &Partner,
    visitor: &Visitor,
    game: &Game,
    (player, profile, public_name): (&SessionPlayer, &Player, &str),
    requested: &BetPlacement,
) -> ApiResult<OpenedPage> {
    let now = app.clock.now();
    let wallet = app.wallet.get(player.id, player.currency).await?;
    let balance = wallet.map_or(0, |wallet| wallet.cash.saturating_add(wallet.bonus));
    let session = PartnerSession {
        id: app.entropy.uuid(&app.clock).to_string(),
        partner: partner.name.clone(),
        player: player.id,
        login_session: player.login_session.clone(),
        game_id: game.id,
        game: game.identifier.clone(),
        currency: player.currency,
        country: visitor.country().map(str::to_owned),
        expires_at: now.saturating_add(SESSION_MS),
    };
    // The partner may ask for the balance before it answers.
    let mut tx = app.db.begin().await?;
    store::drop_sessions(&mut tx, now.saturating_sub(KEPT_MS)).await?;
    store::add_session(&mut tx, &session, now).await?;
    tx.commit().await?;
    let for_money = ForMoney {
        session: &session.id,
        player: player.id,
        nickname: public_name,
        country: &profile.country,
        currency: player.currency.code(),
        balance,
    };
    let url = ask(app, partner, visitor, game, Some(for_money), requested).await?;
    Ok(OpenedPage { url, session: session.id })
}

/// Opens `game` at `partner` for fun: the partner keeps the play money, and asks this site for nothing.
pub(crate) async fn open_demo(
    app: &App,
    partner: &Partner,
    visitor: &Visitor,
    game: &Game,
    requested: &BetPlacement,
) -> ApiResult<OpenedPage> {
    let url = ask(app, partner, visitor, game, None, requested).await?;
    Ok(OpenedPage { url, session: app.entropy.uuid(&app.clock).to_string() })
}

async fn ask(
    app: &App,
    partner: &Partner,
    visitor: &Visitor,
    game: &Game,
    for_money: Option<ForMoney<'_>>,
    requested: &BetPlacement,
) -> ApiResult<String> {
    let home = app.config.address_under(&visitor.host);
    let opening = Opening {
        game: name_at_partner(&game.identifier),
        for_money,
        locale: &requested.locale,
        ip: visitor.address(),
        device: requested.device,
        deposit_url: format!("{home}/deposit"),
        return_url: format!("{home}{}", requested.return_url),
    };
    partner.open_page(&opening).await.map_err(|failure| {
        tracing::warn!(partner = partner.name, %failure, "a game could not be opened at its partner");
        match failure {
            Failure::Refused(_) => sessions::unavailable(),
            Failure::Unknown(_) => ApiError::unavailable(&failure),
        }
    })
}
