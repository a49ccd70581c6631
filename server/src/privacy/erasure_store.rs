//! What is erased of a player once the law keeps it no longer. Books stay as they are: wallets, payments, rounds and what moved
//! money name nobody but a number.

use croupier_db::{Db, Error, Result, Tx, params};
use croupier_ledger::PlayerId;

use crate::platform::blobs::BlobName;

/// Statements about player `$1`, in their order: what names another table's rows comes before those are gone.
const ERASE: &[&str] = &[
    "DELETE FROM mail_outbox WHERE recipient = (SELECT email FROM login WHERE player_id = $1)",
    "DELETE FROM mail_suppression WHERE address = (SELECT email FROM login WHERE player_id = $1)",
    "DELETE FROM sign_in_attempt WHERE player_id = $1",
    "DELETE FROM sign_in_attempt WHERE email = (SELECT email FROM login WHERE player_id = $1)",
    "DELETE FROM session WHERE player_id = $1",
    "DELETE FROM game_session WHERE player_id = $1",
    "DELETE FROM partner_session WHERE player_id = $1",
    "DELETE FROM sport_token WHERE player_id = $1",
    "DELETE FROM known_device WHERE player_id = $1",
    "DELETE FROM one_time_token WHERE player_id = $1",
    "DELETE FROM pending_sign_in WHERE player_id = $1",
    "DELETE FROM recovery_code WHERE player_id = $1",
    "DELETE FROM two_factor WHERE player_id = $1",
    "DELETE FROM passkey_challenge WHERE player_id = $1",
    "DELETE FROM passkey_guard WHERE player_id = $1",
    "DELETE FROM passkey WHERE player_id = $1",
    "DELETE FROM provider_flow WHERE player_id = $1",
    "DELETE FROM provider_offer WHERE player_id = $1",
    "DELETE FROM provider_link WHERE player_id = $1",
    "DELETE FROM autoregistration WHERE player_id = $1",
    "DELETE FROM push_notice WHERE endpoint_hash IN (SELECT endpoint_hash FROM push_device WHERE player_id = $1)",
    "DELETE FROM push_device WHERE player_id = $1",
    "DELETE FROM player_change WHERE player_id = $1",
    "DELETE FROM player_note WHERE player_id = $1",
    "DELETE FROM player_concern WHERE player_id = $1",
    "DELETE FROM concern_action WHERE player_id = $1",
    "DELETE FROM contact_message WHERE player_id = $1",
    "DELETE FROM client_log WHERE player_id = $1",
    "DELETE FROM utm_marks WHERE player_id = $1",
    "DELETE FROM survey_answer WHERE player_id = $1",
    "UPDATE flag_exposure SET visitor = NULL, player_id = NULL WHERE player_id = $1",
    "DELETE FROM chat_message WHERE conversation_id IN (SELECT id FROM chat_conversation WHERE player_id = $1)",
    "DELETE FROM chat_reading WHERE conversation_id IN (SELECT id FROM chat_conversation WHERE player_id = $1)",
    "DELETE FROM chat_conversation WHERE player_id = $1",
    "DELETE FROM chat_picture WHERE player_id = $1",
    "DELETE FROM chat_restore_id WHERE player_id = $1",
    "DELETE FROM notification_read WHERE player_id = $1",
    "DELETE FROM notification WHERE player_id = $1",
    "DELETE FROM favourite_game WHERE player_id = $1",
    "DELETE FROM saved_bet WHERE player_id = $1",
    "DELETE FROM shared_replay WHERE player_id = $1",
    "DELETE FROM wealth_questionnaire WHERE player_id = $1",
    "DELETE FROM identity_document WHERE player_id = $1",
    "DELETE FROM identity_check WHERE player_id = $1",
    "DELETE FROM document WHERE player_id = $1",
    "DELETE FROM excluded_person WHERE player_id = $1",
    "DELETE FROM register_standing WHERE player_id = $1",
    "UPDATE payment_profile SET masked = '' WHERE player_id = $1",
    // A payout that is still under way goes where it goes; an address of a coin stays with the books.
    "UPDATE payment SET address = NULL WHERE player_id = $1 AND kind <> 'crypto' AND finished_at_ms IS NOT NULL",
    "UPDATE fraud_check SET email = '', first_name = NULL, last_name = NULL, card = NULL, fingerprint = NULL,
         device = NULL WHERE player_id = $1",
    "UPDATE tournament_player SET shown_name = '***' WHERE player_id = $1",
    "UPDATE lottery_ticket SET shown_name = '***' WHERE player_id = $1",
    "UPDATE lottery_award SET shown_name = '***' WHERE player_id = $1",
    "UPDATE jackpot_win SET shown_name = '***' WHERE player_id = $1",
    "UPDATE table_bet SET shown_name = '***' WHERE player_id = $1",
    "UPDATE player SET nickname = NULL, first_name = NULL, last_name = NULL, gender = NULL, date_of_birth = NULL,
         state = NULL, city = NULL, address = NULL, postal_code = NULL, mobile_phone = NULL, profession = NULL,
         personal_id = NULL, personal_id_mark = NULL, dfpc = '', device = NULL, stag = NULL, affiliate_id = NULL,
         partner_id = NULL,
         verified_at_ms = NULL, sumsub_verified_at_ms = NULL WHERE id = $1",
];

/// The files of a player's documents and of the pictures in the player's conversation with support.
pub(super) async fn files(db: &Db, player: PlayerId) -> Result<Vec<BlobName>> {
    let sql = "SELECT blob FROM document WHERE player_id = $1
               UNION ALL SELECT blob FROM chat_picture WHERE player_id = $1";
    let rows = db.query(sql, params![player]).await?;
    let blob =
        |name: String| BlobName::parse(&name).ok_or_else(|| Error::Corrupt(format!("{name:?} of a file")));
    rows.iter().map(|row| row.get(0).and_then(blob)).collect()
}

/// Erases what tells who a player was. The login keeps an address that nobody has, and the hash of a password that nobody knows.
pub(super) async fn erase(tx: &mut Tx, player: PlayerId, address: &str, password_hash: &str) -> Result<()> {
    for sql in ERASE {
        tx.execute(sql, params![player]).await?;
    }
    let sql = "UPDATE login SET email = $2, mailbox = $2, password_hash = $3 WHERE player_id = $1";
    tx.execute(sql, params![player, address, password_hash]).await.map(drop)
}
