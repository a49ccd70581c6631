-- Players, their sign-ins, sessions, devices and second factors.

-- Kept by a reader of the log.
CREATE TABLE player_stat (
    player_id bigint NOT NULL,
    currency text NOT NULL,
    deposits bigint NOT NULL,
    deposits_count bigint NOT NULL,
    cashouts bigint NOT NULL,
    bets bigint NOT NULL,
    wins bigint NOT NULL,
    PRIMARY KEY (player_id, currency)
);

CREATE TABLE login (
    player_id {{rowid}},
    email text NOT NULL UNIQUE,
    password_hash text NOT NULL,
    created_at_ms bigint NOT NULL,
    confirmed_at_ms bigint,
    -- When the player has confirmed an address for the first time, this one or one before it.
    proved_at_ms bigint,
    current_sign_in_at_ms bigint,
    -- The normal form of the address: one mailbox is one account.
    mailbox text
);

CREATE UNIQUE INDEX login_mailbox_key ON login (mailbox);

-- The token itself is only in the browser.
CREATE TABLE session (
    token_hash {{bytes}} PRIMARY KEY,
    player_id bigint NOT NULL,
    id text NOT NULL UNIQUE,
    created_at_ms bigint NOT NULL,
    seen_at_ms bigint NOT NULL,
    address text NOT NULL,
    device text NOT NULL,
    -- Until when a session was used without a long pause; after one, money asks for the password again.
    fresh_at_ms bigint NOT NULL DEFAULT 0,
    -- Where a session was opened, for the player's own list (ISO 3166-1, null where it is not known).
    country text
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
    result text NOT NULL,
    -- Limits of sign-in count by network (of IPv6: 64 bits), and tries of a known device by that device.
    network text NOT NULL DEFAULT '',
    known_device text,
    -- Tries to give the password again count by the session that makes them.
    session_id text,
    -- Tries of strangers that have done the hard work of a captcha are counted apart from others.
    hard boolean NOT NULL DEFAULT FALSE
);

CREATE INDEX sign_in_attempt_email_idx ON sign_in_attempt (email, at_ms) WHERE result IN ('pending', 'wrong');
CREATE INDEX sign_in_attempt_network_idx ON sign_in_attempt (network, at_ms) WHERE result IN ('pending', 'wrong');
CREATE INDEX sign_in_attempt_device_idx ON sign_in_attempt (known_device, at_ms) WHERE result IN ('pending', 'wrong');
CREATE INDEX sign_in_attempt_codes_idx ON sign_in_attempt (player_id, at_ms)
    WHERE result IN ('code_pending', 'code_wrong');
CREATE INDEX sign_in_attempt_device_codes_idx ON sign_in_attempt (known_device, at_ms)
    WHERE result IN ('code_pending', 'code_wrong', 'recovery_pending', 'recovery_wrong');
CREATE INDEX sign_in_attempt_network_codes_idx ON sign_in_attempt (network, at_ms)
    WHERE result IN ('code_pending', 'code_wrong', 'recovery_pending', 'recovery_wrong');
CREATE INDEX sign_in_attempt_session_idx ON sign_in_attempt (session_id, at_ms)
    WHERE result IN ('reauth_pending', 'reauth_wrong');
-- Sign-ins that were held up, for the page of operations.
CREATE INDEX sign_in_attempt_limited_idx ON sign_in_attempt (at_ms) WHERE result = 'limited';
-- By it the sign-ins of one player are read and erased.
CREATE INDEX sign_in_attempt_player_idx ON sign_in_attempt (player_id, id);

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
    partner_id text,
    -- Devices: the browser that a player came with, by the random id in its signed cookie. Fingerprints stay as hints:
    -- phones of one model have the same.
    device text,
    -- The personal identification code of residents of Estonia, encrypted with a key of the installation. It is read only to
    -- judge other fields by it, and told to nobody.
    personal_id {{bytes}},
    -- A keyed hash of it: who has excluded themselves is known again by it.
    personal_id_mark text,
    -- What players prove who they are with. Times are UTC milliseconds.
    --
    -- A check of who a player is that was passed, and when: by staff, and by an identity provider.
    verified_at_ms bigint,
    sumsub_verified_at_ms bigint,
    -- The brand on whose host the player has signed up, empty for players of before.
    brand text NOT NULL DEFAULT ''
);

-- Players who share a device are found at sign-up.
CREATE INDEX player_dfpc_idx ON player (dfpc);
CREATE INDEX player_device_idx ON player (device);

-- Staff finds players by the beginning of an address or of a name.
CREATE INDEX login_email_beginning_idx ON login (email{{bytewise}});
CREATE INDEX player_name_beginning_idx
    ON player ((LOWER(COALESCE(first_name, '') || ' ' || COALESCE(last_name, ''))){{bytewise}});
CREATE INDEX player_last_name_beginning_idx ON player ((LOWER(last_name)){{bytewise}});
CREATE INDEX player_nickname_beginning_idx ON player ((LOWER(nickname)){{bytewise}});

CREATE TABLE player_group (
    player_id bigint NOT NULL,
    group_id bigint NOT NULL,
    added_at_ms bigint NOT NULL,
    PRIMARY KEY (player_id, group_id)
){{clustered}};

-- Members of a group, in the order of their numbers.
CREATE INDEX player_group_members_idx ON player_group (group_id, player_id);

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
    signed_in bigint,
    -- What the login was like when a kept answer signed it in: a repeated call opens no session after a change of password.
    login_stamp {{bytes}}
){{clustered}};

CREATE INDEX http_idem_claimed_idx ON http_idem (claimed_at_ms);

CREATE TABLE installation (
    key text PRIMARY KEY,
    value text NOT NULL
);

-- On which devices players have signed in, with a stamp of the password of then.
CREATE TABLE known_device (
    device text NOT NULL,
    player_id bigint NOT NULL,
    login_stamp {{bytes}} NOT NULL,
    at_ms bigint NOT NULL,
    PRIMARY KEY (device, player_id)
){{clustered}};

CREATE INDEX known_device_player_idx ON known_device (player_id, at_ms);

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

-- Who has named a date of birth below the age of the licence, and when (UTC milliseconds). The subject is
-- `player:` with a number or `device:` with an id.
CREATE TABLE age_refusal (
    subject text PRIMARY KEY,
    at_ms bigint NOT NULL
){{clustered}};

-- One-time tokens of mails: the token itself is only in the mail. Times are UTC milliseconds.
CREATE TABLE one_time_token (
    token_hash {{bytes}} PRIMARY KEY,
    player_id bigint NOT NULL,
    -- password_reset, email_confirmation or email_change.
    purpose text NOT NULL,
    -- The address that the token was mailed to.
    email text NOT NULL,
    created_at_ms bigint NOT NULL,
    ends_at_ms bigint NOT NULL,
    -- When it was used, or lost its use.
    used_at_ms bigint
){{clustered}};

CREATE INDEX one_time_token_player_idx ON one_time_token (player_id, purpose, created_at_ms);
-- Old tokens of mails and mails that are done are looked up by their age, to be deleted.
CREATE INDEX one_time_token_ends_idx ON one_time_token (ends_at_ms);

-- Which version of the terms a player has accepted, and when (UTC milliseconds).
CREATE TABLE terms_acceptance (
    player_id bigint NOT NULL,
    version text NOT NULL,
    accepted_at_ms bigint NOT NULL,
    PRIMARY KEY (player_id, version)
){{clustered}};

-- The second factor: the secret of a player's authenticator app, encrypted with a key of the installation.
-- confirmed_at_ms is null until a first code has shown that the app has it. last_step is the time step of the code
-- that was accepted last: a code counts once.
CREATE TABLE two_factor (
    player_id bigint PRIMARY KEY,
    -- The key that the secret is encrypted under.
    key_id text NOT NULL,
    secret {{bytes}} NOT NULL,
    created_at_ms bigint NOT NULL,
    confirmed_at_ms bigint,
    last_step bigint NOT NULL
){{clustered}};

CREATE INDEX two_factor_key_idx ON two_factor (key_id, player_id);

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

-- Players who were made without a form, and the link that signs each of them in until a password is chosen. Times are UTC
-- milliseconds.
CREATE TABLE autoregistration (
    player_id bigint PRIMARY KEY,
    -- The site that links lead to.
    site text NOT NULL,
    made_by text NOT NULL,
    made_at_ms bigint NOT NULL,
    -- The link's token is signed with a key of the installation over this; the next link has another one.
    link_seed {{bytes}} NOT NULL,
    -- The hash of that token.
    link_hash {{bytes}} NOT NULL UNIQUE,
    link_ends_at_ms bigint NOT NULL,
    -- When the player chose a password; then no link counts any more.
    password_at_ms bigint
);

-- Sign-in by OpenID Connect providers. Times are UTC milliseconds.
-- A way to a provider and back, for one browser and one answer. The browser holds the secret whose hash is kept here. Ways that
-- link or ask again are for one session of a player.
CREATE TABLE provider_flow (
    state_hash {{bytes}} PRIMARY KEY,
    browser_hash {{bytes}} NOT NULL,
    provider text NOT NULL,
    purpose text NOT NULL,
    player_id bigint,
    session_id text,
    nonce text NOT NULL,
    verifier text NOT NULL,
    redirect_uri text NOT NULL,
    return_to text NOT NULL,
    begun_at_ms bigint NOT NULL,
    expires_at_ms bigint NOT NULL
){{clustered}};

CREATE INDEX provider_flow_expires_idx ON provider_flow (expires_at_ms);

-- Who a player is to a provider. The subject at the issuer is the identity, the address is what was told with it.
CREATE TABLE provider_link (
    id text PRIMARY KEY,
    player_id bigint NOT NULL,
    provider text NOT NULL,
    issuer text NOT NULL,
    subject text NOT NULL,
    email text,
    linked_at_ms bigint NOT NULL,
    used_at_ms bigint
);

CREATE UNIQUE INDEX provider_link_issuer_subject_key ON provider_link (issuer, subject);
CREATE UNIQUE INDEX provider_link_player_id_issuer_key ON provider_link (player_id, issuer);

-- Somebody at a provider who has the address of a player: linked once that player signs in with the same browser.
CREATE TABLE provider_offer (
    browser_hash {{bytes}} PRIMARY KEY,
    player_id bigint NOT NULL,
    provider text NOT NULL,
    issuer text NOT NULL,
    subject text NOT NULL,
    email text NOT NULL,
    offered_at_ms bigint NOT NULL,
    expires_at_ms bigint NOT NULL
){{clustered}};

CREATE INDEX provider_offer_expires_idx ON provider_offer (expires_at_ms);

-- Players who were made by a provider and not by a form. The country of the visit stands in the profile until the player tells
-- their own. Nobody knows the password before one is chosen by mail.
CREATE TABLE provider_sign_up (
    player_id bigint PRIMARY KEY,
    provider text NOT NULL,
    made_at_ms bigint NOT NULL,
    country_told_at_ms bigint,
    password_at_ms bigint
){{clustered}};
