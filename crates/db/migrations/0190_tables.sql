-- Tables: games whose rounds are shared by all who play them. Times are UTC milliseconds, multipliers hundredths.

-- Who leads a table. Whoever takes the lead raises the epoch, and what the last one still wants to write misses it.
CREATE TABLE table_lead (
    -- The game's identifier.
    game text PRIMARY KEY,
    owner text NOT NULL DEFAULT '',
    epoch bigint NOT NULL DEFAULT 0,
    leased_until_ms bigint NOT NULL DEFAULT 0,
    -- No round is opened after this: then nobody looks at the table.
    wanted_until_ms bigint NOT NULL DEFAULT 0
){{clustered}};

-- The chains that rounds take their seeds from.
CREATE TABLE table_chain (
    game text NOT NULL,
    number bigint NOT NULL CHECK (number >= 1),
    -- Rounds of the chain.
    length bigint NOT NULL CHECK (length >= 1),
    -- The commitment to the seed of its first round, hex.
    published text NOT NULL,
    published_at_ms bigint NOT NULL,
    PRIMARY KEY (game, number)
){{clustered}};

CREATE TABLE table_round (
    id {{rowid}},
    game text NOT NULL,
    -- The rules that it is played under.
    definition text NOT NULL,
    chain bigint NOT NULL,
    -- Its place in the chain, from 0 on.
    place bigint NOT NULL CHECK (place >= 0),
    state text NOT NULL CHECK (state IN ('betting', 'running', 'ended', 'settled')),
    -- The commitment, hex: the seed of the round before. The seed and the point are written down when the round ends.
    server_seed_hash text NOT NULL,
    server_seed text,
    -- How many bets it has.
    bets bigint NOT NULL DEFAULT 0,
    opened_at_ms bigint NOT NULL,
    closes_at_ms bigint NOT NULL,
    -- The part of the players, hex.
    mixed text,
    started_at_ms bigint,
    point bigint,
    ended_at_ms bigint,
    -- Whether it stood still, and stakes that were still in it went back.
    returned bigint NOT NULL DEFAULT 0 CHECK (returned IN (0, 1)),
    UNIQUE (game, chain, place),
    CHECK ((state = 'betting') = (mixed IS NULL) AND (state = 'betting') = (started_at_ms IS NULL)),
    CHECK ((state IN ('betting', 'running')) = (server_seed IS NULL)),
    CHECK ((server_seed IS NULL) = (point IS NULL) AND (server_seed IS NULL) = (ended_at_ms IS NULL))
);

CREATE UNIQUE INDEX table_round_live_idx ON table_round (game) WHERE state IN ('betting', 'running');
CREATE INDEX table_round_ended_idx ON table_round (game) WHERE state = 'ended';

CREATE TABLE table_bet (
    -- The key of its command, hex.
    id text PRIMARY KEY,
    round_id bigint NOT NULL,
    -- From 1 on, in the order of the commits.
    place bigint NOT NULL,
    player_id bigint NOT NULL,
    -- The wallet's currency, and the one that is played in.
    wallet text NOT NULL,
    currency text NOT NULL,
    -- The name that others see, masked.
    shown_name text NOT NULL,
    stake_cents bigint NOT NULL CHECK (stake_cents > 0),
    -- Where it is cashed out by itself.
    target bigint CHECK (target > 100),
    client_seed text NOT NULL,
    state text NOT NULL CHECK (state IN ('riding', 'cashed', 'lost', 'returned')),
    -- Where it was cashed out.
    multiplier bigint,
    win_cents bigint NOT NULL DEFAULT 0 CHECK (win_cents >= 0),
    placed_at_ms bigint NOT NULL,
    ended_at_ms bigint,
    UNIQUE (round_id, place),
    CHECK ((state = 'cashed') = (multiplier IS NOT NULL)),
    CHECK ((state = 'riding') = (ended_at_ms IS NULL))
){{clustered}};

CREATE INDEX table_bet_riding_idx ON table_bet (round_id, target) WHERE state = 'riding';
CREATE INDEX table_bet_player_idx ON table_bet (player_id, round_id);
CREATE INDEX table_bet_stake_idx ON table_bet (round_id, stake_cents DESC);
