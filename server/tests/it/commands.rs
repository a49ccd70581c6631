//! The commands of the binary, as processes, on an installation that holds nothing yet.

use std::io::{BufRead, BufReader};
use std::process::{Command, Output, Stdio};

use tempfile::TempDir;

use crate::testkit::{Engine, fresh_database};

/// A folder, and on PostgreSQL a database, that no command has seen.
struct Fresh {
    folder: TempDir,
    database: Option<String>,
}

impl Fresh {
    fn new(engine: Engine) -> Self {
        let database = (engine == Engine::Postgres).then(fresh_database);
        Self { folder: tempfile::tempdir().unwrap(), database }
    }

    fn command(&self, words: &[&str]) -> Command {
        let root = concat!(env!("CARGO_MANIFEST_DIR"), "/..");
        let mut command = Command::new(env!("CARGO_BIN_EXE_croupier"));
        command
            .args(words)
            .current_dir(self.folder.path())
            .env("CROUPIER_DATA", self.folder.path().join("data"))
            .env("CROUPIER_CONTENT_DIR", format!("{root}/content"))
            .env("CROUPIER_SITE_DIR", format!("{root}/web/dist"))
            .env("CROUPIER_LISTEN", "127.0.0.1:0")
            .env("CROUPIER_OFFICE_LISTEN", "")
            .env_remove("CROUPIER_SECRET")
            .env_remove("CROUPIER_SEAL_KEYS")
            .env_remove("CROUPIER_CONFIG");
        match &self.database {
            Some(url) => command.env("DATABASE_URL", url),
            None => command.env_remove("DATABASE_URL"),
        };
        command
    }

    fn run(&self, words: &[&str]) -> Output {
        self.command(words).output().unwrap()
    }

    fn works(&self, words: &[&str]) {
        let output = self.run(words);
        assert!(output.status.success(), "{words:?}: {}", String::from_utf8_lossy(&output.stderr));
    }

    /// What a command that fails says.
    fn refusal(&self, words: &[&str]) -> String {
        let output = self.run(words);
        let reported = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(!output.status.success(), "{words:?}: {reported}");
        reported
    }

    /// Starts the server, and ends it as soon as it serves.
    fn serves(&self) {
        let mut process = self.command(&["serve"]).stderr(Stdio::piped()).spawn().unwrap();
        let log = BufReader::new(process.stderr.take().unwrap()).lines().map_while(Result::ok);
        let mut reported = String::new();
        let mut is_serving = false;
        for line in log {
            is_serving = line.contains("serving");
            reported = reported + &line + "\n";
            if is_serving {
                break;
            }
        }
        let _ = process.kill();
        let _ = process.wait();
        assert!(is_serving, "{reported}");
    }
}

on_each_engine! {
    async fn tables_can_be_made_before_the_first_start(engine: Engine) {
        let fresh = Fresh::new(engine);
        fresh.works(&["migrate"]);
        fresh.works(&["migrate"]);
        fresh.serves();
        fresh.works(&["check"]);
    }

    async fn content_can_be_put_in_before_the_first_start(engine: Engine) {
        let fresh = Fresh::new(engine);
        fresh.works(&["migrate"]);
        fresh.works(&["seed"]);
        fresh.serves();
    }

    async fn a_tool_that_comes_first_says_what_is_missing_and_spoils_nothing(engine: Engine) {
        let fresh = Fresh::new(engine);
        let time = "2026-01-31T12:00:00Z";
        for words in [
            &["check"][..],
            &["check", "--quick"],
            &["check", "--chain"],
            &["balances", "--at", time],
            &["archive", "--to", "archive", "--keep-days", "30"],
            &["logs"],
            &["timings"],
            &["import", "games", "games.jsonl"],
        ] {
            let reported = fresh.refusal(words);
            assert!(reported.contains("run `croupier migrate` or `croupier serve` first"), "{words:?}: {reported}");
        }
        let reported = fresh.refusal(&["backup", "copy"]);
        let expected = if engine == Engine::Sqlite { "there is no croupier.db" } else { "tools of its own" };
        assert!(reported.contains(expected), "{reported}");
        fresh.works(&["metrics-token"]);
        fresh.serves();
    }
}

#[test]
fn words_that_are_not_understood_end_with_code_2_before_anything_is_read() {
    let fresh = Fresh::new(Engine::Sqlite);
    let help = fresh.run(&["--help"]);
    assert!(help.status.success());
    assert!(String::from_utf8(help.stdout).unwrap().contains("metrics-token"));
    for (words, hint) in [
        (&["chek"][..], "'check'"),
        (&[], "Usage: croupier <COMMAND>"),
        (&["check", "--quik"], "--quick"),
        (&["player", "shw"], "'show'"),
        (&["backup"], "<DIR>"),
        (&["vip", "set", "--status", "TIN"], "PLATINUM"),
    ] {
        let output = fresh.run(words);
        let reported = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{words:?}: {reported}");
        assert!(reported.contains(hint), "{words:?}: {reported}");
    }
    assert!(!fresh.folder.path().join("data").exists());
}
