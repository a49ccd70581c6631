-- Players who have signed up on the device of another: what tells it, and what staff has made of it. The player is the one
-- who came later.
CREATE TABLE shared_device (
    player_id bigint NOT NULL,
    other_id bigint NOT NULL,
    -- browser, or fingerprint, which only hints at it.
    known_by text NOT NULL,
    seen_at_ms bigint NOT NULL,
    -- same_person or other_people; NULL while nobody has decided.
    verdict text,
    decided_by text,
    reason text,
    decided_at_ms bigint,
    PRIMARY KEY (player_id, other_id)
){{clustered}};

CREATE INDEX shared_device_other_idx ON shared_device (other_id);

CREATE INDEX shared_device_waiting_idx ON shared_device (player_id, other_id) WHERE verdict IS NULL;
