-- By which card or account each payment comes or goes, when it came into each of its states, and cashouts that staff has
-- divided.

-- The partner and its token of a card or account, or bank for any transfer between banks. NULL where money cannot go back
-- the way it came, and where the way is not known.
ALTER TABLE payment ADD COLUMN instrument text;

-- The cashout as its player asked for it, of which this is a part.
ALTER TABLE payment ADD COLUMN split_of uuid;

-- What a divided cashout came to before, in subunits. NULL of payments that were never divided.
ALTER TABLE payment ADD COLUMN whole bigint;

UPDATE payment SET instrument = provider || ':' || profile_token WHERE profile_token IS NOT NULL;

UPDATE payment SET instrument = 'bank' WHERE kind = 'bank';

-- Of older deposits that were paid on the partner's page the card is certain only where the player has kept a single one.
UPDATE payment SET instrument = (
    SELECT CASE WHEN COUNT(*) = 1 THEN MAX(c.provider || ':' || c.token) END FROM payment_profile c
    WHERE c.player_id = payment.player_id AND c.method_id = payment.method_id AND c.provider = payment.provider)
WHERE instrument IS NULL AND action = 'deposit' AND state = 'succeeded' AND kind IN ('card', 'wallet');

CREATE INDEX payment_split_idx ON payment (split_of) WHERE split_of IS NOT NULL;

-- When a payment came into a state, in UTC milliseconds. No state is entered twice.
CREATE TABLE payment_step (
    payment_id uuid NOT NULL,
    state text NOT NULL,
    at_ms bigint NOT NULL,
    PRIMARY KEY (payment_id, state)
){{clustered}};

INSERT INTO payment_step (payment_id, state, at_ms) SELECT id, 'pending', created_at_ms FROM payment;

INSERT INTO payment_step (payment_id, state, at_ms)
    SELECT id, state, COALESCE(finished_at_ms, changed_at_ms) FROM payment WHERE state <> 'pending';
