-- A block that is taken away stays as a row: its version must never fall (sync-notes b.5).
ALTER TABLE blocks ADD COLUMN deleted_at timestamptz(3);
ALTER TABLE blocks ADD COLUMN version integer NOT NULL DEFAULT 1;
