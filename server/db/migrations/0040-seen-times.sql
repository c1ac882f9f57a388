-- When a member's seen mark moved last, and where it stood before: of the messages between, when they were seen.
ALTER TABLE members ADD COLUMN seen_at timestamptz(3);
ALTER TABLE members ADD COLUMN seen_from bigint;
