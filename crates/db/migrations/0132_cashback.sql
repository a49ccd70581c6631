-- Cashback: what players have lost of real money within each period of an offer, and when its gifts were made. Times are UTC
-- milliseconds, days are counted from 1970-01-01 in UTC, amounts are in subunits.
--
-- A period keeps the offer as it was when its first round was counted, so an edit of the offer begins with the next period.
CREATE TABLE cashback_period (
    offer text NOT NULL,
    first_day bigint NOT NULL,
    days bigint NOT NULL CHECK (days > 0),
    -- The offer, JSON.
    terms text NOT NULL,
    -- When the gifts of all its players were settled.
    closed_at_ms bigint,
    PRIMARY KEY (offer, first_day)
);

CREATE INDEX cashback_period_open_idx ON cashback_period (first_day) WHERE closed_at_ms IS NULL;

CREATE TABLE cashback_loss (
    offer text NOT NULL,
    first_day bigint NOT NULL,
    player_id bigint NOT NULL,
    currency text NOT NULL,
    -- Of real money, less what was taken back.
    staked bigint NOT NULL,
    won bigint NOT NULL,
    -- When the player's gift was made, or was found not to be due.
    settled_at_ms bigint,
    -- The gift; 0 when there was none.
    given bigint NOT NULL DEFAULT 0,
    next_try_ms bigint NOT NULL DEFAULT 0,
    PRIMARY KEY (offer, first_day, player_id, currency)
){{clustered}};

CREATE INDEX cashback_loss_player_idx ON cashback_loss (player_id, first_day);
CREATE INDEX cashback_loss_unsettled_idx ON cashback_loss (offer, first_day, next_try_ms) WHERE settled_at_ms IS NULL;
