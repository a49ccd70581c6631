//! A game client of few instructions: one kept connection, one call at a time, and no more of HTTP/1.1
//! read than status, length and body, so that the processor is left to the server.

use std::net::SocketAddr;

use anyhow::{Context, Result, bail, ensure};
use serde::Deserialize;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

/// One player at one game.
#[derive(Debug)]
pub struct Spinner {
    stream: TcpStream,
    token: String,
    /// Names the player in idempotency keys.
    name: String,
    bets: u64,
    answer: Vec<u8>,
}

/// What matters of a round.
#[derive(Debug, Deserialize)]
pub struct Round {
    id: String,
    status: String,
    /// Sum of the bets, in subunits.
    pub stake_cents: i64,
    /// Sum of the wins so far, in subunits.
    pub win_cents: i64,
}

impl Round {
    /// Whether free spins wait.
    pub fn is_open(&self) -> bool {
        self.status == "open"
    }
}

impl Spinner {
    /// Connects to the server; `token` is a game session's, `name` has to be new to that session.
    pub async fn connect(address: SocketAddr, token: &str, name: &str) -> Result<Self> {
        let stream = TcpStream::connect(address).await?;
        stream.set_nodelay(true)?;
        let (token, name) = (token.to_owned(), name.to_owned());
        Ok(Self { stream, token, name, bets: 0, answer: Vec::with_capacity(4096) })
    }

    /// Bets once.
    pub async fn spin(&mut self, stake_cents: i64) -> Result<Round> {
        self.bets += 1;
        let body = format!(r#"{{"stake_cents":{stake_cents}}}"#);
        self.call("/api/play/rounds", 0, &body).await
    }

    /// Plays step number `step` of an open round of the last bet.
    pub async fn step(&mut self, round: &Round, step: u64) -> Result<Round> {
        let path = format!("/api/play/rounds/{}/steps", round.id);
        self.call(&path, step, &format!(r#"{{"step":{step}}}"#)).await
    }

    /// Plays a round to its end.
    pub async fn finish(&mut self, mut round: Round) -> Result<Round> {
        let mut step = 0;
        while round.is_open() {
            step += 1;
            round = self.step(&round, step).await?;
        }
        Ok(round)
    }

    async fn call(&mut self, path: &str, step: u64, body: &str) -> Result<Round> {
        let request = format!(
            "POST {path} HTTP/1.1\r\nhost: localhost\r\nx-requested-with: XMLHttpRequest\r\n\
             authorization: Bearer {}\r\nidempotency-key: {}-{}-{step}\r\n\
             content-type: application/json\r\ncontent-length: {}\r\n\r\n{body}",
            self.token,
            self.name,
            self.bets,
            body.len()
        );
        self.stream.write_all(request.as_bytes()).await?;
        let body_at = self.read_answer().await?;
        let (head, body) = self.answer.split_at(body_at);
        if !head.starts_with(b"HTTP/1.1 201 ") {
            bail!("{}{}", String::from_utf8_lossy(head), String::from_utf8_lossy(body));
        }
        Ok(serde_json::from_slice(body)?)
    }

    /// Reads one answer; tells where its body begins.
    async fn read_answer(&mut self) -> Result<usize> {
        self.answer.clear();
        let mut head_ends = None;
        loop {
            if head_ends.is_none() {
                head_ends = self.answer.windows(4).position(|four| four == b"\r\n\r\n").map(|end| end + 4);
            }
            if let Some(body_at) = head_ends {
                let head = std::str::from_utf8(&self.answer[..body_at])?;
                let reported = head.lines().find_map(|line| line.strip_prefix("content-length: "));
                let body: usize = reported.context("no content-length")?.parse()?;
                if self.answer.len() >= body_at + body {
                    return Ok(body_at);
                }
            }
            ensure!(self.stream.read_buf(&mut self.answer).await? > 0, "the server hung up");
        }
    }
}
