import { privateChatId } from '../../protocol/index.ts';
import type { Database } from '../../server/db/database.ts';
import { createSession } from '../../server/modules/auth/sessions.ts';
import { World } from '../../server/testing/world.ts';
import type { Author } from './writer.ts';

/** Pairs of friends, each with a session and a private chat to write into: both write, so that a chat has two authors. */
export async function seedAuthors(db: Database, pairs: number): Promise<Author[]> {
  const world = new World(db);
  const authors: Author[] = [];
  for (let pair = 0; pair < pairs; pair += 1) {
    const { ana, ben } = await world.friends();
    for (const { id: userId } of [ana, ben]) {
      const { accessToken: token } = await createSession(db, userId, 'A test', new Date());
      authors.push({ userId, token, chatId: privateChatId(ana.id, ben.id) });
    }
  }
  return authors;
}
