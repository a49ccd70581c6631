-- What a payment that is due takes out of a player's wallet, in subunits: what is bought with points looks at it.
ALTER TABLE due_payment ADD COLUMN takes bigint NOT NULL DEFAULT 0;

UPDATE due_payment
    SET takes = CAST(REPLACE(REPLACE(payment, '{"take":{"from":"points","to":"points","amount":', ''), '}}', '') AS bigint)
    WHERE paid_at_ms IS NULL AND payment LIKE '{"take":{"from":"points","to":"points","amount":%';

CREATE INDEX due_payment_player_idx ON due_payment (player_id) WHERE paid_at_ms IS NULL;
