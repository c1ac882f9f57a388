-- Messages that are pinned for everybody in their chat. A pin is part of its message, so that what changes the one tells of both.
ALTER TABLE messages ADD COLUMN pinned_at timestamptz(3);
ALTER TABLE messages ADD COLUMN pinned_by uuid;
CREATE INDEX messages_pinned ON messages (chat_id) WHERE pinned_at IS NOT NULL AND deleted_at IS NULL;

-- Messages that somebody has starred for themselves. A star that was taken away keeps its row: its version must never fall.
CREATE TABLE starred_messages (
  id text PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES users,
  chat_id uuid NOT NULL REFERENCES chats,
  message_id uuid NOT NULL REFERENCES messages,
  starred_at timestamptz(3) NOT NULL,
  deleted_at timestamptz(3),
  version integer NOT NULL DEFAULT 1,
  UNIQUE (user_id, message_id)
);
CREATE INDEX starred_messages_message ON starred_messages (message_id);
CREATE INDEX starred_messages_chat ON starred_messages (user_id, chat_id);
-- Whether anybody has: a message without a star is changed without looking for any.
ALTER TABLE messages ADD COLUMN was_starred boolean NOT NULL DEFAULT false;
