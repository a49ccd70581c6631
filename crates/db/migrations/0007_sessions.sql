-- Until when a session was used without a long pause; after one, money asks for the password again.
ALTER TABLE session ADD COLUMN fresh_at_ms bigint NOT NULL DEFAULT 0;

-- Players who share a device are found at sign-up.
CREATE INDEX player_dfpc_idx ON player (dfpc);
