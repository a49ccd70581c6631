-- What staff publishes, in versions.

-- The parts of the content folder (pages, snippets, banners, ...) as they were when last without fault.
CREATE TABLE content_part (
    name text PRIMARY KEY,
    body text NOT NULL,
    imported_at_ms bigint NOT NULL
);

-- One answer a player and survey.
CREATE TABLE survey_answer (
    survey_id text NOT NULL,
    player_id bigint NOT NULL,
    collector_id text NOT NULL,
    at_ms bigint NOT NULL,
    score bigint NOT NULL,
    comment text,
    -- The language of the site in which a survey was answered.
    locale text,
    PRIMARY KEY (survey_id, player_id)
){{clustered}};

-- What staff edits: versions of documents of the content folder. Version 0 of a document is its file there, and has no row.
-- Times are UTC milliseconds.
--
-- state draft: is being written, scheduled: is published at its time, published: in force, superseded: was in force, discarded:
-- was never in force. A document has one draft or scheduled version at most, and one that is in force.
CREATE TABLE content_version (
    path text NOT NULL,
    version bigint NOT NULL CHECK (version > 0),
    state text NOT NULL CHECK (state IN ('draft', 'scheduled', 'published', 'superseded', 'discarded')),
    -- Null: there is no such document.
    body text,
    -- Counts how often it was saved.
    revision bigint NOT NULL,
    -- The version that was in force when it was begun.
    base bigint NOT NULL,
    -- The version whose text it brings back.
    restores bigint,
    started_at_ms bigint NOT NULL,
    saved_at_ms bigint NOT NULL,
    -- Who has saved it last.
    saved_by text NOT NULL,
    -- When it is due, who has said so and why, and what is published together with it.
    due_at_ms bigint,
    batch uuid,
    -- Who has published or scheduled it, and why.
    publisher_id uuid,
    publisher_name text,
    reason text,
    published_at_ms bigint,
    edition bigint,
    -- Why it could not be published when it was due.
    fault text,
    PRIMARY KEY (path, version),
    CHECK ((state = 'scheduled') = (due_at_ms IS NOT NULL)),
    CHECK ((state IN ('published', 'superseded')) = (edition IS NOT NULL))
);

CREATE UNIQUE INDEX content_version_open_idx ON content_version (path) WHERE state IN ('draft', 'scheduled');
CREATE UNIQUE INDEX content_version_published_idx ON content_version (path) WHERE state = 'published';
CREATE INDEX content_version_due_idx ON content_version (due_at_ms) WHERE state = 'scheduled';

-- Who has written in a version: where a second person publishes, it is none of them.
CREATE TABLE content_editor (
    path text NOT NULL,
    version bigint NOT NULL,
    member_id uuid NOT NULL,
    PRIMARY KEY (path, version, member_id)
);

-- Counts publications: a publication is judged beside what was in force, and commits if nothing else has been published since.
CREATE TABLE content_edition (
    id bigint PRIMARY KEY CHECK (id = 1),
    number bigint NOT NULL
);

-- Links that show drafts on the site. The token is only in its link.
CREATE TABLE content_preview (
    token_hash {{bytes}} PRIMARY KEY,
    -- The paths of the documents whose drafts are shown, as JSON.
    documents text NOT NULL,
    member_id uuid NOT NULL,
    expires_at_ms bigint NOT NULL
);

CREATE INDEX content_preview_expires_idx ON content_preview (expires_at_ms);

-- Pictures and files that staff has uploaded for pages, banners, notices and tiles. Times are UTC milliseconds.
--
-- state uploading: the file is being written, kept: everybody may have it, withdrawn: nobody gets it any more, and
-- row and file are about to be removed.
CREATE TABLE medium (
    id uuid PRIMARY KEY,
    -- SHA-256 of the file as it is served, in hex; its address has it.
    hash text NOT NULL UNIQUE,
    state text NOT NULL CHECK (state IN ('uploading', 'kept', 'withdrawn')),
    -- The name of its encrypted file.
    blob text NOT NULL UNIQUE,
    file_type text NOT NULL CHECK (file_type IN ('png', 'jpeg', 'webp', 'pdf')),
    name text NOT NULL,
    -- What it shows, by language, as JSON.
    alts text NOT NULL,
    -- Name and texts in lower case, for the search.
    searched text NOT NULL,
    -- The brand that it is for; null where it is for all.
    brand text,
    size_bytes bigint NOT NULL CHECK (size_bytes > 0),
    -- In pixels; null of a PDF.
    width bigint,
    height bigint,
    -- Counts how often name, texts and brand were saved.
    revision bigint NOT NULL,
    uploaded_at_ms bigint NOT NULL,
    uploaded_by text NOT NULL,
    CHECK ((file_type = 'pdf') = (width IS NULL)),
    CHECK ((width IS NULL) = (height IS NULL))
);

CREATE INDEX medium_unfinished_idx ON medium (uploaded_at_ms) WHERE state = 'uploading';
CREATE INDEX medium_withdrawn_idx ON medium (id) WHERE state = 'withdrawn';

-- Brands whose site is closed for maintenance. A brand that is not here is open.
CREATE TABLE maintenance (
    brand text PRIMARY KEY,
    reason text NOT NULL,
    -- The name of the member.
    by_name text NOT NULL,
    -- UTC milliseconds.
    at_ms bigint NOT NULL
);

INSERT INTO content_edition (id, number) VALUES (1, 0);
