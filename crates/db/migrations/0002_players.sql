-- Who plays: logins, sessions, profiles, groups, and what was done to them. Times are UTC milliseconds.

CREATE TABLE login (
    player_id {{rowid}},
    email text NOT NULL UNIQUE,
    password_hash text NOT NULL,
    locked boolean NOT NULL DEFAULT FALSE,
    -- Excluded by own wish until then; the largest number means for good.
    excluded_until_ms bigint,
    created_at_ms bigint NOT NULL,
    confirmed_at_ms bigint,
    current_sign_in_at_ms bigint
);

-- The token itself is only in the browser.
CREATE TABLE session (
    token_hash {{bytes}} PRIMARY KEY,
    player_id bigint NOT NULL,
    id text NOT NULL UNIQUE,
    created_at_ms bigint NOT NULL,
    seen_at_ms bigint NOT NULL,
    address text NOT NULL,
    device text NOT NULL
){{clustered}};

CREATE INDEX session_player_idx ON session (player_id);

-- Every try to sign in. result: pending, ok, wrong, refused, limited.
CREATE TABLE sign_in_attempt (
    id {{rowid}},
    at_ms bigint NOT NULL,
    email text NOT NULL,
    player_id bigint,
    address text NOT NULL,
    device text NOT NULL,
    dfpc text NOT NULL,
    result text NOT NULL
);

CREATE INDEX sign_in_attempt_email_idx ON sign_in_attempt (email, at_ms);
CREATE INDEX sign_in_attempt_address_idx ON sign_in_attempt (address, at_ms);

CREATE TABLE captcha_spent (
    challenge {{bytes}} PRIMARY KEY,
    expires_at_ms bigint NOT NULL
){{clustered}};

CREATE INDEX captcha_spent_expires_idx ON captcha_spent (expires_at_ms);

CREATE TABLE player (
    id {{rowid}},
    channel_id text NOT NULL UNIQUE,
    nickname text,
    first_name text,
    last_name text,
    gender text,
    date_of_birth text,
    country text NOT NULL,
    state text,
    city text,
    address text,
    postal_code text,
    mobile_phone text,
    profession text,
    receive_promos boolean NOT NULL DEFAULT FALSE,
    receive_sms_promos boolean NOT NULL DEFAULT FALSE,
    -- Of the active wallet.
    currency text NOT NULL,
    locale text NOT NULL,
    licence text NOT NULL,
    terms_accepted_at_ms bigint,
    created_at_ms bigint NOT NULL,
    dfpc text NOT NULL,
    stag text,
    affiliate_id text,
    partner_id text
);

CREATE TABLE player_group (
    player_id bigint NOT NULL,
    group_id bigint NOT NULL,
    added_at_ms bigint NOT NULL,
    PRIMARY KEY (player_id, group_id)
){{clustered}};

-- One row a changed field.
CREATE TABLE player_change (
    id {{rowid}},
    player_id bigint NOT NULL,
    at_ms bigint NOT NULL,
    actor text NOT NULL,
    field text NOT NULL,
    old_value text,
    new_value text
);

CREATE INDEX player_change_player_idx ON player_change (player_id, id);

-- Answers to calls that moved no money, by the caller's key. status is null while the call runs.
CREATE TABLE http_idem (
    key {{bytes}} PRIMARY KEY,
    fingerprint {{bytes}} NOT NULL,
    claimed_at_ms bigint NOT NULL,
    status bigint,
    body text,
    signed_in bigint
){{clustered}};

CREATE INDEX http_idem_claimed_idx ON http_idem (claimed_at_ms);
