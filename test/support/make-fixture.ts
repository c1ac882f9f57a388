/**
 * Writes the fixture of the current schema: a member's database with a full outbox and files in every place that can name
 * one, as a release would leave it.
 * `node test/support/make-fixture.ts` before a release; the file of a released schema never changes again.
 */
import { NEVER } from 'rxjs';
import 'fake-indexeddb/auto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { awaitedMedia, friendshipId, newId, privateChatId } from '../../protocol/index.ts';
import { openEngine } from '../../sync/index.ts';
import { noSocket } from '../../sync/platform/no-socket.ts';

const SCHEMA = 8;
const userId = newId();
const other = newId();
const chatId = privateChatId(userId, other);
const writtenAt = '2026-11-21T12:00:00.000Z';

const engine = await openEngine({
  userId,
  baseUrl: 'http://localhost',
  token: () => 'token',
  ports: {
    online: { isOnline: () => false, changes: NEVER },
    socket: noSocket,
    channel: { post: () => undefined, messages: NEVER, close: () => undefined },
  },
});
for (let index = 0; index < 60; index += 1) {
  const content = `Written in a tunnel, ${index}`;
  const recipient = index === 0 ? { recipientId: other } : {};
  await engine.mutate('sendMessage', {
    id: newId(),
    chatId: index % 2 === 0 ? chatId : newId(),
    content,
    writtenAt,
    ...recipient,
  });
}
await engine.mutate('markSeen', { chatId, seq: 3 });
await engine.mutate('requestFriend', { uniqueCode: '0123456789AB5' }).catch(() => undefined);
await engine.mutate('acceptFriend', { friendshipId: friendshipId(userId, newId()) });
await engine.mutate('rejectFriend', { friendshipId: friendshipId(userId, newId()) });

/** Files, each named from one place only; their ids are in the rows that name them. */
const keep = (words: string, file: Partial<Parameters<typeof engine.files.keep>[0]> = {}) =>
  engine.files.keep({ bytes: new Blob([words]), kind: 'image', name: words, ...file });
await engine.mutate('sendMessage', {
  id: newId(),
  chatId,
  images: [await keep('of the outbox', { tray: 'a tray' })],
  writtenAt,
});
const film = await keep('film of the outbox', { kind: 'video' });
await keep('still of the film', { posterOf: film });
await engine.mutate('createPost', { id: newId(), content: 'With a film', video: film });
const inDraft = await keep('of a draft');
await engine.saveDrafts(chatId, [{ id: newId(), content: '', files: [{ id: inDraft, alt: '' }] }]);
await engine.savePostDraft(newId(), {
  ...{ content: 'A post', privacy: 'PUBLIC', anonymous: false },
  files: [{ id: await keep('of a post draft'), alt: '' }],
});
await keep('of two trays', { tray: 'a tray' });
await keep('of two trays', { tray: 'another tray' });
const unreadable = await keep('unreadable', { tray: 'another tray', preparing: 'small' });
await engine.files.preparation.fail(unreadable);
// The words of this one have arrived.
const ahead = await keep('of a message');
await engine.db.uploads.update(ahead, { state: 'queued' });
const [message] = await engine.db.messages.limit(1).toArray();
if (message === undefined) throw new Error('No message was written');
await engine.db.messages.put({
  ...{ ...message, id: newId(), chatId: newId(), seq: 1, version: 1, order: 1 },
  images: [ahead],
  media: awaitedMedia({ images: [ahead] }),
});
// And the page of this one was killed before its own transaction.
const args = { id: newId(), chatId, images: [await keep('of a recorded mutation')], writtenAt };
await engine.db.writeAhead.put({ id: newId(), name: 'sendMessage', args, writtenAt });

const stores: Record<string, { indexes: string; rows: unknown[] }> = {};
for (const table of engine.db.tables) {
  const { primKey, indexes } = table.schema;
  stores[table.name] = {
    indexes: [primKey, ...indexes].map(({ src }) => src).join(', '),
    rows: await table.toArray(),
  };
}
await engine.close();
const path = join(import.meta.dirname, '..', '..', 'sync', 'testing', 'fixtures', `schema-${SCHEMA}.json`);
const toJson = (_key: string, value: unknown): unknown =>
  value instanceof ArrayBuffer ? { base64: Buffer.from(value).toString('base64') } : value;
writeFileSync(path, `${JSON.stringify({ schema: SCHEMA, userId, stores }, toJson)}\n`);
process.exit(0);
