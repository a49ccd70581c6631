-- When a member of staff was last noted to read a conversation.
CREATE TABLE chat_reading (
    conversation_id uuid NOT NULL,
    member_id uuid NOT NULL,
    at_ms bigint NOT NULL,
    PRIMARY KEY (conversation_id, member_id)
){{clustered}};
