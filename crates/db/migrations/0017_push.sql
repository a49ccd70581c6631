-- Devices that players want notices on, and notices on their way. Times are UTC milliseconds.

-- An endpoint is a secret of its device: who knows it can be watched by it. The hash keeps the key short.
CREATE TABLE push_device (
    endpoint_hash {{bytes}} PRIMARY KEY,
    endpoint text NOT NULL,
    -- The browser's public key, 65 bytes, and the secret that it shares with us, 16 bytes.
    public_key {{bytes}} NOT NULL,
    auth_secret {{bytes}} NOT NULL,
    player_id bigint NOT NULL,
    added_at_ms bigint NOT NULL
){{clustered}};

CREATE INDEX push_device_player_idx ON push_device (player_id, added_at_ms);

-- A notice leaves the table when it has been taken or given up.
CREATE TABLE push_notice (
    endpoint_hash {{bytes}} NOT NULL,
    payment_id text NOT NULL,
    kind text NOT NULL,
    amount bigint NOT NULL,
    currency text NOT NULL,
    at_ms bigint NOT NULL,
    tries bigint NOT NULL,
    next_try_ms bigint NOT NULL,
    PRIMARY KEY (endpoint_hash, payment_id)
){{clustered}};

CREATE INDEX push_notice_next_try_idx ON push_notice (next_try_ms);
