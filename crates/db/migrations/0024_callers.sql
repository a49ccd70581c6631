-- Limits of sign-in count by network (of IPv6: 64 bits), and tries of a known device by that device.
ALTER TABLE sign_in_attempt ADD COLUMN network text NOT NULL DEFAULT '';
ALTER TABLE sign_in_attempt ADD COLUMN known_device text;
DROP INDEX sign_in_attempt_address_idx;
CREATE INDEX sign_in_attempt_network_idx ON sign_in_attempt (network, at_ms);
CREATE INDEX sign_in_attempt_device_idx ON sign_in_attempt (known_device, at_ms);

-- The normal form of the address: one mailbox is one account.
ALTER TABLE login ADD COLUMN mailbox text;
UPDATE login SET mailbox = email;
CREATE UNIQUE INDEX login_mailbox_key ON login (mailbox);

-- What the login was like when a kept answer signed it in: a repeated call opens no session after a change of password.
ALTER TABLE http_idem ADD COLUMN login_stamp {{bytes}};

-- On which devices players have signed in, with a stamp of the password of then.
CREATE TABLE known_device (
    device text NOT NULL,
    player_id bigint NOT NULL,
    login_stamp {{bytes}} NOT NULL,
    at_ms bigint NOT NULL,
    PRIMARY KEY (device, player_id)
){{clustered}};

CREATE INDEX known_device_player_idx ON known_device (player_id, at_ms);
