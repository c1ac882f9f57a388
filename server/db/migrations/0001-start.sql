CREATE TABLE lineage (epoch uuid PRIMARY KEY);
INSERT INTO lineage VALUES (gen_random_uuid());

CREATE TABLE users (
  id uuid PRIMARY KEY,
  email text NOT NULL UNIQUE,
  password_hash text NOT NULL,
  first_name text NOT NULL,
  middle_name text,
  last_name text NOT NULL,
  birth_date date NOT NULL,
  unique_code text NOT NULL UNIQUE,
  avatar_id uuid,
  send_receipts boolean NOT NULL DEFAULT true,
  settings_version integer NOT NULL DEFAULT 1,
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz(3) NOT NULL,
  deleted_at timestamptz(3)
);

CREATE TABLE sessions (
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES users,
  token_hash bytea NOT NULL UNIQUE,
  device_name text NOT NULL,
  created_at timestamptz(3) NOT NULL,
  last_used_at timestamptz(3) NOT NULL,
  expires_at timestamptz(3) NOT NULL,
  revoked_at timestamptz(3)
);
CREATE INDEX sessions_user ON sessions (user_id);

CREATE TABLE friendships (
  id uuid PRIMARY KEY,
  requester_id uuid NOT NULL REFERENCES users,
  requestee_id uuid NOT NULL REFERENCES users,
  status text NOT NULL CHECK (status IN ('PENDING', 'APPROVED')),
  created_at timestamptz(3) NOT NULL,
  approved_at timestamptz(3),
  deleted_at timestamptz(3),
  version integer NOT NULL DEFAULT 1,
  CHECK (requester_id <> requestee_id)
);
CREATE INDEX friendships_requester ON friendships (requester_id);
CREATE INDEX friendships_requestee ON friendships (requestee_id);

CREATE TABLE friend_rejections (
  requester_id uuid NOT NULL REFERENCES users,
  requestee_id uuid NOT NULL REFERENCES users,
  count integer NOT NULL,
  last_at timestamptz(3) NOT NULL,
  PRIMARY KEY (requester_id, requestee_id)
);

CREATE TABLE blocks (
  blocker_id uuid NOT NULL REFERENCES users,
  blocked_id uuid NOT NULL REFERENCES users,
  created_at timestamptz(3) NOT NULL,
  PRIMARY KEY (blocker_id, blocked_id)
);
CREATE INDEX blocks_blocked ON blocks (blocked_id);

CREATE TABLE chats (
  id uuid PRIMARY KEY,
  type text NOT NULL CHECK (type IN ('PRIVATE', 'PUBLIC', 'GROUP')),
  name text,
  unique_code text UNIQUE,
  avatar_id uuid,
  created_by uuid NOT NULL REFERENCES users,
  last_seq bigint NOT NULL DEFAULT 0,
  last_message_at timestamptz(3),
  created_at timestamptz(3) NOT NULL,
  deleted_at timestamptz(3),
  version integer NOT NULL DEFAULT 1
);

CREATE TABLE unique_codes (
  code text PRIMARY KEY,
  user_id uuid REFERENCES users,
  chat_id uuid REFERENCES chats,
  CHECK (num_nonnulls(user_id, chat_id) = 1)
);

CREATE TABLE chat_pairs (
  chat_id uuid PRIMARY KEY,
  user_a uuid NOT NULL REFERENCES users,
  user_b uuid NOT NULL REFERENCES users
);

CREATE TABLE members (
  id text PRIMARY KEY,
  chat_id uuid NOT NULL REFERENCES chats,
  user_id uuid NOT NULL REFERENCES users,
  role text NOT NULL CHECK (role IN ('OWNER', 'ADMIN', 'MEMBER')),
  joined_seq bigint NOT NULL DEFAULT 0,
  delivered_seq bigint NOT NULL DEFAULT 0,
  seen_seq bigint NOT NULL DEFAULT 0,
  joined_at timestamptz(3) NOT NULL,
  left_at timestamptz(3),
  version integer NOT NULL DEFAULT 1,
  UNIQUE (chat_id, user_id)
);
CREATE INDEX members_user ON members (user_id);

CREATE TABLE memberships (
  id text PRIMARY KEY,
  chat_id uuid NOT NULL REFERENCES chats,
  user_id uuid NOT NULL REFERENCES users,
  seen_seq bigint NOT NULL DEFAULT 0,
  own_after_seen bigint NOT NULL DEFAULT 0,
  is_muted boolean NOT NULL DEFAULT false,
  is_archived boolean NOT NULL DEFAULT false,
  left_at timestamptz(3),
  version integer NOT NULL DEFAULT 1,
  UNIQUE (chat_id, user_id)
);
CREATE INDEX memberships_user ON memberships (user_id);

CREATE TABLE messages (
  id uuid PRIMARY KEY,
  chat_id uuid NOT NULL REFERENCES chats,
  kind text NOT NULL CHECK (kind IN ('user', 'system')),
  seq bigint,
  after_seq bigint NOT NULL,
  log_seq bigint NOT NULL,
  sender_id uuid REFERENCES users,
  content text,
  images jsonb NOT NULL DEFAULT '[]',
  files jsonb NOT NULL DEFAULT '[]',
  video uuid,
  reply_to_id uuid,
  written_at timestamptz(3) NOT NULL,
  created_at timestamptz(3) NOT NULL,
  edited_at timestamptz(3),
  deleted_at timestamptz(3),
  version integer NOT NULL DEFAULT 1,
  CHECK ((kind = 'user') = (seq IS NOT NULL)),
  UNIQUE (chat_id, seq)
);
CREATE INDEX messages_chat_after ON messages (chat_id, after_seq);
CREATE INDEX messages_chat_log ON messages (chat_id, log_seq);

CREATE TABLE scopes (
  id text PRIMARY KEY,
  seq bigint NOT NULL,
  epoch uuid NOT NULL,
  floor_seq bigint NOT NULL DEFAULT 0
);

CREATE TABLE scope_log (
  scope text NOT NULL,
  seq bigint NOT NULL,
  table_name text NOT NULL,
  row_id text NOT NULL,
  op text NOT NULL CHECK (op IN ('put', 'delete', 'join', 'leave')),
  mutation_id uuid,
  at timestamptz(3) NOT NULL,
  PRIMARY KEY (scope, seq, table_name, row_id)
);

CREATE TABLE mutations (
  user_id uuid NOT NULL REFERENCES users,
  id uuid NOT NULL,
  device_id uuid,
  lane text,
  prev uuid,
  name text NOT NULL,
  body_hash bytea NOT NULL,
  status text NOT NULL CHECK (status IN ('pending', 'applied', 'rejected', 'cancelled')),
  result jsonb,
  vector jsonb,
  created_at timestamptz(3) NOT NULL,
  PRIMARY KEY (user_id, id)
);

CREATE TABLE devices (
  user_id uuid NOT NULL REFERENCES users,
  device_id uuid NOT NULL,
  pending_count integer NOT NULL,
  last_seen_at timestamptz(3) NOT NULL,
  PRIMARY KEY (user_id, device_id)
);
