-- Cashouts that staff has made on behalf of players who may not sign in: who has asked for each, why and when. A part of one
-- that was divided is found by the cashout that was divided.
CREATE TABLE payout_on_behalf (
    payment_id uuid NOT NULL PRIMARY KEY,
    member_id uuid NOT NULL,
    name text NOT NULL,
    reason text NOT NULL,
    at_ms bigint NOT NULL
);
