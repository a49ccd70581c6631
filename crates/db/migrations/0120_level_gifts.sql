-- Gifts of loyalty levels, once a player has reached them. A row is written by the reader that counts points; its gift is
-- issued afterwards, in the commit that notes it. Times are UTC milliseconds.
CREATE TABLE level_gift (
    player_id bigint NOT NULL,
    level bigint NOT NULL,
    -- The offer whose gift it brings.
    offer text NOT NULL,
    reached_at_ms bigint NOT NULL,
    issued_at_ms bigint,
    -- The wallet that the gift went to.
    currency text,
    -- A gift that cannot be issued yet is looked at again from then on.
    retry_at_ms bigint NOT NULL DEFAULT 0,
    retries bigint NOT NULL DEFAULT 0,
    CHECK ((issued_at_ms IS NULL) = (currency IS NULL)),
    PRIMARY KEY (player_id, level)
){{clustered}};

CREATE INDEX level_gift_due_idx ON level_gift (retry_at_ms) WHERE issued_at_ms IS NULL;
