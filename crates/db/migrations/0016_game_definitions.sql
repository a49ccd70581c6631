-- The rules that rounds were played under, for good: a definition's hash is its name.

CREATE TABLE game_definition (
    hash text PRIMARY KEY,
    identifier text NOT NULL,
    -- 1 is the first definition of its game; rounds from before hashes were kept are under that one.
    number bigint NOT NULL,
    -- Canonical JSON; the hash is its SHA-256.
    definition text NOT NULL,
    first_seen_ms bigint NOT NULL,
    UNIQUE (identifier, number)
);

-- What the client in the frame was told; empty in sessions from before hashes were kept.
ALTER TABLE game_session ADD COLUMN definition text NOT NULL DEFAULT '';
