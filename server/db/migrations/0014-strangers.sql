-- What a member has chosen for meeting strangers; there is none without the opt-in.
CREATE TABLE stranger_settings (
  user_id uuid PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
  opted_in_at timestamptz(3),
  language text NOT NULL,
  interests jsonb NOT NULL DEFAULT '[]',
  -- "Tell me when somebody is there": until then, once.
  tell_until timestamptz(3)
);
CREATE INDEX stranger_settings_tell ON stranger_settings (tell_until) WHERE tell_until IS NOT NULL;

-- Who waits; gone with the match, and not asked any more when its client has fallen silent.
CREATE TABLE stranger_queue (
  user_id uuid PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
  entered_at timestamptz(3) NOT NULL,
  heard_at timestamptz(3) NOT NULL
);

-- A temporary PRIVATE chat of two people who do not know each other (decisions.md §12). It is in no scope: it needs a
-- network, and what is never written into the log of members can never be pulled by one.
CREATE TABLE stranger_chats (
  id uuid PRIMARY KEY,
  last_seq integer NOT NULL DEFAULT 0,
  created_at timestamptz(3) NOT NULL,
  ended_at timestamptz(3),
  ending text CHECK (ending IN ('end', 'next', 'block', 'report', 'lost', 'revealed', 'closed')),
  ended_by uuid,
  CHECK ((ended_at IS NULL) = (ending IS NULL))
);
CREATE INDEX stranger_chats_ended ON stranger_chats (ended_at);

-- `id` is who somebody is in this chat and nowhere else; `user_id` never leaves the server.
CREATE TABLE stranger_members (
  id uuid PRIMARY KEY,
  chat_id uuid NOT NULL REFERENCES stranger_chats (id) ON DELETE CASCADE,
  user_id uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  alias text NOT NULL,
  heard_at timestamptz(3) NOT NULL,
  allows_photos boolean NOT NULL DEFAULT false,
  wants_friend boolean NOT NULL DEFAULT false,
  seen_seq integer NOT NULL DEFAULT 0,
  UNIQUE (chat_id, user_id)
);
CREATE INDEX stranger_members_user ON stranger_members (user_id);

CREATE TABLE stranger_messages (
  id uuid PRIMARY KEY,
  chat_id uuid NOT NULL REFERENCES stranger_chats (id) ON DELETE CASCADE,
  seq integer NOT NULL,
  sender_id uuid NOT NULL REFERENCES stranger_members (id) ON DELETE CASCADE,
  content text,
  media jsonb,
  created_at timestamptz(3) NOT NULL,
  UNIQUE (chat_id, seq)
);

-- Which two have met, and when last: not again within 30 days. Outlives the chat.
CREATE TABLE stranger_meetings (
  user_a uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  user_b uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  met_at timestamptz(3) NOT NULL,
  PRIMARY KEY (user_a, user_b),
  CHECK (user_a < user_b)
);
CREATE INDEX stranger_meetings_b ON stranger_meetings (user_b);

-- Who never wants to meet whom again. Not in `blocks`: those are rows on the blocker's devices, with a name.
CREATE TABLE stranger_blocks (
  blocker_id uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  blocked_id uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  created_at timestamptz(3) NOT NULL,
  PRIMARY KEY (blocker_id, blocked_id)
);

ALTER TABLE reports
  -- Whom it is about, as the server found out; never shown to the reporter.
  ADD COLUMN accused_id uuid,
  ADD COLUMN signature jsonb,
  ADD COLUMN resolved_at timestamptz(3),
  ADD COLUMN resolution text CHECK (resolution IN ('dismissed', 'removed', 'suspended'));
CREATE INDEX reports_accused ON reports (accused_id) WHERE accused_id IS NOT NULL;
CREATE INDEX reports_open ON reports (created_at) WHERE resolved_at IS NULL;

CREATE TABLE suspensions (
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  reason text NOT NULL,
  -- What the member is told beside the reason.
  note text,
  report_id uuid,
  since timestamptz(3) NOT NULL,
  -- Null: until somebody lifts it.
  until timestamptz(3),
  lifted_at timestamptz(3),
  appeal text,
  appealed_at timestamptz(3),
  appeal_answered_at timestamptz(3)
);
CREATE INDEX suspensions_user ON suspensions (user_id) WHERE lifted_at IS NULL;

-- Every act of a moderator. Append-only; `moderator_id` is null for the terminal.
CREATE TABLE moderation_log (
  id uuid PRIMARY KEY,
  at timestamptz(3) NOT NULL,
  moderator_id uuid,
  action text NOT NULL,
  report_id uuid,
  user_id uuid,
  target_kind text,
  target_id uuid,
  words text
);
CREATE INDEX moderation_log_at ON moderation_log (at);
CREATE FUNCTION keep_moderation_log() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'the moderation log is append-only';
END $$;
CREATE TRIGGER moderation_log_stays BEFORE UPDATE OR DELETE ON moderation_log
  FOR EACH ROW EXECUTE FUNCTION keep_moderation_log();
