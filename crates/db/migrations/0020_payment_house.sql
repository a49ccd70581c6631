-- Where a deposit was asked for: the address of the house, as the player's browser knows it. The partner sends the
-- browser back there. Payments from before were asked for at the public address.
ALTER TABLE payment ADD COLUMN house text;
