-- The archive of the log: segments whose rows were moved into files, and what their transfers come to.

-- Rows up to this number are in the archive.
ALTER TABLE lane ADD COLUMN archived_seq bigint NOT NULL DEFAULT 0;

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

-- Archived transfers carried forward: one row stands for all of a wallet that are alike but for their amounts.
CREATE TABLE carried (
    wallet_id bigint NOT NULL,
    kind bigint NOT NULL,
    debit bigint NOT NULL,
    credit bigint NOT NULL,
    amount bigint NOT NULL,
    transfers bigint NOT NULL,
    PRIMARY KEY (wallet_id, kind, debit, credit)
){{clustered}};

-- What archived transfers add to a limit whose window began at since_lsn.
CREATE TABLE carried_limit (
    wallet_id bigint NOT NULL,
    kind bigint NOT NULL,
    period bigint NOT NULL,
    since_lsn bigint NOT NULL,
    net bigint NOT NULL,
    PRIMARY KEY (wallet_id, kind, period)
){{clustered}};
