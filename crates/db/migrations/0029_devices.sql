-- Devices: the browser that a player came with, by the random id in its signed cookie. Fingerprints stay as hints:
-- phones of one model have the same.
ALTER TABLE player ADD COLUMN device text;
ALTER TABLE fraud_check ADD COLUMN device text;
CREATE INDEX player_device_idx ON player (device);
CREATE INDEX fraud_check_device_idx ON fraud_check (device, at_ms);
DROP INDEX fraud_check_fingerprint_idx;

-- Who has named a date of birth below the age of the licence, and when (UTC milliseconds). The subject is
-- `player:` with a number or `device:` with an id.
CREATE TABLE age_refusal (
    subject text PRIMARY KEY,
    at_ms bigint NOT NULL
){{clustered}};
