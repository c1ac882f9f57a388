CREATE TABLE reports (
  id uuid PRIMARY KEY,
  reporter_id uuid NOT NULL REFERENCES users,
  kind text NOT NULL CHECK (kind IN ('person', 'message', 'post', 'comment', 'stranger')),
  target_id uuid NOT NULL,
  reason text NOT NULL,
  note text,
  -- What the reporter says to have seen, and what the server could see for the reporter at that moment.
  claim jsonb,
  evidence jsonb,
  created_at timestamptz(3) NOT NULL
);
CREATE INDEX reports_target ON reports (kind, target_id);
CREATE INDEX reports_reporter ON reports (reporter_id);
