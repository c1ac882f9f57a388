-- What mails are written in, and when an account that its owner gave up goes for good.
ALTER TABLE users ADD COLUMN language text NOT NULL DEFAULT 'en-US';
ALTER TABLE users ADD COLUMN deletion_at timestamptz(3);
CREATE INDEX users_deletion ON users (deletion_at) WHERE deletion_at IS NOT NULL AND deleted_at IS NULL;

-- One link per person that sets a new password: the newest wins. Only its hash is kept.
CREATE TABLE password_resets (
  user_id uuid PRIMARY KEY,
  token_hash bytea NOT NULL UNIQUE,
  expires_at timestamptz(3) NOT NULL
);

-- One copy of a person's data at a time.
CREATE TABLE exports (
  user_id uuid PRIMARY KEY,
  id uuid NOT NULL UNIQUE,
  created_at timestamptz(3) NOT NULL,
  ready_at timestamptz(3),
  failed_at timestamptz(3),
  bytes bigint,
  expires_at timestamptz(3) NOT NULL
);
