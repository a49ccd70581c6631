-- A row for each browser that payments were asked for with. Checks of one browser lock it, so that two accounts that pay
-- from it at the same time are weighed one after the other.
CREATE TABLE fraud_device (
    device text PRIMARY KEY,
    checked_at_ms bigint NOT NULL
);
