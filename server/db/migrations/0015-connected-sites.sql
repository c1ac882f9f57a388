-- Sites that members have allowed to know who they are, and the short-lived tokens that those sites hold.
CREATE TABLE connected_sites (
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES users,
  origin text NOT NULL,
  allowed_at timestamptz(3) NOT NULL,
  last_used_at timestamptz(3) NOT NULL,
  UNIQUE (user_id, origin)
);
CREATE TABLE site_tokens (
  id uuid PRIMARY KEY,
  token_hash bytea NOT NULL UNIQUE,
  user_id uuid NOT NULL REFERENCES users,
  session_id uuid NOT NULL REFERENCES sessions,
  origin text NOT NULL,
  created_at timestamptz(3) NOT NULL,
  expires_at timestamptz(3) NOT NULL
);
CREATE INDEX site_tokens_user ON site_tokens (user_id, origin);
CREATE INDEX site_tokens_session ON site_tokens (session_id);
