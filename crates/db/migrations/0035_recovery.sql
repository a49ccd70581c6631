-- One-time tokens of mails: the token itself is only in the mail. Times are UTC milliseconds.
CREATE TABLE one_time_token (
    token_hash {{bytes}} PRIMARY KEY,
    player_id bigint NOT NULL,
    -- password_reset, email_confirmation or email_change.
    purpose text NOT NULL,
    -- The address that the token was mailed to.
    email text NOT NULL,
    created_at_ms bigint NOT NULL,
    ends_at_ms bigint NOT NULL,
    -- When it was used, or lost its use.
    used_at_ms bigint
){{clustered}};
CREATE INDEX one_time_token_player_idx ON one_time_token (player_id, purpose, created_at_ms);

-- Mails that somebody has asked for. They are answered after the call, so the call takes as long for an unknown
-- address as for a known one.
CREATE TABLE mail_request (
    id uuid PRIMARY KEY,
    purpose text NOT NULL,
    email text NOT NULL,
    -- Who asks; null for a guest.
    player_id bigint,
    -- The host on which it was asked: it names the brand.
    host text NOT NULL,
    asked_at_ms bigint NOT NULL,
    next_try_ms bigint NOT NULL
);
CREATE INDEX mail_request_next_try_idx ON mail_request (next_try_ms);

-- Mails have an HTML part, and those with offers the address of their unsubscribe link.
ALTER TABLE mail_outbox ADD COLUMN html text;
ALTER TABLE mail_outbox ADD COLUMN unsubscribe_url text;
