-- JSON: the tournament that a notification is about, and what happened in it; null for what staff have written.
ALTER TABLE notification ADD COLUMN about text;
