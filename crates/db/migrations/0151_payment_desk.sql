-- What staff sees of payments: days laid beside partners' files with what differs, ways to pay and partners that are
-- switched off, and webhooks that were not taken. Times are UTC milliseconds.

CREATE TABLE settlement_day (
    provider text NOT NULL,
    -- YYYY-MM-DD, in UTC.
    day text NOT NULL,
    state text NOT NULL CHECK (state IN ('running', 'agrees', 'differs', 'failed')),
    why text,
    checked_at_ms bigint NOT NULL,
    PRIMARY KEY (provider, day)
);

CREATE TABLE settlement_difference (
    id uuid PRIMARY KEY,
    provider text NOT NULL,
    day text NOT NULL,
    -- Our name for the payment, as the partner or the books tell it.
    reference text NOT NULL,
    kind text NOT NULL CHECK (kind IN ('unknown', 'repeated', 'state', 'money', 'not_paid', 'not_asked')),
    here text,
    there text,
    found_at_ms bigint NOT NULL,
    -- When a later look did not find it any more.
    gone_at_ms bigint,
    explanation text,
    explained_by text,
    explained_at_ms bigint,
    UNIQUE (provider, day, reference, kind)
);

CREATE INDEX settlement_difference_open_idx ON settlement_difference (day, id)
    WHERE gone_at_ms IS NULL AND explained_at_ms IS NULL;

-- What is in here is switched off.
CREATE TABLE payment_switch (
    what text NOT NULL CHECK (what IN ('method', 'partner')),
    id text NOT NULL,
    by_name text NOT NULL,
    reason text NOT NULL,
    at_ms bigint NOT NULL,
    PRIMARY KEY (what, id)
);

-- A rightly signed webhook that was not taken; one a payment.
CREATE TABLE payment_untaken (
    id uuid PRIMARY KEY,
    provider text NOT NULL,
    reference text NOT NULL,
    status text NOT NULL,
    why text NOT NULL CHECK (why IN ('unknown', 'mismatch', 'not_now')),
    times bigint NOT NULL,
    at_ms bigint NOT NULL,
    UNIQUE (provider, reference)
);
