//! What is measured on one engine after the other.

use anyhow::{Context, Result};
use croupier_pgtest::Cluster;

use crate::figures::option;

/// Measures both engines, or the one that `--engine` names, and answers what each measuring has answered. `measure` is given
/// the engine's name, and the cluster of PostgreSQL.
pub async fn on_engines<T>(
    arguments: &[String],
    measure: impl AsyncFn(&'static str, Option<&Cluster>) -> Result<T>,
) -> Result<Vec<T>> {
    let engine: String = option(arguments, "--engine", "both".to_owned())?;
    let mut answers = Vec::new();
    if engine != "postgres" {
        answers.push(measure("sqlite", None).await.context("sqlite")?);
    }
    if engine != "sqlite" {
        let cluster = Cluster::in_use()?;
        answers.push(measure("postgres", Some(&cluster)).await.context("postgres")?);
    }
    Ok(answers)
}
