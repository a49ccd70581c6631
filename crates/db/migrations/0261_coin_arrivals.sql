-- Coins that came to lasting addresses. Amounts are integers in subunits, times are UTC milliseconds.

CREATE TABLE coin_arrival (
    -- The partner's reference, and the id of the payment once it is credited.
    id uuid PRIMARY KEY,
    provider text NOT NULL,
    partner_id text NOT NULL,
    player_id bigint NOT NULL,
    currency text NOT NULL,
    address text NOT NULL,
    txid text NOT NULL,
    output bigint NOT NULL,
    amount bigint NOT NULL CHECK (amount > 0),
    method_id text NOT NULL,
    house text NOT NULL,
    state text NOT NULL CHECK (state IN (
        'seen', 'confirmed', 'credited', 'held', 'returning', 'returned', 'dropped')),
    -- Why it is held, or was held last.
    reason text,
    -- Whether its amount lies on the account of held coins.
    on_hold boolean NOT NULL,
    confirmations bigint NOT NULL,
    confirmations_needed bigint NOT NULL,
    -- The payout that sends it back, or was to do so last, and where to. The partner knows the payout by its id.
    return_id uuid UNIQUE,
    return_address text,
    -- How often the server has looked at it by itself, or asked for its payout, since it was sent back. Those looked at least
    -- come first.
    looks bigint NOT NULL DEFAULT 0,
    -- Why the last payout came to nothing.
    return_error text,
    -- An address that a member of staff has typed, which another member has to approve.
    asked_address text,
    asked_by uuid,
    asked_name text,
    asked_reason text,
    asked_at_ms bigint,
    seen_at_ms bigint NOT NULL,
    changed_at_ms bigint NOT NULL,
    UNIQUE (provider, currency, txid, output)
);

CREATE INDEX coin_arrival_player_idx ON coin_arrival (player_id, seen_at_ms);
CREATE INDEX coin_arrival_state_idx ON coin_arrival (state, seen_at_ms);

-- What a partner's list told and could not be taken: kept for people. A failed one is tried again.
CREATE TABLE coin_unread (
    id uuid PRIMARY KEY,
    provider text NOT NULL,
    body text NOT NULL,
    why text NOT NULL CHECK (why IN ('unreadable', 'unknown', 'failed')),
    times bigint NOT NULL,
    -- How often the server has tried it again. Those tried least come first.
    tries bigint NOT NULL DEFAULT 0,
    at_ms bigint NOT NULL,
    UNIQUE (provider, body)
);
