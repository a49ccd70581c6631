-- What members of staff change about players by hand may be of any kind that the server knows.
CREATE TABLE staff_act_next (
    -- Names the decision.
    reference text PRIMARY KEY,
    -- Of what was asked for: under the same reference nothing else is done.
    fingerprint text NOT NULL,
    -- One of the kinds of server/src/office/acts_store.rs.
    kind text NOT NULL,
    member_id uuid NOT NULL,
    player_id bigint NOT NULL,
    -- What counts against the bounds: euro cents of points, boxes, and nothing of groups and corrections.
    weight bigint NOT NULL CHECK (weight >= 0),
    at_ms bigint NOT NULL
);

INSERT INTO staff_act_next (reference, fingerprint, kind, member_id, player_id, weight, at_ms)
    SELECT reference, fingerprint, kind, member_id, player_id, weight, at_ms FROM staff_act;

DROP TABLE staff_act;
ALTER TABLE staff_act_next RENAME TO staff_act;

CREATE INDEX staff_act_member_idx ON staff_act (member_id, at_ms);
CREATE INDEX staff_act_player_idx ON staff_act (player_id, at_ms);
