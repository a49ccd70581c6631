-- The version of a segment whose players read a campaign, and the brand that its readers belong to, null for neither.
ALTER TABLE notification_campaign ADD COLUMN segment_id uuid;
ALTER TABLE notification_campaign ADD COLUMN segment_revision bigint;
ALTER TABLE notification_campaign ADD COLUMN brand text;
