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
    -- JSON: the ends of the lanes when the last round could have ended; set once, and scored up to before places freeze.
    close_after text,
    -- Places are final from then on.
    closed_at_ms bigint
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
    told_soon boolean NOT NULL DEFAULT FALSE,
    told_start boolean NOT NULL DEFAULT FALSE,
    told_in_prizes boolean NOT NULL DEFAULT FALSE,
    told_prizes_at_ms bigint NOT NULL DEFAULT 0,
    PRIMARY KEY (tournament_id, player_id)
){{clustered}};

-- The board in its order: the top and places are read from here.
CREATE INDEX tournament_board_idx ON tournament_player (tournament_id, points DESC, scored_at_ms, player_id)
    WHERE points > 0 AND disqualified_at_ms IS NULL;
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
    PRIMARY KEY (tournament_id, round_id)
){{clustered}};

CREATE INDEX tournament_round_id_idx ON tournament_round (round_id);
CREATE INDEX tournament_round_player_idx ON tournament_round (tournament_id, player_id, points);

-- What coins were worth on a day, as its first round was scored with.
CREATE TABLE tournament_rates (
    day bigint PRIMARY KEY,
    -- JSON, as content/exchange-rates.toml.
    rates text NOT NULL
);

-- Final places with a prize. A row is told to the log once, and the log's reader owes the payment.
CREATE TABLE tournament_award (
    tournament_id bigint NOT NULL,
    place bigint NOT NULL,
    player_id bigint NOT NULL,
    points bigint NOT NULL,
    -- The wallet that it goes to.
    currency text NOT NULL,
    -- JSON.
    prize text NOT NULL,
    is_told boolean NOT NULL DEFAULT FALSE,
    PRIMARY KEY (tournament_id, place)
){{clustered}};

CREATE INDEX tournament_award_untold_idx ON tournament_award (tournament_id) WHERE NOT is_told;
