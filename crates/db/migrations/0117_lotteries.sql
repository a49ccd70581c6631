-- Lotteries, their tickets and what their draws gave. Times are UTC milliseconds, amounts are in subunits.
CREATE TABLE lottery (
    id bigint PRIMARY KEY,
    -- Its address on the site; one occurrence of a definition. The seed of its draw is derived from it.
    slug text NOT NULL UNIQUE,
    -- The definition in content/lotteries.toml.
    definition_id text NOT NULL,
    -- JSON: what the definition said before the sale began.
    terms text NOT NULL,
    start_at_ms bigint NOT NULL,
    -- The first millisecond at which no ticket is sold; the draw follows.
    end_at_ms bigint NOT NULL,
    -- The most tickets that a player can have.
    tickets_max bigint NOT NULL CHECK (tickets_max > 0),
    tickets_count bigint NOT NULL DEFAULT 0 CHECK (tickets_count >= 0),
    -- The commitment, hex. The seed itself is written down with the draw.
    server_seed_hash text NOT NULL,
    server_seed text,
    drawn_at_ms bigint,
    -- The member of staff who has ended the sale before its time.
    ended_by text,
    CHECK (start_at_ms < end_at_ms),
    CHECK ((server_seed IS NULL) = (drawn_at_ms IS NULL))
){{clustered}};

CREATE INDEX lottery_end_idx ON lottery (end_at_ms);
CREATE INDEX lottery_undrawn_idx ON lottery (end_at_ms) WHERE drawn_at_ms IS NULL;

-- Tickets that were bought together: their numbers are first_number and those that follow it.
CREATE TABLE lottery_ticket (
    lottery_id bigint NOT NULL,
    first_number bigint NOT NULL CHECK (first_number > 0),
    size bigint NOT NULL CHECK (size > 0),
    player_id bigint NOT NULL,
    -- The name that others see, masked.
    shown_name text NOT NULL,
    -- The wallet that a prize goes to.
    currency text NOT NULL,
    -- The row of point_purchase that has paid for them.
    purchase_id uuid NOT NULL UNIQUE,
    points bigint NOT NULL CHECK (points > 0),
    bought_at_ms bigint NOT NULL,
    PRIMARY KEY (lottery_id, first_number)
){{clustered}};

CREATE INDEX lottery_ticket_player_idx ON lottery_ticket (player_id, lottery_id);

-- The winners of a draw, written with it. A prize is paid in the commit that says so in its row.
CREATE TABLE lottery_award (
    lottery_id bigint NOT NULL,
    place bigint NOT NULL,
    ticket bigint NOT NULL,
    player_id bigint NOT NULL,
    shown_name text NOT NULL,
    currency text NOT NULL,
    -- JSON.
    prize text NOT NULL,
    paid_at_ms bigint,
    -- What was paid of a prize of money; zero when it is worth less than a subunit.
    paid_amount bigint,
    -- A prize that cannot be paid yet is looked at again from then on.
    retry_at_ms bigint NOT NULL DEFAULT 0,
    retries bigint NOT NULL DEFAULT 0,
    PRIMARY KEY (lottery_id, place),
    UNIQUE (lottery_id, ticket)
){{clustered}};

CREATE INDEX lottery_award_unpaid_idx ON lottery_award (retry_at_ms) WHERE paid_at_ms IS NULL;
CREATE INDEX lottery_award_player_idx ON lottery_award (player_id, lottery_id);
