-- When staff told a player from the excluded one; the match is not made again.
ALTER TABLE exclusion_match ADD COLUMN cleared_at_ms bigint;
CREATE INDEX exclusion_match_player_idx ON exclusion_match (player_id, excluded_player_id);
