//! Migrations: numbered files of portable SQL, run once each, in order, all that are due in one transaction.
//!
//! Three words differ between the engines: `{{rowid}}` (a number that is the key of an append-mostly
//! table), `{{bytes}}`, and `{{clustered}}` (rows kept in the order of their key). Nothing else may.

use crate::postgres::Patience;
use crate::{Db, Error, Result, Tx, params};

/// One migration.
#[derive(Debug, Clone, Copy)]
pub struct Migration {
    /// Its file name without the ending; the order of names is the order of running.
    pub name: &'static str,
    /// Its text.
    pub sql: &'static str,
}

/// Every migration, in order.
pub const MIGRATIONS: &[Migration] = &[
    Migration { name: "0001_log", sql: include_str!("../migrations/0001_log.sql") },
    Migration { name: "0002_players", sql: include_str!("../migrations/0002_players.sql") },
    Migration { name: "0003_catalogue", sql: include_str!("../migrations/0003_catalogue.sql") },
    Migration { name: "0004_realtime", sql: include_str!("../migrations/0004_realtime.sql") },
    Migration { name: "0005_cashbox", sql: include_str!("../migrations/0005_cashbox.sql") },
    Migration { name: "0006_play", sql: include_str!("../migrations/0006_play.sql") },
    Migration { name: "0007_sessions", sql: include_str!("../migrations/0007_sessions.sql") },
    Migration { name: "0008_bonus_and_limits", sql: include_str!("../migrations/0008_bonus_and_limits.sql") },
    Migration { name: "0009_audit", sql: include_str!("../migrations/0009_audit.sql") },
    Migration { name: "0010_pages", sql: include_str!("../migrations/0010_pages.sql") },
    Migration { name: "0012_deliveries", sql: include_str!("../migrations/0012_deliveries.sql") },
    Migration { name: "0013_keys", sql: include_str!("../migrations/0013_keys.sql") },
    Migration { name: "0014_content", sql: include_str!("../migrations/0014_content.sql") },
    Migration { name: "0015_visits", sql: include_str!("../migrations/0015_visits.sql") },
    Migration { name: "0016_game_definitions", sql: include_str!("../migrations/0016_game_definitions.sql") },
    Migration { name: "0017_push", sql: include_str!("../migrations/0017_push.sql") },
    Migration { name: "0019_notices", sql: include_str!("../migrations/0019_notices.sql") },
    Migration { name: "0020_payment_house", sql: include_str!("../migrations/0020_payment_house.sql") },
    Migration { name: "0021_push_sessions", sql: include_str!("../migrations/0021_push_sessions.sql") },
    Migration { name: "0022_archive", sql: include_str!("../migrations/0022_archive.sql") },
    Migration { name: "0023_played_in", sql: include_str!("../migrations/0023_played_in.sql") },
    Migration { name: "0024_callers", sql: include_str!("../migrations/0024_callers.sql") },
    Migration { name: "0025_round_bonus_cost", sql: include_str!("../migrations/0025_round_bonus_cost.sql") },
    Migration { name: "0026_stops", sql: include_str!("../migrations/0026_stops.sql") },
    Migration { name: "0028_sport", sql: include_str!("../migrations/0028_sport.sql") },
    Migration { name: "0029_devices", sql: include_str!("../migrations/0029_devices.sql") },
    Migration { name: "0031_sub_accounts", sql: include_str!("../migrations/0031_sub_accounts.sql") },
    Migration { name: "0032_due_payments", sql: include_str!("../migrations/0032_due_payments.sql") },
    Migration { name: "0035_recovery", sql: include_str!("../migrations/0035_recovery.sql") },
    Migration { name: "0036_terms", sql: include_str!("../migrations/0036_terms.sql") },
    Migration { name: "0037_mail_suppression", sql: include_str!("../migrations/0037_mail_suppression.sql") },
    Migration { name: "0038_factors", sql: include_str!("../migrations/0038_factors.sql") },
    Migration { name: "0039_personal_id", sql: include_str!("../migrations/0039_personal_id.sql") },
    Migration { name: "0040_limits", sql: include_str!("../migrations/0040_limits.sql") },
    Migration { name: "0045_payment_flows", sql: include_str!("../migrations/0045_payment_flows.sql") },
    Migration { name: "0050_sign_in_limits", sql: include_str!("../migrations/0050_sign_in_limits.sql") },
    Migration {
        name: "0051_payment_contradicted",
        sql: include_str!("../migrations/0051_payment_contradicted.sql"),
    },
    Migration { name: "0052_mail_retention", sql: include_str!("../migrations/0052_mail_retention.sql") },
    Migration { name: "0055_matches_cleared", sql: include_str!("../migrations/0055_matches_cleared.sql") },
    Migration { name: "0056_documents", sql: include_str!("../migrations/0056_documents.sql") },
    Migration { name: "0060_notifications", sql: include_str!("../migrations/0060_notifications.sql") },
    Migration { name: "0061_bonuses", sql: include_str!("../migrations/0061_bonuses.sql") },
    Migration { name: "0071_loyalty", sql: include_str!("../migrations/0071_loyalty.sql") },
    Migration { name: "0081_tournaments", sql: include_str!("../migrations/0081_tournaments.sql") },
    Migration {
        name: "0082_tournament_notices",
        sql: include_str!("../migrations/0082_tournament_notices.sql"),
    },
    Migration { name: "0091_mail_refusals", sql: include_str!("../migrations/0091_mail_refusals.sql") },
    Migration { name: "0097_payment_finished", sql: include_str!("../migrations/0097_payment_finished.sql") },
    Migration { name: "0101_chat", sql: include_str!("../migrations/0101_chat.sql") },
    Migration { name: "0102_gift_retries", sql: include_str!("../migrations/0102_gift_retries.sql") },
    Migration { name: "0103_points_owed", sql: include_str!("../migrations/0103_points_owed.sql") },
    Migration { name: "0104_tournament_ends", sql: include_str!("../migrations/0104_tournament_ends.sql") },
    Migration { name: "0107_chat_waiting", sql: include_str!("../migrations/0107_chat_waiting.sql") },
    Migration { name: "0111_staff", sql: include_str!("../migrations/0111_staff.sql") },
    Migration { name: "0114_win_room", sql: include_str!("../migrations/0114_win_room.sql") },
    Migration { name: "0115_fraud_devices", sql: include_str!("../migrations/0115_fraud_devices.sql") },
    Migration { name: "0116_lootboxes", sql: include_str!("../migrations/0116_lootboxes.sql") },
    Migration { name: "0117_lotteries", sql: include_str!("../migrations/0117_lotteries.sql") },
    Migration { name: "0118_point_purchases", sql: include_str!("../migrations/0118_point_purchases.sql") },
    Migration { name: "0119_quest_levels", sql: include_str!("../migrations/0119_quest_levels.sql") },
    Migration { name: "0120_level_gifts", sql: include_str!("../migrations/0120_level_gifts.sql") },
    Migration { name: "0121_staff_roles", sql: include_str!("../migrations/0121_staff_roles.sql") },
    Migration { name: "0122_player_notes", sql: include_str!("../migrations/0122_player_notes.sql") },
    Migration { name: "0123_adjustments", sql: include_str!("../migrations/0123_adjustments.sql") },
    Migration { name: "0124_jackpots", sql: include_str!("../migrations/0124_jackpots.sql") },
    Migration { name: "0126_round_times", sql: include_str!("../migrations/0126_round_times.sql") },
    Migration { name: "0127_adventures", sql: include_str!("../migrations/0127_adventures.sql") },
    Migration { name: "0130_hard_tries", sql: include_str!("../migrations/0130_hard_tries.sql") },
    Migration { name: "0131_staff_gifts", sql: include_str!("../migrations/0131_staff_gifts.sql") },
    Migration { name: "0132_cashback", sql: include_str!("../migrations/0132_cashback.sql") },
    Migration { name: "0133_freebets", sql: include_str!("../migrations/0133_freebets.sql") },
    Migration { name: "0140_point_spins", sql: include_str!("../migrations/0140_point_spins.sql") },
    Migration { name: "0141_closed_wallets", sql: include_str!("../migrations/0141_closed_wallets.sql") },
    Migration { name: "0145_passkeys", sql: include_str!("../migrations/0145_passkeys.sql") },
    Migration { name: "0150_payment_partners", sql: include_str!("../migrations/0150_payment_partners.sql") },
    Migration { name: "0151_payment_desk", sql: include_str!("../migrations/0151_payment_desk.sql") },
    Migration { name: "0170_reports", sql: include_str!("../migrations/0170_reports.sql") },
    Migration { name: "0171_game_switches", sql: include_str!("../migrations/0171_game_switches.sql") },
    Migration { name: "0172_chat_readings", sql: include_str!("../migrations/0172_chat_readings.sql") },
    Migration { name: "0173_held_up_sign_ins", sql: include_str!("../migrations/0173_held_up_sign_ins.sql") },
    Migration { name: "0180_content_versions", sql: include_str!("../migrations/0180_content_versions.sql") },
    Migration { name: "0181_content_role", sql: include_str!("../migrations/0181_content_role.sql") },
    Migration { name: "0190_tables", sql: include_str!("../migrations/0190_tables.sql") },
    Migration { name: "0200_maintenance", sql: include_str!("../migrations/0200_maintenance.sql") },
    Migration { name: "0201_survey_locale", sql: include_str!("../migrations/0201_survey_locale.sql") },
    Migration { name: "0202_staff_acts", sql: include_str!("../migrations/0202_staff_acts.sql") },
    Migration { name: "0203_staff_coupons", sql: include_str!("../migrations/0203_staff_coupons.sql") },
    Migration {
        name: "0204_gifts_of_no_money",
        sql: include_str!("../migrations/0204_gifts_of_no_money.sql"),
    },
    Migration { name: "0207_point_bonuses", sql: include_str!("../migrations/0207_point_bonuses.sql") },
    Migration {
        name: "0211_notification_campaigns",
        sql: include_str!("../migrations/0211_notification_campaigns.sql"),
    },
    Migration {
        name: "0212_staff_corrections",
        sql: include_str!("../migrations/0212_staff_corrections.sql"),
    },
    Migration {
        name: "0216_guest_subscribers",
        sql: include_str!("../migrations/0216_guest_subscribers.sql"),
    },
    Migration { name: "0218_wealth", sql: include_str!("../migrations/0218_wealth.sql") },
    Migration {
        name: "0219_autoregistrations",
        sql: include_str!("../migrations/0219_autoregistrations.sql"),
    },
    Migration { name: "0223_saved_bets", sql: include_str!("../migrations/0223_saved_bets.sql") },
    Migration { name: "0224_table_closures", sql: include_str!("../migrations/0224_table_closures.sql") },
    Migration { name: "0232_offer_versions", sql: include_str!("../migrations/0232_offer_versions.sql") },
    Migration { name: "0236_sticky_bonuses", sql: include_str!("../migrations/0236_sticky_bonuses.sql") },
    Migration { name: "0237_waiting_order", sql: include_str!("../migrations/0237_waiting_order.sql") },
    Migration { name: "0240_player_segments", sql: include_str!("../migrations/0240_player_segments.sql") },
    Migration { name: "0241_mass_gifts", sql: include_str!("../migrations/0241_mass_gifts.sql") },
    Migration {
        name: "0242_campaign_segments",
        sql: include_str!("../migrations/0242_campaign_segments.sql"),
    },
    Migration { name: "0250_payment_receipts", sql: include_str!("../migrations/0250_payment_receipts.sql") },
    Migration { name: "0251_payment_fees", sql: include_str!("../migrations/0251_payment_fees.sql") },
    Migration { name: "0260_coin_addresses", sql: include_str!("../migrations/0260_coin_addresses.sql") },
    Migration { name: "0261_coin_arrivals", sql: include_str!("../migrations/0261_coin_arrivals.sql") },
    Migration {
        name: "0264_sign_in_providers",
        sql: include_str!("../migrations/0264_sign_in_providers.sql"),
    },
    Migration { name: "0267_identity_checks", sql: include_str!("../migrations/0267_identity_checks.sql") },
    Migration { name: "0270_dealt_rounds", sql: include_str!("../migrations/0270_dealt_rounds.sql") },
    Migration { name: "0300_closed_accounts", sql: include_str!("../migrations/0300_closed_accounts.sql") },
    Migration { name: "0301_data_exports", sql: include_str!("../migrations/0301_data_exports.sql") },
    Migration { name: "0305_registers", sql: include_str!("../migrations/0305_registers.sql") },
    Migration { name: "0310_roles", sql: include_str!("../migrations/0310_roles.sql") },
    Migration { name: "0320_server_seeds", sql: include_str!("../migrations/0320_server_seeds.sql") },
    Migration {
        name: "0325_payouts_on_behalf",
        sql: include_str!("../migrations/0325_payouts_on_behalf.sql"),
    },
    Migration { name: "0326_shared_devices", sql: include_str!("../migrations/0326_shared_devices.sql") },
    Migration { name: "0330_game_partners", sql: include_str!("../migrations/0330_game_partners.sql") },
    Migration {
        name: "0331_partner_freespins",
        sql: include_str!("../migrations/0331_partner_freespins.sql"),
    },
    Migration { name: "0345_calculations", sql: include_str!("../migrations/0345_calculations.sql") },
    Migration { name: "0346_lootbox_openings", sql: include_str!("../migrations/0346_lootbox_openings.sql") },
    Migration { name: "0340_feature_flags", sql: include_str!("../migrations/0340_feature_flags.sql") },
    Migration { name: "0341_servers", sql: include_str!("../migrations/0341_servers.sql") },
    Migration { name: "0342_saved_views", sql: include_str!("../migrations/0342_saved_views.sql") },
];

/// The lock that keeps two servers from migrating at once on PostgreSQL.
const ADVISORY_LOCK: i64 = 0x0063_726f_7570_6965;

pub(crate) async fn run(db: &Db, migrations: &[Migration]) -> Result<usize> {
    // An index over a large table takes its time.
    let mut tx = db.begin_with(Patience::Endless).await?;
    lock(db, &mut tx).await?;
    tx.execute(
        "CREATE TABLE IF NOT EXISTS migration (name text PRIMARY KEY, checksum text NOT NULL)",
        vec![],
    )
    .await?;
    refuse_newer(&mut tx, migrations).await?;
    let mut ran = 0;
    for migration in migrations {
        if is_done(&mut tx, migration).await? {
            continue;
        }
        for statement in statements(&in_dialect(db, migration.sql)) {
            tx.execute(statement, vec![]).await?;
        }
        let row = params![migration.name, checksum(migration.sql)];
        tx.execute("INSERT INTO migration (name, checksum) VALUES ($1, $2)", row).await?;
        ran += 1;
    }
    for lane in 0..db.lanes() {
        let sql = "INSERT INTO lane (id, next_seq) VALUES ($1, 1) ON CONFLICT (id) DO NOTHING";
        tx.execute(sql, params![lane]).await?;
    }
    tx.commit().await?;
    Ok(ran)
}

async fn lock(db: &Db, tx: &mut Tx) -> Result<()> {
    // SQLite's write transaction is the lock.
    if db.engine_name() == "postgresql" {
        tx.query("SELECT pg_advisory_xact_lock($1)::text", params![ADVISORY_LOCK]).await?;
    }
    Ok(())
}

/// Refuses tables that a newer program has changed: what this one writes into them could be wrong.
async fn refuse_newer(tx: &mut Tx, migrations: &[Migration]) -> Result<()> {
    for row in tx.query("SELECT name FROM migration ORDER BY name", vec![]).await? {
        let name: String = row.get(0)?;
        if !migrations.iter().any(|known| known.name == name) {
            return Err(Error::Newer(name));
        }
    }
    Ok(())
}

async fn is_done(tx: &mut Tx, migration: &Migration) -> Result<bool> {
    let row = tx.query_opt("SELECT checksum FROM migration WHERE name = $1", params![migration.name]).await?;
    let Some(row) = row else { return Ok(false) };
    if row.get::<String>(0)? == checksum(migration.sql) {
        Ok(true)
    } else {
        Err(Error::Corrupt(format!("migration {} has changed since it ran", migration.name)))
    }
}

fn in_dialect(db: &Db, sql: &str) -> String {
    let (rowid, bytes, clustered) = match db.engine_name() {
        "sqlite" => ("integer PRIMARY KEY", "blob", " WITHOUT ROWID"),
        _ => ("bigint PRIMARY KEY", "bytea", ""),
    };
    sql.replace("{{rowid}}", rowid).replace("{{bytes}}", bytes).replace("{{clustered}}", clustered)
}

/// Statements end with a semicolon at the end of a line.
fn statements(sql: &str) -> impl Iterator<Item = &str> {
    sql.split(";\n").map(str::trim).filter(|statement| !statement.is_empty())
}

/// 64-bit FNV-1a of the text; enough to notice an edited file.
fn checksum(sql: &str) -> String {
    let hash = sql.bytes().fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
    });
    format!("{hash:016x}")
}
