-- One-time tokens that hand players over to the sports site, by their SHA-256. Times are UTC milliseconds.
CREATE TABLE sport_token (
    token_hash {{bytes}} PRIMARY KEY,
    player_id bigint NOT NULL,
    -- The login session that asked, by its public id.
    session_id text NOT NULL,
    -- The sports host that may exchange the token, and the casino's host that the player comes from.
    host text NOT NULL,
    home text NOT NULL,
    expires_at_ms bigint NOT NULL
){{clustered}};

CREATE INDEX sport_token_expires_idx ON sport_token (expires_at_ms);
