-- Unseen counts leave out what was deleted for everyone: found without reading the messages between.
CREATE INDEX messages_deleted ON messages (chat_id, seq) WHERE deleted_at IS NOT NULL;
