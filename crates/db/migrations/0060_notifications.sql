-- Notifications that staff write, for one player, for groups or for everybody. Times are UTC milliseconds.
CREATE TABLE notification (
    id uuid PRIMARY KEY,
    -- The only player who reads it; null when several do.
    player_id bigint,
    -- JSON: members of one of these groups read it; an empty list means everybody. Empty for one player's own.
    group_ids text NOT NULL,
    -- JSON: icon, title, text and button, in the languages that they were written in.
    content text NOT NULL,
    created_at_ms bigint NOT NULL,
    expires_at_ms bigint NOT NULL
);

CREATE INDEX notification_player_idx ON notification (player_id, expires_at_ms);
CREATE INDEX notification_expires_idx ON notification (expires_at_ms);

-- Who has read what; a row goes with its notification.
CREATE TABLE notification_read (
    player_id bigint NOT NULL,
    notification_id uuid NOT NULL,
    expires_at_ms bigint NOT NULL,
    PRIMARY KEY (player_id, notification_id)
){{clustered}};

CREATE INDEX notification_read_expires_idx ON notification_read (expires_at_ms);
