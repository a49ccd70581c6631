-- What players prove who they are with. Times are UTC milliseconds.
--
-- A check of who a player is that was passed, and when: by staff, and by an identity provider.
ALTER TABLE player ADD COLUMN verified_at_ms bigint;
ALTER TABLE player ADD COLUMN sumsub_verified_at_ms bigint;

-- A document. Its file stands encrypted in the folder of blobs, under the name in blob.
--
-- uploading: the place is taken and the file is being written; abandoned: it was not written in time, and is removed.
-- A row in any other state has its file.
CREATE TABLE document (
    id uuid PRIMARY KEY,
    player_id bigint NOT NULL,
    kind text NOT NULL CHECK (kind IN ('identity', 'address', 'payment_method')),
    state text NOT NULL CHECK (state IN ('uploading', 'abandoned', 'pending', 'approved', 'rejected')),
    blob text NOT NULL UNIQUE,
    file_type text NOT NULL CHECK (file_type IN ('png', 'jpeg', 'pdf')),
    size_bytes bigint NOT NULL CHECK (size_bytes > 0),
    idempotency_key text NOT NULL,
    fingerprint {{bytes}} NOT NULL,
    -- On which the player came; it names the brand of mails.
    host text NOT NULL,
    created_at_ms bigint NOT NULL,
    reviewed_at_ms bigint,
    reviewed_by text,
    reason text CHECK (reason IN (
        'illegible', 'incomplete', 'expired', 'mismatch', 'wrong_document', 'altered', 'other')),
    note text,
    UNIQUE (player_id, idempotency_key),
    CHECK ((state IN ('approved', 'rejected')) = (reviewed_at_ms IS NOT NULL)),
    CHECK ((state IN ('approved', 'rejected')) = (reviewed_by IS NOT NULL)),
    CHECK ((state = 'rejected') = (reason IS NOT NULL))
);

CREATE INDEX document_player_idx ON document (player_id, created_at_ms);
CREATE INDEX document_pending_idx ON document (created_at_ms) WHERE state = 'pending';
CREATE INDEX document_unfinished_idx ON document (created_at_ms) WHERE state IN ('uploading', 'abandoned');
