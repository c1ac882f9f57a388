-- Messages that are pinned for everybody in their chat. A pin is part of its message, so that what changes the one tells of both.
ALTER TABLE messages ADD COLUMN pinned_at timestamptz(3);
ALTER TABLE messages ADD COLUMN pinned_by uuid;
CREATE INDEX messages_pinned ON messages (chat_id) WHERE pinned_at IS NOT NULL AND deleted_at IS NULL;
