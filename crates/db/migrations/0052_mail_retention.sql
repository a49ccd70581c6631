-- Old tokens of mails and mails that are done are looked up by their age, to be deleted.
CREATE INDEX one_time_token_ends_idx ON one_time_token (ends_at_ms);
CREATE INDEX mail_outbox_done_idx ON mail_outbox (posted_at_ms) WHERE next_try_ms IS NULL;
