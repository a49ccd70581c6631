-- Games that partners deliver in bulk, beside those of the content folder.

CREATE TABLE delivered_provider (
    id text PRIMARY KEY,
    title text NOT NULL
);

CREATE TABLE delivered_game (
    identifier text PRIMARY KEY,
    body text NOT NULL
){{clustered}};
