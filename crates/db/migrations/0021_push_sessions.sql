-- A device is told while the login session that turned notices on holds. Devices from before go with the session
-- in which their player was seen last.
ALTER TABLE push_device ADD COLUMN session_id text NOT NULL DEFAULT '';

UPDATE push_device SET session_id = COALESCE(
    (SELECT s.id FROM session s WHERE s.player_id = push_device.player_id ORDER BY s.seen_at_ms DESC LIMIT 1), '');

CREATE INDEX push_device_session_idx ON push_device (session_id);
