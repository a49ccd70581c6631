//! The SQL of reports. Days are counted from 1 January 1970 in UTC, and amounts are in subunits of their currency.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::fmt::Write as _;

use croupier_db::{Db, Error, Result, Row, Tx, Value, params, placeholders};
use croupier_ledger::{AccountId, PlayerId};
use croupier_money::Currency;

use super::figures::{Figure, Figures};
use super::movement::Bearer;
use super::people::{People, StoredPlayer};
use super::periods::Period;
use super::query::{Filter, Group, Place, PlayedRow, SumRow};
use super::returns::Returned;
use crate::platform::calendar::DAY_MS;

/// A list of what `each` makes of the column of every figure, in the order of [`Figure::ALL`].
fn columns(each: impl Fn(&str) -> String) -> String {
    Figure::ALL.map(|figure| each(figure.column())).join(", ")
}

/// The sum of a column as a bigint, for PostgreSQL sums bigints to a numeric.
fn sum_of(column: &str) -> String {
    format!("CAST(SUM({column}) AS bigint)")
}

fn currency(code: &str) -> Result<Currency> {
    code.parse().map_err(|_| Error::Corrupt(format!("currency {code}")))
}

/// Those of `players` that exist. One whom reports have not counted yet has signed up on the day that the account was created.
pub(super) async fn players(
    tx: &mut Tx,
    players: &BTreeSet<PlayerId>,
) -> Result<BTreeMap<PlayerId, StoredPlayer>> {
    if players.is_empty() {
        return Ok(BTreeMap::new());
    }
    let sql = format!(
        "SELECT p.id, p.brand, p.licence, p.country, COALESCE(r.registered_day, p.created_at_ms / {DAY_MS}),
             r.player_id, r.first_deposit_day, r.active_day, r.active_month
         FROM player p LEFT JOIN report_player r ON r.player_id = p.id WHERE p.id IN ({})",
        placeholders(1, players.len())
    );
    let values = players.iter().map(|player| Value::Int(*player)).collect();
    let known = |row: &Row| {
        let place = Place { brand: row.get(1)?, licence: row.get(2)?, country: row.get(3)? };
        let known = StoredPlayer {
            place,
            registered: row.get(4)?,
            is_counted: row.get::<Option<i64>>(5)?.is_some(),
            first_deposit: row.get(6)?,
            active_day: row.get(7)?,
            active_month: row.get(8)?,
        };
        Ok((row.get(0)?, known))
    };
    tx.query(&sql, values).await?.iter().map(known).collect()
}

/// What bears the costs that are booked to the system accounts `accounts`.
pub(super) async fn bearers(
    tx: &mut Tx,
    accounts: &BTreeSet<AccountId>,
) -> Result<HashMap<AccountId, Bearer>> {
    if accounts.is_empty() {
        return Ok(HashMap::new());
    }
    let among = placeholders(1, accounts.len());
    let sql = format!("SELECT id, name FROM system_account WHERE id IN ({among})");
    // The table numbers system accounts from 1; in transfers they are negative, unlike accounts of wallets.
    let values = accounts.iter().map(|account| Value::Int(-account.0)).collect();
    let bearer = |row: &Row| Ok((AccountId::system(row.get(0)?), Bearer::of(&row.get::<String>(1)?)));
    tx.query(&sql, values).await?.iter().map(bearer).collect()
}

/// Adds figures to the sums of their day, place, currency and game; the game 0 stands for what belongs to none.
pub(super) async fn add_sums(tx: &mut Tx, sums: BTreeMap<(i64, &Place, &str, i64), Figures>) -> Result<()> {
    /// How many columns the primary key has.
    const KEY: usize = 6;
    let sets = Figure::ALL.map(|figure| {
        let (column, number) = (figure.column(), KEY + 1 + figure as usize);
        format!("{column} = report_day.{column} + ${number}")
    });
    let sql = format!(
        "INSERT INTO report_day (day, brand, licence, country, currency, game_id, {}) VALUES ({})
         ON CONFLICT (day, brand, licence, country, currency, game_id) DO UPDATE SET {}",
        columns(str::to_owned),
        placeholders(1, KEY + Figure::ALL.len()),
        sets.join(", ")
    );
    let row = |((day, place, currency, game), figures): ((i64, &Place, &str, i64), Figures)| {
        let mut row = params![day, &place.brand, &place.licence, &place.country, currency, game];
        row.extend(figures.values());
        row
    };
    tx.execute_each(&sql, sums.into_iter().map(row).collect()).await
}

/// Stores what reports have to remember of players: the days of the sign-up, the first deposit and the last bet, and the first
/// day of the month of the last bet.
pub(super) async fn keep_players<'a>(
    tx: &mut Tx,
    players: impl Iterator<Item = (&'a PlayerId, &'a StoredPlayer)>,
) -> Result<()> {
    let sql = "INSERT INTO report_player (player_id, registered_day, first_deposit_day, active_day, active_month)
               VALUES ($1, $2, $3, $4, $5)
               ON CONFLICT (player_id) DO UPDATE SET registered_day = $2, first_deposit_day = $3, active_day = $4,
                   active_month = $5";
    let row = |(id, known): (&PlayerId, &StoredPlayer)| {
        params![*id, known.registered, known.first_deposit, known.active_day, known.active_month]
    };
    tx.execute_each(sql, players.map(row).collect()).await
}

/// Adds counts of players to those of their day and place.
pub(super) async fn add_people(tx: &mut Tx, people: BTreeMap<(i64, Place), People>) -> Result<()> {
    let sql = "INSERT INTO report_people (day, brand, licence, country, registered, first_deposits, active)
               VALUES ($1, $2, $3, $4, $5, $6, $7)
               ON CONFLICT (day, brand, licence, country) DO UPDATE SET
                   registered = report_people.registered + $5,
                   first_deposits = report_people.first_deposits + $6, active = report_people.active + $7";
    let row = |((day, place), people): ((i64, Place), People)| {
        let Place { brand, licence, country } = place;
        params![day, brand, licence, country, people.registered, people.first_deposits, people.active]
    };
    tx.execute_each(sql, people.into_iter().map(row).collect()).await
}

/// Adds numbers of players to those of their cohort, which is the month of the sign-up, the month in which they bet, and their
/// place. A month is stored as its first day.
pub(super) async fn add_cohorts(tx: &mut Tx, cohorts: BTreeMap<(i64, i64, Place), i64>) -> Result<()> {
    let sql = "INSERT INTO report_cohort (cohort, month, brand, licence, country, players)
               VALUES ($1, $2, $3, $4, $5, $6)
               ON CONFLICT (cohort, month, brand, licence, country) DO UPDATE SET
                   players = report_cohort.players + $6";
    let row = |((cohort, month, place), players): ((i64, i64, Place), i64)| {
        params![cohort, month, place.brand, place.licence, place.country, players]
    };
    tx.execute_each(sql, cohorts.into_iter().map(row).collect()).await
}

/// Adds what games took and returned to the sums of their day and game. `bets` and `wins` are in thousandths of a euro cent,
/// `squares` is the sum of the squared stakes of rounds, in square euro cents.
pub(super) async fn add_returns(tx: &mut Tx, sums: BTreeMap<(i64, i64), Returned>) -> Result<()> {
    let sql = "INSERT INTO report_return (day, game_id, rounds, bets, wins, squares)
               VALUES ($1, $2, $3, $4, $5, $6)
               ON CONFLICT (day, game_id) DO UPDATE SET
                   rounds = report_return.rounds + $3, bets = report_return.bets + $4,
                   wins = report_return.wins + $5, squares = report_return.squares + $6";
    let row = |((day, game), of): ((i64, i64), Returned)| {
        params![day, game, of.rounds, of.bets, of.wins, of.squares]
    };
    tx.execute_each(sql, sums.into_iter().map(row).collect()).await
}

/// What each game took and returned from the day `from` to the day `to`, in the units of [`add_returns`].
pub(super) async fn returned(db: &Db, from: i64, to: i64) -> Result<BTreeMap<i64, Returned>> {
    let sql =
        "SELECT game_id, CAST(SUM(rounds) AS bigint), CAST(SUM(bets) AS bigint), CAST(SUM(wins) AS bigint),
                   CAST(SUM(squares) AS bigint)
               FROM report_return WHERE day BETWEEN $1 AND $2 GROUP BY game_id";
    let read = |row: &Row| {
        let returned =
            Returned { rounds: row.get(1)?, bets: row.get(2)?, wins: row.get(3)?, squares: row.get(4)? };
        Ok((row.get(0)?, returned))
    };
    db.query(sql, params![from, to]).await?.iter().map(read).collect()
}

/// The conditions of `filter` but the period, to follow a WHERE clause. Their values are added to `values`. Those on the
/// currency and the games are left out unless `of_play`, for tables without these columns.
fn conditions(filter: &Filter, of_play: bool, values: &mut Vec<Value>) -> String {
    let mut sql = format!(" AND {}", filter.scope.of_brand("brand", values));
    let mut add = |column: &str, value: Option<Value>| {
        if let Some(value) = value {
            values.push(value);
            let _ = write!(sql, " AND {column} = ${}", values.len());
        }
    };
    add("brand", filter.brand.as_ref().map(Value::from));
    add("licence", filter.licence.as_ref().map(Value::from));
    add("country", filter.country.as_ref().map(Value::from));
    if of_play {
        add("currency", filter.currency.map(|currency| currency.code().into()));
        if let Some(games) = &filter.games {
            let named = games.iter().map(i64::to_string).collect::<Vec<_>>().join(", ");
            // An empty list is no SQL; nothing is IN (NULL).
            let list = if games.is_empty() { "NULL" } else { &named };
            let _ = write!(sql, " AND game_id IN ({list})");
        }
    }
    sql
}

/// The sums by the column of `group`, whose value is given as text, and by currency.
pub(super) async fn sums(db: &Db, filter: &Filter, group: Group) -> Result<Vec<(String, Currency, Figures)>> {
    let mut values = params![filter.period.from, filter.period.to];
    let conditions = conditions(filter, true, &mut values);
    let (column, sums) = (group.column(), columns(sum_of));
    let sql = format!(
        "SELECT CAST({column} AS text), currency, {sums} FROM report_day
         WHERE day BETWEEN $1 AND $2 {conditions} GROUP BY {column}, currency"
    );
    let read = |row: &Row| {
        let code: String = row.get(1)?;
        Ok((row.get(0)?, currency(&code)?, Figures::read(row, 2)?))
    };
    db.query(&sql, values).await?.iter().map(read).collect()
}

/// The sums of a period by licence, currency and game, in this order.
pub(super) async fn played(db: &Db, period: Period) -> Result<Vec<PlayedRow>> {
    let sql = format!(
        "SELECT licence, currency, game_id, {} FROM report_day WHERE day BETWEEN $1 AND $2
         GROUP BY licence, currency, game_id ORDER BY licence, currency, game_id",
        columns(sum_of)
    );
    let read = |row: &Row| {
        Ok(PlayedRow {
            licence: row.get(0)?,
            currency: currency(&row.get::<String>(1)?)?,
            game: row.get(2)?,
            figures: Figures::read(row, 3)?,
        })
    };
    db.query(&sql, params![period.from, period.to]).await?.iter().map(read).collect()
}

/// The counts of players by the column of `group`, whose value is given as text.
pub(super) async fn people(db: &Db, filter: &Filter, group: Group) -> Result<Vec<(String, People)>> {
    let mut values = params![filter.period.from, filter.period.to];
    let conditions = conditions(filter, false, &mut values);
    let column = group.column();
    let sql = format!(
        "SELECT CAST({column} AS text), CAST(SUM(registered) AS bigint), CAST(SUM(first_deposits) AS bigint),
             CAST(SUM(active) AS bigint)
         FROM report_people WHERE day BETWEEN $1 AND $2 {conditions} GROUP BY {column}"
    );
    let read = |row: &Row| {
        let people = People { registered: row.get(1)?, first_deposits: row.get(2)?, active: row.get(3)? };
        Ok((row.get(0)?, people))
    };
    db.query(&sql, values).await?.iter().map(read).collect()
}

/// The money in players' wallets at the beginning of `day`, by currency: the sum of all changes before it. The condition
/// `liability <> 0` lets the partial index serve the query.
pub(super) async fn liability(db: &Db, filter: &Filter, day: i64) -> Result<Vec<(Currency, i64)>> {
    let mut values = params![day];
    let conditions = conditions(&Filter { games: None, ..filter.clone() }, true, &mut values);
    let sql = format!(
        "SELECT currency, CAST(SUM(liability) AS bigint) FROM report_day
         WHERE day < $1 AND liability <> 0 {conditions} GROUP BY currency ORDER BY currency"
    );
    let read = |row: &Row| Ok((currency(&row.get::<String>(0)?)?, row.get(1)?));
    db.query(&sql, values).await?.iter().map(read).collect()
}

/// How many players of a cohort bet in a month: the first days of both months, and the players, in this order.
pub(super) async fn cohorts(db: &Db, filter: &Filter) -> Result<Vec<(i64, i64, i64)>> {
    let mut values = params![filter.period.from, filter.period.to];
    let conditions = conditions(filter, false, &mut values);
    let sql = format!(
        "SELECT cohort, month, CAST(SUM(players) AS bigint) FROM report_cohort
         WHERE cohort BETWEEN $1 AND $2 {conditions} GROUP BY cohort, month ORDER BY cohort, month"
    );
    let read = |row: &Row| Ok((row.get(0)?, row.get(1)?, row.get(2)?));
    db.query(&sql, values).await?.iter().map(read).collect()
}

/// At most `limit` sums of a licence by day, currency and game, in this order, from after the given ones.
pub(super) async fn sums_after(
    db: &Db,
    licence: &str,
    period: Period,
    (day, code, game): (i64, &str, i64),
    limit: i64,
) -> Result<Vec<SumRow>> {
    let sql = format!(
        "SELECT day, currency, game_id, {} FROM report_day
         WHERE licence = $1 AND day BETWEEN $2 AND $3 AND day >= $4 AND (day, currency, game_id) > ($4, $5, $6)
         GROUP BY day, currency, game_id ORDER BY day, currency, game_id LIMIT $7",
        columns(sum_of)
    );
    let values = params![licence, period.from, period.to, day, code, game, limit];
    let read = |row: &Row| {
        Ok(SumRow {
            day: row.get(0)?,
            currency: currency(&row.get::<String>(1)?)?,
            game: row.get(2)?,
            figures: Figures::read(row, 3)?,
        })
    };
    db.query(&sql, values).await?.iter().map(read).collect()
}
