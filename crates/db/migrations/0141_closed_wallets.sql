-- Wallets that their players have closed. One is not listed while it is empty and not in use; nothing of its money changes.
CREATE TABLE closed_wallet (
    player_id bigint NOT NULL,
    currency text NOT NULL,
    at_ms bigint NOT NULL,
    PRIMARY KEY (player_id, currency)
);
