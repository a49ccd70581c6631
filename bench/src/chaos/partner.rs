//! The payment partner of a tested server. It lives in this process, so it stays up when the server dies,
//! and goes on sending its signed webhooks until they are taken.

use std::path::Path;
use std::time::Duration;

use anyhow::{Context, Result, bail, ensure};
use reqwest::Client;
use reqwest::redirect::Policy;
use serde_json::{Value, json};
use tokio::net::TcpListener;
use tokio::task::JoinHandle;

/// How long a payout takes at the partner.
const SETTLES_AFTER: Duration = Duration::from_millis(100);

/// What a player tells on the partner's page.
const CARD_FORM: &str = "action=approve&number=4242+4242+4242+4242&expiry=12%2F40&cvv=123&holder=ADA+BYRON";

/// The partner, and a line to its panel.
pub struct Partner {
    url: String,
    key: String,
    client: Client,
    task: Option<JoinHandle<()>>,
}

impl Partner {
    /// Where the partner is going to listen.
    pub async fn listener() -> Result<TcpListener> {
        Ok(TcpListener::bind("127.0.0.1:0").await?)
    }

    /// A partner behind `listener` that does not serve yet.
    pub fn at(listener: &TcpListener) -> Result<Self> {
        Ok(Self {
            url: format!("http://{}", listener.local_addr()?),
            key: String::new(),
            client: Client::builder().redirect(Policy::none()).build()?,
            task: None,
        })
    }

    /// Serves with the secrets that the server has made in its folder `data`.
    pub fn serve(&mut self, listener: TcpListener, data: &Path) -> Result<()> {
        let text = std::fs::read_to_string(data.join("secrets.toml"))?;
        let secret = |name: &str| {
            let line = text.lines().find_map(|line| line.strip_prefix(name));
            line.and_then(|line| line.split('"').nth(1)).with_context(|| format!("no {name}"))
        };
        secret("payments_api_key")?.clone_into(&mut self.key);
        let mut config = croupier_sandbox::Config::new(&self.key, secret("payments_webhook_secret")?)?;
        config.auto_settle = Some(SETTLES_AFTER);
        config.retry_first = Duration::from_millis(100);
        config.retry_tries = 12;
        self.task = Some(tokio::spawn(async move {
            if let Err(error) = croupier_sandbox::serve(listener, config).await {
                eprintln!("the partner has ended: {error:#}");
            }
        }));
        Ok(())
    }

    /// Its address.
    pub fn url(&self) -> &str {
        &self.url
    }

    /// The same partner, for a server that was moved.
    pub fn elsewhere(&self) -> Self {
        Self { url: self.url.clone(), key: self.key.clone(), client: self.client.clone(), task: None }
    }

    /// Pays on the partner's page.
    pub async fn check_out(&self, payment: &Value) -> Result<()> {
        let page = payment["redirect_url"].as_str().context("no page to go to")?;
        let form = self.client.post(page).header("content-type", "application/x-www-form-urlencoded");
        let status = form.body(CARD_FORM).send().await?.status();
        ensure!(status == 303, "the partner's page answers {status}");
        Ok(())
    }

    /// Sends the last webhook of our payment `id` again, `copies` at once; answers the statuses, `None` for a
    /// copy that got no answer. Nothing when there is no webhook yet.
    pub async fn repeat_webhook(&self, id: &str, copies: u8) -> Result<Vec<Option<u64>>> {
        let find = format!("{}/v1/payments?merchant_ref={id}", self.url);
        let found: Value = self.client.get(find).bearer_auth(&self.key).send().await?.json().await?;
        let Some(theirs) = found["data"][0]["id"].as_str() else { return Ok(Vec::new()) };
        let panel = format!("{}/panel/payments/{theirs}/webhook", self.url);
        let call = self.client.post(panel).json(&json!({ "kind": "resend", "copies": copies }));
        let answer: Value = call.send().await?.json().await?;
        let answers = answer["answers"].as_array().cloned().unwrap_or_default();
        Ok(answers.iter().map(Value::as_u64).collect())
    }

    /// What the partner has settled, in subunits: paid in, and paid out.
    pub async fn settled(&self) -> Result<(i64, i64)> {
        let rows = self.entries().await?;
        let sum = |kind: &str| {
            let payments = rows.iter().map(|row| &row["payment"]);
            let done = payments.filter(|payment| payment["type"] == kind && payment["status"] == "succeeded");
            done.filter_map(|payment| payment["amount"].as_i64()).sum()
        };
        Ok((sum("deposit"), sum("payout")))
    }

    /// How many times it sent a webhook for which it waited in vain.
    pub async fn unanswered(&self) -> Result<u64> {
        let rows = self.entries().await?;
        let webhooks = rows.iter().filter_map(|row| row["webhooks"].as_array()).flatten();
        Ok(webhooks.filter_map(|webhook| webhook["unanswered"].as_u64()).sum())
    }

    /// Its payments with their webhooks.
    async fn entries(&self) -> Result<Vec<Value>> {
        let panel = format!("{}/panel/payments", self.url);
        let mut list: Value = self.client.get(panel).send().await?.json().await?;
        match list["data"].take() {
            Value::Array(rows) => Ok(rows),
            other => bail!("no list of payments: {other}"),
        }
    }
}

impl Drop for Partner {
    fn drop(&mut self) {
        if let Some(task) = &self.task {
            task.abort();
        }
    }
}
