-- Corrections of players' cash, which one member of staff asks for and another one carries out. Times are UTC milliseconds.
CREATE TABLE adjustment (
    id uuid PRIMARY KEY,
    player_id bigint NOT NULL,
    currency text NOT NULL,
    -- In subunits: above zero gives, below zero takes.
    amount bigint NOT NULL CHECK (amount <> 0),
    reason text NOT NULL,
    state text NOT NULL CHECK (state IN ('waiting', 'approved', 'refused')),
    requested_by uuid NOT NULL,
    requester_name text NOT NULL,
    requested_at_ms bigint NOT NULL,
    -- Nobody decides about it from then on.
    expires_at_ms bigint NOT NULL,
    decided_by uuid,
    decider_name text,
    decision_reason text,
    decided_at_ms bigint,
    CHECK ((state = 'waiting') = (decided_by IS NULL)),
    CHECK (state <> 'approved' OR decided_by <> requested_by)
);

CREATE INDEX adjustment_waiting_idx ON adjustment (requested_at_ms, id) WHERE state = 'waiting';
CREATE INDEX adjustment_decided_idx ON adjustment (decided_at_ms, id) WHERE state <> 'waiting';
