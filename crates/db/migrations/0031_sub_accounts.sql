-- Sub-accounts of wallets, rounds that a grant pays, and rows of the log that readers can work from. Accounts get
-- new numbers, which seals are made over: the log is sealed anew. A database with archived segments cannot be changed.

ALTER TABLE wallet ADD COLUMN locked_deposit bigint NOT NULL DEFAULT 0 CHECK (locked_deposit >= 0);
ALTER TABLE wallet ADD COLUMN locked_win bigint NOT NULL DEFAULT 0 CHECK (locked_win >= 0);
ALTER TABLE wallet ADD COLUMN freespin_win bigint NOT NULL DEFAULT 0 CHECK (freespin_win >= 0);
ALTER TABLE wallet ADD COLUMN jackpot_share bigint NOT NULL DEFAULT 0 CHECK (jackpot_share >= 0);
ALTER TABLE wallet ADD COLUMN points bigint NOT NULL DEFAULT 0 CHECK (points >= 0);
-- How many rounds of builtin games are open.
ALTER TABLE wallet ADD COLUMN open_rounds bigint NOT NULL DEFAULT 0 CHECK (open_rounds >= 0);

UPDATE wallet SET open_rounds = (
    SELECT COUNT(*) FROM round WHERE round.wallet_id = wallet.id AND status = 0 AND nonce > 0);

-- Bets, less those that were taken back.
ALTER TABLE round ADD COLUMN bets bigint NOT NULL DEFAULT 0;
-- The grant that pays the bets, and the sub-account that its wins go to.
ALTER TABLE round ADD COLUMN grant_id bigint;
ALTER TABLE round ADD COLUMN win_to bigint;

UPDATE round SET bets = 1 WHERE stake > 0;

CREATE TABLE transfer_next (
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

INSERT INTO transfer_next (lsn, op, kind, debit, credit, amount, wallet_id, cash_after, held_after, bonus_after,
        round_id, game_id, reverses, at_ms)
    SELECT t.lsn, t.op, t.kind,
        CASE WHEN t.debit > 0 THEN t.debit / 4 * 16 + t.debit % 4 ELSE t.debit END,
        CASE WHEN t.credit > 0 THEN t.credit / 4 * 16 + t.credit % 4 ELSE t.credit END,
        t.amount, t.wallet_id, t.cash_after, t.held_after, t.bonus_after, t.round_id, r.game_id, t.reverses, t.at_ms
    FROM transfer t LEFT JOIN round r ON r.id = t.round_id;

DROP TABLE transfer;
ALTER TABLE transfer_next RENAME TO transfer;

UPDATE transfer SET round_ends = (SELECT status FROM round WHERE round.id = transfer.round_id AND status > 0)
    WHERE lsn IN (SELECT MAX(lsn) FROM transfer WHERE round_id IS NOT NULL GROUP BY round_id);

DELETE FROM segment;

-- Sub-accounts of the archived transfers; NULL for a system account.
ALTER TABLE carried ADD COLUMN debit_sub_account bigint;
ALTER TABLE carried ADD COLUMN credit_sub_account bigint;

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
        FROM carried
    UNION ALL SELECT 0, credit, CASE WHEN credit > 0 THEN wallet_id END, credit_sub_account, amount, transfers, 0
        FROM carried;

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
        FROM carried) booked;

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
