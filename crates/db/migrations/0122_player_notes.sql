-- What members of staff write down about players for their colleagues. Times are UTC milliseconds.
CREATE TABLE player_note (
    id uuid PRIMARY KEY,
    player_id bigint NOT NULL,
    member_id uuid NOT NULL,
    -- The name of the member by then.
    name text NOT NULL,
    body text NOT NULL,
    at_ms bigint NOT NULL
);

CREATE INDEX player_note_player_idx ON player_note (player_id, at_ms, id);

-- The mails of one address, for the page of a player.
CREATE INDEX mail_outbox_recipient_idx ON mail_outbox (recipient, posted_at_ms, id);
