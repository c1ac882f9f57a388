-- Where a push leads and when that was last looked at, on whichever device: the others close what they show of it.
ALTER TABLE push_marks ADD COLUMN url text;
ALTER TABLE push_marks ADD COLUMN seen_at timestamptz(3);
