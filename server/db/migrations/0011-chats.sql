-- A PRIVATE chat that a non-friend began is a message request: of whom, and when the other said yes.
ALTER TABLE chats ADD COLUMN requested_by uuid REFERENCES users;
ALTER TABLE chats ADD COLUMN accepted_at timestamptz(3);
ALTER TABLE memberships ADD COLUMN cleared_seq bigint NOT NULL DEFAULT 0;
ALTER TABLE memberships ADD COLUMN is_declined boolean NOT NULL DEFAULT false;
ALTER TABLE messages ADD COLUMN event jsonb;

CREATE TABLE invitations (
  id text PRIMARY KEY,
  chat_id uuid NOT NULL REFERENCES chats,
  user_id uuid NOT NULL REFERENCES users,
  inviter_id uuid NOT NULL REFERENCES users,
  chat_type text NOT NULL CHECK (chat_type IN ('PUBLIC', 'GROUP')),
  chat_name text NOT NULL,
  chat_code text NOT NULL,
  chat_avatar_id uuid,
  -- Across a block the inviter sees the invitation as sent, and the other person never sees it.
  is_hidden boolean NOT NULL DEFAULT false,
  created_at timestamptz(3) NOT NULL,
  deleted_at timestamptz(3),
  version integer NOT NULL DEFAULT 1,
  UNIQUE (chat_id, user_id)
);
CREATE INDEX invitations_user ON invitations (user_id);
CREATE INDEX invitations_inviter ON invitations (inviter_id);
CREATE INDEX chats_public ON chats (name) WHERE type = 'PUBLIC' AND deleted_at IS NULL;
