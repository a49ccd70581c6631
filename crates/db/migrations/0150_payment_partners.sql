-- Several payment partners: which are asked next when one refuses, how often the present one was asked for the payment, who
-- keeps a saved card, and who has refused what.

ALTER TABLE payment ADD COLUMN further text NOT NULL DEFAULT '';

ALTER TABLE payment ADD COLUMN asked bigint NOT NULL DEFAULT 0;

ALTER TABLE payment_profile ADD COLUMN provider text NOT NULL DEFAULT 'northpay';

CREATE TABLE payment_refusal (
    payment_id uuid NOT NULL,
    provider text NOT NULL,
    reason text NOT NULL,
    at_ms bigint NOT NULL,
    PRIMARY KEY (payment_id, provider)
);

CREATE INDEX payment_refusal_idx ON payment_refusal (provider, at_ms);

-- How a partner's deposits have ended lately.
CREATE INDEX payment_ended_idx ON payment (provider, finished_at_ms) WHERE state = 'declined';
