-- What a search of the server looks through: the words of messages, posts and people's names. SQL cannot read them as the devices
-- do (protocol/search-words.ts), so the server does, a moment later (modules/search/read-words.ts). Until then `words` is NULL. The
-- triggers see to it, whoever changes a text and however: words that are there are those of the text as it is.
CREATE TABLE message_words (
  message_id uuid PRIMARY KEY REFERENCES messages ON DELETE CASCADE,
  chat_id uuid NOT NULL,
  seq bigint NOT NULL,
  at timestamptz(3) NOT NULL,
  words tsvector
);
CREATE TABLE post_words (
  post_id uuid PRIMARY KEY REFERENCES posts ON DELETE CASCADE,
  at timestamptz(3) NOT NULL,
  words tsvector
);
CREATE TABLE person_words (
  user_id uuid PRIMARY KEY REFERENCES users ON DELETE CASCADE,
  words tsvector
);

INSERT INTO message_words SELECT id, chat_id, seq, created_at FROM messages WHERE kind = 'user' AND deleted_at IS NULL;
INSERT INTO post_words SELECT id, created_at FROM posts WHERE purged_at IS NULL;
INSERT INTO person_words SELECT id FROM users WHERE deleted_at IS NULL;

CREATE INDEX message_words_words ON message_words USING gin (words);
CREATE INDEX message_words_chat ON message_words (chat_id, at);
CREATE INDEX message_words_unread ON message_words (chat_id, at) WHERE words IS NULL;
CREATE INDEX post_words_words ON post_words USING gin (words);
CREATE INDEX post_words_unread ON post_words (at) WHERE words IS NULL;
CREATE INDEX person_words_words ON person_words USING gin (words);
CREATE INDEX person_words_unread ON person_words (user_id) WHERE words IS NULL;

CREATE FUNCTION unread_message() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.deleted_at IS NULL THEN
    INSERT INTO message_words VALUES (NEW.id, NEW.chat_id, NEW.seq, NEW.created_at)
      ON CONFLICT (message_id) DO UPDATE SET words = NULL;
  ELSE
    DELETE FROM message_words WHERE message_id = NEW.id;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER message_is_new AFTER INSERT ON messages
  FOR EACH ROW WHEN (NEW.kind = 'user') EXECUTE FUNCTION unread_message();
CREATE TRIGGER message_is_changed AFTER UPDATE ON messages
  FOR EACH ROW WHEN (NEW.kind = 'user'
    AND (OLD.content, OLD.media, OLD.deleted_at) IS DISTINCT FROM (NEW.content, NEW.media, NEW.deleted_at))
  EXECUTE FUNCTION unread_message();

CREATE FUNCTION unread_post() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.purged_at IS NULL THEN
    INSERT INTO post_words VALUES (NEW.id, NEW.created_at) ON CONFLICT (post_id) DO UPDATE SET words = NULL;
  ELSE
    DELETE FROM post_words WHERE post_id = NEW.id;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER post_is_new AFTER INSERT ON posts FOR EACH ROW EXECUTE FUNCTION unread_post();
CREATE TRIGGER post_is_changed AFTER UPDATE ON posts
  FOR EACH ROW WHEN ((OLD.content, OLD.purged_at) IS DISTINCT FROM (NEW.content, NEW.purged_at))
  EXECUTE FUNCTION unread_post();

CREATE FUNCTION unread_person() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.deleted_at IS NULL THEN
    INSERT INTO person_words VALUES (NEW.id) ON CONFLICT (user_id) DO UPDATE SET words = NULL;
  ELSE
    DELETE FROM person_words WHERE user_id = NEW.id;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER person_is_new AFTER INSERT ON users FOR EACH ROW EXECUTE FUNCTION unread_person();
CREATE TRIGGER person_is_changed AFTER UPDATE ON users
  FOR EACH ROW WHEN ((OLD.first_name, OLD.last_name, OLD.deleted_at)
    IS DISTINCT FROM (NEW.first_name, NEW.last_name, NEW.deleted_at))
  EXECUTE FUNCTION unread_person();
