-- Passkeys of players. public_key is what the authenticator gave at registration, state its sign counter and flags as of the
-- last use. rp_id is the host that the passkey is for: on another one browsers do not offer it. Times are UTC milliseconds.
CREATE TABLE passkey (
    id text PRIMARY KEY,
    credential_id {{bytes}} NOT NULL,
    player_id bigint NOT NULL,
    rp_id text NOT NULL,
    user_handle {{bytes}} NOT NULL,
    public_key {{bytes}} NOT NULL,
    state {{bytes}} NOT NULL,
    name text NOT NULL,
    created_at_ms bigint NOT NULL,
    used_at_ms bigint
);

CREATE UNIQUE INDEX passkey_credential_id_key ON passkey (credential_id);
CREATE INDEX passkey_player_idx ON passkey (player_id, created_at_ms);

-- Challenges that were given to browsers, each for one answer. Those of a registration are for one session of a player.
CREATE TABLE passkey_challenge (
    challenge {{bytes}} PRIMARY KEY,
    player_id bigint,
    session_id text,
    rp_id text NOT NULL,
    origin text NOT NULL,
    state {{bytes}} NOT NULL,
    expires_at_ms bigint NOT NULL
){{clustered}};

CREATE INDEX passkey_challenge_expires_idx ON passkey_challenge (expires_at_ms);

-- Players whose password alone opens no session: a passkey is asked for as well.
CREATE TABLE passkey_guard (
    player_id bigint PRIMARY KEY,
    since_ms bigint NOT NULL
){{clustered}};
