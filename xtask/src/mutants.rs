//! `cargo xtask mutants`: whether deliberate bugs are caught.
//!
//! Each mutant is one small change that would lose or make money. It is applied to a copy of the tree, and the
//! histories in memory and some seeds of the simulation are run there; one of them has to fail. The copy is
//! built like the tree itself, into a target folder of its own that is kept between mutants.

use std::path::Path;
use std::process::Stdio;
use std::time::Instant;

use anyhow::{Context, Result, bail, ensure};

use crate::shell::{program, root};

/// A deliberate bug: `find` stands once in `file` and is replaced.
struct Mutant {
    name: &'static str,
    file: &'static str,
    find: &'static str,
    replace: &'static str,
}

const MUTANTS: &[Mutant] = &[
    Mutant {
        name: "the key of a command is not looked for",
        file: "crates/ledger/src/decide.rs",
        find: "View { batch, earlier: &done }).key(part.key)",
        replace: "View { batch, earlier: &done }).key(part.fingerprint)",
    },
    Mutant {
        name: "a commit is answered and not carried out",
        file: "crates/db/src/log/sqlite.rs",
        find: r#"if keep { "COMMIT" }"#,
        replace: r#"if keep && work.len() != 1 { "COMMIT" }"#,
    },
    Mutant {
        name: "a reader's effects commit without its place",
        file: "server/src/platform/readers.rs",
        find: "if !advance(effects.into_tx(), lease, last.lsn().seq()).await? {",
        replace: "effects.into_tx().commit().await?;\n        let tx = self.db.begin().await?;\n        \
                  if !advance(tx, lease, last.lsn().seq()).await? {",
    },
    Mutant {
        name: "a reader that lost its lease is not fenced off",
        file: "crates/db/src/readers.rs",
        find: "AND owner_epoch = $3 AND position = $4",
        replace: "AND $3 = $3 AND $4 = $4",
    },
    Mutant {
        name: "the cash part of a win is rounded up",
        file: "crates/ledger/src/round.rs",
        find: "i128::from(win) * staked_cash / i128::from(self.stake)",
        replace: "(i128::from(win) * staked_cash + i128::from(self.stake) - 1) / i128::from(self.stake)",
    },
    Mutant {
        name: "the money of a bonus that has ended becomes cash",
        file: "crates/ledger/src/decide/bonus.rs",
        find: "round.bonus_funding.ok_or(Refusal::BonusConflict)",
        replace: "Ok(self.cash())",
    },
    Mutant {
        name: "a clock that is set back opens a new window",
        file: "crates/ledger/src/limit.rs",
        find: "if at >= self.until {",
        replace: "if self.period.end_of_window(self.anchor, at) != self.until {",
    },
    Mutant {
        name: "a rollback that comes twice takes back twice",
        file: "crates/ledger/src/decide/rollback.rs",
        find: "known.answer == Answer::Tombstone || self.view.key(done).is_some()",
        replace: "known.answer == Answer::Tombstone",
    },
    Mutant {
        name: "the first part of a command stays when a later one is refused",
        file: "crates/ledger/src/decide.rs",
        find: "            let accepted = accept(View { batch, earlier: &done }, command.at, part)?;",
        replace: "            let accepted = match accept(View { batch, earlier: &done }, command.at, part) {\n                \
                  Err(_) if first.is_some() => break,\n                other => other?,\n            };",
    },
    Mutant {
        name: "a bet that a grant pays takes cash",
        file: "crates/ledger/src/decide/play.rs",
        find: "            self.transfer_nothing(TransferKind::Bet, self.cash(), to);\n            return Ok(());",
        replace: "            return self.transfer(TransferKind::Bet, self.cash(), to, 1);",
    },
    Mutant {
        name: "a stop is not told to servers that remember the wallet",
        file: "server/src/account/stops.rs",
        find: "    log::lock_lane(db, &mut tx, change.player).await?;\n    let until = stop_in",
        replace: "    let until = stop_in",
    },
    Mutant {
        name: "a stop holds back the win of an open round",
        file: "crates/ledger/src/decide/play.rs",
        find: "        if amount == 0 {",
        replace: "        self.may_bet()?;\n        if amount == 0 {",
    },
    Mutant {
        name: "a win of a jackpot leaves nothing over for the next cycle",
        file: "server/src/jackpot/pot.rs",
        find: "(self.amount_micro() / MICRO, self.amount_micro() % MICRO)",
        replace: "(self.amount_micro() / MICRO, 0)",
    },
    Mutant {
        name: "a bet adds more to a jackpot than its part",
        file: "server/src/jackpot/pot.rs",
        find: "stake.checked_mul(self.terms.contribution_ppm)",
        replace: "(stake + 1).checked_mul(self.terms.contribution_ppm)",
    },
    Mutant {
        name: "a payment that is due is a command of its own for each server that finds it",
        file: "server/src/wallet/due.rs",
        find: DUE,
        replace: DUE_TO_EACH,
    },
    Mutant {
        name: "a limit on deposits does not see those that are under way",
        file: "server/src/cashbox/moves.rs",
        find: "limit.left().saturating_sub(reserved)",
        replace: "limit.left().saturating_sub(reserved - reserved)",
    },
    Mutant {
        name: "a deposit that is asked for again under its key is refused for itself",
        file: "server/src/cashbox/deposits.rs",
        find: "Ok(earlier.map_or(otherwise, Begun::Earlier))",
        replace: "let _ = earlier;\n    Ok(otherwise)",
    },
    Mutant {
        name: "an exclusion does not hold back a deposit",
        file: "server/src/cashbox/moves.rs",
        find: "if begins => stops.in_force(now, StopReason::forbids_deposits)",
        replace: "if begins => stops.in_force(now, |reason| reason == StopReason::Fraud)",
    },
    Mutant {
        name: "a prize of a tournament is told to the log by each server that finds it",
        file: "server/src/tournaments/closing.rs",
        find: "if closing_store::publish(&mut tx, award, won.amount_cents).await? {",
        replace: "let told = closing_store::publish(&mut tx, award, won.amount_cents).await?;\n    if told || !told {",
    },
    Mutant {
        name: "an upload is shown before its file is there",
        file: "server/src/verification/upload.rs",
        find: "    app.blobs.write(&document.blob, &document.owner(), upload.bytes).await?;\n    finish(app, document).await",
        replace: "    let (blob, owner) = (document.blob.clone(), document.owner());\n    let done = finish(app, document).await?;\n    \
                  app.blobs.write(&blob, &owner, upload.bytes).await?;\n    Ok(done)",
    },
];

/// How a payment that is due is made into a command.
const DUE: &str = r#"    let key = Key::new(&format!("due:{}", owed.reader), &format!("{}:{}", owed.lsn, owed.no));
    Ok(Order {
        key,
        fingerprint: Key::hash(&[owed.payment.as_bytes()]),
        player: owed.player,
        currency,
        at: now,
        action,
        facts: Vec::new(),
        attached: vec![store::paid(owed, now)],
    })"#;

/// The same without what keeps two servers from both paying it.
const DUE_TO_EACH: &str = r#"    let key = Key::new(&format!("due:{}", owed.reader), &format!("{:?}", std::time::SystemTime::now()));
    let mark = croupier_db::Statement { expect_one_row: false, ..store::paid(owed, now) };
    Ok(Order {
        key,
        fingerprint: Key::hash(&[owed.payment.as_bytes()]),
        player: owed.player,
        currency,
        at: now,
        action,
        facts: Vec::new(),
        attached: vec![mark],
    })"#;

/// What has to fail, cheapest first.
const SHOWN_BY: &[(&str, &[&str])] = &[
    ("histories", &["test", "--quiet", "--package", "croupier-sim", "--test", "histories", "memory"]),
    ("simulation", &["run", "--quiet", "--package", "croupier-sim", "--", "--seeds", "400"]),
];

/// Applies one mutant after the other, or those whose name contains `filter`; fails when one is not caught.
pub fn run(filter: Option<&str>) -> Result<()> {
    let copy = std::env::temp_dir().join(format!("croupier-mutants-{}", std::process::id()));
    let reported = all(&copy, filter);
    std::fs::remove_dir_all(&copy).context("the copy cannot be removed")?;
    reported
}

fn all(copy: &Path, filter: Option<&str>) -> Result<()> {
    copy_tree(copy)?;
    let mut rows = vec![("none: the tree as it is".to_owned(), outcome(copy)?)];
    if let Some(check) = rows[0].1.0 {
        bail!("{check} fails without any mutant");
    }
    for mutant in MUTANTS.iter().filter(|mutant| filter.is_none_or(|filter| mutant.name.contains(filter))) {
        let file = copy.join(mutant.file);
        let text = std::fs::read_to_string(&file)?;
        std::fs::write(&file, mutated(mutant, &text)?)?;
        let reported = outcome(copy)?;
        println!("{}: caught by {} after {} s", mutant.name, reported.0.unwrap_or("nothing"), reported.1);
        rows.push((mutant.name.to_owned(), reported));
        std::fs::write(&file, text)?;
    }
    println!("\n| mutant | caught by | seconds |\n|---|---|---|");
    for (name, (check, seconds)) in &rows {
        println!("| {name} | {} | {seconds} |", check.unwrap_or("nothing"));
    }
    let missed = rows[1..].iter().filter(|(_, (check, _))| check.is_none()).count();
    ensure!(missed == 0, "{missed} mutants were not caught");
    Ok(())
}

/// The check that fails in the tree at `copy`, and how long that took in seconds.
fn outcome(copy: &Path) -> Result<(Option<&'static str>, u64)> {
    let began = Instant::now();
    // A mutant that does not compile would pass for a caught one.
    let built = cargo(copy, &["test", "--quiet", "--package", "croupier-sim", "--no-run"])?;
    ensure!(built, "the tree does not compile");
    for (name, arguments) in SHOWN_BY {
        if !cargo(copy, arguments)? {
            return Ok((Some(name), began.elapsed().as_secs()));
        }
    }
    Ok((None, began.elapsed().as_secs()))
}

fn cargo(copy: &Path, arguments: &[&str]) -> Result<bool> {
    let mut command = program("cargo", "", arguments);
    command.current_dir(copy).env("CARGO_TARGET_DIR", crate::servers::target().join("mutants"));
    command.stdout(Stdio::null()).stderr(Stdio::null());
    Ok(command.status().context("cannot start cargo")?.success())
}

fn mutated(mutant: &Mutant, text: &str) -> Result<String> {
    let count = text.matches(mutant.find).count();
    ensure!(count == 1, "{}: `{}` stands {count} times in {}", mutant.name, mutant.find, mutant.file);
    Ok(text.replace(mutant.find, mutant.replace))
}

/// Copies what is under version control.
fn copy_tree(copy: &Path) -> Result<()> {
    let listed = program("git", "", &["ls-files", "-z"]).output().context("git")?;
    ensure!(listed.status.success(), "git ls-files failed");
    for name in String::from_utf8(listed.stdout)?.split('\0').filter(|name| !name.is_empty()) {
        let (from, to) = (root().join(name), copy.join(name));
        std::fs::create_dir_all(to.parent().unwrap_or(copy))?;
        if from.is_file() {
            std::fs::copy(&from, &to).with_context(|| format!("copying {name}"))?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_mutant_still_fits_its_source() {
        for mutant in MUTANTS {
            let text = std::fs::read_to_string(root().join(mutant.file)).unwrap();
            assert_ne!(mutated(mutant, &text).unwrap(), text);
        }
    }
}
