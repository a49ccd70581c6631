-- What visits tell of themselves. Ids are UUIDs that sort by time; times are UTC milliseconds. All but what
-- belongs to a player is forgotten after a while.

-- Entries of the browsers' logs.
CREATE TABLE client_log (
    id uuid PRIMARY KEY,
    at_ms bigint NOT NULL,
    level text NOT NULL,
    code text NOT NULL,
    message text NOT NULL,
    url text NOT NULL,
    stack text,
    trace_id text,
    session_id text,
    release text,
    player_id bigint
);

CREATE INDEX client_log_at_idx ON client_log (at_ms);

-- How long pages took: milliseconds for times, a bare number for shifts, in thousandths.
CREATE TABLE page_timing (
    id uuid PRIMARY KEY,
    at_ms bigint NOT NULL,
    trace_id text,
    name text NOT NULL,
    value_thousandths bigint NOT NULL
);

CREATE INDEX page_timing_name_idx ON page_timing (name, at_ms);

-- What browsers think of their networks.
CREATE TABLE network_timing (
    id uuid PRIMARY KEY,
    at_ms bigint NOT NULL,
    rtt_ms bigint NOT NULL,
    downlink_kbps bigint NOT NULL,
    effective_type text NOT NULL
);

CREATE INDEX network_timing_at_idx ON network_timing (at_ms);

-- Fields of forms that were refused, and why; never what was typed.
CREATE TABLE refused_field (
    id uuid PRIMARY KEY,
    at_ms bigint NOT NULL,
    side text NOT NULL,
    component text NOT NULL,
    field text NOT NULL,
    code text NOT NULL
);

CREATE INDEX refused_field_at_idx ON refused_field (at_ms);

-- Marks of campaigns: moment is set (they came with an address) or send (something came of it).
CREATE TABLE utm_marks (
    id uuid PRIMARY KEY,
    at_ms bigint NOT NULL,
    moment text NOT NULL,
    player_id bigint,
    marks text NOT NULL
);

CREATE INDEX utm_marks_player_idx ON utm_marks (player_id, at_ms);

-- Requests of the house's own tracking pixel.
CREATE TABLE pixel_hit (
    id uuid PRIMARY KEY,
    at_ms bigint NOT NULL,
    event text NOT NULL,
    visitor text NOT NULL
);

CREATE INDEX pixel_hit_at_idx ON pixel_hit (at_ms);

-- One answer a player and survey.
CREATE TABLE survey_answer (
    survey_id text NOT NULL,
    player_id bigint NOT NULL,
    collector_id text NOT NULL,
    at_ms bigint NOT NULL,
    score bigint NOT NULL,
    comment text,
    PRIMARY KEY (survey_id, player_id)
){{clustered}};
