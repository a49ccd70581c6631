-- Coupons that members of staff make and end in the back office. Times are UTC milliseconds.
-- Why it was made; unknown of one that a command has made.
ALTER TABLE coupon ADD COLUMN made_why text;
-- Names the decision of the member who has made it: under the same one no other coupon is made.
ALTER TABLE coupon ADD COLUMN reference text;
-- Of what was asked for under it.
ALTER TABLE coupon ADD COLUMN fingerprint text;
-- When it was ended before its time. What it has brought until then stays.
ALTER TABLE coupon ADD COLUMN ended_at_ms bigint;
ALTER TABLE coupon ADD COLUMN ended_by text;
ALTER TABLE coupon ADD COLUMN ended_why text;
-- Names the decision to end it.
ALTER TABLE coupon ADD COLUMN end_reference text;

CREATE UNIQUE INDEX coupon_reference_idx ON coupon (reference) WHERE reference IS NOT NULL;
CREATE INDEX coupon_made_idx ON coupon (made_at_ms, code);
