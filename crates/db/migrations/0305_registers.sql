-- National registers of people who have excluded themselves. Of player_stop, reason 7 is a register's word, and 8 holds
-- until a register answers.
ALTER TABLE wallet ADD COLUMN register_stop_ms bigint NOT NULL DEFAULT 0;
ALTER TABLE wallet ADD COLUMN register_silent_stop_ms bigint NOT NULL DEFAULT 0;

-- Every question to a register, as evidence. person_hash is the SHA-256 of what was asked, keyed by the installation.
CREATE TABLE register_answer (
    id uuid PRIMARY KEY,
    at_ms bigint NOT NULL,
    -- Null where a sign-up was refused.
    player_id bigint,
    register text NOT NULL,
    licence text NOT NULL,
    occasion text NOT NULL,
    person_hash {{bytes}} NOT NULL,
    -- excluded, previously_excluded or not_excluded; null where no answer came, and failure tells why.
    answer text,
    response_id text,
    failure text
);
CREATE INDEX register_answer_player_idx ON register_answer (player_id, at_ms);

-- What a register last said of a player, and when it is asked again; due_at_ms is null while the player has no session and
-- no answer is missing. tries are the questions since the last answer.
CREATE TABLE register_standing (
    player_id bigint PRIMARY KEY,
    answer text,
    answered_at_ms bigint,
    tries bigint NOT NULL,
    due_at_ms bigint
);
CREATE INDEX register_standing_due_idx ON register_standing (due_at_ms) WHERE due_at_ms IS NOT NULL;
