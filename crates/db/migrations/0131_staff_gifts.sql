-- Gifts that members of staff give: what they have given of late bounds the next one. Times are UTC milliseconds.
CREATE TABLE staff_gift (
    -- Names the decision; the source of the gift is made of it.
    reference text PRIMARY KEY,
    -- Of what was asked for: under the same reference nothing else is given.
    fingerprint text NOT NULL,
    member_id uuid NOT NULL,
    player_id bigint NOT NULL,
    -- What it can cost, in euro cents.
    worth_cents bigint NOT NULL,
    given_at_ms bigint NOT NULL
);

CREATE INDEX staff_gift_member_idx ON staff_gift (member_id, given_at_ms);
CREATE INDEX staff_gift_player_idx ON staff_gift (player_id, given_at_ms);
