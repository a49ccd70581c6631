-- A role more. A check of a column goes with its column, so a new one takes the place of the old.
ALTER TABLE staff_member ADD COLUMN duty text NOT NULL DEFAULT 'support'
    CHECK (duty IN ('support', 'payments', 'risk', 'bonus', 'editor', 'compliance', 'administrator'));
UPDATE staff_member SET duty = role;
ALTER TABLE staff_member DROP COLUMN role;
ALTER TABLE staff_member RENAME COLUMN duty TO role;
