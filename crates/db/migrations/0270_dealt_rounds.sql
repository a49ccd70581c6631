-- Rounds of tables may be dealt from cards, and bets lie on places of the felt. The checks of a table cannot be changed
-- everywhere, so both are written anew.
CREATE TABLE table_round_next (
    id {{rowid}},
    game text NOT NULL,
    -- The rules that it is played under.
    definition text NOT NULL,
    chain bigint NOT NULL,
    -- Its place in the chain, from 0 on.
    place bigint NOT NULL CHECK (place >= 0),
    state text NOT NULL CHECK (state IN ('betting', 'running', 'ended', 'settled')),
    -- The commitment, hex: the seed of the round before. The seed and what it drew are written down when the round ends.
    server_seed_hash text NOT NULL,
    server_seed text,
    -- How many bets it has.
    bets bigint NOT NULL DEFAULT 0,
    opened_at_ms bigint NOT NULL,
    closes_at_ms bigint NOT NULL,
    -- The part of the players, hex.
    mixed text,
    started_at_ms bigint,
    -- Where a crash round crashed, in hundredths.
    point bigint,
    -- The cards of a round that was dealt, in their order, two letters each. Empty for a void one.
    cards text,
    ended_at_ms bigint,
    -- Whether stakes that were still in it went back.
    returned bigint NOT NULL DEFAULT 0 CHECK (returned IN (0, 1)),
    UNIQUE (game, chain, place),
    CHECK ((state = 'betting') = (mixed IS NULL) AND (state = 'betting') = (started_at_ms IS NULL)),
    CHECK ((state IN ('betting', 'running')) = (server_seed IS NULL)),
    CHECK ((server_seed IS NULL) = (ended_at_ms IS NULL)),
    CHECK ((server_seed IS NULL) = (point IS NULL AND cards IS NULL) AND (point IS NULL OR cards IS NULL))
);

INSERT INTO table_round_next (id, game, definition, chain, place, state, server_seed_hash, server_seed, bets, opened_at_ms,
        closes_at_ms, mixed, started_at_ms, point, cards, ended_at_ms, returned)
    SELECT id, game, definition, chain, place, state, server_seed_hash, server_seed, bets, opened_at_ms, closes_at_ms, mixed,
        started_at_ms, point, NULL, ended_at_ms, returned FROM table_round;

DROP TABLE table_round;
ALTER TABLE table_round_next RENAME TO table_round;

CREATE UNIQUE INDEX table_round_live_idx ON table_round (game) WHERE state IN ('betting', 'running');
CREATE INDEX table_round_ended_idx ON table_round (game) WHERE state = 'ended';

CREATE TABLE table_bet_next (
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
    -- A bet that a round of cards pays anything back for is paid.
    state text NOT NULL CHECK (state IN ('riding', 'cashed', 'paid', 'lost', 'returned')),
    -- Where it was cashed out.
    multiplier bigint,
    win_cents bigint NOT NULL DEFAULT 0 CHECK (win_cents >= 0),
    placed_at_ms bigint NOT NULL,
    ended_at_ms bigint,
    UNIQUE (round_id, place),
    CHECK ((state = 'cashed') = (multiplier IS NOT NULL)),
    CHECK ((state = 'riding') = (ended_at_ms IS NULL))
){{clustered}};

INSERT INTO table_bet_next (id, round_id, place, player_id, wallet, currency, shown_name, stake_cents, target, client_seed,
        state, multiplier, win_cents, placed_at_ms, ended_at_ms)
    SELECT id, round_id, place, player_id, wallet, currency, shown_name, stake_cents, target, client_seed, state, multiplier,
        win_cents, placed_at_ms, ended_at_ms FROM table_bet;

DROP TABLE table_bet;
ALTER TABLE table_bet_next RENAME TO table_bet;

CREATE INDEX table_bet_riding_idx ON table_bet (round_id, target) WHERE state = 'riding';
CREATE INDEX table_bet_player_idx ON table_bet (player_id, round_id);
CREATE INDEX table_bet_stake_idx ON table_bet (round_id, stake_cents DESC);

-- What lies on the places of the felt, bet by bet.
CREATE TABLE table_spot (
    bet_id text NOT NULL,
    -- One of the places of crates/games/src/baccarat.
    spot text NOT NULL,
    round_id bigint NOT NULL,
    player_id bigint NOT NULL,
    -- The currency that is played in.
    currency text NOT NULL,
    amount_cents bigint NOT NULL CHECK (amount_cents > 0),
    win_cents bigint NOT NULL DEFAULT 0 CHECK (win_cents >= 0),
    PRIMARY KEY (bet_id, spot)
){{clustered}};

CREATE INDEX table_spot_round_idx ON table_spot (round_id, player_id);
