-- When a server looks at a gift next that it has something to do with, UTC milliseconds: what could not be brought on makes
-- room for others. A bonus that waits behind another one waits without an end of its own.
ALTER TABLE bonus_award ADD COLUMN next_try_ms bigint NOT NULL DEFAULT 0;
ALTER TABLE freespin_grant ADD COLUMN next_try_ms bigint NOT NULL DEFAULT 0;
CREATE INDEX bonus_award_waiting_idx ON bonus_award (id) WHERE stage = 'wait';
UPDATE bonus_award SET deadline_ms = NULL WHERE stage = 'wait';
