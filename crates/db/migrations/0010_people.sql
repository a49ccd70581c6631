-- Notifications, mails, chats and push messages.

-- Mails on their way: written with what they are about, sent to the mail server afterwards.
CREATE TABLE mail_outbox (
    id uuid PRIMARY KEY,
    recipient text NOT NULL,
    sender text NOT NULL,
    sender_name text NOT NULL,
    reply_to text,
    subject text NOT NULL,
    body text NOT NULL,
    posted_at_ms bigint NOT NULL,
    -- When the server next tries to hand it over; null when it has gone out or is given up.
    next_try_ms bigint,
    tries bigint NOT NULL DEFAULT 0,
    sent_at_ms bigint,
    -- Why it was not taken the last time.
    reason text,
    -- Mails have an HTML part, and those with offers the address of their unsubscribe link.
    html text,
    unsubscribe_url text,
    -- How often a mail server has refused a mail for the mail's own sake. A server that takes no mail at all uses none of them up.
    refusals bigint NOT NULL DEFAULT 0,
    -- Whether staff may send it again: it holds no token, and its text is kept once it has gone out.
    is_resendable boolean NOT NULL DEFAULT FALSE,
    -- The mail that staff has sent again with this one.
    resends_id uuid
);

CREATE INDEX mail_outbox_next_try_idx ON mail_outbox (next_try_ms) WHERE next_try_ms IS NOT NULL;
CREATE INDEX mail_outbox_done_idx ON mail_outbox (posted_at_ms) WHERE next_try_ms IS NULL;
-- The mails of one address, for the page of a player.
CREATE INDEX mail_outbox_recipient_idx ON mail_outbox (recipient, posted_at_ms, id);

-- What visitors wrote to support.
CREATE TABLE contact_message (
    id uuid PRIMARY KEY,
    player_id bigint,
    email text NOT NULL,
    name text NOT NULL,
    subject text NOT NULL,
    message text NOT NULL,
    received_at_ms bigint NOT NULL
);

CREATE INDEX contact_message_player_idx ON contact_message (player_id, id) WHERE player_id IS NOT NULL;

-- An endpoint is a secret of its device: who knows it can be watched by it. The hash keeps the key short.
CREATE TABLE push_device (
    endpoint_hash {{bytes}} PRIMARY KEY,
    endpoint text NOT NULL,
    -- The browser's public key, 65 bytes, and the secret that it shares with us, 16 bytes.
    public_key {{bytes}} NOT NULL,
    auth_secret {{bytes}} NOT NULL,
    player_id bigint NOT NULL,
    added_at_ms bigint NOT NULL,
    -- A device is told while the login session that turned notices on holds.
    session_id text NOT NULL DEFAULT ''
){{clustered}};

CREATE INDEX push_device_player_idx ON push_device (player_id, added_at_ms);
CREATE INDEX push_device_session_idx ON push_device (session_id);

-- A notice leaves the table when it has been taken or given up.
CREATE TABLE push_notice (
    endpoint_hash {{bytes}} NOT NULL,
    payment_id text NOT NULL,
    kind text NOT NULL,
    amount bigint NOT NULL,
    currency text NOT NULL,
    at_ms bigint NOT NULL,
    tries bigint NOT NULL,
    next_try_ms bigint NOT NULL,
    PRIMARY KEY (endpoint_hash, payment_id)
){{clustered}};

CREATE INDEX push_notice_next_try_idx ON push_notice (next_try_ms);

-- What players have taken note of: a notice stands in the content folder under its name. Times are UTC milliseconds.
CREATE TABLE notice_acceptance (
    player_id bigint NOT NULL,
    notice text NOT NULL,
    accepted_at_ms bigint NOT NULL,
    PRIMARY KEY (player_id, notice)
){{clustered}};

-- Mails that somebody has asked for. They are answered after the call, so the call takes as long for an unknown
-- address as for a known one.
CREATE TABLE mail_request (
    id uuid PRIMARY KEY,
    purpose text NOT NULL,
    email text NOT NULL,
    -- Who asks; null for a guest.
    player_id bigint,
    -- The host on which it was asked: it names the brand.
    host text NOT NULL,
    asked_at_ms bigint NOT NULL,
    next_try_ms bigint NOT NULL
);

CREATE INDEX mail_request_next_try_idx ON mail_request (next_try_ms);

-- Addresses that get no more mail: reason bounce stops every mail, complaint those with offers. Times are UTC milliseconds.
CREATE TABLE mail_suppression (
    address text NOT NULL,
    reason text NOT NULL,
    at_ms bigint NOT NULL,
    PRIMARY KEY (address, reason)
){{clustered}};

-- Notifications that staff write, for one player, for groups or for everybody. Times are UTC milliseconds.
CREATE TABLE notification (
    id uuid PRIMARY KEY,
    -- The only player who reads it; null when several do.
    player_id bigint,
    -- JSON: members of one of these groups read it; an empty list means everybody. Empty for one player's own.
    group_ids text NOT NULL,
    -- JSON: icon, title, text and button, in the languages that they were written in.
    content text NOT NULL,
    created_at_ms bigint NOT NULL,
    expires_at_ms bigint NOT NULL,
    -- JSON: the tournament that a notification is about, and what happened in it; null for what staff have written.
    about text,
    -- Of which campaign a notification is; null for every other one.
    campaign_id uuid
);

CREATE INDEX notification_player_idx ON notification (player_id, expires_at_ms);
CREATE INDEX notification_expires_idx ON notification (expires_at_ms);
-- A player gets one of each campaign.
CREATE UNIQUE INDEX notification_campaign_player_idx ON notification (campaign_id, player_id);

-- Who has read what; a row goes with its notification.
CREATE TABLE notification_read (
    player_id bigint NOT NULL,
    notification_id uuid NOT NULL,
    expires_at_ms bigint NOT NULL,
    PRIMARY KEY (player_id, notification_id)
){{clustered}};

CREATE INDEX notification_read_expires_idx ON notification_read (expires_at_ms);

-- Conversations with support: one for each player, and one for each guest who has written. Times are UTC milliseconds.
CREATE TABLE chat_conversation (
    id uuid PRIMARY KEY,
    -- Whose it is: a player's, or that of the guest whose browser holds the restore id with this SHA-256.
    player_id bigint UNIQUE,
    guest_hash {{bytes}} UNIQUE,
    -- Who answers: 2 serves VIP players, 1 everybody else.
    routing_group bigint NOT NULL,
    -- The language and the host of the last message of the visitor.
    locale text NOT NULL,
    host text NOT NULL,
    -- The member of staff who answers; null while nobody has.
    assigned_to text,
    message_count bigint NOT NULL,
    -- The visitor has read the messages up to this number.
    read_seq bigint NOT NULL,
    closed_at_ms bigint,
    created_at_ms bigint NOT NULL,
    updated_at_ms bigint NOT NULL,
    -- Since when the visitor has waited: the first message that nobody has answered. Null for a conversation that is answered
    -- or closed.
    waiting_since_ms bigint
);

CREATE INDEX chat_conversation_updated_idx ON chat_conversation (updated_at_ms);

-- A row goes with its conversation.
CREATE TABLE chat_message (
    conversation_id uuid NOT NULL,
    -- Counts from 1 within the conversation, without gaps.
    seq bigint NOT NULL,
    -- Who of staff wrote it; null for the visitor.
    staff_name text,
    -- Empty where a picture stands in its place.
    body text NOT NULL,
    picture_id uuid,
    created_at_ms bigint NOT NULL,
    PRIMARY KEY (conversation_id, seq)
){{clustered}};

-- Pictures of conversations of players; a file is encrypted and bound to its row and the player. Times are UTC milliseconds.
CREATE TABLE chat_picture (
    id uuid PRIMARY KEY,
    -- Whose conversation it is in: a player has one.
    player_id bigint NOT NULL,
    -- The member of staff who sends it; null for the player.
    member_id uuid,
    -- While the file is being written nothing shows it. What is discarded waits for its file to be removed.
    state text NOT NULL CHECK (state IN ('uploading', 'sent', 'discarded')),
    conversation_id uuid,
    seq bigint,
    blob text NOT NULL UNIQUE,
    file_type text NOT NULL CHECK (file_type IN ('png', 'jpeg')),
    size_bytes bigint NOT NULL CHECK (size_bytes > 0),
    -- Begins with who sends, so that keys of one say nothing about those of another.
    idempotency_key text NOT NULL,
    fingerprint {{bytes}} NOT NULL,
    created_at_ms bigint NOT NULL,
    UNIQUE (player_id, idempotency_key),
    CHECK ((conversation_id IS NULL) = (seq IS NULL)),
    CHECK (state <> 'sent' OR seq IS NOT NULL)
);

CREATE INDEX chat_picture_message_idx ON chat_picture (conversation_id, seq);
CREATE INDEX chat_picture_unsent_idx ON chat_picture (created_at_ms) WHERE state <> 'sent';

-- What the chat of a player's browser goes on with on another device.
CREATE TABLE chat_restore_id (
    player_id bigint PRIMARY KEY,
    restore_id text NOT NULL
){{clustered}};

-- Guests who write or sign in. A step of a guest locks the row first, so that a message and a sign-in follow each other.
-- Times are UTC milliseconds.
CREATE TABLE chat_guest (
    -- The SHA-256 of the restore id.
    guest_hash {{bytes}} PRIMARY KEY,
    -- The player whose conversation the guest's has become: a message that was on its way goes there.
    player_id bigint,
    joined_at_ms bigint,
    touched_at_ms bigint NOT NULL
){{clustered}};

CREATE INDEX chat_guest_touched_idx ON chat_guest (touched_at_ms);

-- When a member of staff was last noted to read a conversation.
CREATE TABLE chat_reading (
    conversation_id uuid NOT NULL,
    member_id uuid NOT NULL,
    at_ms bigint NOT NULL,
    PRIMARY KEY (conversation_id, member_id)
){{clustered}};

-- What staff send from the back office, to one player or to members of groups. Times are UTC milliseconds.
CREATE TABLE notification_campaign (
    id uuid PRIMARY KEY,
    -- Of what was asked for under this number.
    fingerprint text NOT NULL,
    -- The only player; null for members of groups.
    player_id bigint,
    -- JSON: members of one of these groups; empty for one player.
    group_ids text NOT NULL,
    -- JSON: icon, title, text and button, in the languages that they were written in.
    content text NOT NULL,
    -- Whether it advertises: players who protect themselves get no such thing.
    is_promotional boolean NOT NULL,
    reason text NOT NULL,
    member_id uuid NOT NULL,
    member_name text NOT NULL,
    created_at_ms bigint NOT NULL,
    expires_at_ms bigint NOT NULL,
    -- Players are taken in the order of their numbers: all up to this one have been.
    passed_player_id bigint NOT NULL,
    sent_count bigint NOT NULL,
    -- Players who got none.
    skipped_count bigint NOT NULL,
    read_count bigint NOT NULL,
    -- When all players had been taken; null while it goes on.
    finished_at_ms bigint,
    -- Who has taken it back, why and when; null while it is out.
    withdrawn_by text,
    withdrawal_reason text,
    withdrawn_at_ms bigint,
    -- The version of a segment whose players read a campaign, and the brand that its readers belong to, null for neither.
    segment_id uuid,
    segment_revision bigint,
    brand text
);

CREATE INDEX notification_campaign_created_idx ON notification_campaign (created_at_ms, id);

-- Who wants offers by mail without an account, and has confirmed that the address is theirs. Times are UTC milliseconds.
CREATE TABLE guest_subscriber (
    -- In lower case.
    email text NOT NULL,
    locale text NOT NULL,
    -- Of the brand on whose site it was confirmed: each brand writes to its own subscribers.
    host text NOT NULL,
    confirmed_at_ms bigint NOT NULL,
    PRIMARY KEY (email, host)
){{clustered}};
