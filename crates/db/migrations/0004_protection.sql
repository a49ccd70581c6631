-- Limits, exclusions, documents and what else protects players.

-- kind 1: wager, 2: loss, 3: deposit; period 1: day, 2: week, 3: month. Counts what is committed from the place
-- since_lsn on; net is below zero when a loss limit has counted more wins than bets.
CREATE TABLE bet_limit (
    wallet_id bigint NOT NULL,
    kind bigint NOT NULL,
    period bigint NOT NULL,
    cap bigint NOT NULL CHECK (cap >= 0),
    net bigint NOT NULL,
    anchor_ms bigint NOT NULL,
    until_ms bigint NOT NULL,
    since_lsn bigint NOT NULL,
    PRIMARY KEY (wallet_id, kind, period)
);

-- Limits that players set for themselves. Times are UTC milliseconds, amounts are in subunits.
--
-- The caps of loss, wager and deposit limits stand in bet_limit, one row a wallet; a limit on the length of sessions
-- keeps its minutes and what it has counted here.
CREATE TABLE user_limit (
    id uuid PRIMARY KEY,
    player_id bigint NOT NULL,
    type text NOT NULL CHECK (type IN ('loss', 'wager', 'deposit', 'coolingoff', 'selfexclusion', 'session')),
    period text NOT NULL CHECK (period IN (
        'day', 'week', 'month', 'day_3', 'month_3', 'month_6', 'month_9', 'month_12', 'forever')),
    -- Windows follow each other from here on.
    created_at_ms bigint NOT NULL,
    -- The end of a cooling-off or an exclusion; the largest number means that it has none.
    active_until_ms bigint,
    disabled_at_ms bigint,
    -- Sessions only: the cap, what the window has counted, when it ends, and when the last round was that it counts.
    minutes bigint CHECK (minutes > 0),
    played_ms bigint NOT NULL DEFAULT 0,
    window_until_ms bigint,
    last_round_ms bigint,
    CHECK ((type = 'session') = (minutes IS NOT NULL)),
    CHECK ((type IN ('coolingoff', 'selfexclusion')) = (active_until_ms IS NOT NULL))
);

CREATE UNIQUE INDEX user_limit_active_idx ON user_limit (player_id, type, period) WHERE disabled_at_ms IS NULL;
CREATE INDEX user_limit_session_idx ON user_limit (player_id) WHERE type = 'session' AND disabled_at_ms IS NULL;

-- A looser limit that its player has asked for. It waits for the confirmation by mail, and then for its time.
CREATE TABLE user_limit_change (
    id uuid PRIMARY KEY,
    limit_id uuid NOT NULL,
    player_id bigint NOT NULL,
    -- Empty where the change is of the whole limit.
    currency text NOT NULL,
    -- The new cap, or the new minutes; null when the limit is removed.
    amount bigint,
    token_hash {{bytes}} NOT NULL UNIQUE,
    asked_at_ms bigint NOT NULL,
    mailed_at_ms bigint NOT NULL,
    confirm_until_ms bigint NOT NULL,
    confirmed_at_ms bigint,
    effective_at_ms bigint,
    ended_at_ms bigint,
    outcome text CHECK (outcome IN ('applied', 'canceled', 'expired', 'replaced')),
    CHECK ((ended_at_ms IS NULL) = (outcome IS NULL)),
    CHECK ((confirmed_at_ms IS NULL) = (effective_at_ms IS NULL))
);

CREATE UNIQUE INDEX user_limit_change_open_idx ON user_limit_change (limit_id, currency) WHERE ended_at_ms IS NULL;
CREATE INDEX user_limit_change_due_idx ON user_limit_change (effective_at_ms, id) WHERE ended_at_ms IS NULL;

-- How players who have excluded themselves are known again: their mailbox, phone, and name with birth date, each in its
-- normal form, and the mark of their personal id.
CREATE TABLE excluded_person (
    field text NOT NULL CHECK (field IN ('email', 'mobile_phone', 'name_and_birth', 'personal_id')),
    value text NOT NULL,
    player_id bigint NOT NULL,
    PRIMARY KEY (field, value, player_id)
){{clustered}};

-- Somebody was taken for an excluded player, by these fields.
CREATE TABLE exclusion_match (
    id uuid PRIMARY KEY,
    at_ms bigint NOT NULL,
    excluded_player_id bigint NOT NULL,
    -- The account that was stopped; null when a sign-up was refused.
    player_id bigint,
    fields text NOT NULL,
    until_ms bigint NOT NULL,
    -- When staff told a player from the excluded one; the match is not made again.
    cleared_at_ms bigint
);

CREATE INDEX exclusion_match_player_idx ON exclusion_match (player_id, excluded_player_id);
CREATE INDEX exclusion_match_sign_up_idx ON exclusion_match (id) WHERE player_id IS NULL;

-- Kept by the reader play_sums: what a player has staked and won of real money, paid in and been paid, by the hour.
CREATE TABLE play_hour (
    player_id bigint NOT NULL,
    currency text NOT NULL,
    hour_ms bigint NOT NULL,
    staked bigint NOT NULL,
    won bigint NOT NULL,
    deposits bigint NOT NULL,
    cashouts bigint NOT NULL,
    PRIMARY KEY (player_id, currency, hour_ms)
){{clustered}};

-- Players whose payments and play show markers of harm. Times are UTC milliseconds, markers are bits.
CREATE TABLE player_concern (
    player_id {{rowid}},
    markers bigint NOT NULL,
    marker_count bigint NOT NULL,
    -- The numbers behind them, as JSON.
    figures text NOT NULL,
    since_ms bigint NOT NULL,
    found_at_ms bigint NOT NULL,
    -- Whether staff should look at it.
    is_open boolean NOT NULL,
    -- What staff did last, when, and which markers there were by then.
    acted_id uuid,
    acted_at_ms bigint,
    acted_markers bigint NOT NULL DEFAULT 0
);

CREATE INDEX player_concern_open_idx ON player_concern (marker_count, player_id) WHERE is_open;
CREATE INDEX player_concern_acted_idx ON player_concern (acted_at_ms, player_id) WHERE acted_at_ms IS NOT NULL;

-- What members of staff did about players of concern.
CREATE TABLE concern_action (
    id uuid PRIMARY KEY,
    player_id bigint NOT NULL,
    action text NOT NULL CHECK (action IN ('contacted', 'limit_suggested', 'stopped', 'no_action')),
    reason text NOT NULL,
    member_id uuid NOT NULL,
    -- The name of the member by then.
    name text NOT NULL,
    at_ms bigint NOT NULL,
    markers bigint NOT NULL
);

CREATE INDEX concern_action_player_idx ON concern_action (player_id, at_ms, id);

-- How far the search for markers of a day has come: players up to this one were looked at.
CREATE TABLE concern_pass (
    day bigint PRIMARY KEY,
    after_player bigint NOT NULL,
    ended_at_ms bigint
);

-- Where the sums stood when a login session began to play: what it has staked and won since is the difference.
-- sums is JSON: what its first hour had counted before, by currency.
CREATE TABLE play_session (
    session_id text PRIMARY KEY,
    player_id bigint NOT NULL,
    begun_at_ms bigint NOT NULL,
    sums text NOT NULL
){{clustered}};

-- A document. Its file stands encrypted in the folder of blobs, under the name in blob.
--
-- uploading: the place is taken and the file is being written; abandoned: it was not written in time, and is removed.
-- A row in any other state has its file.
CREATE TABLE document (
    id uuid PRIMARY KEY,
    player_id bigint NOT NULL,
    state text NOT NULL CHECK (state IN ('uploading', 'abandoned', 'pending', 'approved', 'rejected')),
    blob text NOT NULL UNIQUE,
    file_type text NOT NULL CHECK (file_type IN ('png', 'jpeg', 'pdf')),
    size_bytes bigint NOT NULL CHECK (size_bytes > 0),
    idempotency_key text NOT NULL,
    fingerprint {{bytes}} NOT NULL,
    -- On which the player came; it names the brand of mails.
    host text NOT NULL,
    created_at_ms bigint NOT NULL,
    reviewed_at_ms bigint,
    reviewed_by text,
    reason text CHECK (reason IN (
        'illegible', 'incomplete', 'expired', 'mismatch', 'wrong_document', 'altered', 'other')),
    note text,
    -- Questionnaires about where a player's wealth comes from. Times are UTC milliseconds.
    --
    -- A kind of document more. A check of a column goes with its column, so a new one takes the place of the old.
    kind text NOT NULL DEFAULT 'identity'
    CHECK (kind IN ('identity', 'address', 'payment_method', 'wealth')),
    UNIQUE (player_id, idempotency_key),
    CHECK ((state IN ('approved', 'rejected')) = (reviewed_at_ms IS NOT NULL)),
    CHECK ((state IN ('approved', 'rejected')) = (reviewed_by IS NOT NULL)),
    CHECK ((state = 'rejected') = (reason IS NOT NULL))
);

CREATE INDEX document_player_idx ON document (player_id, created_at_ms);
CREATE INDEX document_pending_idx ON document (created_at_ms) WHERE state = 'pending';
CREATE INDEX document_unfinished_idx ON document (created_at_ms) WHERE state IN ('uploading', 'abandoned');
-- Documents by how they stand, for the lists of the back office.
CREATE INDEX document_state_idx ON document (state, id);

-- A questionnaire.
--
-- asked: it waits for the player; answered: it waits for staff; returned: staff was not content, and has asked again with
-- another row.
CREATE TABLE wealth_questionnaire (
    id uuid PRIMARY KEY,
    player_id bigint NOT NULL,
    state text NOT NULL CHECK (state IN ('asked', 'answered', 'approved', 'returned')),
    -- From here on an unanswered one holds deposits and withdrawals.
    due_at_ms bigint NOT NULL,
    -- What staff has written to the player.
    note text NOT NULL,
    asked_at_ms bigint NOT NULL,
    asked_by text NOT NULL,
    -- Encrypted, and bound to the row and its player.
    answer {{bytes}},
    answered_at_ms bigint,
    reviewed_at_ms bigint,
    reviewed_by text,
    CHECK ((state = 'asked') = (answer IS NULL)),
    CHECK ((state = 'asked') = (answered_at_ms IS NULL)),
    CHECK ((state IN ('approved', 'returned')) = (reviewed_at_ms IS NOT NULL)),
    CHECK ((state IN ('approved', 'returned')) = (reviewed_by IS NOT NULL))
);

-- One at a time.
CREATE UNIQUE INDEX wealth_questionnaire_open_key ON wealth_questionnaire (player_id)
    WHERE state IN ('asked', 'answered');
CREATE INDEX wealth_questionnaire_player_idx ON wealth_questionnaire (player_id, asked_at_ms);

-- What a partner has found out about who a player is. Times are UTC milliseconds.
--
-- reported: where the partner says the check stands. state: what the server makes of it. review waits for staff: the partner has
-- let the player pass, and something does not agree with the profile, or another account has shown the same document.
CREATE TABLE identity_check (
    player_id bigint PRIMARY KEY,
    -- The name that the partner has given to the player.
    applicant text NOT NULL UNIQUE,
    -- On which the player came, which names the brand of mails.
    host text NOT NULL,
    reported text NOT NULL CHECK (reported IN ('started', 'pending', 'on_hold', 'green', 'retry', 'final')),
    state text NOT NULL CHECK (state IN ('started', 'pending', 'on_hold', 'review', 'approved', 'retry', 'refused')),
    -- Which of the player's attempts this is, and when the partner says that it came to stand so.
    attempt bigint NOT NULL,
    reported_at_ms bigint NOT NULL,
    -- Why the partner has refused, and which fields differ from the profile: names, as JSON.
    reasons text NOT NULL,
    differences text NOT NULL,
    -- Whether another account has shown the same document before.
    is_shared boolean NOT NULL,
    -- Whether staff has said no: the partner alone convinces nobody from then on.
    is_distrusted boolean NOT NULL,
    -- What stands in the document, encrypted and bound to the player, and a keyed hash of its number: of one that another account
    -- has shown, where there are several.
    person {{bytes}},
    document {{bytes}},
    -- When this check made the flags of the profile true, so that it takes back no other word than its own.
    passed_at_ms bigint,
    verified_at_ms bigint,
    -- What staff has decided about this attempt.
    decided_at_ms bigint,
    decided_by text,
    begun_at_ms bigint NOT NULL,
    -- When the partner is asked next, and how often it was asked in vain.
    look_at_ms bigint NOT NULL,
    looks bigint NOT NULL,
    CHECK ((decided_at_ms IS NULL) = (decided_by IS NULL))
);

CREATE INDEX identity_check_review_idx ON identity_check (reported_at_ms) WHERE state = 'review';
CREATE INDEX identity_check_look_idx ON identity_check (look_at_ms);
CREATE INDEX identity_check_document_idx ON identity_check (document);

-- Players of whom staff has said no, also before they have begun: a check that they begin is distrusted.
CREATE TABLE identity_distrust (
    player_id bigint PRIMARY KEY,
    noted_at_ms bigint NOT NULL
){{clustered}};

-- Which account has shown a document first.
CREATE TABLE identity_document (
    document {{bytes}} PRIMARY KEY,
    player_id bigint NOT NULL,
    claimed_at_ms bigint NOT NULL
);

CREATE INDEX identity_document_player_idx ON identity_document (player_id);

-- Every question to a register, as evidence. person_hash is the SHA-256 of what was asked, keyed by the installation.
CREATE TABLE register_answer (
    id uuid PRIMARY KEY,
    at_ms bigint NOT NULL,
    -- Null where a sign-up was refused.
    player_id bigint,
    register text NOT NULL,
    licence text NOT NULL,
    occasion text NOT NULL,
    person_hash {{bytes}} NOT NULL,
    -- excluded, previously_excluded or not_excluded; null where no answer came, and failure tells why.
    answer text,
    response_id text,
    failure text
);

CREATE INDEX register_answer_player_idx ON register_answer (player_id, at_ms);

-- What a register last said of a player, and when it is asked again; due_at_ms is null while the player has no session and
-- no answer is missing. tries are the questions since the last answer.
CREATE TABLE register_standing (
    player_id bigint PRIMARY KEY,
    answer text,
    answered_at_ms bigint,
    tries bigint NOT NULL,
    due_at_ms bigint
);

CREATE INDEX register_standing_due_idx ON register_standing (due_at_ms) WHERE due_at_ms IS NOT NULL;
