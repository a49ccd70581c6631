-- The place of a bonus among those that wait in its wallet, which its player may change: the lowest is activated next. Null
-- while it does not wait.
ALTER TABLE bonus_award ADD COLUMN place bigint;
UPDATE bonus_award SET place = id WHERE stage = 'wait';
