-- Games that staff has switched off while servers run. A game that is not here is on.
CREATE TABLE game_switch (
    game_id {{rowid}},
    reason text NOT NULL,
    -- The name of the member.
    by_name text NOT NULL,
    at_ms bigint NOT NULL
);
