-- How each payment comes about, what was asked for, and how far a chain has confirmed it. What a transfer or a coin
-- brings may differ from what was asked for; `amount` is what the wallet got, `requested` what the player wanted.

ALTER TABLE payment ADD COLUMN kind text NOT NULL DEFAULT 'card'
    CHECK (kind IN ('card', 'wallet', 'voucher', 'bank', 'crypto'));

ALTER TABLE payment ADD COLUMN requested bigint NOT NULL DEFAULT 0;

ALTER TABLE payment ADD COLUMN confirmations bigint NOT NULL DEFAULT 0;

ALTER TABLE payment ADD COLUMN confirmations_needed bigint NOT NULL DEFAULT 0;

UPDATE payment SET requested = amount, kind = CASE brand WHEN 'bitcoin' THEN 'crypto' ELSE 'card' END;
