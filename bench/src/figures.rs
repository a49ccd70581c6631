//! Figures and how they are printed.

use std::time::Duration;

use anyhow::{Context, Result};

/// What one run measured.
#[derive(Debug, Clone)]
pub struct Figures {
    /// Operations answered in a second.
    pub ops_s: f64,
    /// Half of the operations were answered within this.
    pub p50: Duration,
    /// 95 of 100 were.
    pub p95: Duration,
    /// 99 of 100 were.
    pub p99: Duration,
}

impl Figures {
    /// Sums up the latencies (microseconds) of operations answered within `took`.
    pub fn of(mut latencies_us: Vec<u32>, took: Duration) -> Self {
        latencies_us.sort_unstable();
        let at = |percent: usize| {
            let index = (latencies_us.len() * percent / 100).min(latencies_us.len().saturating_sub(1));
            Duration::from_micros(latencies_us.get(index).copied().unwrap_or(0).into())
        };
        let count = u32::try_from(latencies_us.len()).unwrap_or(u32::MAX);
        Self { ops_s: f64::from(count) / took.as_secs_f64(), p50: at(50), p95: at(95), p99: at(99) }
    }

    /// The run in the middle by throughput.
    pub fn median(mut runs: Vec<Self>) -> Result<Self> {
        runs.sort_by(|a, b| a.ops_s.total_cmp(&b.ops_s));
        let middle = runs.len() / 2;
        runs.into_iter().nth(middle).context("nothing was measured")
    }

    /// Prints the `RESULT` line.
    pub fn print(&self, name: &str) {
        let ms = |duration: Duration| duration.as_secs_f64() * 1000.0;
        println!(
            "RESULT name={name} ops_s={:.0} p50_ms={:.2} p95_ms={:.2} p99_ms={:.2}",
            self.ops_s,
            ms(self.p50),
            ms(self.p95),
            ms(self.p99)
        );
    }
}

/// The value of `--name` among `arguments`, or `default`.
pub fn option<T: std::str::FromStr>(arguments: &[String], name: &str, default: T) -> Result<T> {
    let Some(place) = arguments.iter().position(|argument| argument == name) else { return Ok(default) };
    let value = arguments.get(place + 1).with_context(|| format!("{name} needs a value"))?;
    value.parse().map_err(|_| anyhow::anyhow!("{name} does not take {value:?}"))
}
