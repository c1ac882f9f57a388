-- How a text writes the people whom it names: a rename keeps the mark.
ALTER TABLE messages ADD COLUMN mention_names jsonb NOT NULL DEFAULT '{}';
