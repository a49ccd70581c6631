-- The bonus purse, and the limits that players set on their bets.

ALTER TABLE wallet ADD COLUMN bonus bigint NOT NULL DEFAULT 0 CHECK (bonus >= 0);
-- The one active bonus.
ALTER TABLE wallet ADD COLUMN bonus_id bigint;
-- The house account that the newest bonus came from.
ALTER TABLE wallet ADD COLUMN bonus_cost bigint;
-- Whether there are rows in bet_limit.
ALTER TABLE wallet ADD COLUMN limited boolean NOT NULL DEFAULT FALSE;

ALTER TABLE transfer ADD COLUMN bonus_after bigint NOT NULL DEFAULT 0;
-- The transfer that a rollback reverses.
ALTER TABLE transfer ADD COLUMN reverses bigint;

ALTER TABLE idem ADD COLUMN bonus bigint NOT NULL DEFAULT 0;

-- How much of the stake was bonus money, and of which bonus.
ALTER TABLE round ADD COLUMN stake_bonus bigint NOT NULL DEFAULT 0;
ALTER TABLE round ADD COLUMN bonus_id bigint;

-- kind 1: wager, 2: loss, 3: deposit; period 1: day, 2: week, 3: month. Counts what is committed from the place
-- since_lsn on; net is below zero when a loss limit has counted more wins than bets.
CREATE TABLE bet_limit (
    wallet_id bigint NOT NULL,
    kind bigint NOT NULL,
    period bigint NOT NULL,
    cap bigint NOT NULL CHECK (cap >= 0),
    net bigint NOT NULL,
    anchor_ms bigint NOT NULL,
    until_ms bigint NOT NULL,
    since_lsn bigint NOT NULL,
    PRIMARY KEY (wallet_id, kind, period)
);
