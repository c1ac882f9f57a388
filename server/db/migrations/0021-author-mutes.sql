-- Whose posts somebody does not want in their feed. Taken away again it stays as a row: its version must never fall.
CREATE TABLE author_mutes (
  user_id uuid NOT NULL REFERENCES users,
  author_id uuid NOT NULL REFERENCES users,
  created_at timestamptz(3) NOT NULL,
  deleted_at timestamptz(3),
  version integer NOT NULL DEFAULT 1,
  PRIMARY KEY (user_id, author_id)
);
CREATE INDEX author_mutes_author ON author_mutes (author_id);
