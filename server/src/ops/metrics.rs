//! The server in numbers, for Prometheus.

use std::sync::atomic::AtomicU64;
use std::time::Duration;

use croupier_db::readers::lags;
use prometheus_client::encoding::EncodeLabelSet;
use prometheus_client::encoding::text::encode;
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::metrics::histogram::{Histogram, exponential_buckets};
use prometheus_client::registry::{Registry, Unit};

use crate::app::App;
use crate::audit;
use crate::cashbox;
use crate::platform::error::{ApiError, ApiResult};
use crate::platform::supervise::Health;
use crate::wallet::{Finding, Wallet};

/// Everything that is counted.
#[derive(Debug)]
pub struct Metrics {
    registry: Registry,
    calls: Family<StatusLabels, Counter>,
    call_seconds: Histogram,
    client_log: Family<LevelLabels, Counter>,
    queued: Family<LaneLabels, Gauge>,
    reader_lag: Family<ReaderLabels, Gauge>,
    sockets: Gauge,
    payments_stuck: Gauge,
    payments_contradicted: Gauge,
    partner_up: Family<PartnerLabels, Gauge>,
    partner_paid: Family<PartnerLabels, Gauge>,
    broken: Family<RuleLabels, Gauge>,
    books_checked: Gauge<f64, AtomicU64>,
    storage_up: Gauge,
}

#[derive(Debug, Clone, PartialEq, Eq, Hash, EncodeLabelSet)]
struct StatusLabels {
    status: u16,
}

#[derive(Debug, Clone, PartialEq, Eq, Hash, EncodeLabelSet)]
struct LevelLabels {
    level: &'static str,
}

#[derive(Debug, Clone, PartialEq, Eq, Hash, EncodeLabelSet)]
struct LaneLabels {
    lane: u8,
}

#[derive(Debug, Clone, PartialEq, Eq, Hash, EncodeLabelSet)]
struct ReaderLabels {
    reader: String,
    lane: i64,
}

#[derive(Debug, Clone, PartialEq, Eq, Hash, EncodeLabelSet)]
struct PartnerLabels {
    partner: &'static str,
}

#[derive(Debug, Clone, PartialEq, Eq, Hash, EncodeLabelSet)]
struct RuleLabels {
    rule: &'static str,
}

impl Metrics {
    /// Fresh counters, together with those that `wallet` and `health` keep.
    pub fn new(wallet: &Wallet, health: &Health) -> Self {
        let mut registry = Registry::with_prefix("croupier");
        wallet.metrics().register(&mut registry);
        health.register(&mut registry);
        let metrics = Self {
            calls: Family::default(),
            // 0.5 ms to about 16 s.
            call_seconds: Histogram::new(exponential_buckets(0.000_5, 2.0, 16)),
            client_log: Family::default(),
            queued: Family::default(),
            reader_lag: Family::default(),
            sockets: Gauge::default(),
            payments_stuck: Gauge::default(),
            payments_contradicted: Gauge::default(),
            partner_up: Family::default(),
            partner_paid: Family::default(),
            broken: Family::default(),
            books_checked: Gauge::default(),
            storage_up: Gauge::default(),
            registry: Registry::default(),
        };
        registry.register("http_calls", "Calls that were answered, by status", metrics.calls.clone());
        let (name, help) = ("http_call", "Time from a call's headers to its answer's");
        registry.register_with_unit(name, help, Unit::Seconds, metrics.call_seconds.clone());
        let help = "Entries that browsers wrote to the log, by level";
        registry.register("client_log_entries", help, metrics.client_log.clone());
        registry.register("wallet_queue", "Commands that wait for the pipe", metrics.queued.clone());
        let help = "Rows of the log that a reader has not dealt with";
        registry.register("reader_lag_rows", help, metrics.reader_lag.clone());
        registry.register("realtime_sockets", "Browsers that listen", metrics.sockets.clone());
        let help = "Payments that the partner has finished and the books do not take: an alarm";
        registry.register("payments_stuck", help, metrics.payments_stuck.clone());
        let help = "Payments with another end at the partner than here: an alarm";
        registry.register("payments_contradicted", help, metrics.payments_contradicted.clone());
        let help = "1 while the payment partner answers this server's calls; 0 is an alarm";
        registry.register("payment_partner_up", help, metrics.partner_up.clone());
        let help = "Of a hundred deposits at the payment partner that ended in a day, how many were paid";
        registry.register("payment_partner_paid_percent", help, metrics.partner_paid.clone());
        let help = "1 when the rule did not hold at the last look: an alarm";
        registry.register("books_broken", help, metrics.broken.clone());
        let (name, help) = ("books_checked_at", "When the watchdog last looked, as a Unix time");
        registry.register_with_unit(name, help, Unit::Seconds, metrics.books_checked.clone());
        registry.register(
            "storage_up",
            "1 when the storage answered this scrape",
            metrics.storage_up.clone(),
        );
        for rule in audit::quick_rules() {
            metrics.broken.get_or_create(&RuleLabels { rule }).set(0);
        }
        Self { registry, ..metrics }
    }

    /// A call was answered.
    pub fn call(&self, status: u16, took: Duration) {
        self.calls.get_or_create(&StatusLabels { status }).inc();
        self.call_seconds.observe(took.as_secs_f64());
    }

    /// A browser wrote an entry of this level to the log.
    pub fn client_log_entry(&self, level: &'static str) {
        self.client_log.get_or_create(&LevelLabels { level }).inc();
    }

    /// The watchdog has looked at `now` (UTC milliseconds); every rule that is not in `findings` held.
    pub fn books_were_checked(&self, now: i64, findings: &[Finding]) {
        for rule in audit::quick_rules() {
            let broken = findings.iter().any(|finding| finding.rule == rule);
            self.broken.get_or_create(&RuleLabels { rule }).set(i64::from(broken));
        }
        self.books_checked.set(Duration::from_millis(u64::try_from(now).unwrap_or_default()).as_secs_f64());
    }

    /// All of it as OpenMetrics text. What is not counted as it happens is asked now.
    pub async fn encode(&self, app: &App) -> ApiResult<String> {
        for (lane, queued) in (0..).zip(app.wallet.queued()) {
            self.queued.get_or_create(&LaneLabels { lane }).set(queued);
        }
        if let Ok(stuck) = cashbox::stuck(&app.db).await {
            self.payments_stuck.set(stuck);
        }
        if let Ok(contradicted) = cashbox::contradicted(&app.db).await {
            self.payments_contradicted.set(contradicted);
        }
        self.partner_paid.clear();
        for (partner, is_up, paid) in app.cashbox.partners_now() {
            let labels = PartnerLabels { partner };
            self.partner_up.get_or_create(&labels).set(i64::from(is_up));
            if let Some(percent) = paid {
                self.partner_paid.get_or_create(&labels).set(percent);
            }
        }
        self.sockets.set(i64::try_from(app.realtime.connections()).unwrap_or(i64::MAX));
        let lags = lags(&app.db).await;
        self.storage_up.set(i64::from(lags.is_ok()));
        // While the storage is away the last known lags would be a lie.
        self.reader_lag.clear();
        for lag in lags.unwrap_or_default() {
            let labels = ReaderLabels { reader: lag.reader, lane: lag.lane };
            self.reader_lag.get_or_create(&labels).set(lag.rows);
        }
        let mut text = String::new();
        encode(&mut text, &self.registry).map_err(|error| ApiError::internal(&error))?;
        Ok(text)
    }
}
