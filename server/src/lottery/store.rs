//! The SQL of lotteries: the schedule, the sale of tickets, draws and prizes.

use std::collections::{BTreeMap, HashMap};

use croupier_db::{Db, Error, Result, Row, Statement, Tx, params};
use croupier_ledger::PlayerId;
use serde::Serialize;
use serde::de::DeserializeOwned;

use super::cost::Drawn;
use super::definition::Definition;
use super::model::{Award, Drawing, Lottery, TicketRange};
use super::prizes::HOLDING;
use super::tickets::Tickets;
use crate::platform::retries;

const LOTTERY: &str =
    "SELECT l.id, l.slug, l.terms, l.start_at_ms, l.end_at_ms, l.tickets_max, l.tickets_count,
    l.server_seed_hash, l.server_seed, l.drawn_at_ms";

const AWARD: &str =
    "a.lottery_id, a.place, a.ticket, a.player_id, a.shown_name, a.currency, a.prize, a.paid_at_ms";

/// The draws of a span with their tickets, by the id of their definition.
pub(super) async fn drawn(db: &Db, (from, to): (i64, i64)) -> Result<BTreeMap<String, Drawn>> {
    let sql = "SELECT definition_id, COUNT(*), CAST(SUM(tickets_count) AS bigint) FROM lottery
               WHERE end_at_ms >= $1 AND end_at_ms < $2 AND drawn_at_ms IS NOT NULL GROUP BY definition_id";
    let read = |row: &Row| Ok((row.get(0)?, Drawn { draws: row.get(1)?, tickets: row.get(2)? }));
    db.query(sql, params![from, to]).await?.iter().map(read).collect()
}

fn read_json<T: DeserializeOwned>(text: &str) -> Result<T> {
    serde_json::from_str(text).map_err(|error| Error::Corrupt(format!("lottery: {error}")))
}

fn to_json(value: &impl Serialize) -> Result<String> {
    serde_json::to_string(value).map_err(|error| Error::Corrupt(format!("lottery: {error}")))
}

fn lottery(row: &Row) -> Result<Lottery> {
    let drawn: (Option<String>, Option<i64>) = (row.get(8)?, row.get(9)?);
    let drawing = match drawn {
        (Some(server_seed), Some(at)) => Some(Drawing { server_seed, at }),
        _ => None,
    };
    Ok(Lottery {
        id: row.get(0)?,
        slug: row.get(1)?,
        terms: read_json(&row.get::<String>(2)?)?,
        start_at: row.get(3)?,
        end_at: row.get(4)?,
        tickets_max: row.get(5)?,
        tickets_count: row.get(6)?,
        server_seed_hash: row.get(7)?,
        drawing,
    })
}

/// Those rows that can be read; the others are told to the operator.
fn readable(rows: &[Row]) -> Vec<Lottery> {
    let read = |row: &Row| {
        lottery(row).inspect_err(|error| tracing::error!(%error, "a lottery cannot be read")).ok()
    };
    rows.iter().filter_map(read).collect()
}

fn award(row: &Row, from: usize) -> Result<Award> {
    Ok(Award {
        lottery: row.get(from)?,
        place: row.get(from + 1)?,
        ticket: row.get(from + 2)?,
        player: row.get(from + 3)?,
        shown_name: row.get(from + 4)?,
        currency: row.get(from + 5)?,
        prize: read_json(&row.get::<String>(from + 6)?)?,
        is_paid: row.get::<Option<i64>>(from + 7)?.is_some(),
    })
}

/// One time of a definition, as it is to be scheduled.
pub(super) struct Wanted<'a> {
    pub definition: &'a Definition,
    pub slug: &'a str,
    pub start_at: i64,
    pub end_at: i64,
}

/// Schedules a lottery with the commitment to its seed, or edits one whose sale has not begun at `now`. It is not scheduled while another time of its
/// definition that has begun lasts into it.
pub(super) async fn schedule(
    tx: &mut Tx,
    id: i64,
    wanted: &Wanted<'_>,
    server_seed_hash: &str,
    now: i64,
) -> Result<()> {
    let sql = "INSERT INTO lottery (id, slug, definition_id, terms, start_at_ms, end_at_ms, tickets_max,
                   server_seed_hash)
               SELECT $1, $2, $3, $4, $5, $6, $7, $8
               WHERE NOT EXISTS (
                   SELECT 1 FROM lottery o WHERE o.definition_id = $3 AND o.slug <> $2
                       AND o.start_at_ms <= $9 AND o.end_at_ms > $5)
               ON CONFLICT (slug) DO UPDATE SET terms = $4, start_at_ms = $5, end_at_ms = $6, tickets_max = $7
               WHERE lottery.start_at_ms > $9 AND lottery.tickets_count = 0";
    let Wanted { definition, slug, start_at, end_at } = wanted;
    let params = params![
        id,
        *slug,
        definition.id.as_str(),
        to_json(&definition.terms)?,
        *start_at,
        *end_at,
        definition.tickets_max,
        server_seed_hash,
        now
    ];
    tx.execute(sql, params).await.map(drop)
}

/// Whether a time of the definition that has begun at `now` lasts until after `start_at`.
pub(super) async fn lasts_into(db: &Db, definition: &str, start_at: i64, now: i64) -> Result<bool> {
    let sql =
        "SELECT 1 FROM lottery WHERE definition_id = $1 AND start_at_ms <= $2 AND end_at_ms > $3 LIMIT 1";
    Ok(db.query_opt(sql, params![definition, now, start_at]).await?.is_some())
}

/// Removes lotteries whose sale begins after `now` and whose address no definition has any more.
pub(super) async fn withdraw(db: &Db, is_wanted: impl Fn(&str) -> bool, now: i64) -> Result<()> {
    let sql = "SELECT id, slug FROM lottery WHERE start_at_ms > $1";
    for row in db.query(sql, params![now]).await? {
        let (id, slug): (i64, String) = (row.get(0)?, row.get(1)?);
        if is_wanted(&slug) {
            continue;
        }
        let mut tx = db.begin().await?;
        let sql = "DELETE FROM lottery WHERE id = $1 AND start_at_ms > $2 AND tickets_count = 0";
        tx.execute(sql, params![id, now]).await?;
        tx.commit().await?;
    }
    Ok(())
}

/// Lotteries that have not ended at `ended_after`, at most `limit`: those that are still to be drawn come first, then those
/// drawn last.
pub(super) async fn list(db: &Db, ended_after: i64, limit: i64) -> Result<Vec<Lottery>> {
    let sql = format!(
        "{LOTTERY} FROM lottery l WHERE l.end_at_ms > $1 OR l.drawn_at_ms IS NULL
         ORDER BY CASE WHEN l.drawn_at_ms IS NULL THEN 0 ELSE 1 END, COALESCE(-l.drawn_at_ms, l.end_at_ms), l.id
         LIMIT $2"
    );
    Ok(readable(&db.query(&sql, params![ended_after, limit]).await?))
}

/// Lotteries that are on sale at least in part between two instants, at most `limit`, in the order in which they begin.
pub(super) async fn between(db: &Db, (from, to): (i64, i64), limit: i64) -> Result<Vec<Lottery>> {
    let sql = format!(
        "{LOTTERY} FROM lottery l WHERE l.start_at_ms < $2 AND l.end_at_ms > $1 ORDER BY l.start_at_ms, l.id LIMIT $3"
    );
    Ok(readable(&db.query(&sql, params![from, to, limit]).await?))
}

/// The lottery with this number, or at this address.
pub(super) async fn find(db: &Db, name: &str) -> Result<Option<Lottery>> {
    let sql = format!("{LOTTERY} FROM lottery l WHERE l.slug = $1 OR l.id = $2");
    let id = name.parse::<i64>().unwrap_or_default();
    db.query_opt(&sql, params![name, id]).await?.as_ref().map(lottery).transpose()
}

/// Tickets of a player by lottery, in the order of their numbers.
pub(super) async fn tickets_of(
    db: &Db,
    lotteries: &[i64],
    player: PlayerId,
) -> Result<HashMap<i64, Vec<TicketRange>>> {
    let sql = format!(
        "SELECT lottery_id, first_number, size FROM lottery_ticket
         WHERE player_id = $1 AND lottery_id IN ({}) ORDER BY lottery_id, first_number",
        list_of(lotteries)
    );
    let rows = db.query(&sql, params![player]).await?;
    by_lottery(
        rows.iter().map(|row| Ok((row.get(0)?, TicketRange { first: row.get(1)?, size: row.get(2)? }))),
    )
}

/// `numbers` as SQL lists them; they need no quoting, and lists have no parameter that both engines take. No number is 0.
fn list_of(numbers: &[i64]) -> String {
    if numbers.is_empty() {
        "0".to_owned()
    } else {
        numbers.iter().map(i64::to_string).collect::<Vec<_>>().join(",")
    }
}

fn by_lottery<T>(rows: impl Iterator<Item = Result<(i64, T)>>) -> Result<HashMap<i64, Vec<T>>> {
    let mut sorted: HashMap<i64, Vec<T>> = HashMap::new();
    for row in rows {
        let (lottery, one) = row?;
        sorted.entry(lottery).or_default().push(one);
    }
    Ok(sorted)
}

/// What a sale of tickets writes. The first statement misses before the sale, after its end, once the lottery is drawn, and
/// when the player would have too many: that is decided by the row at the commit.
pub(super) fn sell(sold: &Tickets, sold_max: i64) -> Vec<Statement> {
    let Tickets { lottery, size, player, shown_name, currency, purchase, points, at } = sold;
    let count = "UPDATE lottery SET tickets_count = tickets_count + $2
                 WHERE id = $1 AND drawn_at_ms IS NULL AND start_at_ms <= $3 AND end_at_ms > $3
                     AND tickets_count + $2 <= $4
                     AND (SELECT CAST(COALESCE(SUM(t.size), 0) AS bigint) FROM lottery_ticket t
                          WHERE t.lottery_id = $1 AND t.player_id = $5) + $2 <= tickets_max";
    let number =
        "INSERT INTO lottery_ticket (lottery_id, first_number, size, player_id, shown_name, currency,
                      purchase_id, points, bought_at_ms)
                  SELECT l.id, l.tickets_count - $2 + 1, $2, $3, $4, $5, $6, $7, $8
                  FROM lottery l WHERE l.id = $1";
    let (purchase, currency) = (*purchase, currency.code());
    let numbered = params![*lottery, *size, *player, shown_name.clone(), currency, purchase, *points, *at];
    vec![
        Statement {
            sql: count,
            params: params![*lottery, *size, *at, sold_max, *player],
            expect_one_row: true,
        },
        Statement { sql: number, params: numbered, expect_one_row: true },
    ]
}

/// Lotteries that are over at `now`, still to be drawn and to be looked at, at most `limit`, each with its number: those that
/// wait longest come first. One may be unreadable, to a server of another version for example.
pub(super) async fn undrawn(db: &Db, now: i64, limit: i64) -> Result<Vec<(i64, Result<Lottery>)>> {
    let sql = format!(
        "{LOTTERY} FROM lottery l WHERE l.drawn_at_ms IS NULL AND l.end_at_ms <= $1 AND l.retry_at_ms <= $1
         ORDER BY l.retry_at_ms, l.end_at_ms, l.id LIMIT $2"
    );
    let rows = db.query(&sql, params![now, limit]).await?;
    rows.iter().map(|row| Ok((row.get(0)?, lottery(row)))).collect()
}

/// Puts a draw off: it is tried again after a second that doubles each time, up to an hour.
pub(super) async fn put_draw_off(db: &Db, id: i64, now: i64) -> Result<()> {
    let put_off = retries::put_off("$2");
    let sql = format!("UPDATE lottery SET {put_off} WHERE id = $1 AND drawn_at_ms IS NULL");
    let mut tx = db.begin().await?;
    tx.execute(&sql, params![id, now]).await?;
    tx.commit().await
}

/// Marks a lottery that is over as drawn; `false` when it was drawn before.
pub(super) async fn mark_drawn(tx: &mut Tx, id: i64, server_seed: &str, now: i64) -> Result<bool> {
    let sql = "UPDATE lottery SET server_seed = $2, drawn_at_ms = $3
               WHERE id = $1 AND drawn_at_ms IS NULL AND end_at_ms <= $3";
    Ok(tx.execute(sql, params![id, server_seed, now]).await? == 1)
}

/// How many tickets are sold.
pub(super) async fn tickets_count(tx: &mut Tx, id: i64) -> Result<i64> {
    tx.query_one("SELECT tickets_count FROM lottery WHERE id = $1", params![id]).await?.get(0)
}

/// Who has a ticket.
pub(super) struct Owner {
    pub player: PlayerId,
    pub shown_name: String,
    pub currency: String,
}

/// Who has the ticket `number`.
pub(super) async fn owner(tx: &mut Tx, lottery: i64, number: i64) -> Result<Option<Owner>> {
    let sql = "SELECT player_id, shown_name, currency FROM lottery_ticket
               WHERE lottery_id = $1 AND first_number <= $2 AND $2 < first_number + size
               ORDER BY first_number DESC LIMIT 1";
    let row = tx.query_opt(sql, params![lottery, number]).await?;
    let read = |row: Row| Ok(Owner { player: row.get(0)?, shown_name: row.get(1)?, currency: row.get(2)? });
    row.map(read).transpose()
}

/// Writes the winners of a draw down.
pub(super) async fn add_awards(tx: &mut Tx, awards: &[Award]) -> Result<()> {
    let sql = "INSERT INTO lottery_award (lottery_id, place, ticket, player_id, shown_name, currency, prize)
               VALUES ($1, $2, $3, $4, $5, $6, $7)";
    let mut rows = Vec::new();
    for Award { lottery, place, ticket, player, shown_name, currency, prize, .. } in awards {
        let (shown_name, currency, prize) = (shown_name.clone(), currency.clone(), to_json(prize)?);
        rows.push(params![*lottery, *place, *ticket, *player, shown_name, currency, prize]);
    }
    tx.execute_each(sql, rows).await
}

/// The winners of `lotteries` by lottery, the first place first; of `player` only those that are this player's, and of
/// everybody the first `places`.
pub(super) async fn awards(
    db: &Db,
    lotteries: &[i64],
    player: Option<PlayerId>,
    places: i64,
) -> Result<HashMap<i64, Vec<Award>>> {
    let sql = format!(
        "SELECT {AWARD} FROM lottery_award a WHERE a.lottery_id IN ({})
             AND a.player_id = COALESCE($1, a.player_id) AND a.place <= $2
         ORDER BY a.lottery_id, a.place",
        list_of(lotteries)
    );
    let rows = db.query(&sql, params![player, places]).await?;
    by_lottery(rows.iter().map(|row| Ok((row.get(0)?, award(row, 0)?))))
}

/// Prizes that are still to be paid and to be looked at at `now`, at most `limit`, each with its lottery's number and its
/// place: those that wait longest come first. One may be unreadable, to a server of another version for example.
pub(super) async fn unpaid(
    db: &Db,
    now: i64,
    limit: i64,
) -> Result<Vec<(i64, i64, Result<(Lottery, Award)>)>> {
    let sql = format!(
        "{LOTTERY}, {AWARD} FROM lottery_award a JOIN lottery l ON l.id = a.lottery_id
         WHERE a.paid_at_ms IS NULL AND a.retry_at_ms <= $1
         ORDER BY a.retry_at_ms, a.lottery_id, a.place LIMIT $2"
    );
    let rows = db.query(&sql, params![now, limit]).await?;
    let read = |row: &Row| Ok((lottery(row)?, award(row, 10)?));
    rows.iter().map(|row| Ok((row.get(10)?, row.get(11)?, read(row)))).collect()
}

/// What marks a prize of money as paid. It misses when it was paid before, and when the winner is stopped at that moment for
/// a reason that holds prizes.
pub(super) fn settle(award: &Award, amount: i64, now: i64) -> Statement {
    let sql = "UPDATE lottery_award SET paid_at_ms = $3, paid_amount = $4
               WHERE lottery_id = $1 AND place = $2 AND paid_at_ms IS NULL AND NOT EXISTS (
                   SELECT 1 FROM player_stop s WHERE s.player_id = lottery_award.player_id
                       AND s.reason IN ($5, $6) AND s.until_ms > $3)";
    let [one, other] = HOLDING.map(croupier_ledger::StopReason::code);
    let params = params![award.lottery, award.place, now, amount, one, other];
    Statement { sql, params, expect_one_row: true }
}

const PAID: &str = "UPDATE lottery_award SET paid_at_ms = $3, paid_amount = $4
                    WHERE lottery_id = $1 AND place = $2 AND paid_at_ms IS NULL";

/// What marks a prize as given. It misses when it was given before.
pub(super) fn given(award: &Award, now: i64) -> Statement {
    let params = params![award.lottery, award.place, now, None::<i64>];
    Statement { sql: PAID, params, expect_one_row: true }
}

/// Marks a prize that is worth less than a subunit as paid.
pub(super) async fn settle_with_nothing(db: &Db, award: &Award, now: i64) -> Result<()> {
    let mut tx = db.begin().await?;
    tx.execute(PAID, params![award.lottery, award.place, now, Some(0_i64)]).await?;
    tx.commit().await
}

/// Puts a prize off: it is looked at again after a second that doubles each time, up to an hour.
pub(super) async fn put_off(db: &Db, (lottery, place): (i64, i64), now: i64) -> Result<()> {
    let put_off = retries::put_off("$3");
    let sql = format!(
        "UPDATE lottery_award SET {put_off}
         WHERE lottery_id = $1 AND place = $2 AND paid_at_ms IS NULL"
    );
    let mut tx = db.begin().await?;
    tx.execute(&sql, params![lottery, place, now]).await?;
    tx.commit().await
}

/// Ends the sale of a lottery at `now` in the name of `by`; `false` when it does not run.
pub(super) async fn end(db: &Db, slug: &str, by: &str, now: i64) -> Result<bool> {
    let sql = "UPDATE lottery SET end_at_ms = $2, ended_by = $3
               WHERE slug = $1 AND drawn_at_ms IS NULL AND start_at_ms < $2 AND end_at_ms > $2";
    let mut tx = db.begin().await?;
    let ended = tx.execute(sql, params![slug, now, by]).await? == 1;
    tx.commit().await?;
    Ok(ended)
}

/// Drawn lotteries with a number above `after`, in their order.
pub(super) async fn drawn_after(db: &Db, after: i64, limit: i64) -> Result<Vec<Lottery>> {
    let sql = format!(
        "{LOTTERY} FROM lottery l WHERE l.drawn_at_ms IS NOT NULL AND l.id > $1 ORDER BY l.id LIMIT $2"
    );
    db.query(&sql, params![after, limit]).await?.iter().map(lottery).collect()
}
