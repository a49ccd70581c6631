-- Sign-ins that were held up, for the page of operations.
CREATE INDEX sign_in_attempt_limited_idx ON sign_in_attempt (at_ms) WHERE result = 'limited';
CREATE INDEX staff_attempt_time_idx ON staff_attempt (at_ms);
