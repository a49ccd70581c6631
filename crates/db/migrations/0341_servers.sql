-- Servers of the house, each with what it last said of itself. One that stops in good order takes its row away.
CREATE TABLE server (
    -- What it holds leases under.
    id text PRIMARY KEY,
    version text NOT NULL,
    listen text NOT NULL,
    -- UTC milliseconds, by the clock that leases go by.
    since_ms bigint NOT NULL,
    seen_at_ms bigint NOT NULL,
    sockets bigint NOT NULL,
    -- Bytes; without a value where the system does not say.
    memory bigint,
    -- Jobs that fail, joined by commas.
    failing text NOT NULL
);
