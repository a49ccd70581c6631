-- What members of staff change about players by hand: each once for its reference, and what was done of late bounds the next
-- one. Times are UTC milliseconds.
CREATE TABLE staff_act (
    -- Names the decision.
    reference text PRIMARY KEY,
    -- Of what was asked for: under the same reference nothing else is done.
    fingerprint text NOT NULL,
    kind text NOT NULL CHECK (kind IN ('groups', 'points', 'lootbox')),
    member_id uuid NOT NULL,
    player_id bigint NOT NULL,
    -- What counts against the bounds: euro cents of points, boxes, and nothing of groups.
    weight bigint NOT NULL CHECK (weight >= 0),
    at_ms bigint NOT NULL
);

CREATE INDEX staff_act_member_idx ON staff_act (member_id, at_ms);
CREATE INDEX staff_act_player_idx ON staff_act (player_id, at_ms);
