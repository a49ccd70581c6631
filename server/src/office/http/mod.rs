//! The calls of the back office.

mod access;
mod adjustments;
mod autologin;
mod bonus_abuse;
mod boxes;
mod calendar;
mod catalogue;
mod catalogue_drafts;
mod catalogue_import;
mod chats;
mod client_log;
mod closures;
mod coins;
mod collections;
mod concerns;
mod content;
mod content_history;
mod content_versions;
mod corrections;
mod costs;
mod coupons;
mod currencies;
mod documents;
mod exclusion_matches;
mod flag_results;
mod flags;
mod fraud_rules;
mod game_partners;
mod games;
mod gifts;
mod identity_checks;
mod list_exports;
mod log;
mod maintenance;
mod mass_gift_views;
mod mass_gifts;
mod media;
mod notification_readers;
mod notifications;
mod offer_choices;
mod offer_effects;
mod offer_form;
mod offers;
mod operations;
mod payment_desk;
mod payment_fees;
mod payout_on_behalf;
mod payout_split;
mod payouts;
mod people_exports;
mod player_activity;
mod player_contact;
mod player_groups;
mod player_limits;
mod player_stops;
mod players;
mod points;
mod registers;
mod report_exports;
mod report_lines;
mod report_people;
mod reports;
mod role_views;
mod roles;
mod scorings;
mod second_factor;
mod segments;
mod servers;
mod settlements;
mod shared;
mod shared_devices;
mod shared_rounds;
mod sign_in;
mod tables;
mod team;
mod views;
mod wealth;

use std::sync::Arc;

use utoipa_axum::router::OpenApiRouter;

use crate::app::App;

/// Every call of the back office.
pub fn routes() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new()
        .merge(sign_in::routes())
        .merge(team::routes())
        .merge(access::routes())
        .merge(roles::routes())
        .merge(payouts::routes())
        .merge(list_exports::routes())
        .merge(payout_split::routes())
        .merge(payout_on_behalf::routes())
        .merge(coins::routes())
        .merge(payment_desk::routes())
        .merge(payment_fees::routes())
        .merge(settlements::routes())
        .merge(documents::routes())
        .merge(identity_checks::routes())
        .merge(players::routes())
        .merge(player_stops::routes())
        .merge(people_exports::routes())
        .merge(registers::routes())
        .merge(player_activity::routes())
        .merge(shared_devices::routes())
        .merge(exclusion_matches::routes())
        .merge(second_factor::routes())
        .merge(concerns::routes())
        .merge(gifts::routes())
        .merge(bonus_abuse::routes())
        .merge(coupons::routes())
        .merge(boxes::routes())
        .merge(segments::routes())
        .merge(mass_gifts::routes())
        .merge(player_groups::routes())
        .merge(corrections::routes())
        .merge(player_limits::routes())
        .merge(points::routes())
        .merge(notifications::routes())
        .merge(player_contact::routes())
        .merge(adjustments::routes())
        .merge(calendar::routes())
        .merge(content::routes())
        .merge(media::routes())
        .merge(catalogue::routes())
        .merge(catalogue_import::routes())
        .merge(collections::routes())
        .merge(offers::routes())
        .merge(offer_choices::routes())
        .merge(offer_effects::routes())
        .merge(content_history::routes())
        .merge(content_versions::routes())
        .merge(costs::routes())
        .merge(fraud_rules::routes())
        .merge(scorings::routes())
        .merge(chats::routes())
        .merge(currencies::routes())
        .merge(log::routes())
        .merge(operations::routes())
        .merge(client_log::routes())
        .merge(closures::routes())
        .merge(maintenance::routes())
        .merge(flags::routes())
        .merge(flag_results::routes())
        .merge(servers::routes())
        .merge(views::routes())
        .merge(games::routes())
        .merge(game_partners::routes())
        .merge(shared_rounds::routes())
        .merge(reports::routes())
        .merge(report_people::routes())
        .merge(report_exports::routes())
        .merge(wealth::routes())
        .merge(autologin::routes())
}
