-- When players whose licence names a least game cycle last began a round of a builtin game. Times are UTC milliseconds.
CREATE TABLE round_time (
    player_id bigint PRIMARY KEY,
    begun_at_ms bigint NOT NULL
){{clustered}};
