//! The Rust tests, and on a build machine those that failed once more.

use std::io::{BufRead, BufReader};
use std::process::Stdio;

use anyhow::{Context, Result, bail, ensure};

use crate::shell::{cargo, program, run};

/// How many tests run at once: most of them wait for a disk or for each other more than half of the time.
const AT_ONCE: &str = "4";

/// Runs the tests of the workspace. Where `CI` is set, tests that fail run once more, and those that pass then are told
/// as flaky: such a machine does other work beside ours, and one late answer of 2,000 is no reason to refuse a change.
pub fn rust_tests() -> Result<()> {
    let every: &[&str] = &["test", "--workspace", "--quiet"];
    if std::env::var_os("CI").is_none() {
        return run(program("cargo", "", every).env("RUST_TEST_THREADS", AT_ONCE));
    }
    let failed = failing_tests(&[every, &["--no-fail-fast"]].concat())?;
    if failed.is_empty() {
        return Ok(());
    }
    println!("\nonce more: {}", failed.join(", "));
    let names: Vec<&str> = failed.iter().map(String::as_str).collect();
    cargo(&[every, &["--", "--exact"], &names].concat())?;
    println!("FLAKY, passed when run once more: {}", failed.join(", "));
    Ok(())
}

/// Runs cargo, shows what it writes, and names the tests that failed. Fails when cargo did for another reason.
fn failing_tests(arguments: &[&str]) -> Result<Vec<String>> {
    let mut cargo = program("cargo", "", arguments);
    cargo.env("RUST_TEST_THREADS", AT_ONCE).stdout(Stdio::piped());
    let mut child = cargo.spawn().context("cannot start cargo")?;
    let mut list = FailureList::default();
    for line in child.stdout.take().into_iter().flat_map(|output| BufReader::new(output).split(b'\n')) {
        let line = line?;
        let line = String::from_utf8_lossy(&line);
        println!("{line}");
        list.read(&line);
    }
    let status = child.wait()?;
    if !status.success() && list.names.is_empty() {
        bail!("cargo {} failed: {status}", arguments.join(" "));
    }
    // A program of tests that died names none of them, and would pass unseen beside one that names its own.
    ensure!(list.broken == 0, "{} programs of tests ended without a result", list.broken);
    Ok(list.names)
}

/// What libtest says of failures: after the second line `failures:` a name a line, indented, to the first empty line.
#[derive(Default)]
struct FailureList {
    names: Vec<String>,
    listing: bool,
    /// Programs of tests that began and did not say how they ended.
    broken: usize,
}

impl FailureList {
    fn read(&mut self, line: &str) {
        if line.starts_with("running ") {
            self.broken += 1;
        } else if line.starts_with("test result:") {
            self.broken = self.broken.saturating_sub(1);
        }
        match line.strip_prefix("    ") {
            Some(name) if self.listing && !name.contains(' ') => self.names.push(name.to_owned()),
            _ => self.listing = line == "failures:",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::FailureList;

    fn read(output: &str) -> FailureList {
        let mut list = FailureList::default();
        output.lines().for_each(|line| list.read(line));
        list
    }

    #[test]
    fn failed_tests_are_named() {
        let list = read(
            "\nrunning 3 tests\n.F.\nfailures:\n\n---- stops::lifted stdout ----\n    indented talk\n\n\nfailures:\n    \
             stops::lifted\n    wallet::drained\n\ntest result: FAILED. 1 passed; 2 failed\n",
        );
        assert_eq!(list.names, ["stops::lifted", "wallet::drained"]);
        assert_eq!(list.broken, 0);
    }

    #[test]
    fn a_program_of_tests_that_died_is_seen() {
        let list = read("running 3 tests\n.\nrunning 1 test\nF\nfailures:\n    a\n\ntest result: FAILED.\n");
        assert_eq!(list.broken, 1);
    }
}
