-- Who wants offers by mail without an account, and has confirmed that the address is theirs. Times are UTC milliseconds.
CREATE TABLE guest_subscriber (
    -- In lower case.
    email text PRIMARY KEY,
    locale text NOT NULL,
    -- The host on which it was confirmed: it names the brand.
    host text NOT NULL,
    confirmed_at_ms bigint NOT NULL
){{clustered}};
