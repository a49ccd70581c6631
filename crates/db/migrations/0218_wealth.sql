-- Questionnaires about where a player's wealth comes from. Times are UTC milliseconds.
--
-- A kind of document more. A check of a column goes with its column, so a new one takes the place of the old.
ALTER TABLE document ADD COLUMN proves text NOT NULL DEFAULT 'identity'
    CHECK (proves IN ('identity', 'address', 'payment_method', 'wealth'));
UPDATE document SET proves = kind;
ALTER TABLE document DROP COLUMN kind;
ALTER TABLE document RENAME COLUMN proves TO kind;

-- A questionnaire.
--
-- asked: it waits for the player; answered: it waits for staff; returned: staff was not content, and has asked again with
-- another row.
CREATE TABLE wealth_questionnaire (
    id uuid PRIMARY KEY,
    player_id bigint NOT NULL,
    state text NOT NULL CHECK (state IN ('asked', 'answered', 'approved', 'returned')),
    -- From here on an unanswered one holds deposits and withdrawals.
    due_at_ms bigint NOT NULL,
    -- What staff has written to the player.
    note text NOT NULL,
    asked_at_ms bigint NOT NULL,
    asked_by text NOT NULL,
    -- Encrypted, and bound to the row and its player.
    answer {{bytes}},
    answered_at_ms bigint,
    reviewed_at_ms bigint,
    reviewed_by text,
    CHECK ((state = 'asked') = (answer IS NULL)),
    CHECK ((state = 'asked') = (answered_at_ms IS NULL)),
    CHECK ((state IN ('approved', 'returned')) = (reviewed_at_ms IS NOT NULL)),
    CHECK ((state IN ('approved', 'returned')) = (reviewed_by IS NOT NULL))
);

-- One at a time.
CREATE UNIQUE INDEX wealth_questionnaire_open_key ON wealth_questionnaire (player_id)
    WHERE state IN ('asked', 'answered');
CREATE INDEX wealth_questionnaire_player_idx ON wealth_questionnaire (player_id, asked_at_ms);
