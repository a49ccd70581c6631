-- The sealed log: each segment of a lane holds a fingerprint of every row, and the hash of the one before.

CREATE TABLE segment (
    lane bigint NOT NULL,
    no bigint NOT NULL,
    first_seq bigint NOT NULL,
    last_seq bigint NOT NULL,
    -- The first 8 bytes of the hash of each row, in order.
    row_hashes {{bytes}} NOT NULL,
    previous {{bytes}} NOT NULL,
    hash {{bytes}} NOT NULL,
    -- Ed25519 over the hash, with the installation's key.
    signature {{bytes}} NOT NULL,
    sealed_at_ms bigint NOT NULL,
    PRIMARY KEY (lane, no)
);
