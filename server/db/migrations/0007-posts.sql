-- Keys of this community, made once and shared by all its processes: aliases of anonymous authors are made with them.
CREATE TABLE secrets (name text PRIMARY KEY, value text NOT NULL);
INSERT INTO secrets VALUES ('alias', gen_random_uuid()::text || gen_random_uuid()::text);

CREATE TABLE posts (
  id uuid PRIMARY KEY,
  creator_id uuid NOT NULL REFERENCES users,
  content text NOT NULL,
  images jsonb NOT NULL DEFAULT '[]',
  alts jsonb NOT NULL DEFAULT '{}',
  video uuid,
  privacy text NOT NULL CHECK (privacy IN ('PRIVATE', 'PUBLIC')),
  -- The author's alias inside this post; null on a named one.
  alias text,
  like_count integer NOT NULL DEFAULT 0,
  comment_count integer NOT NULL DEFAULT 0,
  created_at timestamptz(3) NOT NULL,
  edited_at timestamptz(3),
  -- In the bin since.
  deleted_at timestamptz(3),
  -- Gone for good: only the tombstone stays.
  purged_at timestamptz(3),
  -- The version that its author's scope and those who watch it were last told of.
  told_version integer NOT NULL DEFAULT 1,
  version integer NOT NULL DEFAULT 1,
  CHECK (alias IS NULL OR privacy = 'PUBLIC')
);
CREATE INDEX posts_feed ON posts (created_at DESC, id DESC) WHERE privacy = 'PUBLIC' AND deleted_at IS NULL;
CREATE INDEX posts_creator ON posts (creator_id, created_at DESC, id DESC);
CREATE INDEX posts_untold ON posts (id) WHERE told_version < version;
CREATE INDEX posts_bin ON posts (deleted_at) WHERE deleted_at IS NOT NULL AND purged_at IS NULL;

-- A like is a post and a person; taking it back leaves the row, whose version must never fall.
CREATE TABLE likes (
  post_id uuid NOT NULL REFERENCES posts,
  user_id uuid NOT NULL REFERENCES users,
  liked_at timestamptz(3) NOT NULL,
  deleted_at timestamptz(3),
  version integer NOT NULL DEFAULT 1,
  PRIMARY KEY (post_id, user_id)
);
CREATE INDEX likes_user ON likes (user_id, liked_at DESC);

CREATE TABLE hidden_posts (
  user_id uuid NOT NULL REFERENCES users,
  post_id uuid NOT NULL REFERENCES posts,
  hidden_at timestamptz(3) NOT NULL,
  deleted_at timestamptz(3),
  version integer NOT NULL DEFAULT 1,
  PRIMARY KEY (user_id, post_id)
);

CREATE TABLE comments (
  id uuid PRIMARY KEY,
  post_id uuid NOT NULL REFERENCES posts,
  creator_id uuid NOT NULL REFERENCES users,
  parent_id uuid REFERENCES comments,
  content text,
  created_at timestamptz(3) NOT NULL,
  edited_at timestamptz(3),
  deleted_at timestamptz(3),
  version integer NOT NULL DEFAULT 1
);
CREATE INDEX comments_post ON comments (post_id, created_at, id);
CREATE INDEX comments_parent ON comments (parent_id) WHERE parent_id IS NOT NULL;
CREATE INDEX comments_creator ON comments (creator_id);
