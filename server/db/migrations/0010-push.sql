-- One row: made at the first start. A new pair would silence every subscription there is.
CREATE TABLE vapid_keys (
  is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only),
  public_key text NOT NULL,
  private_key text NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT now()
);

-- Named by the auth secret, as the specification has it. It goes with the session that made it.
CREATE TABLE push_subscriptions (
  auth text PRIMARY KEY,
  -- What jobs call it: the secret stays in this table.
  id uuid NOT NULL UNIQUE,
  user_id uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  session_id uuid NOT NULL REFERENCES sessions (id) ON DELETE CASCADE,
  endpoint text,
  p256dh text,
  expires_at timestamptz(3),
  created_at timestamptz(3) NOT NULL
);
CREATE INDEX push_subscriptions_user ON push_subscriptions (user_id);

-- When a person was last pushed about a chat: at most one in five seconds.
CREATE TABLE push_marks (
  user_id uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  tag text NOT NULL,
  sent_at timestamptz(3) NOT NULL,
  PRIMARY KEY (user_id, tag)
);
