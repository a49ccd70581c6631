-- Players who were made without a form, and the link that signs each of them in until a password is chosen. Times are UTC
-- milliseconds.
CREATE TABLE autoregistration (
    player_id bigint PRIMARY KEY,
    -- The site that links lead to.
    site text NOT NULL,
    made_by text NOT NULL,
    made_at_ms bigint NOT NULL,
    -- The link's token is signed with a key of the installation over this; the next link has another one.
    link_seed {{bytes}} NOT NULL,
    -- The hash of that token.
    link_hash {{bytes}} NOT NULL UNIQUE,
    link_ends_at_ms bigint NOT NULL,
    -- When the player chose a password; then no link counts any more.
    password_at_ms bigint
);
