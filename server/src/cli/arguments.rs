//! What may be said to `croupier`, and readers of words that several commands take.

use std::path::PathBuf;

use anyhow::{Context, Result, anyhow, ensure};
use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Parser, Subcommand};
use croupier_ledger::PlayerId;
use croupier_money::Currency;
use croupier_server::platform::calendar::instant;
use croupier_server::rules;

use crate::{
    adventure_command, bonus_command, chat_command, check_command, coins_command, content_command,
    document_command, jackpot_command, keys_command, lootbox_command, lottery_command, loyalty_command,
    mail_command, notify_command, payout_command, player_command, reconcile_command, staff_command,
    tournament_command,
};

/// The casino's server, and what is done beside it.
#[derive(Parser)]
#[command(
    name = "croupier",
    after_help = "Settings: croupier.toml (or the file CROUPIER_CONFIG names), CROUPIER_* and DATABASE_URL."
)]
pub struct Arguments {
    #[command(subcommand)]
    pub command: Command,
}

#[derive(Subcommand)]
pub enum Command {
    /// Run the server (brings the tables up to date first).
    Serve,
    /// Bring the tables up to date and stop.
    Migrate,
    /// Fill the storage with the content folder and stop.
    Seed,
    /// Take what partners deliver.
    #[command(subcommand)]
    Import(Import),
    /// Print the description of the calls.
    Openapi {
        /// The calls of the back office.
        #[arg(long)]
        office: bool,
    },
    /// Decide about a cashout that is held for review; the log keeps who has decided and why.
    #[command(subcommand)]
    Payout(payout_command::Command),
    /// Coins that came to lasting addresses.
    #[command(subcommand)]
    Coins(coins_command::Command),
    /// Lay what was paid on a day beside the file of it of payment partners; exit code 1 and the payments when they do not
    /// agree.
    Reconcile(reconcile_command::Arguments),
    /// What stops a player, who the player is, and a link to sign in with; a running server follows within a second.
    #[command(subcommand)]
    Player(player_command::Command),
    /// What players have uploaded to prove who they are.
    #[command(subcommand)]
    Document(document_command::Command),
    /// What staff edits, as files; docs/EDITING.md.
    #[command(subcommand)]
    Content(content_command::Command),
    /// Mails to players.
    #[command(subcommand)]
    Mail(mail_command::Command),
    /// Send a notification to players; the log keeps who has sent it.
    Notify(notify_command::Arguments),
    /// Gifts of a player, given and ended by staff; docs/BONUSES.md.
    #[command(subcommand)]
    Bonus(bonus_command::Command),
    /// Codes that bring gifts; docs/BONUSES.md.
    #[command(subcommand)]
    Coupon(bonus_command::CouponCommand),
    /// Boxes that players open for a prize, spins of the wheel among them; docs/BONUSES.md.
    #[command(subcommand)]
    Lootbox(lootbox_command::Command),
    /// Lotteries, and ending a sale before its time; a running server draws within seconds.
    #[command(subcommand)]
    Lottery(lottery_command::Command),
    /// Calendars of deposits, and how many players have completed each day of one.
    #[command(subcommand)]
    Adventure(adventure_command::Command),
    /// What a player has of comp points, and changes by staff.
    #[command(subcommand)]
    Points(loyalty_command::PointsCommand),
    /// A player's VIP status, and another one; the end of the quarter decides anew.
    #[command(subcommand)]
    Vip(loyalty_command::VipCommand),
    /// What lies in the jackpots, and the last wins of one.
    #[command(subcommand)]
    Jackpot(jackpot_command::Command),
    /// What runs and who leads, and taking a player off a board; the log keeps who has decided and why.
    #[command(subcommand)]
    Tournament(tournament_command::Command),
    /// Staff's side of the support chat.
    #[command(subcommand)]
    Chat(chat_command::Command),
    /// Who works in the back office; docs/BACKOFFICE.md.
    #[command(subcommand)]
    Staff(staff_command::Command),
    /// The keys that seeds, secrets of authenticator apps and files are encrypted under.
    #[command(
        subcommand,
        after_help = "The first key that is configured is the current one. Every server has to know a key before it is the \
                      current one of any."
    )]
    Keys(keys_command::Command),
    /// Check every invariant of the books; exit code 1 and the rows when one is broken.
    Check(check_command::Arguments),
    /// What wallets held at an instant, from the log, as CSV.
    Balances(Balances),
    /// Move the sealed log of before a time, a day ago at the latest, into files, beside the running server.
    Archive(Archive),
    /// Copy the SQLite database beside the running server into a folder that holds none.
    Backup {
        #[arg(value_name = "DIR")]
        into: PathBuf,
        /// Copy the secrets too.
        #[arg(long)]
        with_secrets: bool,
    },
    /// What browsers wrote to the log, newest first, as JSON lines.
    Logs(Logs),
    /// How long pages took in browsers, as CSV.
    Timings {
        /// The beginning; a week ago when none is given.
        #[arg(long, value_name = "TIME", value_parser = time)]
        since: Option<i64>,
    },
    /// Print what a scraper of /metrics has to show as its bearer token.
    MetricsToken,
}

#[derive(Subcommand)]
pub enum Import {
    /// Take games in bulk (JSON lines), offered within seconds.
    Games {
        file: PathBuf,
        /// In place of those imported before.
        #[arg(long)]
        replace: bool,
    },
}

#[derive(clap::Args)]
pub struct Balances {
    /// The instant, such as 2026-01-31T12:00:00Z.
    #[arg(long, value_name = "TIME", value_parser = time)]
    pub at: i64,
    /// Of this player alone.
    #[arg(long, value_name = "ID")]
    pub player: Option<PlayerId>,
    /// Where archived files of the log lie.
    #[arg(long, value_name = "FOLDER")]
    pub archive: Option<PathBuf>,
}

#[derive(clap::Args)]
pub struct Archive {
    /// Where the files go.
    #[arg(long, value_name = "FOLDER")]
    pub to: PathBuf,
    #[command(flatten)]
    pub until: ArchiveUntil,
}

// One of the two. Without a doc comment, which would become the command's.
#[derive(clap::Args)]
#[group(required = true, multiple = false)]
pub struct ArchiveUntil {
    /// Move what is older than this time.
    #[arg(long, value_name = "TIME", value_parser = time)]
    pub before: Option<i64>,
    /// Move what is older than so many days.
    #[arg(long, value_name = "N")]
    pub keep_days: Option<u32>,
}

#[derive(clap::Args)]
pub struct Logs {
    /// Only entries of this code.
    #[arg(long)]
    pub code: Option<String>,
    /// Only entries of this level.
    #[arg(long)]
    pub level: Option<String>,
    /// The beginning.
    #[arg(long, value_name = "TIME", value_parser = time)]
    pub since: Option<i64>,
    /// At most so many.
    #[arg(long, value_name = "N", default_value_t = 100)]
    pub limit: i64,
}

/// Reads a time, such as 2026-01-31T12:00:00Z, into UTC milliseconds.
pub fn time(text: &str) -> Result<i64> {
    instant(text).map_err(|_| anyhow!("no time: 2026-12-31T23:00:00Z is"))
}

/// Reads the address that somebody signs in with.
pub fn email(text: &str) -> Result<String> {
    rules::email(text).ok().context("no e-mail address")
}

/// Reads a name or a reason, which says something.
pub fn said(text: &str) -> Result<String> {
    ensure!(!text.trim().is_empty(), "it has to say something");
    Ok(text.to_owned())
}

/// Reads the code of a currency.
pub fn currency(text: &str) -> Result<Currency> {
    text.parse().map_err(|_| anyhow!("no currency"))
}

/// Reads the number of a group.
pub fn group(text: &str) -> Result<i64> {
    text.trim().parse().context("no group")
}

/// Reads one of `names`, which help and refusals list.
pub fn one_of<T: Clone + Send + Sync + 'static>(
    names: impl IntoIterator<Item = &'static str>,
    read: fn(&str) -> Option<T>,
) -> impl TypedValueParser<Value = T> {
    let parser = PossibleValuesParser::new(names);
    parser.try_map(move |name| read(&name).with_context(|| format!("{name:?} is not known")))
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;
    use clap::error::ErrorKind;

    use super::*;

    fn refusal(words: &[&str]) -> clap::Error {
        match Arguments::try_parse_from(std::iter::once("croupier").chain(words.iter().copied())) {
            Ok(_) => panic!("{words:?} is taken"),
            Err(error) => error,
        }
    }

    #[test]
    fn every_command_is_well_formed() {
        Arguments::command().debug_assert();
    }

    #[test]
    fn what_is_not_understood_is_refused_with_a_hint() {
        let error = refusal(&["serv"]);
        assert_eq!((error.kind(), error.exit_code()), (ErrorKind::InvalidSubcommand, 2));
        assert!(error.to_string().contains("'serve'"), "{error}");
        assert_eq!(refusal(&[]).exit_code(), 2);
        for words in [
            &["archive", "--to", "a"][..],
            &["archive", "--to", "a", "--keep-days", "1", "--before", "2026-01-01T00:00:00Z"],
            &["check", "--quick", "--chain"],
            &["check", "--archive", "a"],
            &["balances", "--at", "yesterday"],
            &["keys", "rotate", "--limit", "1", "--limit", "2"],
        ] {
            assert_eq!(refusal(words).exit_code(), 2, "{words:?}");
        }
    }

    #[test]
    fn a_number_below_zero_and_a_text_with_a_dash_are_values() {
        let words =
            ["points", "adjust", "--email", "a@b.example", "--points", "-5", "--by", "Ann", "--reason", "-5"];
        assert!(Arguments::try_parse_from(std::iter::once("croupier").chain(words)).is_ok());
    }
}
