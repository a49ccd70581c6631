//! Making gifts: an award, free spins, or both, once for what they are made by.

use croupier_db::{Db, Error, Statement, Tx, log};
use croupier_ledger::{Fact, PlayerId, Stop};
use croupier_money::Currency;
use croupier_promo::{BonusStage, Effect, FreespinStage, Kind, Progress, requirement};

use super::model::{Award, Due, Grant};
use super::offers::{Offer, Offers, Trigger};
use super::{grant_store, store};
use crate::app::App;
use crate::identity;
use crate::platform::error::{ApiError, ApiResult};
use crate::player;

/// How often a gift is tried when others write to the same lane.
const TRIES: u32 = 5;

/// The counter of awards and grants.
const COUNTER: &str = "gift";

/// A gift to be made.
#[derive(Debug, Clone)]
pub(super) struct Wanted<'a> {
    /// For whom.
    pub(super) player: PlayerId,
    /// In which wallet.
    pub(super) currency: Currency,
    /// Of which offer.
    pub(super) offer: &'a Offer,
    /// By what; nothing makes two.
    pub(super) source: String,
    /// The deposit that it comes with, in subunits.
    pub(super) deposit: i64,
    /// What it gives, in subunits, when the offer does not say.
    pub(super) amount: Option<i64>,
    /// Whether it is activated at once.
    pub(super) activates: bool,
}

/// What was made.
#[derive(Debug, Clone, Default)]
pub(super) struct Gift {
    pub(super) award: Option<Award>,
    pub(super) grant: Option<Grant>,
}

/// What goes with a gift into its commit.
#[derive(Debug, Clone, Default)]
pub(super) struct Uses {
    /// What marks as used what the gift is made by; each has to hit its rows.
    pub(super) statements: Vec<Statement>,
    /// What is told beside the gift.
    pub(super) facts: Vec<Fact>,
}

/// What became of a wish for a gift.
#[derive(Debug, Clone)]
pub(super) enum Issued {
    /// It was made.
    Done(Box<Gift>),
    /// There was one from this source before.
    Already,
    /// What it is made by is used up.
    UsedUp,
    /// The player is stopped.
    Stopped(Stop),
    /// Another player of the same browser got it, and it comes without a deposit.
    InBrowser,
    /// The offer gives nothing in this currency, or for this deposit.
    Nothing,
}

impl Wanted<'_> {
    /// What of the offer the player gets, under numbers from `first` on; made at `now`.
    pub(super) fn gift(&self, first: i64, now: i64) -> Gift {
        Gift { award: self.award(first, now), grant: self.grant(first + 1, now) }
    }

    fn award(&self, id: i64, now: i64) -> Option<Award> {
        let (kind, terms) = (self.offer.kind?, self.offer.terms(self.currency)?);
        let amount = match kind {
            Kind::DepositBonus => self.offer.matched(self.currency)?.bonus(self.deposit)?,
            kind if !kind.has_amount() => 1,
            _ => self.amount.or_else(|| Some(self.offer.amounts.get(&self.currency)?.amount))?,
        };
        let due = self.activates.then_some(Due::Activate);
        Some(award(self, id, kind, terms, amount, due, now))
    }

    fn grant(&self, id: i64, now: i64) -> Option<Grant> {
        let spins = self.offer.freespins.as_ref()?;
        // A deposit that brings no bonus brings no free spins either.
        if self.offer.kind == Some(Kind::DepositBonus) {
            self.offer.matched(self.currency)?.bonus(self.deposit)?;
        }
        Some(Grant {
            id,
            player: self.player,
            currency: self.currency,
            offer: self.offer.code.clone(),
            offer_version: self.offer.version,
            kind: spins.kind,
            group_key: self.offer.group_key.clone(),
            title: self.offer.title.clone(),
            terms: self.offer.terms_of_winnings(spins, self.currency),
            source: self.source.clone(),
            stage: FreespinStage::Issued,
            games: spins.games.clone(),
            provider: spins.provider().to_owned(),
            stake: *spins.stakes.get(&self.currency)?,
            total: spins.count,
            performed: 0,
            ended_rounds: 0,
            won: 0,
            paid: 0,
            withheld: 0,
            valid_ms: spins.valid_ms(),
            issued_at: now,
            activatable_until: self.offer.activatable_until(now),
            activated_at: None,
            valid_until: None,
            ended_at: None,
            ended_by: None,
            settled_at: None,
            due: None,
        })
    }
}

fn award(
    wanted: &Wanted<'_>,
    id: i64,
    kind: Kind,
    terms: croupier_promo::Terms,
    amount: i64,
    due: Option<Due>,
    now: i64,
) -> Award {
    let asks = kind.effect() == Effect::BonusMoney;
    Award {
        id,
        player: wanted.player,
        currency: wanted.currency,
        offer: wanted.offer.code.clone(),
        offer_version: wanted.offer.version,
        kind,
        group_key: wanted.offer.group_key.clone(),
        title: wanted.offer.title.clone(),
        source: wanted.source.clone(),
        stage: BonusStage::Issued,
        amount,
        group: wanted.offer.group,
        requirement: if asks { requirement(&terms, amount, wanted.deposit) } else { 0 },
        wagered: Progress::default(),
        terms,
        issued_at: now,
        activatable_until: wanted.offer.activatable_until(now),
        activated_at: None,
        valid_until: None,
        ended_at: None,
        ended_by: None,
        granted: 0,
        converted: 0,
        withheld: 0,
        deducted: 0,
        forfeited: 0,
        place: None,
        due,
        next_try: 0,
    }
}

impl Gift {
    /// Whether it is nothing.
    pub(super) const fn is_nothing(&self) -> bool {
        self.award.is_none() && self.grant.is_none()
    }

    /// The statements that write it down.
    pub(super) fn statements(&self) -> croupier_db::Result<Vec<Statement>> {
        let award = self.award.iter().map(store::add_award);
        award.chain(self.grant.iter().map(grant_store::add_grant)).collect()
    }

    /// The facts that tell of it, in `locale`.
    pub(super) fn facts(&self, offers: &Offers, locale: &str, now: i64) -> serde_json::Result<Vec<Fact>> {
        let award = self.award.iter().map(|award| award.changed(offers, locale, now));
        award.chain(self.grant.iter().map(|grant| grant.changed(offers, locale, now))).collect()
    }
}

/// Numbers that a gift uses: one for its award and the next for its grant.
pub(super) const NUMBERS: i64 = 2;

/// The first number of a gift that is still to be made.
pub(super) async fn gift_number(db: &Db) -> croupier_db::Result<i64> {
    gift_numbers(db, 1).await
}

/// The first number of the first of so many gifts, which follow [`NUMBERS`] apart.
pub(super) async fn gift_numbers(db: &Db, gifts: i64) -> croupier_db::Result<i64> {
    let mut tx = db.begin().await?;
    let first = log::take_numbers(&mut tx, COUNTER, NUMBERS * gifts).await?;
    tx.commit().await?;
    Ok(first)
}

/// Runs statements within the caller's transaction; `false` when one did not hit its row.
async fn write_all(tx: &mut Tx, statements: Vec<Statement>) -> croupier_db::Result<bool> {
    for statement in statements {
        if !store::run(tx, statement).await? {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Makes a gift under the lock of the player's lane, together with `uses`, which have to hit their rows.
pub(super) async fn issue(app: &App, wanted: &Wanted<'_>, uses: &Uses) -> ApiResult<Issued> {
    let locale = player::get(app, wanted.player).await?.locale;
    let first = gift_number(&app.db).await?;
    let mut tries = 0;
    loop {
        match try_issue(app, wanted, uses, first, &locale).await {
            Err(Error::Retry(_)) if tries < TRIES => tries += 1,
            done => return done.map_err(ApiError::from),
        }
    }
}

async fn try_issue(
    app: &App,
    wanted: &Wanted<'_>,
    uses: &Uses,
    first: i64,
    locale: &str,
) -> croupier_db::Result<Issued> {
    let now = app.clock.now();
    let gift = wanted.gift(first, now);
    if gift.is_nothing() {
        return Ok(Issued::Nothing);
    }
    let facts = gift.facts(&app.bonuses.offers(), locale, now);
    let mut facts = facts.map_err(|error| Error::Engine(error.to_string()))?;
    facts.extend(uses.facts.iter().cloned());
    let mut tx = app.db.begin().await?;
    log::append(&app.db, &mut tx, wanted.player, now, &facts).await?;
    let stops = identity::stops_in(&mut tx, wanted.player).await?;
    if let Some(stop) = stops.in_force(now, |_| true) {
        return Ok(Issued::Stopped(stop));
    }
    if matches!(wanted.offer.trigger, Trigger::Registration | Trigger::Coupon) {
        let others = player::others_in_browser(&mut tx, wanted.player).await?;
        if store::any_has_offer(&mut tx, &others, &wanted.offer.code).await? {
            return Ok(Issued::InBrowser);
        }
    }
    if !write_all(&mut tx, gift.statements()?).await? {
        return Ok(Issued::Already);
    }
    if !write_all(&mut tx, uses.statements.clone()).await? {
        return Ok(Issued::UsedUp);
    }
    tx.commit().await?;
    app.db.notify_all();
    Ok(Issued::Done(Box::new(gift)))
}

/// A change of a gift that moves no money: `statements`, each of which has to hit its row, and their facts, under the lock of
/// the player's lane. `false` when the gift is no longer as it was.
pub(super) async fn without_money(
    app: &App,
    player: PlayerId,
    statements: &[Statement],
    facts: &[Fact],
) -> ApiResult<bool> {
    let mut tries = 0;
    loop {
        match try_without_money(app, player, statements, facts).await {
            Err(Error::Retry(_)) if tries < TRIES => tries += 1,
            done => return done.map_err(ApiError::from),
        }
    }
}

async fn try_without_money(
    app: &App,
    player: PlayerId,
    statements: &[Statement],
    facts: &[Fact],
) -> croupier_db::Result<bool> {
    let mut tx = app.db.begin().await?;
    log::append(&app.db, &mut tx, player, app.clock.now(), facts).await?;
    if !write_all(&mut tx, statements.to_vec()).await? {
        return Ok(false);
    }
    tx.commit().await?;
    app.db.notify_all();
    Ok(true)
}
