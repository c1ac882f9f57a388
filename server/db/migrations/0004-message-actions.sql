ALTER TABLE messages
  ADD COLUMN mentions jsonb NOT NULL DEFAULT '[]',
  ADD COLUMN is_forwarded boolean NOT NULL DEFAULT false,
  ADD COLUMN reactions jsonb NOT NULL DEFAULT '[]';

-- What members have deleted for themselves. Bringing a message back keeps the row: its version must never fall.
CREATE TABLE hidden_messages (
  id text PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES users,
  chat_id uuid NOT NULL REFERENCES chats,
  message_id uuid NOT NULL REFERENCES messages,
  created_at timestamptz(3) NOT NULL,
  deleted_at timestamptz(3),
  version integer NOT NULL DEFAULT 1,
  UNIQUE (user_id, message_id)
);
CREATE INDEX hidden_messages_chat ON hidden_messages (user_id, chat_id);
