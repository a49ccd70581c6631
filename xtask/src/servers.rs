//! The server and the payment sandbox as child processes that end with us.

use std::fmt::Write as _;
use std::io::{Read, Write as _};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail, ensure};

use crate::shell::{program, root, run};

/// How long a server may take until it answers.
const START_MAX: Duration = Duration::from_mins(1);

/// A running server with its sandbox; both end when this is dropped.
pub struct Servers {
    children: Vec<Child>,
}

/// Where they listen, where the data is, and which build is run.
pub struct Plan<'a> {
    /// `release` or `debug`.
    pub profile: &'a str,
    /// The server's port; the back office is at the next one.
    pub port: u16,
    /// The sandbox's port; it takes mails at the next one.
    pub sandbox_port: u16,
    /// The data folder.
    pub data: &'a Path,
    /// A file of games to be imported before the server opens.
    pub games: Option<&'a Path>,
    /// Further settings.
    pub settings: &'a [(&'a str, String)],
}

impl Servers {
    /// Fills the data folder when it is fresh, starts both, and waits until both answer.
    pub fn start(plan: &Plan<'_>) -> Result<Self> {
        let binaries = target().join(plan.profile);
        let address = format!("127.0.0.1:{}", plan.port);
        let sandbox_address = format!("127.0.0.1:{}", plan.sandbox_port);
        let mail_address = format!("127.0.0.1:{}", plan.sandbox_port + 1);
        let office_address = format!("127.0.0.1:{}", plan.port + 1);
        for taken in [&address, &office_address, &sandbox_address, &mail_address] {
            // A server that another run has left behind would answer in the place of this one.
            ensure!(TcpStream::connect(taken.as_str()).is_err(), "another program listens at {taken}");
        }
        let (sport_secret, mail_secret) = (fresh_secret()?, fresh_secret()?);
        let (meridian_secret, northgate_secret) = (fresh_secret()?, fresh_secret()?);
        let (register_key, studio_secret) = (fresh_secret()?, fresh_secret()?);
        let [identity_secret, identity_webhook_secret] = [fresh_secret()?, fresh_secret()?];
        let proofline = format!("http://{sandbox_address}/proofline");
        let server = |command: &[&str]| {
            let mut server = program(&binaries.join("croupier").to_string_lossy(), "", command);
            server
                .env("CROUPIER_LISTEN", &address)
                .env("CROUPIER_OFFICE_LISTEN", &office_address)
                .env("CROUPIER_OFFICE_URL", format!("http://localhost:{}", plan.port + 1))
                .env("CROUPIER_DATA", plan.data)
                .env("CROUPIER_PUBLIC_URL", format!("http://localhost:{}", plan.port))
                .env("CROUPIER_NOTIFY_URL", format!("http://{address}"))
                .env("CROUPIER_SANDBOX_URL", format!("http://{sandbox_address}"))
                .env("CROUPIER_MERIDIAN_URL", format!("http://{sandbox_address}/meridian"))
                .env("CROUPIER_MERIDIAN_SECRET", &meridian_secret)
                .env("CROUPIER_SIGN_IN_PROVIDERS", northgate(&sandbox_address, &northgate_secret))
                .env("CROUPIER_REGISTERS", standaside(&sandbox_address, &register_key))
                .env("CROUPIER_GAME_PARTNERS", studio(&sandbox_address, &studio_secret))
                .env("CROUPIER_IDENTITY_URL", &proofline)
                .env("CROUPIER_IDENTITY_COCKPIT_URL", format!("{proofline}/cockpit"))
                .env("CROUPIER_IDENTITY_APP_TOKEN", "croupier")
                .env("CROUPIER_IDENTITY_SECRET", &identity_secret)
                .env("CROUPIER_IDENTITY_WEBHOOK_SECRET", &identity_webhook_secret)
                .env("CROUPIER_SPORT_HOST", format!("sport.localhost:{}", plan.sandbox_port))
                .env("CROUPIER_SPORT_SECRET", &sport_secret)
                .env("CROUPIER_MAIL_WEBHOOK_SECRET", &mail_secret)
                .env("CROUPIER_SMTP_URL", format!("smtp://{mail_address}"))
                .envs(plan.settings.iter().map(|(name, value)| (name, value)))
                .stdin(Stdio::null());
            server
        };
        run(&mut server(&["seed"]))?;
        if let Some(games) = plan.games {
            run(&mut server(&["import", "games", &games.to_string_lossy()]))?;
        }
        let mut servers = Self { children: Vec::new() };
        let mut sandbox = sandbox(&binaries, [&sandbox_address, &mail_address], plan.data)?;
        sandbox
            .env("SANDBOX_SPORT_SECRET", &sport_secret)
            .env("SANDBOX_MERIDIAN_SECRET", &meridian_secret)
            .env("SANDBOX_NORTHGATE_SECRET", &northgate_secret)
            .env("SANDBOX_REGISTER_KEY", &register_key)
            .env("SANDBOX_MAIL_SECRET", &mail_secret)
            .env("SANDBOX_STUDIO_SECRET", &studio_secret)
            .env("SANDBOX_IDENTITY_TOKEN", "croupier")
            .env("SANDBOX_IDENTITY_SECRET", &identity_secret)
            .env("SANDBOX_IDENTITY_WEBHOOK_SECRET", &identity_webhook_secret)
            .env("SANDBOX_CASINO_URL", format!("http://localhost:{}", plan.port));
        servers.spawn(&mut sandbox)?;
        servers.spawn(&mut server(&["serve"]))?;
        servers.wait_for(&sandbox_address, "/panel/payments")?;
        servers.wait_for(&address, "/readyz")?;
        Ok(servers)
    }

    /// Waits until one of them ends, or `stop` says so.
    pub fn wait(&mut self, stop: impl Fn() -> bool) -> Result<()> {
        while !stop() {
            self.still_alive()?;
            std::thread::sleep(Duration::from_millis(100));
        }
        Ok(())
    }

    fn spawn(&mut self, command: &mut Command) -> Result<()> {
        let child = command.spawn();
        self.children
            .push(child.with_context(|| format!("cannot start {}", command.get_program().display()))?);
        Ok(())
    }

    fn still_alive(&mut self) -> Result<()> {
        for child in &mut self.children {
            if let Some(status) = child.try_wait()? {
                bail!("a server ended by itself: {status}");
            }
        }
        Ok(())
    }

    fn wait_for(&mut self, address: &str, path: &str) -> Result<()> {
        let began = Instant::now();
        while !answers(address, path) {
            self.still_alive()?;
            if began.elapsed() > START_MAX {
                bail!("{address} does not answer");
            }
            std::thread::sleep(Duration::from_millis(50));
        }
        Ok(())
    }
}

impl Drop for Servers {
    fn drop(&mut self) {
        for child in &mut self.children {
            // TERM lets the server finish what it has begun.
            let _ = Command::new("kill").args(["-TERM", &child.id().to_string()]).status();
        }
        for child in &mut self.children {
            let _ = child.wait();
        }
    }
}

/// The link of an administrator's invitation to the back office, made once for the data in `plan`; `None` when the
/// back office has members already.
pub fn first_administrator(plan: &Plan<'_>) -> Result<Option<String>> {
    let staff = |words: &[&str]| -> Result<String> {
        let binary = target().join(plan.profile).join("croupier");
        let mut command = program(&binary.to_string_lossy(), "", &[&["staff"], words].concat());
        command.env("CROUPIER_DATA", plan.data);
        command.env("CROUPIER_OFFICE_URL", format!("http://localhost:{}", plan.port + 1));
        let output = command.stderr(Stdio::inherit()).output().context("croupier staff")?;
        if !output.status.success() {
            bail!("croupier staff {} failed", words.join(" "));
        }
        Ok(String::from_utf8(output.stdout)?.trim().to_owned())
    };
    if staff(&["list"])? != "nobody" {
        return Ok(None);
    }
    let who = ["--email", "admin@example.com", "--name", "Administrator", "--role", "administrator"];
    staff(&[&["add"], &who[..]].concat()).map(Some)
}

/// The sandbox as the one provider of sign-in, as the settings write it.
fn northgate(sandbox_address: &str, secret: &str) -> String {
    format!(
        r#"[{{ name = "northgate", title = "Northgate", issuer = "http://{sandbox_address}/northgate", client_id = "croupier", client_secret = "{secret}" }}]"#
    )
}

/// The setting that names the register of self-excluded people in the sandbox.
fn standaside(sandbox_address: &str, api_key: &str) -> String {
    format!(
        r#"[{{ name = "standaside", url = "http://{sandbox_address}/standaside/v2", api_key = "{api_key}" }}]"#
    )
}

/// The sandbox as the one partner with games, as the settings write it.
fn studio(sandbox_address: &str, secret: &str) -> String {
    format!(
        r#"[{{ name = "studio", url = "http://{sandbox_address}/studio/api", casino_id = "croupier", secret = "{secret}", providers = ["brassworks"] }}]"#
    )
}

/// A secret of one run between the server and the sandbox.
fn fresh_secret() -> Result<String> {
    let mut key = [0; 32];
    std::fs::File::open("/dev/urandom")?.read_exact(&mut key)?;
    // Hexadecimal digits are base64 too: 64 of them stand for 48 bytes.
    let mut secret = "whsec_".to_owned();
    for byte in key {
        write!(secret, "{byte:02x}")?;
    }
    Ok(secret)
}

/// The folder that cargo builds into.
pub fn target() -> std::path::PathBuf {
    std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root().join("target"), Into::into)
}

/// The sandbox with the secrets that the server has made for it; `address` is its own, and where it takes mails.
fn sandbox(binaries: &Path, [address, mail_address]: [&str; 2], data: &Path) -> Result<Command> {
    let secrets = data.join("secrets.toml");
    let text = std::fs::read_to_string(root().join(&secrets))
        .with_context(|| format!("cannot read {}", secrets.display()))?;
    let secret = |name: &str| {
        let line = text.lines().find_map(|line| line.strip_prefix(name));
        let value = line.and_then(|line| line.split('"').nth(1));
        value.map(str::to_owned).with_context(|| format!("{} has no {name}", secrets.display()))
    };
    let mut sandbox = program(&binaries.join("croupier-sandbox").to_string_lossy(), "", &[]);
    sandbox
        .env("SANDBOX_LISTEN", address)
        .env("SANDBOX_MAIL_LISTEN", mail_address)
        .env("SANDBOX_API_KEY", secret("payments_api_key")?)
        .env("SANDBOX_WEBHOOK_SECRET", secret("payments_webhook_secret")?)
        .env("SANDBOX_DATA", data.join("sandbox.jsonl"))
        .stdin(Stdio::null());
    Ok(sandbox)
}

/// Whether a GET of `path` is answered with 200.
fn answers(address: &str, path: &str) -> bool {
    let Ok(mut stream) = TcpStream::connect(address) else { return false };
    let request = format!("GET {path} HTTP/1.0\r\nHost: {address}\r\n\r\n");
    let mut answer = [0; 12];
    stream.write_all(request.as_bytes()).is_ok()
        && stream.read_exact(&mut answer).is_ok()
        && answer.ends_with(b"200")
}
