-- Bonuses and free spins that players got. Times are UTC milliseconds, amounts are in subunits of the currency.
--
-- An award keeps the terms that it was made with. `source` names what it was made by, so that nothing makes two: a
-- deposit, a coupon, the confirmation of the address, a decision of staff, free spins that have won.
CREATE TABLE bonus_award (
    id bigint PRIMARY KEY,
    player_id bigint NOT NULL,
    currency text NOT NULL,
    -- The offer, whose account bears the cost.
    offer text NOT NULL,
    kind text NOT NULL,
    group_key text NOT NULL,
    -- JSON, by language.
    title text NOT NULL,
    -- JSON.
    terms text NOT NULL,
    source text NOT NULL,
    stage text NOT NULL CHECK (stage IN (
        'issued', 'wait', 'handle_bets', 'wager_done', 'lost', 'canceled', 'expired', 'finished')),
    amount bigint NOT NULL CHECK (amount > 0),
    requirement bigint NOT NULL CHECK (requirement >= 0),
    -- Hundredths of subunits; written by the reader that counts bets alone.
    wagered bigint NOT NULL DEFAULT 0 CHECK (wagered >= 0),
    -- The places of the log between which bets count, as that reader has met them.
    counted_from bigint,
    counted_to bigint,
    cancels_on_cashout boolean NOT NULL,
    issued_at_ms bigint NOT NULL,
    activatable_until_ms bigint NOT NULL,
    activated_at_ms bigint,
    valid_until_ms bigint,
    ended_at_ms bigint,
    ended_by text,
    granted bigint NOT NULL DEFAULT 0,
    converted bigint NOT NULL DEFAULT 0,
    withheld bigint NOT NULL DEFAULT 0,
    forfeited bigint NOT NULL DEFAULT 0,
    -- What a server has to do with it next, and from when on; null when it waits for its player.
    due text CHECK (due IN ('activate', 'wagered', 'emptied', 'excluded', 'staff')),
    -- When its stage is over.
    deadline_ms bigint,
    CHECK ((ended_at_ms IS NULL) = (stage IN ('issued', 'wait', 'handle_bets'))),
    CHECK ((ended_at_ms IS NULL) = (ended_by IS NULL)),
    UNIQUE (player_id, source)
){{clustered}};

CREATE INDEX bonus_award_player_idx ON bonus_award (player_id, id);
CREATE UNIQUE INDEX bonus_award_active_idx ON bonus_award (player_id, currency) WHERE stage = 'handle_bets';
CREATE INDEX bonus_award_due_idx ON bonus_award (id) WHERE due IS NOT NULL;
CREATE INDEX bonus_award_deadline_idx ON bonus_award (deadline_ms) WHERE ended_at_ms IS NULL;
CREATE INDEX bonus_award_counted_idx ON bonus_award (player_id) WHERE counted_from IS NOT NULL AND counted_to IS NULL;

-- A grant of free spins. `performed` counts in the commit of the bet; `ended_rounds` and `won` are written by the reader
-- alone, so what was won is known once both counts are the same.
CREATE TABLE freespin_grant (
    id bigint PRIMARY KEY,
    player_id bigint NOT NULL,
    currency text NOT NULL,
    offer text NOT NULL,
    kind text NOT NULL,
    group_key text NOT NULL,
    title text NOT NULL,
    -- The terms of what is won, JSON.
    terms text NOT NULL,
    source text NOT NULL,
    stage text NOT NULL CHECK (stage IN ('issued', 'activated', 'finished', 'canceled', 'expired')),
    -- JSON, a list of identifiers.
    games text NOT NULL,
    provider text NOT NULL,
    stake bigint NOT NULL CHECK (stake > 0),
    total bigint NOT NULL CHECK (total > 0),
    performed bigint NOT NULL DEFAULT 0 CHECK (performed BETWEEN 0 AND total),
    ended_rounds bigint NOT NULL DEFAULT 0,
    won bigint NOT NULL DEFAULT 0 CHECK (won >= 0),
    -- What of the winnings was paid at once, given as a bonus, and withheld.
    paid bigint NOT NULL DEFAULT 0,
    withheld bigint NOT NULL DEFAULT 0,
    valid_ms bigint NOT NULL,
    issued_at_ms bigint NOT NULL,
    activatable_until_ms bigint NOT NULL,
    activated_at_ms bigint,
    valid_until_ms bigint,
    ended_at_ms bigint,
    ended_by text,
    settled_at_ms bigint,
    due text CHECK (due IN ('activate', 'excluded', 'staff')),
    deadline_ms bigint,
    CHECK ((ended_at_ms IS NULL) = (stage IN ('issued', 'activated'))),
    UNIQUE (player_id, source)
){{clustered}};

CREATE INDEX freespin_grant_player_idx ON freespin_grant (player_id, id);
CREATE INDEX freespin_grant_due_idx ON freespin_grant (id) WHERE due IS NOT NULL;
CREATE INDEX freespin_grant_deadline_idx ON freespin_grant (deadline_ms) WHERE ended_at_ms IS NULL;
CREATE INDEX freespin_grant_unsettled_idx ON freespin_grant (id) WHERE settled_at_ms IS NULL AND performed > 0;

-- Codes that bring an offer. Who has used one is told by the awards.
CREATE TABLE coupon (
    code text PRIMARY KEY,
    offer text NOT NULL,
    valid_from_ms bigint NOT NULL,
    valid_until_ms bigint NOT NULL,
    -- How many players may use it; null when there is no bound.
    uses_max bigint CHECK (uses_max > 0),
    uses bigint NOT NULL DEFAULT 0,
    -- JSON, a list of groups whose members may use it; empty for everybody.
    group_ids text NOT NULL,
    made_by text NOT NULL,
    made_at_ms bigint NOT NULL,
    CHECK (uses_max IS NULL OR uses <= uses_max)
);

-- Players who have confirmed their address and are to get the gifts for that.
CREATE TABLE bonus_newcomer (
    player_id bigint PRIMARY KEY
);

-- The bonus that a player has chosen for the next deposit, and whether the player wants any. Apart from the profile,
-- because it changes in the commit of a deposit, under the lock of the lane, and profiles are locked before lanes.
CREATE TABLE player_bonus_choice (
    player_id bigint PRIMARY KEY,
    deposit_bonus_code text,
    can_issue boolean NOT NULL
);
