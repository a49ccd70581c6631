-- Who wants offers by mail without an account, and has confirmed that the address is theirs. Times are UTC milliseconds.
CREATE TABLE guest_subscriber (
    -- In lower case.
    email text NOT NULL,
    locale text NOT NULL,
    -- Of the brand on whose site it was confirmed: each brand writes to its own subscribers.
    host text NOT NULL,
    confirmed_at_ms bigint NOT NULL,
    PRIMARY KEY (email, host)
){{clustered}};
