-- Bytes lie in the file storage under `storage_key`; here is who may read them and what a frame needs to know.
CREATE TABLE files (
  id uuid PRIMARY KEY,
  owner_id uuid NOT NULL REFERENCES users,
  state text NOT NULL CHECK (state IN ('awaited', 'ready')),
  kind text NOT NULL CHECK (kind IN ('image', 'video', 'file')),
  mime text,
  size integer,
  sent_size integer,
  width integer,
  height integer,
  blurhash text,
  name text,
  storage_key text,
  variants jsonb NOT NULL DEFAULT '[]',
  poster_of uuid,
  created_at timestamptz(3) NOT NULL,
  ready_at timestamptz(3),
  CHECK ((state = 'ready') = (storage_key IS NOT NULL AND mime IS NOT NULL AND size IS NOT NULL))
);
CREATE INDEX files_owner ON files (owner_id);
CREATE INDEX files_created ON files (created_at);
CREATE INDEX files_poster_of ON files (poster_of) WHERE poster_of IS NOT NULL;

-- What a file belongs to; access follows it.
CREATE TABLE file_uses (
  file_id uuid NOT NULL REFERENCES files,
  kind text NOT NULL,
  target_id uuid NOT NULL,
  PRIMARY KEY (file_id, kind, target_id)
);
CREATE INDEX file_uses_target ON file_uses (kind, target_id);

ALTER TABLE messages ADD COLUMN media jsonb NOT NULL DEFAULT '[]';
