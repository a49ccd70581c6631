//! What is held about a player, table by table: which rows are the player's, in which order they are read, and which columns are
//! told.
//!
//! Left out, as docs/PRIVACY.md tells players: secrets (passwords, keys, tokens), what only serves a safeguard against fraud or
//! names other players, and what staff has noted for colleagues.

/// In which order the rows of a section are read.
#[derive(Debug, Clone, Copy)]
pub(super) enum Order {
    /// By a number that rises.
    Number(&'static str),
    /// By an id.
    Id(&'static str),
    /// By these columns, counted from the first row on: sections that stay short.
    Counted(&'static str),
}

/// A part of what is held about a player.
#[derive(Debug, Clone, Copy)]
pub(super) struct Section {
    /// Its name in the file.
    pub(super) name: &'static str,
    /// Which tables.
    pub(super) from: &'static str,
    /// Which rows are those of player `$1`.
    pub(super) of: &'static str,
    pub(super) order: Order,
    /// The columns, as `name=column:kind`; a kind is `uuid`, `flag` or `json`, and times end in `_ms`.
    pub(super) columns: &'static str,
}

const fn section(
    name: &'static str,
    from: &'static str,
    of: &'static str,
    order: Order,
    columns: &'static str,
) -> Section {
    Section { name, from, of, order, columns }
}

use Order::{Counted, Id, Number};

/// Most tables name their player so.
const OWN: &str = "player_id = $1";

/// Everything that is told, in the order of the file.
pub(super) const SECTIONS: &[Section] = &[
    section(
        "login",
        "login",
        OWN,
        Counted("player_id"),
        "email created_at_ms confirmed_at_ms current_sign_in_at_ms",
    ),
    section(
        "profile",
        "player",
        "id = $1",
        Counted("id"),
        "id nickname first_name last_name gender date_of_birth country state city address postal_code mobile_phone \
         profession receive_promos:flag receive_sms_promos:flag currency locale licence brand terms_accepted_at_ms \
         created_at_ms verified_at_ms sumsub_verified_at_ms dfpc device stag affiliate_id partner_id",
    ),
    section("profile_changes", "player_change", OWN, Number("id"), "at_ms field old_value new_value"),
    section(
        "accepted_terms",
        "terms_acceptance",
        OWN,
        Counted("accepted_at_ms, version"),
        "version accepted_at_ms",
    ),
    section(
        "accepted_notices",
        "notice_acceptance",
        OWN,
        Counted("accepted_at_ms, notice"),
        "notice accepted_at_ms",
    ),
    section("sessions", "session", OWN, Counted("id"), "id created_at_ms seen_at_ms address device country"),
    section("sign_ins", "sign_in_attempt", OWN, Number("id"), "at_ms email address device result"),
    section("known_devices", "known_device", OWN, Counted("device"), "device at_ms"),
    section("passkeys", "passkey", OWN, Counted("id"), "name created_at_ms used_at_ms"),
    section("authenticator_app", "two_factor", OWN, Counted("player_id"), "created_at_ms confirmed_at_ms"),
    section(
        "linked_providers",
        "provider_link",
        OWN,
        Counted("id"),
        "provider subject email linked_at_ms used_at_ms",
    ),
    section(
        "devices_for_notices",
        "push_device",
        OWN,
        Counted("added_at_ms, endpoint_hash"),
        "endpoint added_at_ms",
    ),
    section(
        "wallets",
        "wallet",
        OWN,
        Number("id"),
        "currency cash_cents=cash withheld_cents=held staked_cents=stake bonus_cents=bonus \
         locked_deposit_cents=locked_deposit locked_win_cents=locked_win freespin_win_cents=freespin_win points",
    ),
    section(
        "payments",
        "payment",
        OWN,
        Id("id"),
        "id:uuid action state method_id brand currency amount_cents=amount requested_cents=requested fee_cents=fee address \
         instrument error_code created_at_ms changed_at_ms finished_at_ms",
    ),
    section(
        "saved_payment_profiles",
        "payment_profile",
        OWN,
        Id("id"),
        "id:uuid method_id masked brand created_at_ms removed_at_ms",
    ),
    section(
        "coin_addresses",
        "coin_address",
        OWN,
        Counted("currency, network"),
        "currency network address memo created_at_ms",
    ),
    section(
        "coins_received",
        "coin_arrival",
        OWN,
        Id("id"),
        "id:uuid currency address txid amount_cents=amount state reason return_address seen_at_ms changed_at_ms",
    ),
    section(
        "corrections_of_money",
        "adjustment",
        OWN,
        Id("id"),
        "id:uuid currency amount_cents=amount state requested_at_ms decided_at_ms",
    ),
    section(
        "rounds",
        "player_round p JOIN round r ON r.id = p.round_id LEFT JOIN game g ON g.id = r.game_id
         JOIN wallet w ON w.id = r.wallet_id",
        "p.player_id = $1",
        Number("p.round_id"),
        "id=r.id game=g.identifier currency=w.currency status=r.status stake_cents=r.stake \
         bonus_stake_cents=r.stake_bonus win_cents=r.win seed_no=r.seed_no nonce=r.nonce opened_at_ms=r.opened_at_ms \
         closed_at_ms=r.closed_at_ms detail=r.detail:json",
    ),
    section(
        "bets_at_tables",
        "table_bet",
        OWN,
        Counted("round_id, place"),
        "round_id currency stake_cents win_cents state target multiplier client_seed placed_at_ms ended_at_ms",
    ),
    section(
        "places_at_tables",
        "table_bet b JOIN table_spot s ON s.bet_id = b.id",
        "b.player_id = $1",
        Counted("b.round_id, b.place, s.spot"),
        "bet_id=s.bet_id spot=s.spot currency=s.currency amount_cents=s.amount_cents win_cents=s.win_cents",
    ),
    section(
        "seeds",
        "fair_seed",
        OWN,
        Counted("currency, seed_no"),
        "currency seed_no client_seed begun_at_ms",
    ),
    section(
        "bonuses",
        "bonus_award",
        OWN,
        Number("id"),
        "id offer kind currency stage amount_cents=amount requirement_cents=requirement granted_cents=granted \
         converted_cents=converted forfeited_cents=forfeited issued_at_ms activated_at_ms valid_until_ms ended_at_ms",
    ),
    section(
        "free_spins",
        "freespin_grant",
        OWN,
        Number("id"),
        "id offer currency stage stake_cents=stake total performed won_cents=won paid_cents=paid issued_at_ms \
         activated_at_ms valid_until_ms ended_at_ms",
    ),
    section(
        "lootboxes",
        "lootbox",
        OWN,
        Number("id"),
        "id code currency stage prize:json issued_at_ms valid_until_ms ended_at_ms ended_by",
    ),
    section(
        "points",
        "point_account",
        OWN,
        Counted("player_id"),
        "earned_points given_points adjusted_points",
    ),
    section(
        "exchanged_points",
        "point_purchase",
        OWN,
        Id("id"),
        "id:uuid type group_key points currency amount_cents=amount bonus_amount_cents=bonus_amount at_ms",
    ),
    section("groups", "player_group", OWN, Counted("group_id"), "group_id added_at_ms"),
    section(
        "vip_decisions",
        "vip_decision",
        OWN,
        Counted("quarter"),
        "quarter status_before status_after at_ms",
    ),
    section(
        "tournaments",
        "tournament_player",
        OWN,
        Counted("tournament_id"),
        "tournament_id shown_name joined_at_ms points rounds bet_cents win_cents disqualified_at_ms",
    ),
    section(
        "lottery_tickets",
        "lottery_ticket",
        OWN,
        Counted("lottery_id, first_number"),
        "lottery_id first_number size shown_name points bought_at_ms",
    ),
    section("jackpot_wins", "jackpot_win", OWN, Number("id"), "shown_name currency amount_cents won_at_ms"),
    section(
        "prizes_of_tournaments",
        "tournament_award",
        OWN,
        Counted("tournament_id, place"),
        "tournament_id place points currency prize:json",
    ),
    section(
        "prizes_of_lotteries",
        "lottery_award",
        OWN,
        Counted("lottery_id, place"),
        "lottery_id place ticket currency prize:json paid_at_ms",
    ),
    section(
        "gifts_of_adventures",
        "adventure_completion",
        OWN,
        Counted("adventure_id, step"),
        "adventure_id step currency completed_at_ms given_at_ms",
    ),
    section("gifts_of_levels", "level_gift", OWN, Counted("level"), "level offer reached_at_ms issued_at_ms"),
    section(
        "limits",
        "user_limit",
        OWN,
        Id("id"),
        "id:uuid type period minutes created_at_ms active_until_ms disabled_at_ms",
    ),
    section(
        "changes_of_limits",
        "user_limit_change",
        OWN,
        Id("id"),
        "id:uuid limit_id:uuid currency amount asked_at_ms confirmed_at_ms effective_at_ms outcome",
    ),
    // A suspicion of fraud is not told: that would defeat the check.
    section(
        "stops",
        "player_stop",
        "player_id = $1 AND reason <> 4",
        Counted("reason"),
        "reason stopped_at_ms until_ms",
    ),
    section(
        "answers_of_registers",
        "register_answer",
        OWN,
        Counted("at_ms, id"),
        "id:uuid at_ms register licence occasion answer response_id",
    ),
    section(
        "play_by_hour",
        "play_hour",
        OWN,
        Counted("currency, hour_ms"),
        "currency hour_ms staked_cents=staked won_cents=won deposits_cents=deposits cashouts_cents=cashouts",
    ),
    section(
        "documents",
        "document",
        OWN,
        Id("id"),
        "id:uuid kind state file_type size_bytes created_at_ms reviewed_at_ms reason note",
    ),
    section(
        "identity_check",
        "identity_check",
        OWN,
        Counted("player_id"),
        "state reasons:json begun_at_ms reported_at_ms passed_at_ms decided_at_ms",
    ),
    section(
        "questions_about_wealth",
        "wealth_questionnaire",
        OWN,
        Id("id"),
        "id:uuid state note asked_at_ms answered_at_ms due_at_ms reviewed_at_ms",
    ),
    section(
        "notifications",
        "notification",
        OWN,
        Id("id"),
        "id:uuid content:json created_at_ms expires_at_ms",
    ),
    section(
        "mails",
        "mail_outbox",
        // Mails from before an address was its player's went to somebody else; who has confirmed the address had them as well.
        "recipient = (SELECT email FROM login WHERE player_id = $1) AND posted_at_ms >=
             (SELECT CASE WHEN confirmed_at_ms IS NULL THEN created_at_ms ELSE 0 END FROM login WHERE player_id = $1)",
        Counted("posted_at_ms, id"),
        "id:uuid recipient subject posted_at_ms sent_at_ms",
    ),
    section(
        "contact_messages",
        "contact_message",
        OWN,
        Id("id"),
        "id:uuid email name subject message received_at_ms",
    ),
    section(
        "chat_messages",
        "chat_conversation c JOIN chat_message m ON m.conversation_id = c.id",
        "c.player_id = $1",
        Counted("c.created_at_ms, c.id, m.seq"),
        "conversation_id=c.id:uuid seq=m.seq staff_name=m.staff_name text=m.body picture_id=m.picture_id:uuid \
         created_at_ms=m.created_at_ms",
    ),
    section(
        "chat_pictures",
        "chat_picture",
        "player_id = $1 AND state = 'sent'",
        Id("id"),
        "id:uuid conversation_id:uuid seq file_type size_bytes created_at_ms",
    ),
    section(
        "answers_to_surveys",
        "survey_answer",
        OWN,
        Counted("survey_id"),
        "survey_id score comment at_ms",
    ),
    section("campaigns", "utm_marks", OWN, Id("id"), "id:uuid moment marks:json at_ms"),
    section(
        "variants_shown",
        "flag_exposure",
        OWN,
        Id("id"),
        "id:uuid test=name variant shown_at_ms registered_at_ms first_deposit_at_ms",
    ),
    section(
        "faults_of_the_browser",
        "client_log",
        OWN,
        Id("id"),
        "id:uuid at_ms level code message url release",
    ),
    section(
        "favourite_games",
        "favourite_game f LEFT JOIN game g ON g.id = f.game_id",
        "f.player_id = $1",
        Counted("f.game_id"),
        "game=g.identifier added_at_ms=f.added_at_ms",
    ),
    section("shared_replays", "shared_replay", OWN, Counted("round_id"), "round_id shared_at_ms"),
    section("saved_bets", "saved_bet", OWN, Id("id"), "game currency name bets:json saved_at_ms"),
    section(
        "copies_of_data",
        "data_export",
        OWN,
        Id("id"),
        "id:uuid state asked_at_ms ended_at_ms expires_at_ms",
    ),
    section(
        "closed_accounts",
        "account_closure",
        OWN,
        Id("id"),
        "id:uuid closed_at_ms is_own_wish:flag erase_from_ms reopened_at_ms",
    ),
];

#[cfg(test)]
mod tests;
