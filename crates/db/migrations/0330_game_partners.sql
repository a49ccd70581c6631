-- Games of partners that players have opened for money. A row stays for long: wins and rollbacks of its rounds may come late.
CREATE TABLE partner_session (
    -- Named to the partner, and by the partner in every call.
    id text PRIMARY KEY,
    partner text NOT NULL,
    player_id bigint NOT NULL,
    -- The login session that opened it: no bet is taken once that is over.
    login_session text NOT NULL,
    game_id bigint NOT NULL,
    -- The game's identifier, whose first part is the provider.
    game text NOT NULL,
    -- The wallet that pays.
    currency text NOT NULL,
    -- Where the player was when it was opened.
    country text,
    created_at_ms bigint NOT NULL,
    -- No bet is taken from then on.
    expires_at_ms bigint NOT NULL,
    last_bet_ms bigint
){{clustered}};

CREATE INDEX partner_session_expires_idx ON partner_session (expires_at_ms);

-- Calls of partners that came to nothing, the newest of each partner.
CREATE TABLE partner_call_failure (
    id text PRIMARY KEY,
    partner text NOT NULL,
    at_ms bigint NOT NULL,
    -- `play`, `rollback` or `freespins`.
    call text NOT NULL,
    -- The partner's number for what is wrong.
    code bigint NOT NULL,
    message text NOT NULL,
    player_id bigint,
    -- The partner's name of the round.
    round text
){{clustered}};

CREATE INDEX partner_call_failure_idx ON partner_call_failure (partner, at_ms);

-- Providers that staff has switched off with all their games. A provider that is not here is on.
CREATE TABLE provider_switch (
    provider text PRIMARY KEY,
    reason text NOT NULL,
    -- The name of the member.
    by_name text NOT NULL,
    -- UTC milliseconds.
    at_ms bigint NOT NULL
){{clustered}};
