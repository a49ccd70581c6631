-- Staff, what they decide, and who approved it.

-- Members of staff, and what waits for a second one of them. Times are UTC milliseconds.
--
-- state invited: there is an invitation, and no password, active: signs in, dismissed: is gone. The token of the
-- invitation is only in its link. The secret of the authenticator is encrypted with one of the keys of the installation,
-- last_step is the time step of the code that was accepted last: a code counts once.
CREATE TABLE staff_member (
    id uuid PRIMARY KEY,
    email text NOT NULL UNIQUE,
    name text NOT NULL UNIQUE,
    state text NOT NULL CHECK (state IN ('invited', 'active', 'dismissed')),
    invited_by text NOT NULL,
    invited_at_ms bigint NOT NULL,
    invitation_hash {{bytes}} UNIQUE,
    invitation_until_ms bigint,
    password_hash text,
    totp_secret {{bytes}},
    -- The key that the secret is encrypted under.
    totp_key text,
    last_step bigint NOT NULL DEFAULT 0,
    signed_in_at_ms bigint,
    dismissed_at_ms bigint,
    -- The role of a member is the name of a built one, or the number of one of staff_role.
    role text NOT NULL DEFAULT 'support',
    -- What a role of staff_role allows its member, as names with a comma before, between and after them; empty for a built role.
    -- It stands in the member's row, so that a commit that is held to the row is held to the permission.
    permissions text NOT NULL DEFAULT '',
    -- The brands whose players the member works with, written the same way; empty for all of them.
    brands text NOT NULL DEFAULT '',
    CHECK ((state = 'invited') = (invitation_hash IS NOT NULL)),
    CHECK ((state = 'invited') = (invitation_until_ms IS NOT NULL)),
    CHECK (state <> 'active' OR (password_hash IS NOT NULL AND totp_secret IS NOT NULL)),
    CHECK ((totp_secret IS NULL) = (totp_key IS NULL)),
    CHECK ((state = 'dismissed') = (dismissed_at_ms IS NOT NULL))
);

-- The token itself is only in the browser.
CREATE TABLE staff_session (
    token_hash {{bytes}} PRIMARY KEY,
    member_id uuid NOT NULL,
    created_at_ms bigint NOT NULL,
    seen_at_ms bigint NOT NULL
){{clustered}};

CREATE INDEX staff_session_member_idx ON staff_session (member_id);

-- The networks from which members have signed in lately: guesses from elsewhere keep nobody out there.
CREATE TABLE staff_network (
    member_id uuid NOT NULL,
    network text NOT NULL,
    seen_at_ms bigint NOT NULL,
    PRIMARY KEY (member_id, network)
){{clustered}};

CREATE INDEX staff_network_time_idx ON staff_network (seen_at_ms);

-- Tries to sign in that were wrong, or are being looked at: limits count them.
CREATE TABLE staff_attempt (
    id {{rowid}},
    at_ms bigint NOT NULL,
    email text NOT NULL,
    network text NOT NULL
);

CREATE INDEX staff_attempt_email_idx ON staff_attempt (email, at_ms);
CREATE INDEX staff_attempt_network_idx ON staff_attempt (network, at_ms);
CREATE INDEX staff_attempt_time_idx ON staff_attempt (at_ms);

-- What members of staff have done, kept by a reader of the log, lsn is the row of the log.
CREATE TABLE staff_action (
    lsn {{rowid}},
    at_ms bigint NOT NULL,
    kind text NOT NULL,
    member_id uuid NOT NULL,
    email text NOT NULL,
    name text NOT NULL,
    -- Where the member was.
    address text NOT NULL,
    -- About whom, null when it is about no player.
    player_id bigint,
    -- About what: a payment, a document, a conversation or another member.
    subject text,
    reason text
);

CREATE INDEX staff_action_time_idx ON staff_action (at_ms, lsn);
CREATE INDEX staff_action_member_idx ON staff_action (member_id, at_ms, lsn);
CREATE INDEX staff_action_player_idx ON staff_action (player_id, at_ms, lsn) WHERE player_id IS NOT NULL;

-- What members of staff write down about players for their colleagues. Times are UTC milliseconds.
CREATE TABLE player_note (
    id uuid PRIMARY KEY,
    player_id bigint NOT NULL,
    member_id uuid NOT NULL,
    -- The name of the member by then.
    name text NOT NULL,
    body text NOT NULL,
    at_ms bigint NOT NULL
);

CREATE INDEX player_note_player_idx ON player_note (player_id, at_ms, id);

-- Corrections of players' cash, which one member of staff asks for and another one carries out. Times are UTC milliseconds.
CREATE TABLE adjustment (
    id uuid PRIMARY KEY,
    player_id bigint NOT NULL,
    currency text NOT NULL,
    -- In subunits: above zero gives, below zero takes.
    amount bigint NOT NULL CHECK (amount <> 0),
    reason text NOT NULL,
    state text NOT NULL CHECK (state IN ('waiting', 'approved', 'refused')),
    requested_by uuid NOT NULL,
    requester_name text NOT NULL,
    requested_at_ms bigint NOT NULL,
    -- Nobody decides about it from then on.
    expires_at_ms bigint NOT NULL,
    decided_by uuid,
    decider_name text,
    decision_reason text,
    decided_at_ms bigint,
    CHECK ((state = 'waiting') = (decided_by IS NULL)),
    CHECK (state <> 'approved' OR decided_by <> requested_by)
);

CREATE INDEX adjustment_waiting_idx ON adjustment (requested_at_ms, id) WHERE state = 'waiting';
CREATE INDEX adjustment_decided_idx ON adjustment (decided_at_ms, id) WHERE state <> 'waiting';

-- What members of staff change about players by hand may be of any kind that the server knows.
CREATE TABLE staff_act (
    -- Names the decision.
    reference text PRIMARY KEY,
    -- Of what was asked for: under the same reference nothing else is done.
    fingerprint text NOT NULL,
    -- One of the kinds of server/src/office/acts_store.rs.
    kind text NOT NULL,
    member_id uuid NOT NULL,
    player_id bigint NOT NULL,
    -- What counts against the bounds: euro cents of points, boxes, and nothing of groups, corrections, limits and second factors.
    weight bigint NOT NULL CHECK (weight >= 0),
    at_ms bigint NOT NULL
);

CREATE INDEX staff_act_member_idx ON staff_act (member_id, at_ms);
CREATE INDEX staff_act_player_idx ON staff_act (player_id, at_ms);

-- A role as it is in force.
CREATE TABLE staff_role (
    id text PRIMARY KEY,
    name text NOT NULL,
    permissions text NOT NULL,
    version bigint NOT NULL CHECK (version > 0),
    withdrawn_at_ms bigint
);

CREATE UNIQUE INDEX staff_role_name_idx ON staff_role (name) WHERE withdrawn_at_ms IS NULL;

-- Steps of roles, which one member asks for and another one approves. Those that were approved are the versions of a role.
CREATE TABLE staff_role_change (
    id uuid PRIMARY KEY,
    role text NOT NULL,
    step text NOT NULL CHECK (step IN ('create', 'change', 'withdraw')),
    -- The version that it builds on, 0 for a role that is not there yet, and how the role stood then.
    seen bigint NOT NULL,
    old_name text NOT NULL,
    old_permissions text NOT NULL,
    name text NOT NULL,
    permissions text NOT NULL,
    reason text NOT NULL,
    state text NOT NULL CHECK (state IN ('waiting', 'approved', 'refused')),
    requested_by uuid NOT NULL,
    requester_name text NOT NULL,
    requested_at_ms bigint NOT NULL,
    -- Nobody approves it from then on.
    expires_at_ms bigint NOT NULL,
    decided_by uuid,
    decider_name text,
    decision_reason text,
    decided_at_ms bigint,
    CHECK ((state = 'waiting') = (decided_by IS NULL)),
    CHECK (state <> 'approved' OR decided_by <> requested_by)
);

CREATE INDEX staff_role_change_role_idx ON staff_role_change (role, requested_at_ms);

-- Changes of what members may do: another role, or other brands. One member asks for each, and another one approves it.
CREATE TABLE staff_access_change (
    id uuid PRIMARY KEY,
    member_id uuid NOT NULL,
    member_name text NOT NULL,
    -- The role and the brands when it was asked for, written as in staff_member, and what the installation called the role then.
    old_role text NOT NULL,
    old_role_title text,
    old_brands text NOT NULL,
    role text NOT NULL,
    role_title text,
    brands text NOT NULL,
    reason text NOT NULL,
    state text NOT NULL CHECK (state IN ('waiting', 'approved', 'refused')),
    requested_by uuid NOT NULL,
    requester_name text NOT NULL,
    requested_at_ms bigint NOT NULL,
    -- Nobody approves it from then on.
    expires_at_ms bigint NOT NULL,
    decided_by uuid,
    decider_name text,
    decision_reason text,
    decided_at_ms bigint,
    CHECK (requested_by <> member_id),
    CHECK ((state = 'waiting') = (decided_by IS NULL)),
    CHECK (decided_by IS NULL OR decided_by <> member_id),
    CHECK (state <> 'approved' OR decided_by <> requested_by)
);

CREATE INDEX staff_access_change_waiting_idx ON staff_access_change (requested_at_ms) WHERE state = 'waiting';

-- Players who have signed up on the device of another: what tells it, and what staff has made of it. The player is the one
-- who came later.
CREATE TABLE shared_device (
    player_id bigint NOT NULL,
    other_id bigint NOT NULL,
    -- browser, or fingerprint, which only hints at it.
    known_by text NOT NULL,
    seen_at_ms bigint NOT NULL,
    -- same_person or other_people; NULL while nobody has decided.
    verdict text,
    decided_by text,
    reason text,
    decided_at_ms bigint,
    PRIMARY KEY (player_id, other_id)
){{clustered}};

CREATE INDEX shared_device_other_idx ON shared_device (other_id);
CREATE INDEX shared_device_waiting_idx ON shared_device (player_id, other_id) WHERE verdict IS NULL;

-- Versions of the switches of the site. The last version of a name holds; a name without one is as the content says.
CREATE TABLE feature_flag (
    name text NOT NULL,
    version bigint NOT NULL,
    -- The version that began the run of the A/B test that goes on with this one.
    run bigint,
    -- Whom it is on for, as JSON.
    rule text NOT NULL,
    reason text NOT NULL,
    -- The name of the member.
    by_name text NOT NULL,
    -- UTC milliseconds.
    at_ms bigint NOT NULL,
    PRIMARY KEY (name, version)
);

-- Who was shown which variant of an A/B test, once in each run. After a time the visitor is forgotten and the row counts on.
CREATE TABLE flag_exposure (
    id uuid PRIMARY KEY,
    name text NOT NULL,
    run bigint NOT NULL,
    -- A keyed hash of a browser's mark, or the number of a player.
    visitor text,
    -- Who it is, or who signed up in the browser later.
    player_id bigint,
    variant text NOT NULL,
    -- UTC milliseconds, as the others.
    shown_at_ms bigint NOT NULL,
    registered_at_ms bigint,
    first_deposit_at_ms bigint
);

CREATE UNIQUE INDEX flag_exposure_visitor_idx ON flag_exposure (visitor, name, run);
CREATE UNIQUE INDEX flag_exposure_player_idx ON flag_exposure (player_id, name, run);
CREATE INDEX flag_exposure_run_idx ON flag_exposure (name, run, variant, shown_at_ms);
CREATE INDEX flag_exposure_shown_idx ON flag_exposure (shown_at_ms) WHERE visitor IS NOT NULL;

-- Servers of the installation, each with what it last said of itself. One that stops in good order takes its row away.
CREATE TABLE server (
    -- What it holds leases under.
    id text PRIMARY KEY,
    version text NOT NULL,
    listen text NOT NULL,
    -- UTC milliseconds, by the clock that leases go by.
    since_ms bigint NOT NULL,
    seen_at_ms bigint NOT NULL,
    sockets bigint NOT NULL,
    -- Bytes; without a value where the system does not say.
    memory bigint,
    -- Jobs that fail, joined by commas.
    failing text NOT NULL
);

-- Views of lists of the back office that members have saved: an address under a name.
CREATE TABLE saved_view (
    id uuid PRIMARY KEY,
    -- The path of the list, and the part of the address that follows it.
    page text NOT NULL,
    search text NOT NULL,
    name text NOT NULL,
    -- Whether colleagues see it.
    is_shared boolean NOT NULL,
    member_id uuid NOT NULL,
    member_name text NOT NULL,
    -- UTC milliseconds.
    at_ms bigint NOT NULL
);

CREATE INDEX saved_view_by_member ON saved_view (member_id);

-- What staff has worked out from the log beside requests: what a draft would have cost, and scorings that are done anew. Each
-- subject has one row, the latest. Times are UTC milliseconds.
CREATE TABLE calculation (
    kind text NOT NULL CHECK (kind IN ('cost', 'scoring', 'dry_run')),
    -- The path of a document, or the address of a tournament.
    subject text NOT NULL,
    -- Rises whenever it is asked for or taken up: what an earlier worker finds changes nothing.
    run bigint NOT NULL,
    -- Of the draft; 0 of a scoring.
    revision bigint NOT NULL,
    state text NOT NULL CHECK (state IN ('waiting', 'running', 'done', 'failed', 'canceled')),
    member_id uuid NOT NULL,
    asked_by text NOT NULL,
    asked_at_ms bigint NOT NULL,
    -- When its worker was last at it.
    beat_at_ms bigint NOT NULL,
    ended_at_ms bigint,
    -- JSON.
    result text,
    -- Why there is none.
    fault text,
    PRIMARY KEY (kind, subject),
    CHECK ((state IN ('waiting', 'running')) = (ended_at_ms IS NULL)),
    CHECK ((state = 'done') = (result IS NOT NULL)),
    CHECK ((state = 'failed') = (fault IS NOT NULL))
){{clustered}};

CREATE INDEX calculation_open_idx ON calculation (asked_at_ms) WHERE state IN ('waiting', 'running');
