-- Why a player may not play or pay: one row a reason. reason 1: operator, 2: exclusion, 3: cooling off,
-- 4: fraud, 5: verification. until_ms is the end; the largest number means until it is lifted. What was lifted
-- is in the log only.
CREATE TABLE player_stop (
    player_id bigint NOT NULL,
    reason bigint NOT NULL,
    until_ms bigint NOT NULL,
    stopped_at_ms bigint NOT NULL,
    stopped_by text NOT NULL,
    why text NOT NULL,
    PRIMARY KEY (player_id, reason)
){{clustered}};

INSERT INTO player_stop (player_id, reason, until_ms, stopped_at_ms, stopped_by, why)
    SELECT player_id, 1, 9223372036854775807, created_at_ms, 'migration', '' FROM login WHERE locked;

INSERT INTO player_stop (player_id, reason, until_ms, stopped_at_ms, stopped_by, why)
    SELECT player_id, 2, excluded_until_ms, created_at_ms, 'migration', '' FROM login
    WHERE excluded_until_ms IS NOT NULL;

ALTER TABLE login DROP COLUMN locked;
ALTER TABLE login DROP COLUMN excluded_until_ms;

-- The ends of the player's reasons, zero where there is none: wallets follow player_stop.
ALTER TABLE wallet ADD COLUMN operator_stop_ms bigint NOT NULL DEFAULT 0;
ALTER TABLE wallet ADD COLUMN exclusion_stop_ms bigint NOT NULL DEFAULT 0;
ALTER TABLE wallet ADD COLUMN cooling_off_stop_ms bigint NOT NULL DEFAULT 0;
ALTER TABLE wallet ADD COLUMN fraud_stop_ms bigint NOT NULL DEFAULT 0;
ALTER TABLE wallet ADD COLUMN verification_stop_ms bigint NOT NULL DEFAULT 0;

UPDATE wallet SET
    operator_stop_ms = COALESCE((SELECT until_ms FROM player_stop s
        WHERE s.player_id = wallet.player_id AND reason = 1), 0),
    exclusion_stop_ms = COALESCE((SELECT until_ms FROM player_stop s
        WHERE s.player_id = wallet.player_id AND reason = 2), 0);

ALTER TABLE wallet DROP COLUMN blocked;

-- Tries to give the password again are counted by player.
CREATE INDEX sign_in_attempt_player_idx ON sign_in_attempt (player_id, at_ms);
