//! Paying in and out against a partner that speaks real HTTP.

/// Defines a test that starts what it needs on the engine it is given, and runs it on both.
macro_rules! on_each_engine {
    ($(async fn $name:ident($engine:ident: Engine) $body:block)+) => {
        $(mod $name {
            use super::*;

            async fn run($engine: Engine) $body

            #[tokio::test(flavor = "multi_thread")]
            async fn sqlite() {
                run(Engine::Sqlite).await;
            }

            #[tokio::test(flavor = "multi_thread")]
            async fn postgres() {
                run(Engine::Postgres).await;
            }
        })+
    };
}

mod cashouts;
mod deposits;
mod fraud;
mod lost;
mod methods;
mod push;
mod rules;
mod till;
mod webhooks;
