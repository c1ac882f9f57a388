/**
 * Writes the fixture of the current schema: a member's database with a full outbox, as a release would leave it.
 * `node test/support/make-fixture.ts` before a release; the file of a released schema never changes again.
 */
import { NEVER } from 'rxjs';
import 'fake-indexeddb/auto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { friendshipId, newId, privateChatId } from '../../protocol/index.ts';
import { openEngine } from '../../sync/index.ts';
import { noSocket } from '../../sync/platform/no-socket.ts';

const SCHEMA = 5;
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
writeFileSync(path, `${JSON.stringify({ schema: SCHEMA, userId, stores })}\n`);
process.exit(0);
