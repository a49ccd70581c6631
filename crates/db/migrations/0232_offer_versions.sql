-- The version of the offer that a gift was made by. 0 is what the content folder says.
ALTER TABLE bonus_award ADD COLUMN offer_version bigint NOT NULL DEFAULT 0;
ALTER TABLE freespin_grant ADD COLUMN offer_version bigint NOT NULL DEFAULT 0;
