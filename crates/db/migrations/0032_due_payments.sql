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
    PRIMARY KEY (reader, lsn, no)
);

CREATE INDEX due_payment_due_idx ON due_payment (due_at_ms) WHERE paid_at_ms IS NULL;
