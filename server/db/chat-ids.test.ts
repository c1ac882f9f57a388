import { afterAll, expect, it } from 'vitest';
import { newId, newUntimedId, privateChatId } from '../../protocol/index.ts';
import { openBefore } from '../testing/open-before.ts';

/** Migration 0028 on a database in which a stranger has taken the id of a pair's private chat. */

const database = await openBefore('chat-ids.sql');
afterAll(database.close);

const run = database.rows;

it('sets chats of the wrong type aside, tells moderators, and leaves all others as they were', async () => {
  const [ana, ben, mallory] = [newUntimedId(), newUntimedId(), newUntimedId()];
  const demo = privateChatId(ana, mallory); // Any id of version 5: the people of the demo community have such ids.
  for (const [index, id] of [ana, ben, mallory, demo].entries())
    await run(
      `INSERT INTO users (id, email, password_hash, first_name, last_name, birth_date, unique_code, created_at)
       VALUES ($1, $2, '', 'A', 'B', '1990-01-01', $3, now())`,
      ...[id, `${id}@example.test`, `CODE${index}`],
    );
  const taken = privateChatId(ana, ben);
  const [honest, seeded, group] = [privateChatId(ben, mallory), privateChatId(ben, demo), newId()];
  for (const [id, type, owner, code] of [
    [taken, 'PUBLIC', mallory, 'TAKEN'],
    [honest, 'PRIVATE', ben, null],
    [seeded, 'GROUP', demo, 'SEEDED'],
    [group, 'GROUP', ana, 'GROUP'],
  ]) {
    await run(
      `INSERT INTO chats (id, type, name, unique_code, created_by, last_seq, created_at) VALUES ($1, $2, 'N', $3, $4, 1, now())`,
      ...[id, type, code, owner],
    );
    if (code) await run('INSERT INTO unique_codes (code, chat_id) VALUES ($1, $2)', code, id);
    for (const user of [owner, ana].filter((one, at, all) => all.indexOf(one) === at)) {
      await run(
        `INSERT INTO members (id, chat_id, user_id, role, joined_at) VALUES ($1, $2, $3, 'MEMBER', now())`,
        ...[`${id}:${user}`, id, user],
      );
      await run(
        'INSERT INTO memberships (id, chat_id, user_id) VALUES ($1, $2, $3)',
        ...[`${id}:${user}`, id, user],
      );
    }
    await run(
      `INSERT INTO messages (id, chat_id, kind, seq, after_seq, log_seq, sender_id, content, images, files, written_at, created_at)
       VALUES ($1, $2, 'user', 1, 1, 1, $3, 'secret', '[]', '[]', now(), now())`,
      ...[newId(), id, ana],
    );
    await run(`INSERT INTO scopes (id, seq, epoch) SELECT 'chat:' || $1::uuid, 7, epoch FROM lineage`, id);
  }

  await database.migrate();

  const chatsNow = await run(
    `SELECT type, unique_code AS code, deleted_at IS NOT NULL AS closed, substr(id::text, 15, 1) AS version,
       (SELECT count(*)::int FROM messages m WHERE m.chat_id = c.id) AS messages,
       (SELECT count(*)::int FROM members m WHERE m.chat_id = c.id AND m.left_at IS NULL AND m.id = c.id || ':' || m.user_id) AS inside,
       (SELECT count(*)::int FROM memberships m WHERE m.chat_id = c.id AND m.left_at IS NULL) AS held
     FROM chats c ORDER BY unique_code NULLS FIRST`,
  );
  expect(chatsNow).toEqual([
    { type: 'PRIVATE', code: null, closed: false, version: '5', messages: 1, inside: 2, held: 2 },
    { type: 'GROUP', code: 'GROUP', closed: false, version: '7', messages: 1, inside: 1, held: 1 },
    { type: 'GROUP', code: 'SEEDED', closed: false, version: '4', messages: 1, inside: 2, held: 2 },
    { type: 'PUBLIC', code: 'TAKEN', closed: true, version: '4', messages: 1, inside: 0, held: 0 },
  ]);
  const [aside] = await run(`SELECT id FROM chats WHERE unique_code = 'TAKEN'`);
  expect(await run('SELECT reporter_id, kind, target_id AS id, accused_id, note FROM reports')).toMatchObject(
    [
      {
        ...Object(aside),
        reporter_id: null,
        kind: 'chat',
        accused_id: mallory,
        note: expect.stringContaining(taken),
      },
    ],
  );
  // The pair can have its chat now, and a device that held the other under this id starts again.
  const [scope] = await run(`SELECT seq::int, epoch FROM scopes WHERE id = 'chat:' || $1::uuid`, taken);
  const [lineage] = await run('SELECT epoch FROM lineage');
  expect(scope).toMatchObject({ seq: 0 });
  expect(Object(scope).epoch).not.toBe(Object(lineage).epoch);
  expect(await run('SELECT count(*)::int AS left_under_it FROM chats WHERE id = $1', taken)).toEqual([
    { left_under_it: 0 },
  ]);
});
