-- The catalogue: numbers of games, the last good import, and whose favourites they are.

-- A number is given to an identifier once, and stays its own when the game leaves the catalogue.
CREATE TABLE game (
    id {{rowid}},
    identifier text NOT NULL UNIQUE
);

-- What the content folder held when it was last without fault; one row.
CREATE TABLE catalogue (
    id bigint PRIMARY KEY CHECK (id = 1),
    body text NOT NULL,
    imported_at_ms bigint NOT NULL
);

CREATE TABLE favourite_game (
    player_id bigint NOT NULL,
    game_id bigint NOT NULL REFERENCES game (id),
    added_at_ms bigint NOT NULL,
    PRIMARY KEY (player_id, game_id)
){{clustered}};
