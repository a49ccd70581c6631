-- Points buy bonus money too. The checks of a table cannot be changed everywhere, so it is written anew.
CREATE TABLE point_purchase_of_all (
    id uuid PRIMARY KEY,
    player_id bigint NOT NULL,
    idempotency_key text NOT NULL,
    fingerprint {{bytes}} NOT NULL,
    type text NOT NULL CHECK (type IN ('money', 'freespins', 'lotteries', 'lootboxes')),
    group_key text NOT NULL,
    points bigint NOT NULL CHECK (points > 0),
    -- The wallet that got money or bonus money, in subunits; what else was bought has none.
    currency text NOT NULL,
    amount bigint NOT NULL,
    bonus_amount bigint NOT NULL,
    at_ms bigint NOT NULL,
    CHECK ((type = 'money' AND amount > 0 AND bonus_amount = 0)
        OR (type = 'money' AND amount = 0 AND bonus_amount > 0)
        OR (type <> 'money' AND amount = 0 AND bonus_amount = 0)),
    UNIQUE (player_id, idempotency_key)
);

INSERT INTO point_purchase_of_all (id, player_id, idempotency_key, fingerprint, type, group_key, points, currency, amount, bonus_amount, at_ms)
SELECT id, player_id, idempotency_key, fingerprint, type, group_key, points, currency, amount, 0, at_ms FROM point_purchase;

DROP TABLE point_purchase;

ALTER TABLE point_purchase_of_all RENAME TO point_purchase;
