-- What reports are made of: sums by day that a reader of the log keeps. Days are counted from 1 January 1970 in UTC,
-- amounts are in subunits of the currency.

-- The brand on whose host the player has signed up, empty for players of before.
ALTER TABLE player ADD COLUMN brand text NOT NULL DEFAULT '';

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
    -- What the house has given away, less what came back, by the account that bears it.
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
            FROM carried
        ) t LEFT JOIN house_account d ON d.id = -t.debit LEFT JOIN house_account c ON c.id = -t.credit
        -- Points are a count and no money.
        WHERE COALESCE(t.debit_sub_account, 0) <> 8 AND COALESCE(t.credit_sub_account, 0) <> 8
    ) m;

-- What is archived already is of a day before all others.
INSERT INTO report_day (day, brand, licence, country, currency, game_id, rounds, bets, bonus_bets, wins, bonus_wins,
        bonus_cost, jackpot_cost, loyalty_cost, prize_cost, adjustments, deposits, deposits_count, cashouts,
        cashouts_count, liability)
    SELECT 0, '', COALESCE(p.licence, ''), COALESCE(p.country, ''), w.currency, 0, 0,
        CAST(SUM(m.bets) AS bigint), CAST(SUM(m.bonus_bets) AS bigint), CAST(SUM(m.wins) AS bigint),
        CAST(SUM(m.bonus_wins) AS bigint), CAST(SUM(m.bonus_cost) AS bigint), CAST(SUM(m.jackpot_cost) AS bigint),
        CAST(SUM(m.loyalty_cost) AS bigint), CAST(SUM(m.prize_cost) AS bigint), CAST(SUM(m.adjustments) AS bigint),
        CAST(SUM(m.deposits) AS bigint), CAST(SUM(m.deposits_count) AS bigint), CAST(SUM(m.cashouts) AS bigint),
        CAST(SUM(m.cashouts_count) AS bigint), CAST(SUM(m.liability) AS bigint)
    FROM report_movement m JOIN wallet w ON w.id = m.wallet_id LEFT JOIN player p ON p.id = w.player_id
    WHERE m.lsn = 0 GROUP BY COALESCE(p.licence, ''), COALESCE(p.country, ''), w.currency;

INSERT INTO report_player (player_id, registered_day, first_deposit_day)
    SELECT p.id, 0, CASE WHEN COUNT(c.wallet_id) > 0 THEN 0 END
    FROM player p JOIN wallet w ON w.player_id = p.id
    JOIN carried c ON c.wallet_id = w.id AND c.kind = 1
    GROUP BY p.id;

INSERT INTO report_people (day, brand, licence, country, registered, first_deposits, active)
    SELECT 0, '', p.licence, p.country, COUNT(*), COUNT(*), 0
    FROM report_player r JOIN player p ON p.id = r.player_id GROUP BY p.licence, p.country;
