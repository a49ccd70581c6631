-- Gifts that staff gives many players at once. Times are UTC milliseconds.
--
-- state gathering: its members are being written down, waiting: a second member of staff has to approve it, running: its members
-- are given their gifts, paused: until it is resumed, done: every member was taken, canceled: nobody else is given anything.
CREATE TABLE mass_gift (
    id bigint PRIMARY KEY,
    -- Names the decision.
    reference text NOT NULL UNIQUE,
    -- Of what was asked for under that.
    fingerprint text NOT NULL,
    name text NOT NULL,
    -- JSON: the offer or the box, as it was when it was asked for.
    thing text NOT NULL,
    -- Players of this brand alone, null for those of all.
    brand text,
    -- The version of a segment, null of a list of players.
    segment_id uuid,
    segment_revision bigint,
    reason text NOT NULL,
    member_id uuid NOT NULL,
    member_name text NOT NULL,
    created_at_ms bigint NOT NULL,
    state text NOT NULL CHECK (state IN ('gathering', 'waiting', 'running', 'paused', 'done', 'canceled')),
    -- Players are looked at in the order of their numbers: all up to this one have been.
    gathered_player_id bigint NOT NULL,
    -- JSON, by currency: what one gift can cost, in euro cents. Null where no rate leads there.
    worths text NOT NULL,
    -- What all can cost at most, in euro cents, null until the members are known, and where it cannot be told.
    worth_cents bigint,
    members bigint NOT NULL DEFAULT 0,
    given bigint NOT NULL DEFAULT 0,
    skipped bigint NOT NULL DEFAULT 0,
    failed bigint NOT NULL DEFAULT 0,
    -- Nobody approves it from then on, null while nobody has to.
    expires_at_ms bigint,
    -- The second member of staff who has approved it.
    approved_by uuid,
    approver_name text,
    approval_reason text,
    approved_at_ms bigint,
    -- Who has last paused, resumed, canceled or retried it, why and when.
    changed_by text,
    change_reason text,
    changed_at_ms bigint,
    finished_at_ms bigint,
    CHECK ((segment_id IS NULL) = (segment_revision IS NULL)),
    CHECK (approved_by IS NULL OR approved_by <> member_id),
    CHECK (given + skipped + failed <= members)
);

CREATE INDEX mass_gift_member_id_idx ON mass_gift (member_id, created_at_ms);
CREATE INDEX mass_gift_under_way_idx ON mass_gift (id) WHERE state IN ('gathering', 'running');

-- Who is given it, and what came of it. Outcome waiting: not yet taken, given, stopped: the player is stopped, bonuses_off: has
-- switched bonuses off, no_wallet: has none in the currency, not_made: the gift is not made in the currency, gone: there is no such player, failed: see error.
CREATE TABLE mass_gift_member (
    gift_id bigint NOT NULL,
    player_id bigint NOT NULL,
    -- Of the player's active wallet when the members were written down.
    currency text NOT NULL,
    outcome text NOT NULL CHECK (outcome IN (
        'waiting', 'given', 'stopped', 'bonuses_off', 'no_wallet', 'not_made', 'gone', 'failed')),
    error text,
    at_ms bigint,
    PRIMARY KEY (gift_id, player_id)
){{clustered}};

CREATE INDEX mass_gift_member_outcome_idx ON mass_gift_member (gift_id, outcome, player_id);
CREATE INDEX mass_gift_member_player_idx ON mass_gift_member (player_id, gift_id);
