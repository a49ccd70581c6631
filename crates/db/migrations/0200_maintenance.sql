-- Brands whose site is closed for maintenance. A brand that is not here is open.
CREATE TABLE maintenance (
    brand text PRIMARY KEY,
    reason text NOT NULL,
    -- The name of the member.
    by_name text NOT NULL,
    -- UTC milliseconds.
    at_ms bigint NOT NULL
);
