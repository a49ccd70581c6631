-- Sign-in by OpenID Connect providers. Times are UTC milliseconds.
-- A way to a provider and back, for one browser and one answer. The browser holds the secret whose hash is kept here. Ways that
-- link or ask again are for one session of a player.
CREATE TABLE provider_flow (
    state_hash {{bytes}} PRIMARY KEY,
    browser_hash {{bytes}} NOT NULL,
    provider text NOT NULL,
    purpose text NOT NULL,
    player_id bigint,
    session_id text,
    nonce text NOT NULL,
    verifier text NOT NULL,
    redirect_uri text NOT NULL,
    return_to text NOT NULL,
    begun_at_ms bigint NOT NULL,
    expires_at_ms bigint NOT NULL
){{clustered}};

CREATE INDEX provider_flow_expires_idx ON provider_flow (expires_at_ms);

-- Who a player is to a provider. The subject at the issuer is the identity, the address is what was told with it.
CREATE TABLE provider_link (
    id text PRIMARY KEY,
    player_id bigint NOT NULL,
    provider text NOT NULL,
    issuer text NOT NULL,
    subject text NOT NULL,
    email text,
    linked_at_ms bigint NOT NULL,
    used_at_ms bigint
);

CREATE UNIQUE INDEX provider_link_issuer_subject_key ON provider_link (issuer, subject);
CREATE UNIQUE INDEX provider_link_player_id_issuer_key ON provider_link (player_id, issuer);

-- Somebody at a provider who has the address of a player: linked once that player signs in with the same browser.
CREATE TABLE provider_offer (
    browser_hash {{bytes}} PRIMARY KEY,
    player_id bigint NOT NULL,
    provider text NOT NULL,
    issuer text NOT NULL,
    subject text NOT NULL,
    email text NOT NULL,
    offered_at_ms bigint NOT NULL,
    expires_at_ms bigint NOT NULL
){{clustered}};

CREATE INDEX provider_offer_expires_idx ON provider_offer (expires_at_ms);

-- Players who were made by a provider and not by a form. The country of the visit stands in the profile until the player tells
-- their own. Nobody knows the password before one is chosen by mail.
CREATE TABLE provider_sign_up (
    player_id bigint PRIMARY KEY,
    provider text NOT NULL,
    made_at_ms bigint NOT NULL,
    country_told_at_ms bigint,
    password_at_ms bigint
){{clustered}};
