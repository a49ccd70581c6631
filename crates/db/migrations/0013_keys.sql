-- Which keys are taken on SQLite, kept without a random write per command: the keys of a batch are one row
-- beside it, and are moved later, many at once, into the pages of a run. Numbers are the lane in the upper
-- bits. Rows of the table idem, which did this before, stay there and are still found. On PostgreSQL, where
-- several lanes have to agree on who has a key, idem goes on to do it, and these tables stay empty.

-- Rises with each commit that changes wallets, limits or keys of the lane.
ALTER TABLE lane ADD COLUMN version bigint NOT NULL DEFAULT 0;

-- The keys of one batch, whose first place in the log is lsn; gone once they are in a run.
CREATE TABLE key_batch (
    lsn {{rowid}},
    keys {{bytes}} NOT NULL
);

-- A run holds the keys of the batches up to the place upto. Its pages count from when this row is there.
CREATE TABLE key_run (
    id {{rowid}},
    upto bigint NOT NULL,
    filter {{bytes}} NOT NULL
);

-- The keys of a run that begin with the same ten bits, which are the lower bits of the page's number.
CREATE TABLE key_page (
    id {{rowid}},
    keys {{bytes}} NOT NULL
);
