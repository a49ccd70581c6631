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
    -- The number of the last message of staff; 0 while there is none.
    answered_seq bigint NOT NULL,
    closed_at_ms bigint,
    created_at_ms bigint NOT NULL,
    updated_at_ms bigint NOT NULL
);

CREATE INDEX chat_conversation_updated_idx ON chat_conversation (updated_at_ms);

-- A row goes with its conversation.
CREATE TABLE chat_message (
    conversation_id uuid NOT NULL,
    -- Counts from 1 within the conversation, without gaps.
    seq bigint NOT NULL,
    -- Who of staff wrote it; null for the visitor.
    staff_name text,
    body text NOT NULL,
    created_at_ms bigint NOT NULL,
    PRIMARY KEY (conversation_id, seq)
){{clustered}};

-- What the chat of a player's browser goes on with on another device.
CREATE TABLE chat_restore_id (
    player_id bigint PRIMARY KEY,
    restore_id text NOT NULL
){{clustered}};
