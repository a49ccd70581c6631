-- From which row of the log on a round was bet on after the end of the tournament: what follows adds nothing.
ALTER TABLE tournament_round ADD COLUMN late_from bigint;

-- What was told of an award, in subunits of its wallet; zero when the prize is worth less than one. Without it the award
-- was told before this column was there. One that cannot be told yet is looked at again from retry_at_ms on.
ALTER TABLE tournament_award ADD COLUMN told_amount bigint;
ALTER TABLE tournament_award ADD COLUMN retry_at_ms bigint NOT NULL DEFAULT 0;
ALTER TABLE tournament_award ADD COLUMN retries bigint NOT NULL DEFAULT 0;

DROP INDEX tournament_award_untold_idx;
CREATE INDEX tournament_award_untold_idx ON tournament_award (retry_at_ms) WHERE NOT is_told;
