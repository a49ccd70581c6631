-- The books: wallets, house accounts, the log of transfers and facts, and who has read how far.
-- Amounts are integers in subunits, times are UTC milliseconds.

CREATE TABLE lane (
    id bigint PRIMARY KEY,
    next_seq bigint NOT NULL CHECK (next_seq > 0)
);

-- Hands out small numbers (players, wallets, house accounts) within the caller's transaction.
CREATE TABLE counter (
    name text PRIMARY KEY,
    next_value bigint NOT NULL
);

CREATE TABLE wallet (
    id {{rowid}},
    lane bigint NOT NULL,
    player_id bigint NOT NULL,
    currency text NOT NULL,
    cash bigint NOT NULL DEFAULT 0 CHECK (cash >= 0),
    held bigint NOT NULL DEFAULT 0 CHECK (held >= 0),
    stake bigint NOT NULL DEFAULT 0 CHECK (stake >= 0),
    nonce bigint NOT NULL DEFAULT 0,
    seed_no bigint NOT NULL DEFAULT 1,
    blocked boolean NOT NULL DEFAULT FALSE,
    UNIQUE (player_id, currency)
);

-- Its number with a minus sign is the account in a transfer. The balance is summed by a reader.
CREATE TABLE house_account (
    id {{rowid}},
    name text NOT NULL,
    currency text NOT NULL,
    balance bigint NOT NULL DEFAULT 0,
    UNIQUE (name, currency)
);

CREATE TABLE transfer (
    lsn {{rowid}},
    op bigint NOT NULL,
    kind bigint NOT NULL,
    debit bigint NOT NULL,
    credit bigint NOT NULL,
    amount bigint NOT NULL CHECK (amount > 0),
    wallet_id bigint NOT NULL,
    cash_after bigint NOT NULL,
    held_after bigint NOT NULL,
    round_id bigint,
    at_ms bigint NOT NULL
);

CREATE TABLE event (
    lsn {{rowid}},
    kind text NOT NULL,
    player_id bigint NOT NULL,
    body text NOT NULL,
    at_ms bigint NOT NULL
);

-- kind 0: accepted, 1: tombstone, 2: a partner's round.
CREATE TABLE idem (
    key {{bytes}} PRIMARY KEY,
    fingerprint {{bytes}} NOT NULL,
    lsn bigint NOT NULL,
    kind bigint NOT NULL,
    cash bigint NOT NULL,
    held bigint NOT NULL,
    round_id bigint
){{clustered}};

-- status 0: open, 1: closed, 2: void.
CREATE TABLE round (
    id {{rowid}},
    wallet_id bigint NOT NULL,
    player_id bigint NOT NULL,
    game_id bigint NOT NULL,
    house bigint NOT NULL,
    status bigint NOT NULL,
    version bigint NOT NULL,
    stake bigint NOT NULL,
    win bigint NOT NULL,
    nonce bigint NOT NULL,
    seed_no bigint NOT NULL,
    opened_at_ms bigint NOT NULL,
    closed_at_ms bigint,
    detail text NOT NULL
);

CREATE INDEX round_open_idx ON round (player_id, game_id) WHERE status = 0;

CREATE TABLE reader (
    name text NOT NULL,
    lane bigint NOT NULL,
    position bigint NOT NULL,
    owner text NOT NULL DEFAULT '',
    owner_epoch bigint NOT NULL DEFAULT 0,
    leased_until_ms bigint NOT NULL DEFAULT 0,
    PRIMARY KEY (name, lane)
);

-- Kept by a reader of the log.
CREATE TABLE player_stat (
    player_id bigint NOT NULL,
    currency text NOT NULL,
    deposits bigint NOT NULL,
    deposits_count bigint NOT NULL,
    cashouts bigint NOT NULL,
    bets bigint NOT NULL,
    wins bigint NOT NULL,
    PRIMARY KEY (player_id, currency)
);
