-- Limits that players set for themselves. Times are UTC milliseconds, amounts are in subunits.
--
-- The caps of loss, wager and deposit limits stand in bet_limit, one row a wallet; a limit on the length of sessions
-- keeps its minutes and what it has counted here.
CREATE TABLE user_limit (
    id uuid PRIMARY KEY,
    player_id bigint NOT NULL,
    type text NOT NULL CHECK (type IN ('loss', 'wager', 'deposit', 'coolingoff', 'selfexclusion', 'session')),
    period text NOT NULL CHECK (period IN (
        'day', 'week', 'month', 'day_3', 'month_3', 'month_6', 'month_9', 'month_12', 'forever')),
    -- Windows follow each other from here on.
    created_at_ms bigint NOT NULL,
    -- The end of a cooling-off or an exclusion; the largest number means that it has none.
    active_until_ms bigint,
    disabled_at_ms bigint,
    -- Sessions only: the cap, what the window has counted, when it ends, and when the last round was that it counts.
    minutes bigint CHECK (minutes > 0),
    played_ms bigint NOT NULL DEFAULT 0,
    window_until_ms bigint,
    last_round_ms bigint,
    CHECK ((type = 'session') = (minutes IS NOT NULL)),
    CHECK ((type IN ('coolingoff', 'selfexclusion')) = (active_until_ms IS NOT NULL))
);

CREATE UNIQUE INDEX user_limit_active_idx ON user_limit (player_id, type, period) WHERE disabled_at_ms IS NULL;
CREATE INDEX user_limit_session_idx ON user_limit (player_id) WHERE type = 'session' AND disabled_at_ms IS NULL;

-- A looser limit that its player has asked for. It waits for the confirmation by mail, and then for its time.
CREATE TABLE user_limit_change (
    id uuid PRIMARY KEY,
    limit_id uuid NOT NULL,
    player_id bigint NOT NULL,
    -- Empty where the change is of the whole limit.
    currency text NOT NULL,
    -- The new cap, or the new minutes; null when the limit is removed.
    amount bigint,
    token_hash {{bytes}} NOT NULL UNIQUE,
    asked_at_ms bigint NOT NULL,
    mailed_at_ms bigint NOT NULL,
    confirm_until_ms bigint NOT NULL,
    confirmed_at_ms bigint,
    effective_at_ms bigint,
    ended_at_ms bigint,
    outcome text CHECK (outcome IN ('applied', 'canceled', 'expired', 'replaced')),
    CHECK ((ended_at_ms IS NULL) = (outcome IS NULL)),
    CHECK ((confirmed_at_ms IS NULL) = (effective_at_ms IS NULL))
);

CREATE UNIQUE INDEX user_limit_change_open_idx ON user_limit_change (limit_id, currency) WHERE ended_at_ms IS NULL;
CREATE INDEX user_limit_change_due_idx ON user_limit_change (effective_at_ms, id) WHERE ended_at_ms IS NULL;

-- How players who have excluded themselves are known again: their mailbox, phone, and name with birth date, each in its
-- normal form.
CREATE TABLE excluded_person (
    field text NOT NULL CHECK (field IN ('email', 'mobile_phone', 'name_and_birth')),
    value text NOT NULL,
    player_id bigint NOT NULL,
    PRIMARY KEY (field, value, player_id)
){{clustered}};

-- Somebody was taken for an excluded player, by these fields.
CREATE TABLE exclusion_match (
    id uuid PRIMARY KEY,
    at_ms bigint NOT NULL,
    excluded_player_id bigint NOT NULL,
    -- The account that was stopped; null when a sign-up was refused.
    player_id bigint,
    fields text NOT NULL,
    until_ms bigint NOT NULL
);

CREATE INDEX payment_deposit_open_idx ON payment (player_id, currency)
    WHERE action = 'deposit' AND finished_at_ms IS NULL;

-- Kept by the reader play_sums: what a player has staked and won of real money, paid in and been paid, by the hour.
CREATE TABLE play_hour (
    player_id bigint NOT NULL,
    currency text NOT NULL,
    hour_ms bigint NOT NULL,
    staked bigint NOT NULL,
    won bigint NOT NULL,
    deposits bigint NOT NULL,
    cashouts bigint NOT NULL,
    PRIMARY KEY (player_id, currency, hour_ms)
){{clustered}};

-- Where the sums stood when a login session began to play: what it has staked and won since is the difference.
-- sums is JSON: what its first hour had counted before, by currency.
CREATE TABLE play_session (
    session_id text PRIMARY KEY,
    player_id bigint NOT NULL,
    begun_at_ms bigint NOT NULL,
    sums text NOT NULL
){{clustered}};
