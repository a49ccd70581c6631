-- Payments, their partners, fraud checks, and the partners' files of the day.

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
    -- When the server next looks at an unfinished payment by itself, and how often it has.
    next_look_ms bigint,
    looks bigint NOT NULL DEFAULT 0,
    -- Where a deposit was asked for: the address of the site, as the player's browser knows it. The partner sends the
    -- browser back there.
    site_address text,
    kind text NOT NULL DEFAULT 'card'
    CHECK (kind IN ('card', 'wallet', 'voucher', 'bank', 'crypto')),
    requested bigint NOT NULL DEFAULT 0,
    confirmations bigint NOT NULL DEFAULT 0,
    confirmations_needed bigint NOT NULL DEFAULT 0,
    -- The end that the partner tells of when it is another than ours.
    contradicted text,
    -- What was decided about a held cashout, by whom, and who gave the first of two approvals.
    reviewed_by text,
    review_reason text,
    reviewed_at_ms bigint,
    first_approved_by text,
    further text NOT NULL DEFAULT '',
    asked bigint NOT NULL DEFAULT 0,
    -- The partner and its token of a card or account, or bank for any transfer between banks. NULL where money cannot go back
    -- the way it came, and where the way is not known.
    instrument text,
    -- The cashout as its player asked for it, of which this is a part.
    split_of uuid,
    -- What a divided cashout came to before, in subunits. NULL of payments that were never divided.
    whole bigint,
    -- In subunits. Of a deposit it is taken off what has come, of a cashout off what goes out.
    fee bigint NOT NULL DEFAULT 0,
    -- What it was worked out by, as JSON, frozen when the payment was made. NULL of payments that cost nothing.
    fee_terms text,
    CHECK ((finished_at_ms IS NULL) = (state IN ('pending', 'reserved', 'processing'))),
    UNIQUE (player_id, idempotency_key)
);

CREATE INDEX payment_player_idx ON payment (player_id, id);
CREATE INDEX payment_created_idx ON payment (player_id, action, created_at_ms);
CREATE INDEX payment_next_look_idx ON payment (next_look_ms) WHERE next_look_ms IS NOT NULL;
CREATE INDEX payment_deposit_open_idx ON payment (player_id, currency)
    WHERE action = 'deposit' AND finished_at_ms IS NULL;
CREATE INDEX payment_deposit_unheard_idx ON payment (player_id)
    WHERE action = 'deposit' AND state = 'canceled' AND partner_id IS NULL AND asked > 0;
CREATE INDEX payment_contradicted_idx ON payment (contradicted) WHERE contradicted IS NOT NULL;
-- What was paid on a day, which is laid beside the partner's file of it.
CREATE INDEX payment_finished_idx ON payment (provider, finished_at_ms) WHERE state = 'succeeded';
-- Cashouts that a person decides or has decided about, for the lists of the back office.
CREATE INDEX payment_review_idx ON payment (review, id) WHERE review IS NOT NULL;
CREATE INDEX payment_decided_idx ON payment (id) WHERE review IN ('approved', 'refused');
-- Whose money goes where, and comes from where: what players have in common.
CREATE INDEX payment_address_idx ON payment (address) WHERE address IS NOT NULL;
-- How a partner's deposits have ended lately.
CREATE INDEX payment_ended_idx ON payment (provider, finished_at_ms) WHERE state = 'declined';
CREATE INDEX payment_split_idx ON payment (split_of) WHERE split_of IS NOT NULL;

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
    provider text NOT NULL DEFAULT 'northpay',
    UNIQUE (player_id, token)
);

CREATE INDEX payment_profile_masked_idx ON payment_profile (masked);

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
    at_ms bigint NOT NULL,
    device text
);

CREATE INDEX fraud_check_player_idx ON fraud_check (player_id, at_ms);
CREATE INDEX fraud_check_device_idx ON fraud_check (device, at_ms);

-- The first of two approvals of a cashout. It counts for a day.
CREATE TABLE payment_approval (
    payment_id uuid PRIMARY KEY,
    id uuid NOT NULL,
    member_id uuid NOT NULL,
    name text NOT NULL,
    reason text NOT NULL,
    at_ms bigint NOT NULL
);

-- A row for each browser that payments were asked for with. Checks of one browser lock it, so that two accounts that pay
-- from it at the same time are weighed one after the other.
CREATE TABLE fraud_device (
    device text PRIMARY KEY,
    checked_at_ms bigint NOT NULL
);

CREATE TABLE payment_refusal (
    payment_id uuid NOT NULL,
    provider text NOT NULL,
    reason text NOT NULL,
    at_ms bigint NOT NULL,
    PRIMARY KEY (payment_id, provider)
);

CREATE INDEX payment_refusal_idx ON payment_refusal (provider, at_ms);

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

-- When a payment came into a state, in UTC milliseconds. No state is entered twice.
CREATE TABLE payment_step (
    payment_id uuid NOT NULL,
    state text NOT NULL,
    at_ms bigint NOT NULL,
    PRIMARY KEY (payment_id, state)
){{clustered}};

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

CREATE TABLE coin_address (
    player_id bigint NOT NULL,
    currency text NOT NULL,
    -- The network that the coin has to be sent on, empty where there is no choice.
    network text NOT NULL,
    provider text NOT NULL,
    address text NOT NULL,
    -- What tells payments to one address apart, empty where the network has none.
    memo text NOT NULL,
    -- The way to pay that its coins come by.
    method_id text NOT NULL,
    -- The address of the site where it was asked for, without a path.
    site_address text NOT NULL,
    created_at_ms bigint NOT NULL,
    PRIMARY KEY (player_id, currency, network),
    UNIQUE (provider, currency, address, memo)
);

-- Whether an address that somebody types is one of these, however it is written and for whatever coin.
CREATE INDEX coin_address_place_idx ON coin_address (LOWER(address));

CREATE TABLE coin_cursor (
    provider text PRIMARY KEY,
    place text NOT NULL
){{clustered}};

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
    site_address text NOT NULL,
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

-- Cashouts that staff has made on behalf of players who may not sign in: who has asked for each, why and when. A part of one
-- that was divided is found by the cashout that was divided.
CREATE TABLE payout_on_behalf (
    payment_id uuid NOT NULL PRIMARY KEY,
    member_id uuid NOT NULL,
    name text NOT NULL,
    reason text NOT NULL,
    at_ms bigint NOT NULL
);
