-- What players have taken note of: a notice stands in the content folder under its name. Times are UTC milliseconds.
CREATE TABLE notice_acceptance (
    player_id bigint NOT NULL,
    notice text NOT NULL,
    accepted_at_ms bigint NOT NULL,
    PRIMARY KEY (player_id, notice)
){{clustered}};
