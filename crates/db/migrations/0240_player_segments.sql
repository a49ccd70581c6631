-- Segments of players: named rules over what is known of them. Times are UTC milliseconds.
CREATE TABLE player_segment (
    id uuid PRIMARY KEY,
    -- Of what was asked for under this number.
    fingerprint text NOT NULL,
    -- The version in force, counted from 1 up with each edit.
    revision bigint NOT NULL CHECK (revision > 0),
    created_at_ms bigint NOT NULL,
    -- When it was put away, by whom and why, null while it is in use.
    archived_at_ms bigint,
    archived_by text,
    archive_reason text,
    CHECK ((archived_at_ms IS NULL) = (archived_by IS NULL))
);

CREATE INDEX player_segment_created_idx ON player_segment (created_at_ms, id);

-- Every version, for good: what was sent by a segment names the version that it was sent by.
CREATE TABLE player_segment_version (
    segment_id uuid NOT NULL,
    revision bigint NOT NULL,
    name text NOT NULL,
    -- JSON.
    rule text NOT NULL,
    member_id uuid NOT NULL,
    member_name text NOT NULL,
    saved_at_ms bigint NOT NULL,
    PRIMARY KEY (segment_id, revision)
);
