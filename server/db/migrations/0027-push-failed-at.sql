-- When a push service of a member's last failed: theirs then go apart, so that one that hangs holds up nobody else's.
ALTER TABLE users ADD COLUMN push_failed_at timestamptz(3);
