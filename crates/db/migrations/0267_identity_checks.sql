-- What a partner has found out about who a player is. Times are UTC milliseconds.
--
-- told: where the partner says the check stands. state: what the house makes of it. review waits for staff: the partner has
-- let the player pass, and something does not agree with the profile, or another account has shown the same document.
CREATE TABLE identity_check (
    player_id bigint PRIMARY KEY,
    -- The name that the partner has given to the player.
    applicant text NOT NULL UNIQUE,
    -- On which the player came, which names the brand of mails.
    host text NOT NULL,
    told text NOT NULL CHECK (told IN ('started', 'pending', 'on_hold', 'green', 'retry', 'final')),
    state text NOT NULL CHECK (state IN ('started', 'pending', 'on_hold', 'review', 'approved', 'retry', 'refused')),
    -- Which of the player's attempts this is, and when the partner says that it came to stand so.
    attempt bigint NOT NULL,
    told_at_ms bigint NOT NULL,
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

CREATE INDEX identity_check_review_idx ON identity_check (told_at_ms) WHERE state = 'review';
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
