-- Bonuses, free spins, coupons, cashback, and gifts to many.

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
    due text CHECK (due IN ('activate', 'wagered', 'emptied', 'excluded', 'closed', 'staff')),
    -- When its stage is over.
    deadline_ms bigint,
    -- When a server looks at a gift next that it has something to do with, UTC milliseconds: what could not be brought on makes
    -- room for others. A bonus that waits behind another one waits without an end of its own.
    next_try_ms bigint NOT NULL DEFAULT 0,
    -- Gifts that are no money: points, groups, and things that staff hands over.
    -- The group that a gift of the kind `Group` puts its player into.
    group_id bigint,
    -- Names the decision of the member who has handed a thing over.
    handover_reference text,
    -- The version of the offer that a gift was made by. 0 is what the content folder says.
    offer_version bigint NOT NULL DEFAULT 0,
    -- What went back of a sticky bonus that was wagered: the bonus itself, which is never paid out. In subunits.
    deducted bigint NOT NULL DEFAULT 0,
    -- The place of a bonus among those that wait in its wallet, which its player may change: the lowest is activated next. Null
    -- while it does not wait.
    place bigint,
    CHECK ((ended_at_ms IS NULL) = (stage IN ('issued', 'wait', 'handle_bets'))),
    CHECK ((ended_at_ms IS NULL) = (ended_by IS NULL)),
    UNIQUE (player_id, source)
){{clustered}};

CREATE INDEX bonus_award_player_idx ON bonus_award (player_id, id);
CREATE UNIQUE INDEX bonus_award_active_idx ON bonus_award (player_id, currency) WHERE stage = 'handle_bets';
CREATE INDEX bonus_award_due_idx ON bonus_award (id) WHERE due IS NOT NULL;
CREATE INDEX bonus_award_deadline_idx ON bonus_award (deadline_ms) WHERE ended_at_ms IS NULL;
CREATE INDEX bonus_award_counted_idx ON bonus_award (player_id) WHERE counted_from IS NOT NULL AND counted_to IS NULL;
CREATE INDEX bonus_award_wagered_idx ON bonus_award (ended_at_ms) WHERE ended_by = 'wagered';
CREATE INDEX bonus_award_waiting_idx ON bonus_award (id) WHERE stage = 'wait';

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
    due text CHECK (due IN ('activate', 'excluded', 'closed', 'staff')),
    deadline_ms bigint,
    next_try_ms bigint NOT NULL DEFAULT 0,
    offer_version bigint NOT NULL DEFAULT 0,
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
    -- Coupons that members of staff make and end in the back office. Times are UTC milliseconds.
    -- Why it was made; unknown of one that a command has made.
    made_why text,
    -- Names the decision of the member who has made it: under the same one no other coupon is made.
    reference text,
    -- Of what was asked for under it.
    fingerprint text,
    -- When it was ended before its time. What it has brought until then stays.
    ended_at_ms bigint,
    ended_by text,
    ended_why text,
    -- Names the decision to end it.
    end_reference text,
    CHECK (uses_max IS NULL OR uses <= uses_max)
);

CREATE UNIQUE INDEX coupon_reference_idx ON coupon (reference) WHERE reference IS NOT NULL;
CREATE INDEX coupon_made_idx ON coupon (made_at_ms, code);

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

-- Gifts that members of staff give: what they have given of late bounds the next one. Times are UTC milliseconds.
CREATE TABLE staff_gift (
    -- Names the decision; the source of the gift is made of it.
    reference text PRIMARY KEY,
    -- Of what was asked for: under the same reference nothing else is given.
    fingerprint text NOT NULL,
    member_id uuid NOT NULL,
    player_id bigint NOT NULL,
    -- What it can cost, in euro cents.
    worth_cents bigint NOT NULL,
    given_at_ms bigint NOT NULL
);

CREATE INDEX staff_gift_member_idx ON staff_gift (member_id, given_at_ms);
CREATE INDEX staff_gift_player_idx ON staff_gift (player_id, given_at_ms);

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

-- Free bets that were placed at the sports site. Times are UTC milliseconds, amounts are in subunits.
CREATE TABLE freebet (
    -- The award that it was.
    award_id bigint PRIMARY KEY,
    -- How the sports site calls the bet.
    reference text NOT NULL UNIQUE,
    placed_at_ms bigint NOT NULL,
    -- When the sports site told the result.
    settled_at_ms bigint,
    -- What it has won, and what of that was paid.
    won bigint NOT NULL DEFAULT 0,
    paid bigint NOT NULL DEFAULT 0,
    CHECK (paid <= won)
);

-- Segments of players: named rules over what is known of them. Times are UTC milliseconds.
CREATE TABLE player_segment (
    id uuid PRIMARY KEY,
    -- Of what was asked for under this number.
    fingerprint text NOT NULL,
    -- The version in force, counted from 1 up with each edit.
    revision bigint NOT NULL CHECK (revision > 0),
    created_at_ms bigint NOT NULL,
    -- When it was put away, by whom and why, null while it is in use.
    archived_at_ms bigint,
    archived_by text,
    archive_reason text,
    CHECK ((archived_at_ms IS NULL) = (archived_by IS NULL))
);

CREATE INDEX player_segment_created_idx ON player_segment (created_at_ms, id);

-- Every version, for good: what was sent by a segment names the version that it was sent by.
CREATE TABLE player_segment_version (
    segment_id uuid NOT NULL,
    revision bigint NOT NULL,
    name text NOT NULL,
    -- JSON.
    rule text NOT NULL,
    member_id uuid NOT NULL,
    member_name text NOT NULL,
    saved_at_ms bigint NOT NULL,
    PRIMARY KEY (segment_id, revision)
);

-- Gifts that staff gives many players at once. Times are UTC milliseconds.
--
-- state gathering: its members are being written down, waiting: a second member of staff has to approve it, running: its members
-- are given their gifts, paused: until it is resumed, done: every member was taken, canceled: nobody else is given anything.
CREATE TABLE mass_gift (
    id bigint PRIMARY KEY,
    -- Names the decision.
    reference text NOT NULL UNIQUE,
    -- Of what was asked for under that.
    fingerprint text NOT NULL,
    name text NOT NULL,
    -- JSON: the offer or the box, as it was when it was asked for.
    thing text NOT NULL,
    -- Players of this brand alone, null for those of all.
    brand text,
    -- The version of a segment, null of a list of players.
    segment_id uuid,
    segment_revision bigint,
    reason text NOT NULL,
    member_id uuid NOT NULL,
    member_name text NOT NULL,
    created_at_ms bigint NOT NULL,
    state text NOT NULL CHECK (state IN ('gathering', 'waiting', 'running', 'paused', 'done', 'canceled')),
    -- Players are looked at in the order of their numbers: all up to this one have been.
    gathered_player_id bigint NOT NULL,
    -- JSON, by currency: what one gift can cost, in euro cents. Null where no rate leads there.
    worths text NOT NULL,
    -- What all can cost at most, in euro cents, null until the members are known, and where it cannot be told.
    worth_cents bigint,
    members bigint NOT NULL DEFAULT 0,
    given bigint NOT NULL DEFAULT 0,
    skipped bigint NOT NULL DEFAULT 0,
    failed bigint NOT NULL DEFAULT 0,
    -- Nobody approves it from then on, null while nobody has to.
    expires_at_ms bigint,
    -- The second member of staff who has approved it.
    approved_by uuid,
    approver_name text,
    approval_reason text,
    approved_at_ms bigint,
    -- Who has last paused, resumed, canceled or retried it, why and when.
    changed_by text,
    change_reason text,
    changed_at_ms bigint,
    finished_at_ms bigint,
    CHECK ((segment_id IS NULL) = (segment_revision IS NULL)),
    CHECK (approved_by IS NULL OR approved_by <> member_id),
    CHECK (given + skipped + failed <= members)
);

CREATE INDEX mass_gift_member_id_idx ON mass_gift (member_id, created_at_ms);
CREATE INDEX mass_gift_under_way_idx ON mass_gift (id) WHERE state IN ('gathering', 'running');

-- Who is given it, and what came of it. Outcome waiting: not yet taken, given, stopped: the player is stopped, bonuses_off: has
-- switched bonuses off, no_wallet: has none in the currency, not_made: the gift is not made in the currency, gone: there is no such player, failed: see error.
CREATE TABLE mass_gift_member (
    gift_id bigint NOT NULL,
    player_id bigint NOT NULL,
    -- Of the player's active wallet when the members were written down.
    currency text NOT NULL,
    outcome text NOT NULL CHECK (outcome IN (
        'waiting', 'given', 'stopped', 'bonuses_off', 'no_wallet', 'not_made', 'gone', 'failed')),
    error text,
    at_ms bigint,
    PRIMARY KEY (gift_id, player_id)
){{clustered}};

CREATE INDEX mass_gift_member_outcome_idx ON mass_gift_member (gift_id, outcome, player_id);
CREATE INDEX mass_gift_member_player_idx ON mass_gift_member (player_id, gift_id);
