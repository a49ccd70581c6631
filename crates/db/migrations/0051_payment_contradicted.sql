-- The end that the partner tells of when it is another than ours.
ALTER TABLE payment ADD COLUMN contradicted text;
CREATE INDEX payment_contradicted_idx ON payment (contradicted) WHERE contradicted IS NOT NULL;
