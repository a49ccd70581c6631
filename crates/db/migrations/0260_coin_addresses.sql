-- Lasting addresses of coins, one for each player, coin and network, and how far each partner's list of what came to them
-- was read.

CREATE TABLE coin_address (
    player_id bigint NOT NULL,
    currency text NOT NULL,
    -- The network that the coin has to be sent on, empty where there is no choice.
    network text NOT NULL,
    provider text NOT NULL,
    address text NOT NULL,
    -- What tells payments to one address apart, empty where the network has none.
    memo text NOT NULL,
    -- The way to pay that its coins come by.
    method_id text NOT NULL,
    -- The address of the house where it was asked for, without a path.
    house text NOT NULL,
    created_at_ms bigint NOT NULL,
    PRIMARY KEY (player_id, currency, network),
    UNIQUE (provider, currency, address, memo)
);

-- Whether an address that somebody types is one of these, however it is written.
CREATE INDEX coin_address_place_idx ON coin_address (currency, LOWER(address));

CREATE TABLE coin_cursor (
    provider text PRIMARY KEY,
    place text NOT NULL
){{clustered}};
