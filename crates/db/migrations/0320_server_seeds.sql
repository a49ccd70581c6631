-- The house's seeds, each of 32 random bytes of its own, and the public list of what the house has committed itself to.
CREATE TABLE server_seed (
    -- What it draws for: fairness:{player}:{currency}:{seed_no}, lootboxes:{player}:{box}, lotteries:{slug},
    -- tables:{game}:{chain}, jackpots:{jackpot}:{level}:{cycle}.
    name text PRIMARY KEY,
    -- The key that it is encrypted under. A derived one is from before: the master key alone determines it.
    key_id text NOT NULL,
    sealed {{bytes}},
    -- What is published beforehand, hex; empty while a derived one has not been encrypted yet.
    server_seed_hash text NOT NULL,
    created_at_ms bigint NOT NULL,
    -- Its place in the list; null while it waits.
    number bigint,
    CHECK ((key_id = 'derived') = (sealed IS NULL))
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

INSERT INTO seed_chain (id, turn, number, head)
VALUES (1, 0, 0, '0000000000000000000000000000000000000000000000000000000000000000');

INSERT INTO server_seed (name, key_id, server_seed_hash, created_at_ms)
SELECT 'fairness:' || player_id || ':' || currency || ':' || seed_no, 'derived', '', begun_at_ms FROM fair_seed;

-- The pair after the one in force was promised as well.
INSERT INTO server_seed (name, key_id, server_seed_hash, created_at_ms)
SELECT 'fairness:' || player_id || ':' || currency || ':' || (MAX(seed_no) + 1), 'derived', '', MAX(begun_at_ms)
FROM fair_seed GROUP BY player_id, currency;

INSERT INTO server_seed (name, key_id, server_seed_hash, created_at_ms)
SELECT 'lootboxes:' || player_id || ':' || id, 'derived', server_seed_hash, issued_at_ms FROM lootbox WHERE stage = 'issued';

INSERT INTO server_seed (name, key_id, server_seed_hash, created_at_ms)
SELECT 'lotteries:' || slug, 'derived', server_seed_hash, start_at_ms FROM lottery WHERE drawn_at_ms IS NULL;

INSERT INTO server_seed (name, key_id, server_seed_hash, created_at_ms)
SELECT 'tables:' || game || ':' || number, 'derived', published, published_at_ms FROM table_chain;

INSERT INTO server_seed (name, key_id, server_seed_hash, created_at_ms)
SELECT 'jackpots:' || j.identifier || ':' || c.level || ':' || c.number, 'derived', c.server_seed_hash, c.started_at_ms
FROM jackpot_cycle c JOIN jackpot j ON j.id = c.jackpot_id WHERE c.ended_at_ms IS NULL;
