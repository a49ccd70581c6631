-- The personal identification code of residents of Estonia, encrypted with a key of the installation. It is read only to
-- judge other fields by it, and told to nobody.
ALTER TABLE player ADD COLUMN personal_id {{bytes}};
