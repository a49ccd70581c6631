-- What reports are made of, and what browsers send about themselves.

-- Entries of the browsers' logs.
CREATE TABLE client_log (
    id uuid PRIMARY KEY,
    at_ms bigint NOT NULL,
    level text NOT NULL,
    code text NOT NULL,
    message text NOT NULL,
    url text NOT NULL,
    stack text,
    trace_id text,
    session_id text,
    release text,
    player_id bigint
);

CREATE INDEX client_log_at_idx ON client_log (at_ms);

-- How long pages took: milliseconds for times, a bare number for shifts, in thousandths.
CREATE TABLE page_timing (
    id uuid PRIMARY KEY,
    at_ms bigint NOT NULL,
    trace_id text,
    name text NOT NULL,
    value_thousandths bigint NOT NULL
);

CREATE INDEX page_timing_name_idx ON page_timing (name, at_ms);

-- What browsers think of their networks.
CREATE TABLE network_timing (
    id uuid PRIMARY KEY,
    at_ms bigint NOT NULL,
    rtt_ms bigint NOT NULL,
    downlink_kbps bigint NOT NULL,
    effective_type text NOT NULL
);

CREATE INDEX network_timing_at_idx ON network_timing (at_ms);

-- Fields of forms that were refused, and why; never what was typed.
CREATE TABLE refused_field (
    id uuid PRIMARY KEY,
    at_ms bigint NOT NULL,
    side text NOT NULL,
    component text NOT NULL,
    field text NOT NULL,
    code text NOT NULL
);

CREATE INDEX refused_field_at_idx ON refused_field (at_ms);

-- Marks of campaigns: moment is set (they came with an address) or send (something came of it).
CREATE TABLE utm_marks (
    id uuid PRIMARY KEY,
    at_ms bigint NOT NULL,
    moment text NOT NULL,
    player_id bigint,
    marks text NOT NULL
);

CREATE INDEX utm_marks_player_idx ON utm_marks (player_id, at_ms);

-- Requests of the built-in tracking pixel.
CREATE TABLE pixel_hit (
    id uuid PRIMARY KEY,
    at_ms bigint NOT NULL,
    event text NOT NULL,
    visitor text NOT NULL
);

CREATE INDEX pixel_hit_at_idx ON pixel_hit (at_ms);

-- What moved on a day. What belongs to no game has the game 0.
CREATE TABLE report_day (
    day bigint NOT NULL,
    brand text NOT NULL,
    licence text NOT NULL,
    country text NOT NULL,
    currency text NOT NULL,
    game_id bigint NOT NULL,
    -- Rounds that were opened, those that free spins pay among them.
    rounds bigint NOT NULL,
    -- Less what was taken back, bonus_bets and bonus_wins are the parts of both that are bonus money.
    bets bigint NOT NULL,
    bonus_bets bigint NOT NULL,
    wins bigint NOT NULL,
    bonus_wins bigint NOT NULL,
    -- What the operator has given away, less what came back, by the account that bears it.
    bonus_cost bigint NOT NULL,
    jackpot_cost bigint NOT NULL,
    loyalty_cost bigint NOT NULL,
    prize_cost bigint NOT NULL,
    -- Corrections by staff: given less taken.
    adjustments bigint NOT NULL,
    deposits bigint NOT NULL,
    deposits_count bigint NOT NULL,
    cashouts bigint NOT NULL,
    cashouts_count bigint NOT NULL,
    -- By how much the money in players' wallets has changed.
    liability bigint NOT NULL,
    PRIMARY KEY (day, brand, licence, country, currency, game_id)
){{clustered}};

-- For the liability at the end of a day, which is the sum of all days up to it.
CREATE INDEX report_liability_idx ON report_day (day, currency, liability) WHERE liability <> 0;

-- What the reader has to remember of a player.
CREATE TABLE report_player (
    player_id {{rowid}},
    registered_day bigint NOT NULL,
    first_deposit_day bigint,
    -- The last day, and the first day of the last month, on which the player has bet.
    active_day bigint,
    active_month bigint
);

-- How many players signed up, paid in for the first time, and bet on a day.
CREATE TABLE report_people (
    day bigint NOT NULL,
    brand text NOT NULL,
    licence text NOT NULL,
    country text NOT NULL,
    registered bigint NOT NULL,
    first_deposits bigint NOT NULL,
    active bigint NOT NULL,
    PRIMARY KEY (day, brand, licence, country)
){{clustered}};

-- How many of those who signed up in a month have bet in another one. Months are their first days.
CREATE TABLE report_cohort (
    cohort bigint NOT NULL,
    month bigint NOT NULL,
    brand text NOT NULL,
    licence text NOT NULL,
    country text NOT NULL,
    players bigint NOT NULL,
    PRIMARY KEY (cohort, month, brand, licence, country)
){{clustered}};

-- What games returned in rounds that wallets paid for. Worths are in thousandths of a euro cent at the rates of the day,
-- squares are of what a round staked, in square cents: they tell how far the return may lie from its mean.
CREATE TABLE report_return (
    day bigint NOT NULL,
    game_id bigint NOT NULL,
    rounds bigint NOT NULL,
    bets bigint NOT NULL,
    wins bigint NOT NULL,
    squares bigint NOT NULL,
    PRIMARY KEY (day, game_id)
){{clustered}};

-- What each transfer, live or archived, adds to the sums of a day, server/src/reports/movement.rs says the same.
CREATE VIEW report_movement AS
    SELECT m.lsn, m.wallet_id,
        CASE m.kind WHEN 2 THEN m.amount WHEN 5 THEN -m.amount ELSE 0 END AS bets,
        CASE WHEN m.kind = 2 AND m.debit_sub_account = 3 THEN m.amount
             WHEN m.kind = 5 AND (m.credit < 0 OR m.credit_sub_account = 3) THEN -m.amount ELSE 0 END AS bonus_bets,
        CASE WHEN m.kind = 3 AND m.payer <> 'bonus' THEN m.amount
             WHEN m.kind = 10 AND m.taker <> 'bonus' THEN -m.amount ELSE 0 END AS wins,
        CASE WHEN m.kind = 3 AND m.payer <> 'bonus' AND (m.credit < 0 OR m.credit_sub_account = 3) THEN m.amount
             WHEN m.kind = 10 AND m.taker <> 'bonus' AND (m.debit < 0 OR m.debit_sub_account = 3) THEN -m.amount
             ELSE 0 END AS bonus_wins,
        CASE WHEN m.kind = 11 THEN m.amount WHEN m.kind = 13 THEN -m.amount
             WHEN m.kind IN (3, 5, 10, 14) THEN
                 CASE m.payer WHEN 'bonus' THEN m.amount ELSE 0 END - CASE m.taker WHEN 'bonus' THEN m.amount ELSE 0 END
             ELSE 0 END AS bonus_cost,
        CASE WHEN m.kind <> 14 THEN 0 ELSE
            CASE m.payer WHEN 'jackpot' THEN m.amount ELSE 0 END
                - CASE m.taker WHEN 'jackpot' THEN m.amount ELSE 0 END END AS jackpot_cost,
        CASE WHEN m.kind <> 14 THEN 0 ELSE
            CASE m.payer WHEN 'shop' THEN m.amount ELSE 0 END - CASE m.taker WHEN 'shop' THEN m.amount ELSE 0 END
            END AS loyalty_cost,
        CASE WHEN m.kind <> 14 THEN 0 ELSE
            CASE m.payer WHEN 'other' THEN m.amount ELSE 0 END - CASE m.taker WHEN 'other' THEN m.amount ELSE 0 END
            END AS prize_cost,
        CASE WHEN m.kind <> 9 THEN 0 WHEN m.debit < 0 THEN m.amount ELSE -m.amount END AS adjustments,
        CASE m.kind WHEN 1 THEN m.amount ELSE 0 END AS deposits,
        CASE m.kind WHEN 1 THEN m.transfers ELSE 0 END AS deposits_count,
        CASE m.kind WHEN 8 THEN m.amount ELSE 0 END AS cashouts,
        CASE m.kind WHEN 8 THEN m.transfers ELSE 0 END AS cashouts_count,
        CASE WHEN m.credit > 0 THEN m.amount ELSE 0 END - CASE WHEN m.debit > 0 THEN m.amount ELSE 0 END AS liability
    FROM (
        SELECT t.lsn, t.wallet_id, t.kind, t.debit, t.credit, t.debit_sub_account, t.credit_sub_account, t.amount,
            t.transfers,
            CASE WHEN t.debit > 0 THEN 'wallet' WHEN d.name LIKE 'bonus:%' THEN 'bonus'
                WHEN d.name = 'jackpots' THEN 'jackpot' WHEN d.name = 'points_shop' THEN 'shop' ELSE 'other' END AS payer,
            CASE WHEN t.credit > 0 THEN 'wallet' WHEN c.name LIKE 'bonus:%' THEN 'bonus'
                WHEN c.name = 'jackpots' THEN 'jackpot' WHEN c.name = 'points_shop' THEN 'shop' ELSE 'other' END AS taker
        FROM (
            SELECT lsn, wallet_id, kind, debit, credit, debit_sub_account, credit_sub_account, amount, 1 AS transfers
            FROM transfer_row
            UNION ALL SELECT 0, wallet_id, kind, debit, credit, debit_sub_account, credit_sub_account, amount, transfers
            FROM archived_balance
        ) t LEFT JOIN system_account d ON d.id = -t.debit LEFT JOIN system_account c ON c.id = -t.credit
        -- Points are a count and no money.
        WHERE COALESCE(t.debit_sub_account, 0) <> 8 AND COALESCE(t.credit_sub_account, 0) <> 8
    ) m;
