-- Openings of a span of time are counted.
CREATE INDEX lootbox_opened_idx ON lootbox (ended_at_ms) WHERE stage = 'activated';
