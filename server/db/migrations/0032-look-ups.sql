-- A look-up is its asker's: it lets nobody else begin the chat, so it has one row for each direction. The old rows do not say
-- who asked; each of the two did, or could have.
ALTER TABLE chat_pairs RENAME TO old_chat_pairs;
CREATE TABLE chat_pairs (
  asker_id uuid NOT NULL REFERENCES users,
  other_id uuid NOT NULL REFERENCES users,
  chat_id uuid NOT NULL,
  asked_at timestamptz(3) NOT NULL,
  PRIMARY KEY (asker_id, other_id)
);
INSERT INTO chat_pairs
  SELECT user_a, user_b, chat_id, now() FROM old_chat_pairs
  UNION ALL SELECT user_b, user_a, chat_id, now() FROM old_chat_pairs;
DROP TABLE old_chat_pairs;
CREATE INDEX chat_pairs_chat ON chat_pairs (asker_id, chat_id);
