-- Which version of the terms a player has accepted, and when (UTC milliseconds).
CREATE TABLE terms_acceptance (
    player_id bigint NOT NULL,
    version text NOT NULL,
    accepted_at_ms bigint NOT NULL,
    PRIMARY KEY (player_id, version)
){{clustered}};
