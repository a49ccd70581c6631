-- Layouts of chips that players have named, to be put on a table again.
CREATE TABLE saved_bet (
    id uuid PRIMARY KEY,
    player_id bigint NOT NULL,
    -- The table's identifier, and the currency that is played in: amounts mean nothing in another one.
    game text NOT NULL,
    currency text NOT NULL,
    name text NOT NULL,
    -- The bets as JSON, each on pockets in rising order.
    bets text NOT NULL,
    -- UTC milliseconds.
    saved_at_ms bigint NOT NULL,
    UNIQUE (player_id, game, currency, name)
);
