-- The language of the site in which a survey was answered; unknown for answers from before.
ALTER TABLE survey_answer ADD COLUMN locale text;
