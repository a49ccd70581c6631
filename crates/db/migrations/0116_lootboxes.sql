-- Lootboxes that players got. Times are UTC milliseconds.
--
-- A box keeps its prizes, their terms and their weights as they were when it was issued. `source` names what it was made
-- by, so that nothing makes two. The row of an opened box is all that a dispute asks for: weights, seeds, draw and prize.
CREATE TABLE lootbox (
    id bigint PRIMARY KEY,
    player_id bigint NOT NULL,
    -- The wallet that the prize goes to.
    currency text NOT NULL,
    -- Its code in content/lootboxes.toml.
    code text NOT NULL,
    group_key text NOT NULL,
    -- JSON, by language.
    title text NOT NULL,
    -- JSON, a list of prizes with their weights.
    items text NOT NULL,
    source text NOT NULL,
    stage text NOT NULL CHECK (stage IN ('issued', 'activated', 'canceled', 'expired')),
    -- The commitment, hex. The seed itself is written down once the box is opened.
    server_seed_hash text NOT NULL,
    server_seed text,
    client_seed text,
    draw bigint CHECK (draw >= 0),
    -- The code of the offer that was won.
    prize text,
    issued_at_ms bigint NOT NULL,
    valid_until_ms bigint NOT NULL,
    ended_at_ms bigint,
    CHECK ((ended_at_ms IS NULL) = (stage = 'issued')),
    CHECK ((stage = 'activated') = (prize IS NOT NULL)),
    CHECK ((prize IS NULL) = (server_seed IS NULL) AND (prize IS NULL) = (client_seed IS NULL)
        AND (prize IS NULL) = (draw IS NULL)),
    UNIQUE (player_id, source)
){{clustered}};

CREATE INDEX lootbox_player_idx ON lootbox (player_id, id);
CREATE INDEX lootbox_deadline_idx ON lootbox (valid_until_ms) WHERE stage = 'issued';
