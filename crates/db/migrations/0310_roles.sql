-- Roles that an installation makes besides the built ones, and the brands that members of staff are bound to. Times are UTC
-- milliseconds.

-- The role of a member is the name of a built one, or the number of one of staff_role.
ALTER TABLE staff_member ADD COLUMN duty text NOT NULL DEFAULT 'support';
UPDATE staff_member SET duty = role;
ALTER TABLE staff_member DROP COLUMN role;
ALTER TABLE staff_member RENAME COLUMN duty TO role;

-- What a role of staff_role allows its member, as names with a comma before, between and after them; empty for a built role.
-- It stands in the member's row, so that a commit that is held to the row is held to the permission.
ALTER TABLE staff_member ADD COLUMN permissions text NOT NULL DEFAULT '';

-- The brands whose players the member works with, written the same way; empty for all of them.
ALTER TABLE staff_member ADD COLUMN brands text NOT NULL DEFAULT '';

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
