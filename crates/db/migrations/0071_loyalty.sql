-- Comp points, levels, the points shop and the VIP club. Kept by the reader `loyalty`, but for purchases and decisions.

-- What a player has earned for life: whole points, and a rest in pico-points (10^-12) below one point. What may be spent
-- stands in the sub-account of points of the player's first wallet.
CREATE TABLE point_account (
    player_id bigint PRIMARY KEY,
    earned_points bigint NOT NULL DEFAULT 0 CHECK (earned_points >= 0),
    rest_pico bigint NOT NULL DEFAULT 0 CHECK (rest_pico >= 0 AND rest_pico < 1000000000000),
    -- Of the earned ones those that staff has given.
    given_points bigint NOT NULL DEFAULT 0,
    -- Corrections by staff of what may be spent, which do not count as earned.
    adjusted_points bigint NOT NULL DEFAULT 0
){{clustered}};

-- Rounds that earn points: real money staked, less what was taken back, and the rate of the time when the round was
-- opened, in pico-points a subunit. Points count once the round is settled.
CREATE TABLE point_round (
    round_id bigint PRIMARY KEY,
    player_id bigint NOT NULL,
    stake bigint NOT NULL,
    rate_pico bigint NOT NULL,
    settled boolean NOT NULL
){{clustered}};

CREATE TABLE point_purchase (
    id uuid PRIMARY KEY,
    player_id bigint NOT NULL,
    idempotency_key text NOT NULL,
    fingerprint {{bytes}} NOT NULL,
    type text NOT NULL CHECK (type IN ('money')),
    group_key text NOT NULL,
    points bigint NOT NULL CHECK (points > 0),
    -- What was given, in subunits.
    currency text NOT NULL,
    amount bigint NOT NULL CHECK (amount > 0),
    at_ms bigint NOT NULL,
    UNIQUE (player_id, idempotency_key)
);

-- The level of a player; without a row it is the first.
CREATE TABLE player_level (
    player_id bigint PRIMARY KEY,
    level bigint NOT NULL
){{clustered}};

-- Real money staked and paid in within a quarter, numbered year * 4 + (0 to 3).
CREATE TABLE vip_quarter (
    player_id bigint NOT NULL,
    quarter bigint NOT NULL,
    currency text NOT NULL,
    bets bigint NOT NULL,
    deposits bigint NOT NULL,
    PRIMARY KEY (player_id, quarter, currency)
){{clustered}};

CREATE INDEX vip_quarter_quarter_idx ON vip_quarter (quarter, player_id);

-- What the end of a quarter made of a player.
CREATE TABLE vip_decision (
    player_id bigint NOT NULL,
    quarter bigint NOT NULL,
    status_before text NOT NULL,
    status_after text NOT NULL,
    at_ms bigint NOT NULL,
    PRIMARY KEY (player_id, quarter)
){{clustered}};

-- Quarters of which every player is decided.
CREATE TABLE vip_quarter_end (
    quarter bigint PRIMARY KEY,
    closed_at_ms bigint NOT NULL
);
