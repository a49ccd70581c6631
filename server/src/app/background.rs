//! The work of a server that goes on beside requests.

use std::sync::Arc;

use tokio::task::{JoinHandle, JoinSet};

use super::{App, list_rules};
use crate::ops::watchdog;
use crate::platform::readers::{self, After, Reader};
use crate::{
    account, adventure, audit, bonus, cashbox, chat, client_events, concern, content, flags, identity,
    jackpot, limits, lootbox, lottery, loyalty, mail, maintenance, mass_gifts, notifications, office,
    platform::supervise, play, privacy, push, reports, seeds, servers, site, tables, tournaments,
    verification, wallet,
};

impl App {
    /// Starts the work that goes on beside requests: readers of the log, frames to browsers, jobs of the contexts, and wake-ups
    /// between servers. It ends in good order once `stopping` turns true; wait for the handle.
    pub fn start_background(self: &Arc<Self>) -> JoinHandle<()> {
        let mut tasks = JoinSet::new();
        let app = self.clone();
        tasks.spawn(async move {
            supervise::keep_running(&app.health, "wake_ups", app.stopping.subscribe(), || async {
                let mut stopping = app.stopping.subscribe();
                tokio::select! {
                    () = app.db.pass_wake_ups() => {}
                    _ = stopping.wait_for(|stop| *stop) => {}
                }
            })
            .await;
        });
        let app = self.clone();
        tasks.spawn(async move {
            let stopping = || app.stopping.subscribe();
            supervise::keep_running(&app.health, "realtime", stopping(), || app.realtime.run(stopping()))
                .await;
        });
        let app = self.clone();
        tasks.spawn(async move {
            let stopping = app.stopping.subscribe();
            let lease_ms = app.config.reader_lease_ms();
            let (health, readers) = (&app.health, all_readers(&app));
            let owner = &app.identity.id;
            readers::run(&app.db, &app.clock, owner, health, &readers, lease_ms, &stopping).await;
        });
        tasks.spawn(wallet::due::run(self.clone()));
        tasks.spawn(seeds::run(self.clone()));
        tasks.spawn(play::sweep::run(self.clone()));
        tasks.spawn(play::partners::spins::run(self.clone()));
        tasks.spawn(cashbox::resolver::run(self.clone()));
        tasks.spawn(cashbox::resolver::follow_methods(self.clone()));
        tasks.spawn(cashbox::differences::run(self.clone()));
        tasks.spawn(cashbox::coin_arrivals::run(self.clone()));
        tasks.spawn(limits::run(self.clone()));
        tasks.spawn(concern::run(self.clone()));
        tasks.spawn(bonus::due::run(self.clone()));
        tasks.spawn(lootbox::sweep::run(self.clone()));
        tasks.spawn(mass_gifts::run(self.clone()));
        tasks.spawn(lottery::run(self.clone()));
        tasks.spawn(adventure::run(self.clone()));
        tasks.spawn(loyalty::vip::run(self.clone()));
        tasks.spawn(content::run(self.clone(), content_has_changed));
        tasks.spawn(content::library::sweep::run(self.clone()));
        tasks.spawn(office::publishing::run(self.clone()));
        tasks.spawn(office::calculations::run(self.clone()));
        tasks.spawn(identity::sweep::run(self.clone()));
        tasks.spawn(verification::sweep::run(self.clone()));
        tasks.spawn(verification::provider::looking::run(self.clone()));
        tasks.spawn(client_events::sweep::run(self.clone()));
        tasks.spawn(notifications::sweep::run(self.clone()));
        tasks.spawn(notifications::campaign_steps::run(self.clone()));
        tasks.spawn(tournaments::run(self.clone()));
        tasks.spawn(jackpot::run(self.clone()));
        tasks.spawn(tables::run(self.clone()));
        tasks.spawn(chat::sweep::run(self.clone()));
        tasks.spawn(chat::sweep::run_pictures(self.clone()));
        tasks.spawn(mail::run(self.clone()));
        tasks.spawn(mail::sweep::run(self.clone()));
        tasks.spawn(maintenance::run(self.clone()));
        tasks.spawn(servers::run(self.clone()));
        tasks.spawn(flags::run(self.clone(), |app| app.realtime.publish_features()));
        tasks.spawn(flags::exposures::run(self.clone()));
        tasks.spawn(flags::exposures::run_forgetting(self.clone()));
        tasks.spawn(account::recovery::run(self.clone()));
        tasks.spawn(account::registers::rechecking::run(self.clone()));
        tasks.spawn(push::sender::run(self.clone()));
        tasks.spawn(privacy::run(self.clone()));
        tasks.spawn(audit::seal::run(self.clone()));
        tasks.spawn(watchdog::run(self.clone()));
        tokio::spawn(async move {
            while let Some(ended) = tasks.join_next().await {
                if let Err(error) = ended {
                    tracing::error!(%error, "work beside requests has failed");
                }
            }
        })
    }
}

/// Brings what was read at the start to what the content folder says now.
fn content_has_changed(app: &App) {
    site::warn_of_faulty_texts(&app.site, &app.content.now().pages);
    let edition = app.editions.now();
    let folder = edition.folder();
    let read = [
        ("exchange rates", app.site_config.reload_rates(folder)),
        ("mails", app.mail.reload(folder)),
        ("terms", app.site_config.reload_terms(folder)),
        (
            "bonuses, groups and levels",
            app.bonuses.reload(folder, &app.site_config.statuses, edition.versions()),
        ),
        // Their prizes are offers, so they are read after them.
        ("lootboxes", app.lootboxes.reload(folder, &app.bonuses.offers())),
        ("lotteries", lottery::reload(&app.lotteries, folder, &app.bonuses.offers())),
        ("adventures", adventure::reload(&app.adventures, folder, &app.bonuses.offers())),
        ("rules of loyalty", app.site_config.reload_loyalty(folder)),
        ("tournaments", tournaments::reload(&app.tournaments, folder)),
        ("jackpots", jackpot::reload(&app.jackpots, folder)),
        ("currencies", app.site_config.reload_currencies(folder)),
        ("fraud rules", app.cashbox.reload_rules(folder)),
        // The cashbox judges the whole file; what may be opened follows a good one only.
        (
            "ways to pay",
            app.cashbox.reload_methods(folder).and_then(|()| app.site_config.reload_payable(folder)),
        ),
    ];
    for (what, done) in read {
        if let Err(error) = done {
            tracing::error!(
                error = format!("{error:#}"),
                "the content is faulty, the last good {what} stay in force"
            );
        }
    }
    app.catalogue.list_by(list_rules(&app.bonuses, &app.jackpots));
}

/// Every reader of the log, by the name under which it keeps its place.
fn all_readers(app: &Arc<App>) -> Vec<Reader> {
    let mut readers = wallet::readers::all();
    readers.push(Reader::new("recent_wins", |tx, rows| {
        Box::pin(async move {
            play::readers::recent_wins(tx, rows).await?;
            Ok(After::nothing())
        })
    }));
    readers.push(office::log::reader());
    readers.push(account::security_mails::reader(app.clone()));
    readers.push(account::shared_devices::reader());
    readers.push(verification::mails::reader(app.clone()));
    readers.push(limits::readers::play_sums());
    readers.push(bonus::readers::progress(app.clone()));
    readers.push(lootbox::readers::reader(app.clone()));
    readers.push(loyalty::readers::reader(app.clone()));
    readers.push(cashbox::stopped::reader());
    readers.push(cashbox::mails::reader(app.clone()));
    readers.push(play::sweep::reader(app.clone()));
    readers.push(tournaments::readers::reader(app.site_config.rates.clone()));
    readers.push(adventure::readers::reader(app.clone()));
    readers.push(jackpot::readers::reader(app.clone()));
    readers.push(reports::reader(app.clone()));
    readers.push(flags::readers::reader());
    if app.push.is_some() {
        readers.push(push::reader(app.clone()));
    }
    readers
}
