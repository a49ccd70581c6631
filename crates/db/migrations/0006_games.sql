-- The catalogue, rounds of games, their seeds, and tables.

-- A number is given to an identifier once, and stays its own when the game leaves the catalogue.
CREATE TABLE game (
    id {{rowid}},
    identifier text NOT NULL UNIQUE
);

-- What the content folder held when it was last without fault; one row.
CREATE TABLE catalogue (
    id bigint PRIMARY KEY CHECK (id = 1),
    body text NOT NULL,
    imported_at_ms bigint NOT NULL
);

CREATE TABLE favourite_game (
    player_id bigint NOT NULL,
    game_id bigint NOT NULL REFERENCES game (id),
    added_at_ms bigint NOT NULL,
    PRIMARY KEY (player_id, game_id)
){{clustered}};

CREATE TABLE game_session (
    token_hash {{bytes}} PRIMARY KEY,
    id uuid NOT NULL,
    player_id bigint,
    login_session text,
    public_name text NOT NULL,
    game_id bigint NOT NULL,
    mode text NOT NULL,
    currency text NOT NULL,
    locale text NOT NULL,
    return_url text NOT NULL,
    created_at_ms bigint NOT NULL,
    expires_at_ms bigint NOT NULL,
    demo_balance bigint NOT NULL,
    demo_nonce bigint NOT NULL,
    demo_version bigint NOT NULL,
    demo_key text NOT NULL,
    demo_round text,
    -- The seed pairs of a demo, as JSON, the one in force last.
    demo_seeds text NOT NULL DEFAULT '',
    -- What the client in the frame was told.
    definition text NOT NULL DEFAULT '',
    -- The wallet of a game session whose game is played in another currency; empty where it is that of the session.
    wallet text NOT NULL DEFAULT ''
){{clustered}};

CREATE INDEX game_session_expires_idx ON game_session (expires_at_ms);

-- The last rounds of demos, with what a verifier needs of each beside its seeds.
CREATE TABLE demo_round (
    session_id uuid NOT NULL,
    nonce bigint NOT NULL,
    body text NOT NULL,
    -- UTC milliseconds.
    kept_until_ms bigint NOT NULL,
    PRIMARY KEY (session_id, nonce)
){{clustered}};

CREATE INDEX demo_round_kept_idx ON demo_round (kept_until_ms);

-- The client's half of a seed pair. The server's half is derived from the installation's secret.
CREATE TABLE fair_seed (
    player_id bigint NOT NULL,
    currency text NOT NULL,
    seed_no bigint NOT NULL,
    client_seed text NOT NULL,
    first_nonce bigint NOT NULL,
    begun_at_ms bigint NOT NULL,
    PRIMARY KEY (player_id, currency, seed_no)
){{clustered}};

-- Kept by a reader: a player's rounds in the order of the log.
CREATE TABLE player_round (
    player_id bigint NOT NULL,
    round_id bigint NOT NULL,
    opened_at_ms bigint NOT NULL,
    PRIMARY KEY (player_id, round_id)
){{clustered}};

-- Kept by a reader: the last wins that are shown to everybody.
CREATE TABLE recent_win (
    lsn {{rowid}},
    body text NOT NULL
);

CREATE TABLE delivered_provider (
    id text PRIMARY KEY,
    title text NOT NULL
);

CREATE TABLE delivered_game (
    identifier text PRIMARY KEY,
    body text NOT NULL
){{clustered}};

CREATE TABLE game_definition (
    hash text PRIMARY KEY,
    identifier text NOT NULL,
    -- 1 is the first definition of its game.
    number bigint NOT NULL,
    -- Canonical JSON; the hash is its SHA-256.
    definition text NOT NULL,
    first_seen_ms bigint NOT NULL,
    UNIQUE (identifier, number)
);

-- When players whose licence names a least game cycle last began a round of a builtin game. Times are UTC milliseconds.
CREATE TABLE round_time (
    player_id bigint PRIMARY KEY,
    begun_at_ms bigint NOT NULL
){{clustered}};

-- Games that staff has switched off while servers run. A game that is not here is on.
CREATE TABLE game_switch (
    game_id {{rowid}},
    reason text NOT NULL,
    -- The name of the member.
    by_name text NOT NULL,
    at_ms bigint NOT NULL
);

-- Who leads a table. Whoever takes the lead raises the epoch, and what the last one still wants to write misses it.
CREATE TABLE table_lead (
    -- The game's identifier.
    game text PRIMARY KEY,
    owner text NOT NULL DEFAULT '',
    epoch bigint NOT NULL DEFAULT 0,
    leased_until_ms bigint NOT NULL DEFAULT 0,
    -- No round is opened after this: then nobody looks at the table.
    wanted_until_ms bigint NOT NULL DEFAULT 0
){{clustered}};

-- The chains that rounds take their seeds from.
CREATE TABLE table_chain (
    game text NOT NULL,
    number bigint NOT NULL CHECK (number >= 1),
    -- Rounds of the chain.
    length bigint NOT NULL CHECK (length >= 1),
    -- The commitment to the seed of its first round, hex.
    published text NOT NULL,
    published_at_ms bigint NOT NULL,
    PRIMARY KEY (game, number)
){{clustered}};

-- Layouts of chips that players have named, to be put on a table again.
CREATE TABLE saved_bet (
    id uuid PRIMARY KEY,
    player_id bigint NOT NULL,
    -- The table's identifier, and the currency that is played in: amounts mean nothing in another one.
    game text NOT NULL,
    currency text NOT NULL,
    name text NOT NULL,
    -- The bets as JSON, each on pockets in rising order.
    bets text NOT NULL,
    -- UTC milliseconds.
    saved_at_ms bigint NOT NULL,
    UNIQUE (player_id, game, currency, name)
);

-- Rounds that players show to whoever has the link: the token itself is only in the link. A round has one link at a time.
CREATE TABLE shared_replay (
    token_hash {{bytes}} PRIMARY KEY,
    player_id bigint NOT NULL,
    round_id bigint NOT NULL,
    -- UTC milliseconds.
    shared_at_ms bigint NOT NULL,
    UNIQUE (player_id, round_id)
){{clustered}};

-- Tables that staff has closed: no round of them is opened. A table that is not here is open.
CREATE TABLE table_closure (
    -- The game's identifier.
    game text PRIMARY KEY,
    -- What players are told, in their language.
    told text NOT NULL CHECK (told IN ('maintenance', 'check', 'rules', 'rest')),
    -- In the words of who has closed it; players do not read it.
    reason text NOT NULL,
    -- The name of the member.
    by_name text NOT NULL,
    -- UTC milliseconds.
    at_ms bigint NOT NULL
){{clustered}};

-- Rounds of shared tables, and what was bet in them.
CREATE TABLE table_round (
    id {{rowid}},
    game text NOT NULL,
    -- The rules that it is played under.
    definition text NOT NULL,
    chain bigint NOT NULL,
    -- Its place in the chain, from 0 on.
    place bigint NOT NULL CHECK (place >= 0),
    state text NOT NULL CHECK (state IN ('betting', 'running', 'ended', 'settled')),
    -- The commitment, hex: the seed of the round before. The seed and what it drew are written down when the round ends.
    server_seed_hash text NOT NULL,
    server_seed text,
    -- How many bets it has.
    bets bigint NOT NULL DEFAULT 0,
    opened_at_ms bigint NOT NULL,
    closes_at_ms bigint NOT NULL,
    -- The part of the players, hex.
    mixed text,
    started_at_ms bigint,
    -- Where a crash round crashed, in hundredths.
    point bigint,
    -- The cards of a round that was dealt, in their order, two letters each. Empty for a void one.
    cards text,
    ended_at_ms bigint,
    -- Whether stakes that were still in it went back.
    returned bigint NOT NULL DEFAULT 0 CHECK (returned IN (0, 1)),
    UNIQUE (game, chain, place),
    CHECK ((state = 'betting') = (mixed IS NULL) AND (state = 'betting') = (started_at_ms IS NULL)),
    CHECK ((state IN ('betting', 'running')) = (server_seed IS NULL)),
    CHECK ((server_seed IS NULL) = (ended_at_ms IS NULL)),
    CHECK ((server_seed IS NULL) = (point IS NULL AND cards IS NULL) AND (point IS NULL OR cards IS NULL))
);

CREATE UNIQUE INDEX table_round_live_idx ON table_round (game) WHERE state IN ('betting', 'running');
CREATE INDEX table_round_ended_idx ON table_round (game) WHERE state = 'ended';

CREATE TABLE table_bet (
    -- The key of its command, hex.
    id text PRIMARY KEY,
    round_id bigint NOT NULL,
    -- From 1 on, in the order of the commits.
    place bigint NOT NULL,
    player_id bigint NOT NULL,
    -- The wallet's currency, and the one that is played in.
    wallet text NOT NULL,
    currency text NOT NULL,
    -- The name that others see, masked.
    shown_name text NOT NULL,
    stake_cents bigint NOT NULL CHECK (stake_cents > 0),
    -- Where it is cashed out by itself.
    target bigint CHECK (target > 100),
    client_seed text NOT NULL,
    -- A bet that a round of cards pays anything back for is paid.
    state text NOT NULL CHECK (state IN ('riding', 'cashed', 'paid', 'lost', 'returned')),
    -- Where it was cashed out.
    multiplier bigint,
    win_cents bigint NOT NULL DEFAULT 0 CHECK (win_cents >= 0),
    placed_at_ms bigint NOT NULL,
    ended_at_ms bigint,
    UNIQUE (round_id, place),
    CHECK ((state = 'cashed') = (multiplier IS NOT NULL)),
    CHECK ((state = 'riding') = (ended_at_ms IS NULL))
){{clustered}};

CREATE INDEX table_bet_riding_idx ON table_bet (round_id, target) WHERE state = 'riding';
CREATE INDEX table_bet_player_idx ON table_bet (player_id, round_id);
CREATE INDEX table_bet_stake_idx ON table_bet (round_id, stake_cents DESC);

-- What lies on the places of the felt, bet by bet.
CREATE TABLE table_spot (
    bet_id text NOT NULL,
    -- One of the places of crates/games/src/baccarat.
    spot text NOT NULL,
    round_id bigint NOT NULL,
    player_id bigint NOT NULL,
    -- The currency that is played in.
    currency text NOT NULL,
    amount_cents bigint NOT NULL CHECK (amount_cents > 0),
    win_cents bigint NOT NULL DEFAULT 0 CHECK (win_cents >= 0),
    PRIMARY KEY (bet_id, spot)
){{clustered}};

CREATE INDEX table_spot_round_idx ON table_spot (round_id, player_id);

-- Server seeds, each of 32 random bytes of its own, and the public list of what the operator has committed itself to.
CREATE TABLE server_seed (
    -- What it draws for: fairness:{player}:{currency}:{seed_no}, lootboxes:{player}:{box}, lotteries:{slug},
    -- tables:{game}:{chain}, jackpots:{jackpot}:{level}:{cycle}.
    name text PRIMARY KEY,
    -- The key that it is encrypted under.
    key_id text NOT NULL,
    sealed {{bytes}} NOT NULL,
    -- What is published beforehand, hex.
    server_seed_hash text NOT NULL,
    created_at_ms bigint NOT NULL,
    -- Its place in the list; null while it waits.
    number bigint
){{clustered}};

CREATE INDEX server_seed_key_idx ON server_seed (key_id, name);
CREATE INDEX server_seed_waiting_idx ON server_seed (created_at_ms, name) WHERE number IS NULL;
CREATE UNIQUE INDEX server_seed_number_idx ON server_seed (number) WHERE number IS NOT NULL;

-- Each entry's head is the hash of the head before it, its number, its time and its commitment.
CREATE TABLE seed_commitment (
    number {{rowid}},
    server_seed_hash text NOT NULL,
    at_ms bigint NOT NULL,
    head text NOT NULL
);

CREATE INDEX seed_commitment_hash_idx ON seed_commitment (server_seed_hash);

-- Where the list ends. Whoever appends raises the turn first: the row's lock orders them.
CREATE TABLE seed_chain (
    id bigint PRIMARY KEY,
    turn bigint NOT NULL,
    number bigint NOT NULL,
    head text NOT NULL
);

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

-- Free spins that are played at a partner: the partner counts them, and tells what they have won together.
CREATE TABLE partner_freespins (
    -- Named to the partner.
    issue text PRIMARY KEY,
    partner text NOT NULL,
    grant_id bigint NOT NULL,
    player_id bigint NOT NULL,
    currency text NOT NULL,
    -- The number of the first of their games, which their round has.
    game_id bigint NOT NULL,
    -- Asked for, known to the partner, refused by it, taken back, or paid.
    state text NOT NULL CHECK (state IN ('asked', 'issued', 'refused', 'canceled', 'settled')),
    -- What they have won, once they are paid.
    won bigint CHECK (won >= 0),
    asked_at_ms bigint NOT NULL,
    next_try_ms bigint NOT NULL,
    CHECK ((state = 'settled') = (won IS NOT NULL))
){{clustered}};

CREATE INDEX partner_freespins_open_idx ON partner_freespins (next_try_ms) WHERE state IN ('asked', 'issued');
CREATE INDEX partner_freespins_grant_idx ON partner_freespins (grant_id);

INSERT INTO seed_chain (id, turn, number, head)
VALUES (1, 0, 0, '0000000000000000000000000000000000000000000000000000000000000000');
