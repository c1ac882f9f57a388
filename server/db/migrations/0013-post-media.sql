-- What is known of a post's pictures or its video, as rows of messages hold it.
ALTER TABLE posts ADD COLUMN media jsonb NOT NULL DEFAULT '[]';
