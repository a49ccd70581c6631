-- Points, levels, the VIP club, lootboxes and adventures.

-- What a player has earned for life: whole points, and a rest in pico-points (10^-12) below one point. What may be spent
-- stands in the sub-account of points of the player's first wallet.
CREATE TABLE point_account (
    player_id bigint PRIMARY KEY,
    earned_points bigint NOT NULL DEFAULT 0 CHECK (earned_points >= 0),
    rest_pico bigint NOT NULL DEFAULT 0 CHECK (rest_pico >= 0 AND rest_pico < 1000000000000),
    -- Of the earned ones those that staff has given.
    given_points bigint NOT NULL DEFAULT 0,
    -- Corrections by staff of what may be spent, which do not count as earned.
    adjusted_points bigint NOT NULL DEFAULT 0
){{clustered}};

-- Rounds that earn points: real money staked, less what was taken back, and the rate of the time when the round was
-- opened, in pico-points a subunit. Points count once the round is settled.
CREATE TABLE point_round (
    round_id bigint PRIMARY KEY,
    player_id bigint NOT NULL,
    stake bigint NOT NULL,
    rate_pico bigint NOT NULL,
    settled boolean NOT NULL
){{clustered}};

-- Real money staked and paid in within a quarter, numbered year * 4 + (0 to 3).
CREATE TABLE vip_quarter (
    player_id bigint NOT NULL,
    quarter bigint NOT NULL,
    currency text NOT NULL,
    bets bigint NOT NULL,
    deposits bigint NOT NULL,
    PRIMARY KEY (player_id, quarter, currency)
){{clustered}};

CREATE INDEX vip_quarter_quarter_idx ON vip_quarter (quarter, player_id);

-- What the end of a quarter made of a player.
CREATE TABLE vip_decision (
    player_id bigint NOT NULL,
    quarter bigint NOT NULL,
    status_before text NOT NULL,
    status_after text NOT NULL,
    at_ms bigint NOT NULL,
    PRIMARY KEY (player_id, quarter)
){{clustered}};

-- Quarters of which every player is decided.
CREATE TABLE vip_quarter_end (
    quarter bigint PRIMARY KEY,
    closed_at_ms bigint NOT NULL
);

-- Lootboxes that players got. Times are UTC milliseconds.
--
-- A box keeps its prizes, their terms and their weights as they were when it was issued. `source` names what it was made
-- by, so that nothing makes two. The row of an opened box is all that a dispute asks for: weights, seeds, draw and prize.
CREATE TABLE lootbox (
    id bigint PRIMARY KEY,
    player_id bigint NOT NULL,
    -- The wallet that the prize goes to.
    currency text NOT NULL,
    -- Its code in content/lootboxes.toml.
    code text NOT NULL,
    group_key text NOT NULL,
    -- JSON, by language.
    title text NOT NULL,
    -- JSON, a list of prizes with their weights.
    items text NOT NULL,
    source text NOT NULL,
    stage text NOT NULL CHECK (stage IN ('issued', 'activated', 'canceled', 'expired')),
    -- The commitment, hex. The seed itself is written down once the box is opened.
    server_seed_hash text NOT NULL,
    server_seed text,
    client_seed text,
    draw bigint CHECK (draw >= 0),
    -- The code of the offer that was won.
    prize text,
    issued_at_ms bigint NOT NULL,
    valid_until_ms bigint NOT NULL,
    ended_at_ms bigint,
    ended_by text CHECK (ended_by IN ('opened', 'excluded', 'closed', 'staff', 'time_over')),
    -- Why a server has to take it back; null when it waits for its player.
    due text CHECK (due IN ('excluded', 'closed')),
    CHECK ((ended_at_ms IS NULL) = (stage = 'issued')),
    CHECK ((ended_at_ms IS NULL) = (ended_by IS NULL)),
    CHECK ((stage = 'activated') = (prize IS NOT NULL)),
    CHECK ((prize IS NULL) = (server_seed IS NULL) AND (prize IS NULL) = (client_seed IS NULL)
        AND (prize IS NULL) = (draw IS NULL)),
    UNIQUE (player_id, source)
){{clustered}};

CREATE INDEX lootbox_player_idx ON lootbox (player_id, id);
CREATE INDEX lootbox_deadline_idx ON lootbox (valid_until_ms) WHERE stage = 'issued';
CREATE INDEX lootbox_due_idx ON lootbox (id) WHERE stage = 'issued' AND due IS NOT NULL;
-- Openings of a span of time are counted.
CREATE INDEX lootbox_opened_idx ON lootbox (ended_at_ms) WHERE stage = 'activated';

-- Gifts of loyalty levels, once a player has reached them. A row is written by the reader that counts points; its gift is
-- issued afterwards, in the commit that notes it. Times are UTC milliseconds.
CREATE TABLE level_gift (
    player_id bigint NOT NULL,
    level bigint NOT NULL,
    -- The offer whose gift it brings.
    offer text NOT NULL,
    reached_at_ms bigint NOT NULL,
    issued_at_ms bigint,
    -- The wallet that the gift went to.
    currency text,
    -- A gift that cannot be issued yet is looked at again from then on.
    retry_at_ms bigint NOT NULL DEFAULT 0,
    retries bigint NOT NULL DEFAULT 0,
    CHECK ((issued_at_ms IS NULL) = (currency IS NULL)),
    PRIMARY KEY (player_id, level)
){{clustered}};

CREATE INDEX level_gift_due_idx ON level_gift (retry_at_ms) WHERE issued_at_ms IS NULL;

-- Adventures: calendars whose days are completed by deposits. Times are UTC milliseconds, amounts are in subunits, days are
-- counted from 1 January 1970 on, in the local time of the calendar.
CREATE TABLE adventure (
    id bigint PRIMARY KEY,
    -- Its name; one occurrence of a definition.
    slug text NOT NULL UNIQUE,
    -- The definition in content/adventures.toml.
    definition_id text NOT NULL,
    -- JSON: what its days ask and promise. It follows the content until the calendar has ended.
    terms text NOT NULL,
    first_day bigint NOT NULL,
    days_count bigint NOT NULL CHECK (days_count > 0),
    utc_offset_minutes bigint NOT NULL,
    start_at_ms bigint NOT NULL,
    -- The first millisecond after its last day.
    end_at_ms bigint NOT NULL,
    CHECK (start_at_ms < end_at_ms)
){{clustered}};

CREATE INDEX adventure_end_idx ON adventure (end_at_ms);

-- What a player has paid in on a day, by currency. Written by the reader of the log.
CREATE TABLE adventure_deposit (
    player_id bigint NOT NULL,
    adventure_id bigint NOT NULL,
    -- The number of the day within the calendar, from 1 on.
    step bigint NOT NULL CHECK (step > 0),
    currency text NOT NULL,
    amount bigint NOT NULL CHECK (amount >= 0),
    PRIMARY KEY (player_id, adventure_id, step, currency)
){{clustered}};

-- Days that players have completed, written by the reader of the log; the step after the last day stands for all of them.
-- A row keeps what was promised at that moment. Its gift is issued afterwards, in the commit that notes it.
CREATE TABLE adventure_completion (
    player_id bigint NOT NULL,
    adventure_id bigint NOT NULL,
    step bigint NOT NULL CHECK (step > 0),
    -- The wallet that the gift goes to: that of the deposit which has completed the day.
    currency text NOT NULL,
    -- What the day asked for in that currency; null of the step after the last day.
    deposit_min bigint,
    -- JSON: the prize with its terms, and how long it can be activated.
    reward text NOT NULL,
    completed_at_ms bigint NOT NULL,
    given_at_ms bigint,
    -- A gift that cannot be issued yet is looked at again from then on.
    retry_at_ms bigint NOT NULL DEFAULT 0,
    retries bigint NOT NULL DEFAULT 0,
    PRIMARY KEY (player_id, adventure_id, step)
){{clustered}};

CREATE INDEX adventure_completion_due_idx ON adventure_completion (retry_at_ms) WHERE given_at_ms IS NULL;
CREATE INDEX adventure_completion_adventure_idx ON adventure_completion (adventure_id, step);

-- Points buy bonus money too.
CREATE TABLE point_purchase (
    id uuid PRIMARY KEY,
    player_id bigint NOT NULL,
    idempotency_key text NOT NULL,
    fingerprint {{bytes}} NOT NULL,
    type text NOT NULL CHECK (type IN ('money', 'freespins', 'lotteries', 'lootboxes')),
    group_key text NOT NULL,
    points bigint NOT NULL CHECK (points > 0),
    -- The wallet that got money or bonus money, in subunits; what else was bought has none.
    currency text NOT NULL,
    amount bigint NOT NULL,
    bonus_amount bigint NOT NULL,
    at_ms bigint NOT NULL,
    CHECK ((type = 'money' AND amount > 0 AND bonus_amount = 0)
        OR (type = 'money' AND amount = 0 AND bonus_amount > 0)
        OR (type <> 'money' AND amount = 0 AND bonus_amount = 0)),
    UNIQUE (player_id, idempotency_key)
);
