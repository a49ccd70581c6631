-- The house account that bears the cost of the bonus whose money a round has staked.
ALTER TABLE round ADD COLUMN bonus_cost bigint;

-- The house's own open rounds, which the sweep walks through in the order of their numbers.
CREATE INDEX round_unfinished_idx ON round (id) WHERE status = 0 AND nonce > 0;
