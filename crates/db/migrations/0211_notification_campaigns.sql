-- What staff send from the back office, to one player or to members of groups. Times are UTC milliseconds.
CREATE TABLE notification_campaign (
    id uuid PRIMARY KEY,
    -- Of what was asked for under this number.
    fingerprint text NOT NULL,
    -- The only player; null for members of groups.
    player_id bigint,
    -- JSON: members of one of these groups; empty for one player.
    group_ids text NOT NULL,
    -- JSON: icon, title, text and button, in the languages that they were written in.
    content text NOT NULL,
    -- Whether it advertises: players who protect themselves get no such thing.
    is_promotional boolean NOT NULL,
    reason text NOT NULL,
    member_id uuid NOT NULL,
    member_name text NOT NULL,
    created_at_ms bigint NOT NULL,
    expires_at_ms bigint NOT NULL,
    -- Players are taken in the order of their numbers: all up to this one have been.
    passed_player_id bigint NOT NULL,
    sent_count bigint NOT NULL,
    -- Players who got none.
    skipped_count bigint NOT NULL,
    read_count bigint NOT NULL,
    -- When all players had been taken; null while it goes on.
    finished_at_ms bigint,
    -- Who has taken it back, why and when; null while it is out.
    withdrawn_by text,
    withdrawal_reason text,
    withdrawn_at_ms bigint
);

CREATE INDEX notification_campaign_created_idx ON notification_campaign (created_at_ms, id);

-- Of which campaign a notification is; null for every other one.
ALTER TABLE notification ADD COLUMN campaign_id uuid;

-- A player gets one of each campaign.
CREATE UNIQUE INDEX notification_campaign_player_idx ON notification (campaign_id, player_id);

-- Members of a group, in the order of their numbers.
CREATE INDEX player_group_members_idx ON player_group (group_id, player_id);
