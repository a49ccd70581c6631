-- Tournaments, lotteries and jackpots.

-- Tournaments, who plays in them, and what their rounds score. Times are UTC milliseconds, amounts are in subunits.
CREATE TABLE tournament (
    id {{rowid}},
    -- Its address on the site; one occurrence of a definition.
    identifier text NOT NULL UNIQUE,
    -- The definition in content/tournaments.toml.
    definition_id text NOT NULL,
    -- JSON: what the definition said when the tournament was scheduled, or at its last edit.
    terms text NOT NULL,
    -- JSON: the numbers of the games that count, fixed when the tournament begins.
    game_ids text NOT NULL,
    -- Rises with every edit.
    version bigint NOT NULL DEFAULT 1,
    start_at_ms bigint NOT NULL,
    -- The first millisecond that no longer counts.
    end_at_ms bigint NOT NULL,
    -- How many have joined.
    players bigint NOT NULL DEFAULT 0,
    -- JSON: the ends of the lanes when the last round could have ended; set once, and scored up to before places freeze.
    close_after text,
    -- Places are final from then on.
    closed_at_ms bigint,
    -- A tournament that could not be closed is looked at again from retry_at_ms on.
    retry_at_ms bigint NOT NULL DEFAULT 0,
    retries bigint NOT NULL DEFAULT 0
);

CREATE INDEX tournament_start_idx ON tournament (start_at_ms);
CREATE INDEX tournament_end_idx ON tournament (end_at_ms);
CREATE INDEX tournament_open_idx ON tournament (start_at_ms) WHERE closed_at_ms IS NULL;

CREATE TABLE tournament_player (
    tournament_id bigint NOT NULL,
    player_id bigint NOT NULL,
    -- The name that others see, masked.
    shown_name text NOT NULL,
    joined_at_ms bigint NOT NULL,
    -- The row of the log that tells of the joining, once it was read; rounds opened after it count.
    counts_after bigint,
    points bigint NOT NULL DEFAULT 0,
    rounds bigint NOT NULL DEFAULT 0,
    -- In the tournament's currency.
    bet_cents bigint NOT NULL DEFAULT 0,
    win_cents bigint NOT NULL DEFAULT 0,
    -- When the score was reached: of equal scores the earlier one is ahead.
    scored_at_ms bigint NOT NULL DEFAULT 0,
    -- The wallet of the last round that counted; a prize goes there.
    currency text,
    disqualified_at_ms bigint,
    -- What the player was told: the coming start, the start, whether among the prizes, and when that was told last.
    notified_soon boolean NOT NULL DEFAULT FALSE,
    notified_start boolean NOT NULL DEFAULT FALSE,
    notified_in_prizes boolean NOT NULL DEFAULT FALSE,
    notified_prizes_at_ms bigint NOT NULL DEFAULT 0,
    -- In which currency a player's bets are compared with the thresholds of a quest; that of the quest when there is none.
    level_currency text,
    PRIMARY KEY (tournament_id, player_id)
){{clustered}};

-- The board in its order: the top and places are read from here.
-- The last column makes it enough for counting who is ahead: no row is looked up.
CREATE INDEX tournament_board_idx ON tournament_player (
    tournament_id, points DESC, scored_at_ms, player_id, disqualified_at_ms) WHERE disqualified_at_ms IS NULL;
CREATE INDEX tournament_player_player_idx ON tournament_player (player_id, tournament_id);

-- One round in one tournament: what it has come to so far, and what that scores.
CREATE TABLE tournament_round (
    tournament_id bigint NOT NULL,
    round_id bigint NOT NULL,
    player_id bigint NOT NULL,
    -- Of the wallet, as are stake and win.
    currency text NOT NULL,
    opened_at_ms bigint NOT NULL,
    stake bigint NOT NULL,
    win bigint NOT NULL,
    -- Whether real money alone was staked.
    is_real boolean NOT NULL,
    ended_at_ms bigint,
    -- What it scores; zero while it is open.
    points bigint NOT NULL,
    counted bigint NOT NULL,
    bet_cents bigint NOT NULL,
    win_cents bigint NOT NULL,
    -- From which row of the log on a round was bet on after the end of the tournament: what follows adds nothing.
    late_from bigint,
    -- The round first: it is asked for by its number alone, and new rounds follow the last ones.
    PRIMARY KEY (round_id, tournament_id)
){{clustered}};

CREATE INDEX tournament_round_player_idx ON tournament_round (tournament_id, player_id, points);

-- What coins were worth on a day, as its first round was scored with.
CREATE TABLE tournament_rates (
    day bigint PRIMARY KEY,
    -- JSON, as content/exchange-rates.toml.
    rates text NOT NULL
);

-- Final places with a prize. One of money is told to the log once, and the log's reader owes the payment. A gift is issued
-- in the commit that marks its row as told.
CREATE TABLE tournament_award (
    tournament_id bigint NOT NULL,
    place bigint NOT NULL,
    player_id bigint NOT NULL,
    points bigint NOT NULL,
    -- The wallet that it goes to.
    currency text NOT NULL,
    -- JSON.
    prize text NOT NULL,
    is_published boolean NOT NULL DEFAULT FALSE,
    -- What was told of an award, in subunits of its wallet; zero when the prize is worth less than one, NULL for a gift. An
    -- award that cannot be told yet is looked at again from retry_at_ms on.
    published_amount bigint,
    retry_at_ms bigint NOT NULL DEFAULT 0,
    retries bigint NOT NULL DEFAULT 0,
    PRIMARY KEY (tournament_id, place)
){{clustered}};

CREATE INDEX tournament_award_unpublished_idx ON tournament_award (retry_at_ms) WHERE NOT is_published;

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
    -- A draw that failed is tried again from retry_at_ms on.
    retry_at_ms bigint NOT NULL DEFAULT 0,
    retries bigint NOT NULL DEFAULT 0,
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

-- Levels of quests and achievements that bring a gift, once a player has reached them. A row is written by the reader that
-- scores, with its place in the log; its gift is issued afterwards, once.
CREATE TABLE tournament_level (
    tournament_id bigint NOT NULL,
    player_id bigint NOT NULL,
    level bigint NOT NULL,
    -- The offer whose gift it brings.
    offer text NOT NULL,
    -- The wallet that the gift goes to.
    currency text NOT NULL,
    reached_at_ms bigint NOT NULL,
    issued_at_ms bigint,
    -- A gift that cannot be issued yet is looked at again from then on.
    retry_at_ms bigint NOT NULL DEFAULT 0,
    retries bigint NOT NULL DEFAULT 0,
    PRIMARY KEY (tournament_id, player_id, level)
){{clustered}};

CREATE INDEX tournament_level_due_idx ON tournament_level (retry_at_ms) WHERE issued_at_ms IS NULL;

-- Jackpots. Amounts ending in _cents are in subunits of the jackpot's currency, those ending in _micro in
-- millionths of them. Times are UTC milliseconds.
CREATE TABLE jackpot (
    id {{rowid}},
    -- Its name in content/jackpots.toml, and its address on the site.
    identifier text NOT NULL UNIQUE,
    currency text NOT NULL,
    -- Bets from before do not count.
    opened_at_ms bigint NOT NULL,
    -- Raised by whoever changes a jackpot, first of all: the row's lock orders them.
    turn bigint NOT NULL DEFAULT 0
);

CREATE TABLE jackpot_level (
    jackpot_id bigint NOT NULL,
    -- 1 is gold, 2 silver, 3 bronze.
    level bigint NOT NULL CHECK (level BETWEEN 1 AND 3),
    -- What bets have added over all cycles, less what rollbacks took back.
    contributed_micro bigint NOT NULL DEFAULT 0 CHECK (contributed_micro >= 0),
    PRIMARY KEY (jackpot_id, level)
){{clustered}};

-- A cycle begins with the seed and ends with a win. It keeps the terms that it began with.
CREATE TABLE jackpot_cycle (
    jackpot_id bigint NOT NULL,
    level bigint NOT NULL,
    number bigint NOT NULL CHECK (number >= 1),
    -- Millionths of each real bet.
    contribution_ppm bigint NOT NULL CHECK (contribution_ppm BETWEEN 1 AND 1000000),
    seed_cents bigint NOT NULL CHECK (seed_cents >= 1),
    must_hit_by_cents bigint NOT NULL,
    min_bet_cents bigint NOT NULL CHECK (min_bet_cents >= 1),
    -- Less than a subunit, left over from the cycle before.
    carried_micro bigint NOT NULL CHECK (carried_micro BETWEEN 0 AND 999999),
    contributed_micro bigint NOT NULL DEFAULT 0 CHECK (contributed_micro >= 0),
    -- The commitment, hex. Seed and point are written down once the cycle has ended.
    server_seed_hash text NOT NULL,
    server_seed text,
    point_cents bigint,
    started_at_ms bigint NOT NULL,
    ended_at_ms bigint,
    PRIMARY KEY (jackpot_id, level, number),
    CHECK (must_hit_by_cents > seed_cents),
    CHECK ((ended_at_ms IS NULL) = (server_seed IS NULL) AND (ended_at_ms IS NULL) = (point_cents IS NULL))
){{clustered}};

CREATE UNIQUE INDEX jackpot_cycle_running_idx ON jackpot_cycle (jackpot_id, level) WHERE ended_at_ms IS NULL;

-- What a bet has added, kept for as long as a rollback may take it back: the cycle of each level in which it counted, 0
-- where it did not.
CREATE TABLE jackpot_bet (
    lsn bigint NOT NULL,
    jackpot_id bigint NOT NULL,
    -- Real money, in the jackpot's currency.
    stake_cents bigint NOT NULL,
    gold_cycle bigint NOT NULL,
    silver_cycle bigint NOT NULL,
    bronze_cycle bigint NOT NULL,
    at_ms bigint NOT NULL,
    PRIMARY KEY (lsn, jackpot_id)
){{clustered}};

CREATE INDEX jackpot_bet_at_idx ON jackpot_bet (at_ms);

CREATE TABLE jackpot_win (
    id {{rowid}},
    jackpot_id bigint NOT NULL,
    level bigint NOT NULL,
    cycle bigint NOT NULL,
    player_id bigint NOT NULL,
    -- The name that others see, masked; set when the win is announced.
    shown_name text,
    game_id bigint NOT NULL,
    -- The row of the log that has won. It is owed under this row and payment_no.
    lsn bigint NOT NULL,
    payment_no bigint NOT NULL,
    -- What is paid.
    currency text NOT NULL,
    amount_cents bigint NOT NULL CHECK (amount_cents > 0),
    original_currency text NOT NULL,
    original_amount_cents bigint NOT NULL CHECK (original_amount_cents > 0),
    -- The amount in EUR, by which wins of several currencies are ordered.
    worth_cents bigint NOT NULL,
    won_at_ms bigint NOT NULL,
    announced_at_ms bigint,
    -- A win that could not be announced is looked at again from retry_at_ms on.
    retry_at_ms bigint NOT NULL DEFAULT 0,
    retries bigint NOT NULL DEFAULT 0,
    UNIQUE (jackpot_id, level, cycle),
    UNIQUE (lsn, payment_no)
);

CREATE INDEX jackpot_win_worth_idx ON jackpot_win (worth_cents DESC, id DESC);
CREATE INDEX jackpot_win_at_idx ON jackpot_win (won_at_ms DESC, id DESC);
CREATE INDEX jackpot_win_silent_idx ON jackpot_win (id) WHERE announced_at_ms IS NULL;
