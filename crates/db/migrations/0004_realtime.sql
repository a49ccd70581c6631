-- What names this installation: set once, the same for every server that works on it.

CREATE TABLE installation (
    key text PRIMARY KEY,
    value text NOT NULL
);
