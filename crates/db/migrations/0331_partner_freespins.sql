-- Free spins that are played at a partner: the partner counts them, and tells what they have won together.
CREATE TABLE partner_freespins (
    -- Named to the partner.
    issue text PRIMARY KEY,
    partner text NOT NULL,
    grant_id bigint NOT NULL,
    player_id bigint NOT NULL,
    currency text NOT NULL,
    -- The number of the first of their games, which their round has.
    game_id bigint NOT NULL,
    -- Asked for, known to the partner, refused by it, taken back, or paid.
    state text NOT NULL CHECK (state IN ('asked', 'issued', 'refused', 'canceled', 'settled')),
    -- What they have won, once they are paid.
    won bigint CHECK (won >= 0),
    asked_at_ms bigint NOT NULL,
    next_try_ms bigint NOT NULL,
    CHECK ((state = 'settled') = (won IS NOT NULL))
){{clustered}};

CREATE INDEX partner_freespins_open_idx ON partner_freespins (next_try_ms) WHERE state IN ('asked', 'issued');
CREATE INDEX partner_freespins_grant_idx ON partner_freespins (grant_id);
