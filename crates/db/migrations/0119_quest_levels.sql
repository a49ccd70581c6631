-- Levels of quests and achievements that bring a gift, once a player has reached them. A row is written by the reader that
-- scores, with its place in the log; its gift is issued afterwards, once.
CREATE TABLE tournament_level (
    tournament_id bigint NOT NULL,
    player_id bigint NOT NULL,
    level bigint NOT NULL,
    -- The offer whose gift it brings.
    offer text NOT NULL,
    -- The wallet that the gift goes to.
    currency text NOT NULL,
    reached_at_ms bigint NOT NULL,
    issued_at_ms bigint,
    -- A gift that cannot be issued yet is looked at again from then on.
    retry_at_ms bigint NOT NULL DEFAULT 0,
    retries bigint NOT NULL DEFAULT 0,
    PRIMARY KEY (tournament_id, player_id, level)
){{clustered}};

CREATE INDEX tournament_level_due_idx ON tournament_level (retry_at_ms) WHERE issued_at_ms IS NULL;

-- In which currency a player's bets are compared with the thresholds of a quest; that of the quest when there is none.
ALTER TABLE tournament_player ADD COLUMN level_currency text;
