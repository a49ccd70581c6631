-- The pages of text as the content folder held them when they were last without fault; one row.
CREATE TABLE content_pages (
    id bigint PRIMARY KEY CHECK (id = 1),
    body text NOT NULL,
    imported_at_ms bigint NOT NULL
);
