-- The cashbox: payments in and out, cards kept by the payment partner, and what the fraud check said.
-- Amounts are integers in subunits, times are UTC milliseconds.

CREATE TABLE payment (
    id uuid PRIMARY KEY,
    player_id bigint NOT NULL,
    action text NOT NULL CHECK (action IN ('deposit', 'cashout')),
    state text NOT NULL CHECK (state IN (
        'pending', 'reserved', 'processing', 'succeeded', 'declined', 'rejected', 'recalled', 'canceled')),
    method_id text NOT NULL,
    brand text NOT NULL,
    provider text NOT NULL,
    currency text NOT NULL,
    amount bigint NOT NULL CHECK (amount > 0),
    -- The partner's token of the saved card that pays or is paid.
    profile_token text,
    -- Where a coin payout goes.
    address text,
    idempotency_key text NOT NULL,
    fingerprint {{bytes}} NOT NULL,
    recallable boolean NOT NULL,
    -- A cashout held for a person's decision: waiting, approved or refused.
    review text CHECK (review IN ('waiting', 'approved', 'refused')),
    fraud_check_id uuid,
    partner_id text,
    redirect_url text,
    error_code text,
    created_at_ms bigint NOT NULL,
    changed_at_ms bigint NOT NULL,
    finished_at_ms bigint,
    -- When the house next looks at an unfinished payment by itself, and how often it has.
    next_look_ms bigint,
    looks bigint NOT NULL DEFAULT 0,
    CHECK ((finished_at_ms IS NULL) = (state IN ('pending', 'reserved', 'processing'))),
    UNIQUE (player_id, idempotency_key)
);

CREATE INDEX payment_player_idx ON payment (player_id, id);
CREATE INDEX payment_created_idx ON payment (player_id, action, created_at_ms);
CREATE INDEX payment_next_look_idx ON payment (next_look_ms) WHERE next_look_ms IS NOT NULL;

-- A card the partner keeps for a player; only the first six and last four digits are known here.
CREATE TABLE payment_profile (
    id uuid PRIMARY KEY,
    player_id bigint NOT NULL,
    method_id text NOT NULL,
    token text NOT NULL,
    masked text NOT NULL,
    brand text NOT NULL,
    created_at_ms bigint NOT NULL,
    removed_at_ms bigint,
    UNIQUE (player_id, token)
);

CREATE TABLE fraud_check (
    id uuid PRIMARY KEY,
    player_id bigint NOT NULL,
    type text NOT NULL CHECK (type IN ('transaction', 'payout')),
    amount bigint NOT NULL,
    currency text NOT NULL,
    payment_system text NOT NULL,
    player_status text NOT NULL,
    country text NOT NULL,
    caller_country text,
    email text NOT NULL,
    first_name text,
    last_name text,
    -- First six and last four digits, as the caller told them.
    card text,
    fingerprint text,
    decision text NOT NULL CHECK (decision IN ('approve', 'review', 'decline')),
    reason_code text NOT NULL,
    at_ms bigint NOT NULL
);

CREATE INDEX fraud_check_player_idx ON fraud_check (player_id, at_ms);
CREATE INDEX fraud_check_fingerprint_idx ON fraud_check (fingerprint, at_ms);
