-- Views of lists of the back office that members have saved: an address under a name.
CREATE TABLE saved_view (
    id uuid PRIMARY KEY,
    -- The path of the list, and the part of the address that follows it.
    page text NOT NULL,
    search text NOT NULL,
    name text NOT NULL,
    -- Whether colleagues see it.
    is_shared boolean NOT NULL,
    member_id uuid NOT NULL,
    member_name text NOT NULL,
    -- UTC milliseconds.
    at_ms bigint NOT NULL
);
CREATE INDEX saved_view_by_member ON saved_view (member_id);
