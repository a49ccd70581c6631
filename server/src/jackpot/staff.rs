//! What staff see of jackpots beside the site.

use croupier_db::{Db, Result};

use super::list_store::{self, OpenLevel};
use super::win_store::{self, WinOrder};
use crate::platform::calendar::rfc3339;

/// Wins that are shown of one jackpot.
const WINS: i64 = 50;

/// A line for each level of each jackpot that was opened.
pub async fn list(db: &Db) -> Result<Vec<String>> {
    let mut lines = Vec::new();
    for (identifier, open) in list_store::open(db).await? {
        let code = open.currency.code();
        let line = |level: &OpenLevel| {
            let OpenLevel { level, cycle, terms, amount, .. } = level;
            let by = terms.must_hit_by_cents;
            format!("{identifier}\t{}\tcycle {cycle}\t{amount} cents {code}\tby {by}", level.name())
        };
        lines.extend(open.levels.iter().map(line));
    }
    Ok(lines)
}

/// A line for each of the last wins of a jackpot; `None` when it was never opened.
pub async fn show(db: &Db, identifier: &str) -> Result<Option<Vec<String>>> {
    if !list_store::open(db).await?.contains_key(identifier) {
        return Ok(None);
    }
    let wins = win_store::page(db, Some(identifier), WinOrder::Latest, (0, WINS)).await?;
    let line = |shown: &win_store::ShownWin| {
        let win = &shown.win;
        format!(
            "{}\t{} cycle {}\tplayer {}\t{} cents {}\tpaid {} {}",
            rfc3339(win.at),
            win.level.name(),
            win.cycle,
            win.player,
            win.original_amount,
            win.original_currency.code(),
            win.amount,
            win.currency.code()
        )
    };
    Ok(Some(wins.iter().map(line).collect()))
}
