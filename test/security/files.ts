import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { newId, newUntimedId } from '../../protocol/index.ts';
import { files } from '../../server/db/schema.ts';
import type { Person, World } from '../../server/testing/world.ts';
import { FILES_DIR } from './app.ts';
import type { CastPosts, LaidFiles } from './cast.ts';

/** What is in every laid file. */
export const FILE_WORDS = 'canary-of-a-file';

/** Files of somebody, as an upload would have left them. */
export async function layFiles(
  world: World,
  owner: Person,
  chatId: string,
  { postId, privatePostId, anonymousPostId }: CastPosts,
): Promise<LaidFiles> {
  const [inGroup, alone, begun] = [await layFile(world, owner), await layFile(world, owner), newId()];
  await world.applied(owner, 'sendMessage', { ...world.message(chatId, 'Basahin'), files: [inGroup] });
  const inPostOf = async (id: string): Promise<string> => {
    const file = await layFile(world, owner, 'image');
    await world.applied(owner, 'updatePost', { id, content: 'May larawan', images: [file] });
    return file;
  };
  const face = await layFile(world, owner, 'image');
  await world.applied(owner, 'updateProfile', { userId: owner.id, avatarId: face });
  const folder = join(FILES_DIR, 'uploads', 'resumable');
  const name = `${owner.id}_${begun}`;
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, name), 'Kumu');
  await writeFile(
    join(folder, `${name}.json`),
    JSON.stringify({ id: name, size: 7, offset: 0, metadata: { id: begun }, creation_date: new Date() }),
  );
  return {
    inGroup,
    inPost: await inPostOf(postId),
    inPrivatePost: await inPostOf(privatePostId),
    inAnonymousPost: await inPostOf(anonymousPostId),
    face,
    alone,
    begun,
  };
}

async function layFile(world: World, owner: Person, kind: 'file' | 'image' = 'file'): Promise<string> {
  const id = newUntimedId();
  const storageKey = `${id.slice(-2)}/${id}/laid`;
  await mkdir(join(FILES_DIR, 'files', storageKey), { recursive: true });
  await writeFile(join(FILES_DIR, 'files', storageKey, 'whole'), FILE_WORDS);
  const now = world.clock.now();
  await world.db.insert(files).values({
    id,
    ownerId: owner.id,
    state: 'ready',
    kind,
    mime: 'text/plain',
    size: FILE_WORDS.length,
    sentSize: FILE_WORDS.length,
    name: 'sulat.txt',
    storageKey,
    createdAt: now,
    readyAt: now,
  });
  return id;
}
