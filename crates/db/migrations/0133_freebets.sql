-- Free bets that were placed at the sports site. Times are UTC milliseconds, amounts are in subunits.
CREATE TABLE freebet (
    -- The award that it was.
    award_id bigint PRIMARY KEY,
    -- How the sports site calls the bet.
    reference text NOT NULL UNIQUE,
    placed_at_ms bigint NOT NULL,
    -- When the sports site told the result.
    settled_at_ms bigint,
    -- What it has won, and what of that was paid.
    won bigint NOT NULL DEFAULT 0,
    paid bigint NOT NULL DEFAULT 0,
    CHECK (paid <= won)
);
