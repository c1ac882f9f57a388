-- When a chat was deleted for oneself: lines of the system have no number, and the later ones are shown.
ALTER TABLE memberships ADD COLUMN cleared_at timestamptz(3);
