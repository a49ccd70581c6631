-- What went back of a sticky bonus that was wagered: the bonus itself, which is never paid out. In subunits.
ALTER TABLE bonus_award ADD COLUMN deducted bigint NOT NULL DEFAULT 0;
