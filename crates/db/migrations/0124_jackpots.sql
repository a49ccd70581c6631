-- Jackpots of the house. Amounts ending in _cents are in subunits of the jackpot's currency, those ending in _micro in
-- millionths of them. Times are UTC milliseconds.
CREATE TABLE jackpot (
    id {{rowid}},
    -- Its name in content/jackpots.toml, and its address on the site.
    identifier text NOT NULL UNIQUE,
    currency text NOT NULL,
    -- Bets from before do not count.
    opened_at_ms bigint NOT NULL,
    -- Raised by whoever changes a jackpot, first of all: the row's lock orders them.
    turn bigint NOT NULL DEFAULT 0
);

CREATE TABLE jackpot_level (
    jackpot_id bigint NOT NULL,
    -- 1 is gold, 2 silver, 3 bronze.
    level bigint NOT NULL CHECK (level BETWEEN 1 AND 3),
    -- What bets have added over all cycles, less what rollbacks took back.
    contributed_micro bigint NOT NULL DEFAULT 0 CHECK (contributed_micro >= 0),
    PRIMARY KEY (jackpot_id, level)
){{clustered}};

-- A cycle begins with the seed and ends with a win. It keeps the terms that it began with.
CREATE TABLE jackpot_cycle (
    jackpot_id bigint NOT NULL,
    level bigint NOT NULL,
    number bigint NOT NULL CHECK (number >= 1),
    -- Millionths of each real bet.
    contribution_ppm bigint NOT NULL CHECK (contribution_ppm BETWEEN 1 AND 1000000),
    seed_cents bigint NOT NULL CHECK (seed_cents >= 1),
    must_hit_by_cents bigint NOT NULL,
    min_bet_cents bigint NOT NULL CHECK (min_bet_cents >= 1),
    -- Less than a subunit, left over from the cycle before.
    carried_micro bigint NOT NULL CHECK (carried_micro BETWEEN 0 AND 999999),
    contributed_micro bigint NOT NULL DEFAULT 0 CHECK (contributed_micro >= 0),
    -- The commitment, hex. Seed and point are written down once the cycle has ended.
    server_seed_hash text NOT NULL,
    server_seed text,
    point_cents bigint,
    started_at_ms bigint NOT NULL,
    ended_at_ms bigint,
    PRIMARY KEY (jackpot_id, level, number),
    CHECK (must_hit_by_cents > seed_cents),
    CHECK ((ended_at_ms IS NULL) = (server_seed IS NULL) AND (ended_at_ms IS NULL) = (point_cents IS NULL))
){{clustered}};

CREATE UNIQUE INDEX jackpot_cycle_running_idx ON jackpot_cycle (jackpot_id, level) WHERE ended_at_ms IS NULL;

-- What a bet has added, kept for as long as a rollback may take it back: the cycle of each level in which it counted, 0
-- where it did not.
CREATE TABLE jackpot_bet (
    lsn bigint NOT NULL,
    jackpot_id bigint NOT NULL,
    -- Real money, in the jackpot's currency.
    stake_cents bigint NOT NULL,
    gold_cycle bigint NOT NULL,
    silver_cycle bigint NOT NULL,
    bronze_cycle bigint NOT NULL,
    at_ms bigint NOT NULL,
    PRIMARY KEY (lsn, jackpot_id)
){{clustered}};

CREATE INDEX jackpot_bet_at_idx ON jackpot_bet (at_ms);

CREATE TABLE jackpot_win (
    id {{rowid}},
    jackpot_id bigint NOT NULL,
    level bigint NOT NULL,
    cycle bigint NOT NULL,
    player_id bigint NOT NULL,
    -- The name that others see, masked; set when the win is announced.
    shown_name text,
    game_id bigint NOT NULL,
    -- The row of the log that has won. It is owed under this row and payment_no.
    lsn bigint NOT NULL,
    payment_no bigint NOT NULL,
    -- What is paid.
    currency text NOT NULL,
    amount_cents bigint NOT NULL CHECK (amount_cents > 0),
    original_currency text NOT NULL,
    original_amount_cents bigint NOT NULL CHECK (original_amount_cents > 0),
    -- The amount in EUR, by which wins of several currencies are ordered.
    worth_cents bigint NOT NULL,
    won_at_ms bigint NOT NULL,
    announced_at_ms bigint,
    UNIQUE (jackpot_id, level, cycle),
    UNIQUE (lsn, payment_no)
);

CREATE INDEX jackpot_win_worth_idx ON jackpot_win (worth_cents DESC, id DESC);
CREATE INDEX jackpot_win_at_idx ON jackpot_win (won_at_ms DESC, id DESC);
CREATE INDEX jackpot_win_silent_idx ON jackpot_win (id) WHERE announced_at_ms IS NULL;
