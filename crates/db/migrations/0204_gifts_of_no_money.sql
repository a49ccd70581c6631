-- Gifts that are no money: points, groups, and things that staff hands over.
-- The group that a gift of the kind `Group` puts its player into.
ALTER TABLE bonus_award ADD COLUMN group_id bigint;
-- Names the decision of the member who has handed a thing over.
ALTER TABLE bonus_award ADD COLUMN handover_reference text;
