-- Tables that staff has closed: no round of them is opened. A table that is not here is open.
CREATE TABLE table_closure (
    -- The game's identifier.
    game text PRIMARY KEY,
    -- What players are told, in their language.
    told text NOT NULL CHECK (told IN ('maintenance', 'check', 'rules', 'rest')),
    -- In the words of who has closed it; players do not read it.
    reason text NOT NULL,
    -- The name of the member.
    by_name text NOT NULL,
    -- UTC milliseconds.
    at_ms bigint NOT NULL
){{clustered}};
