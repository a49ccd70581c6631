-- What staff has worked out from the log beside requests: what a draft would have cost, and scorings that are done anew. Each
-- subject has one row, the latest. Times are UTC milliseconds.
CREATE TABLE calculation (
    kind text NOT NULL CHECK (kind IN ('cost', 'scoring')),
    -- The path of a document, or the address of a tournament.
    subject text NOT NULL,
    -- Rises whenever it is asked for or taken up: what an earlier worker finds changes nothing.
    run bigint NOT NULL,
    -- Of the draft; 0 of a scoring.
    revision bigint NOT NULL,
    state text NOT NULL CHECK (state IN ('waiting', 'running', 'done', 'failed', 'canceled')),
    member_id uuid NOT NULL,
    asked_by text NOT NULL,
    asked_at_ms bigint NOT NULL,
    -- When its worker was last at it.
    beat_at_ms bigint NOT NULL,
    ended_at_ms bigint,
    -- JSON.
    result text,
    -- Why there is none.
    fault text,
    PRIMARY KEY (kind, subject),
    CHECK ((state IN ('waiting', 'running')) = (ended_at_ms IS NULL)),
    CHECK ((state = 'done') = (result IS NOT NULL)),
    CHECK ((state = 'failed') = (fault IS NOT NULL))
){{clustered}};

CREATE INDEX calculation_open_idx ON calculation (asked_at_ms) WHERE state IN ('waiting', 'running');
