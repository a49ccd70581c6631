-- The wallet of a game session whose game is played in another currency; empty where it is that of the session.
ALTER TABLE game_session ADD COLUMN wallet text NOT NULL DEFAULT '';
