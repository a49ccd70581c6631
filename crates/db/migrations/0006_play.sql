-- Game sessions, the players' side of seed pairs, and what readers keep for history and winners.

CREATE TABLE game_session (
    token_hash {{bytes}} PRIMARY KEY,
    id uuid NOT NULL,
    player_id bigint,
    login_session text,
    public_name text NOT NULL,
    game_id bigint NOT NULL,
    mode text NOT NULL,
    currency text NOT NULL,
    locale text NOT NULL,
    return_url text NOT NULL,
    created_at_ms bigint NOT NULL,
    expires_at_ms bigint NOT NULL,
    demo_balance bigint NOT NULL,
    demo_nonce bigint NOT NULL,
    demo_version bigint NOT NULL,
    demo_key text NOT NULL,
    demo_round text
){{clustered}};

CREATE INDEX game_session_expires_idx ON game_session (expires_at_ms);

-- The client's half of a seed pair. The server's half is derived from the installation's secret.
CREATE TABLE fair_seed (
    player_id bigint NOT NULL,
    currency text NOT NULL,
    seed_no bigint NOT NULL,
    client_seed text NOT NULL,
    first_nonce bigint NOT NULL,
    begun_at_ms bigint NOT NULL,
    PRIMARY KEY (player_id, currency, seed_no)
){{clustered}};

-- Kept by a reader: a player's rounds in the order of the log.
CREATE TABLE player_round (
    player_id bigint NOT NULL,
    round_id bigint NOT NULL,
    opened_at_ms bigint NOT NULL,
    PRIMARY KEY (player_id, round_id)
){{clustered}};

-- Kept by a reader: the last wins that are shown to everybody.
CREATE TABLE recent_win (
    lsn {{rowid}},
    body text NOT NULL
);
