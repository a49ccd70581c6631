-- Accounts that were closed, by their players or by staff. Rows of player_stop say whether one is closed now; these say since
-- when and by whom, when it was opened again, and when what the law has kept was erased.
ALTER TABLE wallet ADD COLUMN closed_stop_ms bigint NOT NULL DEFAULT 0;

CREATE TABLE account_closure (
    id uuid PRIMARY KEY,
    player_id bigint NOT NULL,
    closed_at_ms bigint NOT NULL,
    closed_by text NOT NULL,
    is_own_wish boolean NOT NULL,
    reason text NOT NULL,
    -- From then on personal data is erased, by the licence of the day of the closure.
    erase_from_ms bigint NOT NULL,
    reopened_at_ms bigint,
    reopened_by text,
    reopen_reason text,
    erased_at_ms bigint,
    CHECK ((reopened_at_ms IS NULL) = (reopened_by IS NULL)),
    CHECK (reopened_at_ms IS NULL OR erased_at_ms IS NULL)
);

CREATE UNIQUE INDEX account_closure_open_idx ON account_closure (player_id) WHERE reopened_at_ms IS NULL;
CREATE INDEX account_closure_player_idx ON account_closure (player_id, closed_at_ms);
CREATE INDEX account_closure_due_idx ON account_closure (erase_from_ms)
    WHERE reopened_at_ms IS NULL AND erased_at_ms IS NULL;
