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
