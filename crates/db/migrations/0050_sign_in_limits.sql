-- Limits of sign-in read the tries that count and no others: a flood of refused ones makes none of them slower.
DROP INDEX sign_in_attempt_email_idx;
DROP INDEX sign_in_attempt_network_idx;
DROP INDEX sign_in_attempt_device_idx;
DROP INDEX sign_in_attempt_player_idx;

CREATE INDEX sign_in_attempt_email_idx ON sign_in_attempt (email, at_ms) WHERE result IN ('pending', 'wrong');
CREATE INDEX sign_in_attempt_network_idx ON sign_in_attempt (network, at_ms) WHERE result IN ('pending', 'wrong');
CREATE INDEX sign_in_attempt_device_idx ON sign_in_attempt (known_device, at_ms) WHERE result IN ('pending', 'wrong');

CREATE INDEX sign_in_attempt_codes_idx ON sign_in_attempt (player_id, at_ms)
    WHERE result IN ('code_pending', 'code_wrong');
CREATE INDEX sign_in_attempt_device_codes_idx ON sign_in_attempt (known_device, at_ms)
    WHERE result IN ('code_pending', 'code_wrong', 'recovery_pending', 'recovery_wrong');
CREATE INDEX sign_in_attempt_network_codes_idx ON sign_in_attempt (network, at_ms)
    WHERE result IN ('code_pending', 'code_wrong', 'recovery_pending', 'recovery_wrong');

-- Tries to give the password again count by the session that makes them.
ALTER TABLE sign_in_attempt ADD COLUMN session_id text;
CREATE INDEX sign_in_attempt_session_idx ON sign_in_attempt (session_id, at_ms)
    WHERE result IN ('reauth_pending', 'reauth_wrong');
