-- What was paid on a day, which is laid beside the partner's file of it.
CREATE INDEX payment_finished_idx ON payment (provider, finished_at_ms) WHERE state = 'succeeded';
