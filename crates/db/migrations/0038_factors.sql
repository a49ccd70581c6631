-- The second factor: the secret of a player's authenticator app, encrypted with a key of the installation.
-- confirmed_at_ms is null until a first code has shown that the app has it. last_step is the time step of the code
-- that was accepted last: a code counts once.
CREATE TABLE two_factor (
    player_id bigint PRIMARY KEY,
    secret {{bytes}} NOT NULL,
    created_at_ms bigint NOT NULL,
    confirmed_at_ms bigint,
    last_step bigint NOT NULL
){{clustered}};

-- One row a recovery code, by its keyed hash; used_at_ms is null until it is used.
CREATE TABLE recovery_code (
    player_id bigint NOT NULL,
    code_hash {{bytes}} NOT NULL,
    used_at_ms bigint,
    PRIMARY KEY (player_id, code_hash)
){{clustered}};

-- Sign-ins that wait for the second factor, by the hash of the token in the browser. login_stamp is that of the
-- password that was given, known_device the browser where it is known to be the player's.
CREATE TABLE pending_sign_in (
    token_hash {{bytes}} PRIMARY KEY,
    player_id bigint NOT NULL,
    login_stamp {{bytes}} NOT NULL,
    known_device text,
    has_dfpc boolean NOT NULL,
    tries bigint NOT NULL,
    expires_at_ms bigint NOT NULL
){{clustered}};

CREATE INDEX pending_sign_in_expires_idx ON pending_sign_in (expires_at_ms);

-- Where a session was opened, for the player's own list (ISO 3166-1, null where it is not known).
ALTER TABLE session ADD COLUMN country text;
