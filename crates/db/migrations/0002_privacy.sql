-- Accounts that were closed, and copies of what is held about a player.

CREATE TABLE account_closure (
    id uuid PRIMARY KEY,
    player_id bigint NOT NULL,
    closed_at_ms bigint NOT NULL,
    closed_by text NOT NULL,
    is_own_wish boolean NOT NULL,
    reason text NOT NULL,
    -- From then on personal data is erased, by the licence of the day of the closure.
    erase_from_ms bigint NOT NULL,
    reopened_at_ms bigint,
    reopened_by text,
    reopen_reason text,
    erased_at_ms bigint,
    CHECK ((reopened_at_ms IS NULL) = (reopened_by IS NULL)),
    CHECK (reopened_at_ms IS NULL OR erased_at_ms IS NULL)
);

CREATE UNIQUE INDEX account_closure_open_idx ON account_closure (player_id) WHERE reopened_at_ms IS NULL;
CREATE INDEX account_closure_player_idx ON account_closure (player_id, closed_at_ms);
CREATE INDEX account_closure_due_idx ON account_closure (erase_from_ms)
    WHERE reopened_at_ms IS NULL AND erased_at_ms IS NULL;

-- Copies of all data held about a player, made in parts by a job with a lease, kept encrypted for some days.
CREATE TABLE data_export (
    id uuid PRIMARY KEY,
    player_id bigint NOT NULL,
    state text NOT NULL CHECK (state IN ('asked', 'ready', 'expired', 'failed')),
    -- On which the player came; it names the brand of mails.
    host text NOT NULL,
    asked_at_ms bigint NOT NULL,
    -- How far it is written: the section, the key of its last row, and how many rows of it there are.
    section bigint NOT NULL DEFAULT 0,
    after_key text NOT NULL DEFAULT '',
    section_rows bigint NOT NULL DEFAULT 0,
    parts bigint NOT NULL DEFAULT 0,
    size_bytes bigint NOT NULL DEFAULT 0,
    -- How often a server has taken it, which tells one from another, and until when the last one has it.
    epoch bigint NOT NULL DEFAULT 0,
    leased_until_ms bigint NOT NULL DEFAULT 0,
    -- How often in a row a server has taken it and written nothing.
    failures bigint NOT NULL DEFAULT 0,
    ended_at_ms bigint,
    expires_at_ms bigint
);

CREATE UNIQUE INDEX data_export_asked_idx ON data_export (player_id) WHERE state = 'asked';
CREATE INDEX data_export_player_idx ON data_export (player_id, asked_at_ms);
CREATE INDEX data_export_due_idx ON data_export (leased_until_ms) WHERE state = 'asked';
CREATE INDEX data_export_ready_idx ON data_export (expires_at_ms) WHERE state = 'ready';

-- Files of copies. One without a number is being written, or was when its server died; it is removed with its copy.
CREATE TABLE data_export_part (
    blob text PRIMARY KEY,
    export_id uuid NOT NULL,
    part bigint
);

CREATE UNIQUE INDEX data_export_part_idx ON data_export_part (export_id, part) WHERE part IS NOT NULL;
CREATE INDEX data_export_part_export_idx ON data_export_part (export_id);
