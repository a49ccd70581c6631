//! A member of staff over HTTP: takes an invitation, and looks at pages.

use anyhow::{Context, Result, bail, ensure};
use croupier_db::Db;
use croupier_server::identity::totp;
use croupier_server::platform::clock::{Clock, Entropy};
use croupier_server::staff::{self, Actor, BrandScope, Invitation, Role};
use reqwest::Client;
use reqwest::header::COOKIE;
use serde_json::{Value, json};

use crate::visitor::with_cookie;

const PASSWORD: &str = "a long bench password 7";

/// For how long a code of an authenticator app counts, in milliseconds.
const CODE_MS: i64 = 30_000;

/// Somebody who is signed in.
#[derive(Debug, Clone)]
pub struct Member {
    client: Client,
    base: String,
    cookie: String,
}

/// Invites an administrator; answers the token of the invitation.
pub async fn invited(db: &Db) -> Result<String> {
    let clock = Clock::System;
    let role = Role::Administrator.name();
    let new = Invitation { email: "staff@bench.example", name: "Bench", role, scope: &BrandScope::ALL };
    let id = Entropy.uuid(&clock);
    let invited = staff::invite(db, Entropy, id, new, &Actor::from("bench"), clock.now()).await;
    let (_, token) = invited.map_err(|error| anyhow::anyhow!("{error:?}"))?;
    Ok(token)
}

impl Member {
    /// Takes the invitation of `token` at the back office with the address `base`.
    pub async fn join(base: &str, token: &str) -> Result<Self> {
        let (client, base) = (Client::new(), base.to_owned());
        let address = format!("{base}/api/invitations/{token}");
        let shown: Value = client.get(&address).send().await?.error_for_status()?.json().await?;
        let secret = base_32(shown["totp_secret"].as_str().context("no secret")?)?;
        let secret: totp::Secret = secret.try_into().ok().context("a secret of another length")?;
        let code = totp::code(&secret, Clock::System.now().div_euclid(CODE_MS));
        let form = json!({ "password": PASSWORD, "code": code });
        let (_, cookie) = with_cookie(client.post(&address).json(&form)).await?;
        Ok(Self { client, base, cookie })
    }

    /// Reads all that `path` answers.
    pub async fn get(&self, path: &str) -> Result<String> {
        let request = self.client.get(format!("{}{path}", self.base)).header(COOKIE, &self.cookie);
        let answer = request.send().await?;
        let (status, body) = (answer.status(), answer.text().await?);
        ensure!(status.is_success(), "{path}: {status}: {body}");
        Ok(body)
    }
}

fn base_32(text: &str) -> Result<Vec<u8>> {
    let (mut bytes, mut held, mut bits) = (Vec::new(), 0_u32, 0);
    for letter in text.bytes() {
        let value = match letter {
            b'A'..=b'Z' => letter - b'A',
            b'2'..=b'7' => letter - b'2' + 26,
            _ => bail!("no base 32: {text}"),
        };
        held = ((held << 5) | u32::from(value)) & 0xFFFF;
        bits += 5;
        if bits >= 8 {
            bits -= 8;
            bytes.push(u8::try_from((held >> bits) & 0xFF)?);
        }
    }
    Ok(bytes)
}
