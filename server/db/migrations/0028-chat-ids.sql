-- Until now a client could choose the computed id (UUIDv5) of another pair's private chat for a GROUP or PUBLIC chat of its
-- own, and the pair's messages then went into that chat. From now on only PRIVATE chats have ids of version 5.
-- A report of the server itself has no reporter.
ALTER TABLE reports ALTER COLUMN reporter_id DROP NOT NULL;

-- Chats of the wrong type under a computed id get an id of their own, so that the pair can open its chat. They are closed,
-- keep all they hold, and are reported to the moderators. The groups of the demo community (`npm run seed`), whose people
-- have ids of version 5 as well, go on under the new id.
DO $$
DECLARE
  wrong record;
  fresh uuid;
  is_demo boolean;
BEGIN
  FOR wrong IN SELECT * FROM chats WHERE type <> 'PRIVATE' AND substr(id::text, 15, 1) = '5' LOOP
    fresh := gen_random_uuid();
    is_demo := substr(wrong.created_by::text, 15, 1) = '5';
    UPDATE chats SET unique_code = NULL WHERE id = wrong.id;
    INSERT INTO chats (id, type, name, unique_code, avatar_id, created_by, last_seq, last_message_at, created_at, deleted_at, version)
      VALUES (fresh, wrong.type, wrong.name, wrong.unique_code, wrong.avatar_id, wrong.created_by, wrong.last_seq,
        wrong.last_message_at, wrong.created_at, CASE WHEN is_demo THEN wrong.deleted_at ELSE now() END, wrong.version + 1);
    UPDATE unique_codes SET chat_id = fresh WHERE chat_id = wrong.id;
    UPDATE members SET chat_id = fresh, id = fresh || ':' || user_id, version = version + 1,
      left_at = CASE WHEN is_demo THEN left_at ELSE coalesce(left_at, now()) END WHERE chat_id = wrong.id;
    UPDATE memberships SET chat_id = fresh, id = fresh || ':' || user_id, version = version + 1,
      left_at = CASE WHEN is_demo THEN left_at ELSE coalesce(left_at, now()) END WHERE chat_id = wrong.id;
    UPDATE invitations SET chat_id = fresh, id = fresh || ':' || user_id, version = version + 1,
      deleted_at = CASE WHEN is_demo THEN deleted_at ELSE coalesce(deleted_at, now()) END WHERE chat_id = wrong.id;
    UPDATE messages SET chat_id = fresh WHERE chat_id = wrong.id;
    UPDATE hidden_messages SET chat_id = fresh WHERE chat_id = wrong.id;
    UPDATE file_uses SET target_id = fresh WHERE kind = 'chat' AND target_id = wrong.id;
    UPDATE reports SET target_id = fresh WHERE kind = 'chat' AND target_id = wrong.id;
    UPDATE scope_log SET scope = 'chat:' || fresh WHERE scope = 'chat:' || wrong.id;
    UPDATE scopes SET id = 'chat:' || fresh WHERE id = 'chat:' || wrong.id;
    -- Another epoch: no device takes its cursor in the old chat for one in the pair's.
    INSERT INTO scopes (id, seq, epoch) VALUES ('chat:' || wrong.id, 0, gen_random_uuid());
    UPDATE scopes SET epoch = gen_random_uuid()
      WHERE id IN (SELECT 'user:' || user_id FROM memberships WHERE chat_id = fresh);
    DELETE FROM chats WHERE id = wrong.id;
    IF NOT is_demo THEN
      INSERT INTO reports (id, reporter_id, kind, target_id, reason, note, evidence, created_at, accused_id)
        VALUES (gen_random_uuid(), NULL, 'chat', fresh, 'other',
          'This chat had taken the id of a private chat of two other people (' || wrong.id || '), so messages between them may have gone here. An update of the server has closed it.',
          jsonb_build_object('chatId', fresh, 'type', wrong.type, 'avatarId', wrong.avatar_id, 'ownerId', wrong.created_by, 'text', wrong.name),
          now(), wrong.created_by);
    END IF;
  END LOOP;
END $$;

ALTER TABLE chats ADD CONSTRAINT chats_id_by_type CHECK ((type = 'PRIVATE') = (substr(id::text, 15, 1) = '5'));
