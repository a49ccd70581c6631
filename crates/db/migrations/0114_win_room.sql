-- What open rounds can still win is kept free below the largest balance, so that no win is refused.
ALTER TABLE wallet ADD COLUMN win_room bigint NOT NULL DEFAULT 0 CHECK (win_room >= 0);

ALTER TABLE round ADD COLUMN win_room bigint NOT NULL DEFAULT 0 CHECK (win_room >= 0);
