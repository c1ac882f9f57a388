-- A file that was used under its owner's name is part of nothing anonymous, and the other way round, for good.
ALTER TABLE files ADD COLUMN is_named boolean NOT NULL DEFAULT false;
ALTER TABLE files ADD COLUMN secret_of uuid;
-- A forwarded file is a copy of the forwarder's own. It ends with the message it came from, and shares its bytes.
ALTER TABLE files ADD COLUMN copied_from uuid;
CREATE INDEX files_copied_from ON files (copied_from) WHERE copied_from IS NOT NULL;
CREATE INDEX files_storage_key ON files (storage_key) WHERE storage_key IS NOT NULL;

UPDATE files SET is_named = true WHERE EXISTS (
  SELECT 1 FROM file_uses LEFT JOIN posts ON file_uses.kind = 'post' AND posts.id = file_uses.target_id
  WHERE file_uses.file_id IN (files.id, files.poster_of)
    AND (file_uses.kind IN ('message', 'user', 'chat') OR (posts.id IS NOT NULL AND posts.alias IS NULL))
);
UPDATE files SET secret_of = used.target_id FROM (
  SELECT file_uses.file_id, min(file_uses.target_id::text)::uuid AS target_id FROM file_uses
  LEFT JOIN posts ON file_uses.kind = 'post' AND posts.id = file_uses.target_id
  WHERE file_uses.kind = 'stranger' OR posts.alias IS NOT NULL
  GROUP BY file_uses.file_id
) AS used WHERE used.file_id IN (files.id, files.poster_of);

-- Posts could name the files of others. Those can no longer be read there, and the posts no longer name them.
DELETE FROM file_uses USING posts, files
WHERE file_uses.kind = 'post' AND posts.id = file_uses.target_id
  AND files.id = file_uses.file_id AND files.owner_id <> posts.creator_id;
UPDATE posts SET
  images = (
    SELECT coalesce(jsonb_agg(named.id ORDER BY named.place), '[]'::jsonb)
    FROM jsonb_array_elements(posts.images) WITH ORDINALITY AS named (id, place)
    WHERE NOT EXISTS (
      SELECT 1 FROM files WHERE files.id = (named.id #>> '{}')::uuid AND files.owner_id <> posts.creator_id
    )
  ),
  video = (
    SELECT posts.video WHERE NOT EXISTS (
      SELECT 1 FROM files WHERE files.id = posts.video AND files.owner_id <> posts.creator_id
    )
  ),
  media = (
    SELECT coalesce(jsonb_agg(named.item ORDER BY named.place), '[]'::jsonb)
    FROM jsonb_array_elements(posts.media) WITH ORDINALITY AS named (item, place)
    WHERE NOT EXISTS (
      SELECT 1 FROM files WHERE files.id = (named.item ->> 'id')::uuid AND files.owner_id <> posts.creator_id
    )
  ),
  version = version + 1
WHERE EXISTS (
  SELECT 1 FROM jsonb_array_elements(posts.media) AS named (item)
  JOIN files ON files.id = (named.item ->> 'id')::uuid
  WHERE files.owner_id <> posts.creator_id
);
