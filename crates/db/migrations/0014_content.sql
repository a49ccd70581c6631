-- The parts of the content folder (pages, snippets, banners, ...) as they were when last without fault.
CREATE TABLE content_part (
    name text PRIMARY KEY,
    body text NOT NULL,
    imported_at_ms bigint NOT NULL
);
INSERT INTO content_part (name, body, imported_at_ms) SELECT 'pages', body, imported_at_ms FROM content_pages;
DROP TABLE content_pages;

-- Mails on their way: written with what they tell, carried to the mail server afterwards.
CREATE TABLE mail_outbox (
    id uuid PRIMARY KEY,
    recipient text NOT NULL,
    sender text NOT NULL,
    sender_name text NOT NULL,
    reply_to text,
    subject text NOT NULL,
    body text NOT NULL,
    posted_at_ms bigint NOT NULL,
    -- When the house next tries to hand it over; null when it has gone out or is given up.
    next_try_ms bigint,
    tries bigint NOT NULL DEFAULT 0,
    sent_at_ms bigint,
    -- Why it was not taken the last time.
    reason text
);
CREATE INDEX mail_outbox_next_try_idx ON mail_outbox (next_try_ms) WHERE next_try_ms IS NOT NULL;

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
