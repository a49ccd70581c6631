-- Tries of strangers that have done the hard work of a captcha are counted apart from others.
ALTER TABLE sign_in_attempt ADD COLUMN hard boolean NOT NULL DEFAULT FALSE;
