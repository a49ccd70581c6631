use std::collections::BTreeSet;

use super::*;

/// Tables of players that no section tells of; docs/PRIVACY.md says why.
const LEFT_OUT: &str = "
    autoregistration chat_restore_id mail_request one_time_token passkey_challenge passkey_guard pending_sign_in
    provider_flow provider_offer provider_sign_up recovery_code sport_token game_session excluded_person
    exclusion_match fraud_check identity_distrust identity_document player_note player_concern concern_action staff_act staff_action staff_gift
    mass_gift_member notification_campaign notification_read event due_payment adventure_deposit bonus_newcomer
    cashback_loss chat_guest closed_wallet play_session player_bonus_choice player_stat point_round
    report_player round_time tournament_level tournament_round vip_quarter register_standing shared_device
    partner_session partner_call_failure partner_freespins";

/// The words of `text` that can be names.
fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !c.is_alphanumeric() && c != '_').filter(|word| !word.is_empty())
}

/// The name after `start` in a statement.
fn named(statement: &str, start: &str) -> Option<String> {
    words(statement.split_once(start)?.1).next().map(str::to_owned)
}

#[test]
fn every_table_of_players_is_told_or_left_out() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../crates/db/migrations");
    let mut files: Vec<_> = std::fs::read_dir(folder).unwrap().map(|file| file.unwrap().path()).collect();
    files.sort();
    let mut tables = BTreeSet::new();
    for file in files {
        let text = std::fs::read_to_string(file).unwrap();
        for statement in text.split(";\n") {
            let made = named(statement, "CREATE TABLE").filter(|_| statement.contains(" player_id "));
            tables.extend(made);
            if let Some(table) = named(statement, "DROP TABLE ") {
                tables.remove(&table);
            }
            let (old, new) = (named(statement, "ALTER TABLE"), named(statement, " RENAME TO "));
            if old.is_some_and(|old| new.is_some() && tables.remove(&old)) {
                tables.extend(new);
            }
        }
    }
    assert!(tables.len() > 60, "{tables:?}");
    let listed = SECTIONS.iter().flat_map(|section| words(section.from));
    let listed: BTreeSet<&str> = listed.chain(LEFT_OUT.split_ascii_whitespace()).collect();
    let missing: Vec<_> = tables.iter().filter(|table| !listed.contains(table.as_str())).collect();
    assert!(missing.is_empty(), "nobody says whether players are told of {missing:?}");
}
