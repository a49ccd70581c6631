-- Since when the visitor has waited: the first message that nobody has answered. Null for a conversation that is answered
-- or closed.
ALTER TABLE chat_conversation ADD COLUMN waiting_since_ms bigint;
UPDATE chat_conversation SET waiting_since_ms = (
    SELECT MIN(m.created_at_ms) FROM chat_message m
    WHERE m.conversation_id = chat_conversation.id AND m.seq > chat_conversation.answered_seq AND m.staff_name IS NULL
) WHERE closed_at_ms IS NULL AND message_count > answered_seq;
ALTER TABLE chat_conversation DROP COLUMN answered_seq;

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
