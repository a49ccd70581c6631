-- Who works for the house, and what waits for a second one of them. Times are UTC milliseconds.
--
-- state invited: there is an invitation, and no password, active: signs in, dismissed: is gone. The token of the
-- invitation is only in its link. The secret of the authenticator is encrypted with a key of the installation,
-- last_step is the time step of the code that was accepted last: a code counts once.
CREATE TABLE staff_member (
    id uuid PRIMARY KEY,
    email text NOT NULL UNIQUE,
    name text NOT NULL UNIQUE,
    role text NOT NULL CHECK (role IN ('support', 'payments', 'risk', 'compliance', 'administrator')),
    state text NOT NULL CHECK (state IN ('invited', 'active', 'dismissed')),
    invited_by text NOT NULL,
    invited_at_ms bigint NOT NULL,
    invitation_hash {{bytes}} UNIQUE,
    invitation_until_ms bigint,
    password_hash text,
    totp_secret {{bytes}},
    last_step bigint NOT NULL DEFAULT 0,
    signed_in_at_ms bigint,
    dismissed_at_ms bigint,
    CHECK ((state = 'invited') = (invitation_hash IS NOT NULL)),
    CHECK ((state = 'invited') = (invitation_until_ms IS NOT NULL)),
    CHECK (state <> 'active' OR (password_hash IS NOT NULL AND totp_secret IS NOT NULL)),
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

-- Tries to sign in that were wrong, or are being looked at: limits count them.
CREATE TABLE staff_attempt (
    id {{rowid}},
    at_ms bigint NOT NULL,
    email text NOT NULL,
    network text NOT NULL
);

CREATE INDEX staff_attempt_email_idx ON staff_attempt (email, at_ms);
CREATE INDEX staff_attempt_network_idx ON staff_attempt (network, at_ms);

-- The first of two approvals of a cashout. It counts for a day.
CREATE TABLE payment_approval (
    payment_id uuid PRIMARY KEY,
    id uuid NOT NULL,
    member_id uuid NOT NULL,
    name text NOT NULL,
    reason text NOT NULL,
    at_ms bigint NOT NULL
);

-- What was decided about a held cashout, by whom, and who gave the first of two approvals.
ALTER TABLE payment ADD COLUMN reviewed_by text;
ALTER TABLE payment ADD COLUMN review_reason text;
ALTER TABLE payment ADD COLUMN reviewed_at_ms bigint;
ALTER TABLE payment ADD COLUMN first_approved_by text;

-- Cashouts that a person decides or has decided about, for the lists of the back office.
CREATE INDEX payment_review_idx ON payment (review, id) WHERE review IS NOT NULL;
CREATE INDEX payment_decided_idx ON payment (id) WHERE review IN ('approved', 'refused');

-- Documents by how they stand, for the lists of the back office.
CREATE INDEX document_state_idx ON document (state, id);

-- Whose money goes where, and comes from where: what players have in common.
CREATE INDEX payment_address_idx ON payment (address) WHERE address IS NOT NULL;
CREATE INDEX payment_profile_masked_idx ON payment_profile (masked);

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
