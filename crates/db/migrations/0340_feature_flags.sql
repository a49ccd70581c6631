-- Versions of the switches of the site. The last version of a name holds; a name without one is as the content says.
CREATE TABLE feature_flag (
    name text NOT NULL,
    version bigint NOT NULL,
    -- Whom it is on for, as JSON.
    rule text NOT NULL,
    reason text NOT NULL,
    -- The name of the member.
    by_name text NOT NULL,
    -- UTC milliseconds.
    at_ms bigint NOT NULL,
    PRIMARY KEY (name, version)
);
