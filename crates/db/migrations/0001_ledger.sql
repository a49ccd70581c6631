-- The books: wallets, system accounts, the log of transfers and facts, keys of commands, and who has read how far.
-- Amounts are integers in subunits, times are UTC milliseconds.

CREATE TABLE lane (
    id bigint PRIMARY KEY,
    next_seq bigint NOT NULL CHECK (next_seq > 0),
    -- Rises with each commit that changes wallets, limits or keys of the lane.
    version bigint NOT NULL DEFAULT 0,
    -- Rows up to this number are in the archive.
    archived_seq bigint NOT NULL DEFAULT 0
);

-- Hands out small numbers (players, wallets, system accounts) within the caller's transaction.
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
    bonus bigint NOT NULL DEFAULT 0 CHECK (bonus >= 0),
    -- The one active bonus.
    bonus_id bigint,
    -- The system account that the newest bonus came from.
    bonus_cost bigint,
    -- Whether there are rows in bet_limit.
    limited boolean NOT NULL DEFAULT FALSE,
    -- The ends of the player's reasons, zero where there is none: wallets follow player_stop.
    operator_stop_ms bigint NOT NULL DEFAULT 0,
    exclusion_stop_ms bigint NOT NULL DEFAULT 0,
    cooling_off_stop_ms bigint NOT NULL DEFAULT 0,
    fraud_stop_ms bigint NOT NULL DEFAULT 0,
    verification_stop_ms bigint NOT NULL DEFAULT 0,
    locked_deposit bigint NOT NULL DEFAULT 0 CHECK (locked_deposit >= 0),
    locked_win bigint NOT NULL DEFAULT 0 CHECK (locked_win >= 0),
    freespin_win bigint NOT NULL DEFAULT 0 CHECK (freespin_win >= 0),
    jackpot_share bigint NOT NULL DEFAULT 0 CHECK (jackpot_share >= 0),
    points bigint NOT NULL DEFAULT 0 CHECK (points >= 0),
    -- How many rounds of builtin games are open.
    open_rounds bigint NOT NULL DEFAULT 0 CHECK (open_rounds >= 0),
    -- What open rounds can still win is kept free below the largest balance, so that no win is refused.
    win_room bigint NOT NULL DEFAULT 0 CHECK (win_room >= 0),
    -- Accounts that were closed, by their players or by staff. Rows of player_stop say whether one is closed now; these say since
    -- when and by whom, when it was opened again, and when what the law has kept was erased.
    closed_stop_ms bigint NOT NULL DEFAULT 0,
    -- National registers of people who have excluded themselves. Of player_stop, reason 7 is a register's word, and 8 holds
    -- until a register answers.
    register_stop_ms bigint NOT NULL DEFAULT 0,
    register_silent_stop_ms bigint NOT NULL DEFAULT 0,
    UNIQUE (player_id, currency)
);

-- Its number with a minus sign is the account in a transfer. The balance is summed by a reader.
CREATE TABLE system_account (
    id {{rowid}},
    name text NOT NULL,
    currency text NOT NULL,
    balance bigint NOT NULL DEFAULT 0,
    UNIQUE (name, currency)
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
    round_id bigint,
    bonus bigint NOT NULL DEFAULT 0
){{clustered}};

-- status 0: open, 1: closed, 2: void.
CREATE TABLE round (
    id {{rowid}},
    wallet_id bigint NOT NULL,
    player_id bigint NOT NULL,
    game_id bigint NOT NULL,
    system_account bigint NOT NULL,
    status bigint NOT NULL,
    version bigint NOT NULL,
    stake bigint NOT NULL,
    win bigint NOT NULL,
    nonce bigint NOT NULL,
    seed_no bigint NOT NULL,
    opened_at_ms bigint NOT NULL,
    closed_at_ms bigint,
    detail text NOT NULL,
    -- How much of the stake was bonus money, and of which bonus.
    stake_bonus bigint NOT NULL DEFAULT 0,
    bonus_id bigint,
    -- The system account that bears the cost of the bonus whose money a round has staked.
    bonus_cost bigint,
    -- Bets, less those that were taken back.
    bets bigint NOT NULL DEFAULT 0,
    -- The grant that pays the bets, and the sub-account that its wins go to.
    grant_id bigint,
    win_to bigint,
    win_room bigint NOT NULL DEFAULT 0 CHECK (win_room >= 0)
);

CREATE INDEX round_open_idx ON round (player_id, game_id) WHERE status = 0;
-- Open rounds of built-in games, which the sweep walks through in the order of their numbers.
CREATE INDEX round_unfinished_idx ON round (id) WHERE status = 0 AND nonce > 0;

CREATE TABLE reader (
    name text NOT NULL,
    lane bigint NOT NULL,
    position bigint NOT NULL,
    owner text NOT NULL DEFAULT '',
    owner_epoch bigint NOT NULL DEFAULT 0,
    leased_until_ms bigint NOT NULL DEFAULT 0,
    PRIMARY KEY (name, lane)
);

CREATE TABLE segment (
    lane bigint NOT NULL,
    no bigint NOT NULL,
    first_seq bigint NOT NULL,
    last_seq bigint NOT NULL,
    -- The first 8 bytes of the hash of each row, in order.
    row_hashes {{bytes}} NOT NULL,
    previous {{bytes}} NOT NULL,
    hash {{bytes}} NOT NULL,
    -- Ed25519 over the hash, with the installation's key.
    signature {{bytes}} NOT NULL,
    sealed_at_ms bigint NOT NULL,
    PRIMARY KEY (lane, no)
);

-- The keys of one batch, whose first place in the log is lsn; gone once they are in a run.
CREATE TABLE key_batch (
    lsn {{rowid}},
    keys {{bytes}} NOT NULL
);

-- A run holds the keys of the batches up to the place upto. Its pages count from when this row is there.
CREATE TABLE key_run (
    id {{rowid}},
    upto bigint NOT NULL,
    filter {{bytes}} NOT NULL
);

-- The keys of a run that begin with the same ten bits, which are the lower bits of the page's number.
CREATE TABLE key_page (
    id {{rowid}},
    keys {{bytes}} NOT NULL
);

-- One row a segment; its seal stays in the table segment.
CREATE TABLE archive (
    lane bigint NOT NULL,
    no bigint NOT NULL,
    last_seq bigint NOT NULL,
    -- Relative to the archive's folder.
    file text NOT NULL,
    -- When the newest of its rows was asked for.
    newest_at_ms bigint NOT NULL,
    archived_at_ms bigint NOT NULL,
    PRIMARY KEY (lane, no)
);

-- Sums of archived transfers: one row stands for all of a wallet that are alike but for their amounts.
CREATE TABLE archived_balance (
    wallet_id bigint NOT NULL,
    kind bigint NOT NULL,
    debit bigint NOT NULL,
    credit bigint NOT NULL,
    amount bigint NOT NULL,
    transfers bigint NOT NULL,
    -- Sub-accounts of the archived transfers; NULL for a system account.
    debit_sub_account bigint,
    credit_sub_account bigint,
    PRIMARY KEY (wallet_id, kind, debit, credit)
){{clustered}};

-- What archived transfers add to a limit whose window began at since_lsn.
CREATE TABLE archived_limit (
    wallet_id bigint NOT NULL,
    kind bigint NOT NULL,
    period bigint NOT NULL,
    since_lsn bigint NOT NULL,
    net bigint NOT NULL,
    PRIMARY KEY (wallet_id, kind, period)
){{clustered}};

-- Why a player may not play or pay: one row a reason. reason 1: operator, 2: exclusion, 3: cooling off,
-- 4: fraud, 5: verification. until_ms is the end; the largest number means until it is lifted. What was lifted
-- is in the log only.
CREATE TABLE player_stop (
    player_id bigint NOT NULL,
    reason bigint NOT NULL,
    until_ms bigint NOT NULL,
    stopped_at_ms bigint NOT NULL,
    stopped_by text NOT NULL,
    why text NOT NULL,
    PRIMARY KEY (player_id, reason)
){{clustered}};

CREATE TABLE transfer (
    lsn {{rowid}},
    op bigint NOT NULL,
    kind bigint NOT NULL,
    debit bigint NOT NULL,
    credit bigint NOT NULL,
    -- Zero in a row of a round only.
    amount bigint NOT NULL CHECK (amount >= 0),
    wallet_id bigint NOT NULL,
    cash_after bigint NOT NULL,
    held_after bigint NOT NULL,
    bonus_after bigint NOT NULL DEFAULT 0,
    round_id bigint,
    -- The game and the grant of the round.
    game_id bigint,
    grant_id bigint,
    -- The round has ended with this row. 1: closed, 2: void.
    round_ends bigint,
    -- The transfer that a rollback reverses.
    reverses bigint,
    at_ms bigint NOT NULL
);

-- What readers of the log owe to players. A reader writes a row within its own transaction; the worker of due
-- payments carries it out, and paid_at_ms is set in the commit that moves the money.
CREATE TABLE due_payment (
    reader text NOT NULL,
    -- The row of the log that it is owed for, and a number where one row leads to several.
    lsn bigint NOT NULL,
    no bigint NOT NULL,
    player_id bigint NOT NULL,
    currency text NOT NULL,
    -- What moves, as JSON.
    payment text NOT NULL,
    due_at_ms bigint NOT NULL,
    paid_at_ms bigint,
    -- How often it was refused, and why the last time.
    refusals bigint NOT NULL DEFAULT 0,
    refusal text,
    -- What a payment that is due takes out of a player's wallet, in subunits: what is bought with points looks at it.
    takes bigint NOT NULL DEFAULT 0,
    PRIMARY KEY (reader, lsn, no)
);

CREATE INDEX due_payment_due_idx ON due_payment (due_at_ms) WHERE paid_at_ms IS NULL;
CREATE INDEX due_payment_player_idx ON due_payment (player_id) WHERE paid_at_ms IS NULL;

-- Wallets that their players have closed. One is not listed while it is empty and not in use; nothing of its money changes.
CREATE TABLE closed_wallet (
    player_id bigint NOT NULL,
    currency text NOT NULL,
    at_ms bigint NOT NULL,
    PRIMARY KEY (player_id, currency)
);

-- Transfers with their accounts taken apart. Nothing else in SQL does this; in Rust it is AccountId.
CREATE VIEW transfer_row AS
    SELECT lsn, op, kind, debit, credit, amount, wallet_id, cash_after, held_after, bonus_after, round_id, game_id,
        grant_id, round_ends, reverses, at_ms,
        CAST(CASE WHEN debit > 0 THEN debit / 16 END AS bigint) AS debit_wallet_id,
        CAST(CASE WHEN debit > 0 THEN debit % 16 END AS bigint) AS debit_sub_account,
        CAST(CASE WHEN credit > 0 THEN credit / 16 END AS bigint) AS credit_wallet_id,
        CAST(CASE WHEN credit > 0 THEN credit % 16 END AS bigint) AS credit_sub_account
    FROM transfer;

-- Both postings of every transfer, live and archived; wallet_id and sub_account are NULL for a system account. What
-- is archived has the place and the time 0.
CREATE VIEW posting AS
    SELECT lsn, debit AS account, debit_wallet_id AS wallet_id, debit_sub_account AS sub_account, -amount AS change,
        1 AS transfers, at_ms FROM transfer_row
    UNION ALL SELECT lsn, credit, credit_wallet_id, credit_sub_account, amount, 1, at_ms FROM transfer_row
    UNION ALL SELECT 0, debit, CASE WHEN debit > 0 THEN wallet_id END, debit_sub_account, -amount, transfers, 0
        FROM archived_balance
    UNION ALL SELECT 0, credit, CASE WHEN credit > 0 THEN wallet_id END, credit_sub_account, amount, transfers, 0
        FROM archived_balance;

-- What every transfer adds to the sums of its round, live and archived; the round of what is archived is NULL. A
-- bonus that has ended leaves its part of a bet that is taken back to a system account.
CREATE VIEW round_posting AS
    SELECT lsn, wallet_id, round_id,
        CASE kind WHEN 2 THEN amount WHEN 5 THEN -amount ELSE 0 END AS stake,
        CASE WHEN kind = 2 AND debit_sub_account = 3 THEN amount
             WHEN kind = 5 AND (credit < 0 OR credit_sub_account = 3) THEN -amount ELSE 0 END AS stake_bonus,
        CASE kind WHEN 3 THEN amount WHEN 10 THEN -amount ELSE 0 END AS win
    FROM (
        SELECT lsn, wallet_id, round_id, kind, credit, debit_sub_account, credit_sub_account, amount
        FROM transfer_row WHERE round_id IS NOT NULL
        UNION ALL SELECT 0, wallet_id, NULL, kind, credit, debit_sub_account, credit_sub_account, amount
        FROM archived_balance) booked;

-- What each sub-account of a wallet holds.
CREATE VIEW wallet_balance AS
    SELECT id AS wallet_id, currency, CAST(0 AS bigint) AS sub_account, cash AS balance FROM wallet
    UNION ALL SELECT id, currency, 1, held FROM wallet
    UNION ALL SELECT id, currency, 2, stake FROM wallet
    UNION ALL SELECT id, currency, 3, bonus FROM wallet
    UNION ALL SELECT id, currency, 4, locked_deposit FROM wallet
    UNION ALL SELECT id, currency, 5, locked_win FROM wallet
    UNION ALL SELECT id, currency, 6, freespin_win FROM wallet
    UNION ALL SELECT id, currency, 7, jackpot_share FROM wallet
    UNION ALL SELECT id, currency, 8, points FROM wallet;
