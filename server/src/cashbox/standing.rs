//! How the partners and ways to pay of this site do, for staff.

use croupier_money::Currency;

use super::routing_store;
use crate::app::App;
use crate::platform::calendar::DAY_MS;
use crate::platform::error::ApiResult;

/// How a partner does.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PartnerStanding {
    /// Its name.
    pub name: &'static str,
    /// Since when it gives no answers to this server, in UTC milliseconds.
    pub away_since: Option<i64>,
    /// Of the last calls of this server, how many were answered, and how many there were.
    pub answered: (usize, usize),
    /// Of the deposits that ended in the last day, how many were paid, and how many there were.
    pub paid: (i64, i64),
    /// Payments that it has refused in the last day, and that went to another partner.
    pub refused: i64,
}

/// A way to pay, for staff.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MethodStanding {
    /// Its id.
    pub id: String,
    /// What players read.
    pub title: String,
    /// Whose sign it carries.
    pub brand: String,
    /// The partners that carry it and that payments by it may go to.
    pub partners: Vec<&'static str>,
    /// The currencies that it takes.
    pub currencies: Vec<Currency>,
}

/// How every partner does now.
pub async fn partner_standings(app: &App) -> ApiResult<Vec<PartnerStanding>> {
    let since = app.clock.now() - DAY_MS;
    let mut standings = Vec::new();
    for partner in app.cashbox.partners.iter() {
        let paid = routing_store::paid_since(&app.db, partner.name, since).await?;
        standings.push(PartnerStanding {
            name: partner.name,
            away_since: partner.away_since(),
            answered: partner.answered(),
            paid: (paid.paid, paid.ended),
            refused: routing_store::refused_since(&app.db, partner.name, since).await?,
        });
    }
    Ok(standings)
}

/// Every way to pay of the catalogue, in its order.
pub fn method_standings(app: &App) -> Vec<MethodStanding> {
    let (methods, routes) = (app.cashbox.methods.now(), app.cashbox.routes.now());
    let partners_of = |method| {
        let named: Vec<_> = routes.partners_of(method).collect();
        let partners = app.cashbox.partners.iter().filter(|partner| named.contains(&partner.name));
        partners.filter(|partner| partner.carries(&method.id)).map(|partner| partner.name).collect()
    };
    methods
        .iter()
        .map(|method| MethodStanding {
            id: method.id.clone(),
            title: method.title.clone(),
            brand: method.brand.clone(),
            partners: partners_of(method),
            currencies: method.currencies().collect(),
        })
        .collect()
}
