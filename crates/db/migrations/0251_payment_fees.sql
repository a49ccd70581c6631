-- What ways to pay cost and how long they take, as staff sets it, and what each payment costs its player.

-- A row is a version: what holds is the one with the highest number. Amounts are in subunits of the currency.
CREATE TABLE payment_fee (
    licence text NOT NULL,
    method_id text NOT NULL,
    action text NOT NULL CHECK (action IN ('deposit', 'cashout')),
    currency text NOT NULL,
    -- From 1.
    version bigint NOT NULL,
    fixed bigint NOT NULL CHECK (fixed >= 0),
    -- Hundredths of a percent of the amount.
    basis_points bigint NOT NULL CHECK (basis_points BETWEEN 0 AND 10000),
    least bigint NOT NULL CHECK (least >= 0),
    -- NULL when there is none.
    most bigint,
    -- Within how many hours it is done. 0 says nothing else than the list of ways to pay.
    hours bigint NOT NULL CHECK (hours >= 0),
    by_name text NOT NULL,
    reason text NOT NULL,
    -- UTC milliseconds.
    at_ms bigint NOT NULL,
    PRIMARY KEY (licence, method_id, action, currency, version)
);

-- In subunits. Of a deposit it is taken off what has come, of a cashout off what goes out.
ALTER TABLE payment ADD COLUMN fee bigint NOT NULL DEFAULT 0;

-- What it was worked out by, as JSON, frozen when the payment was made. NULL of payments that cost nothing.
ALTER TABLE payment ADD COLUMN fee_terms text;
