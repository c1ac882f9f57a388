import { isUntimedId } from '../../../protocol/index.ts';
import type { DraftFile, Engine, PostDraftRow, PostSend } from '../../../sync/index.ts';
import { withLock } from '../../app/with-lock.ts';
import { readPostDraft } from '../../queries/posts.ts';
import { readUploads } from '../../queries/uploads.ts';
import { restoreItems } from '../media/attachment-list.ts';
import { stopConversion } from '../media/films/conversions.ts';
import { keepUntraceably } from '../media/keep-file.ts';
import { preparePicked } from '../media/prepare-picked.ts';
import { createArgs, updateArgs } from './post-args.ts';

/** Gives the files of an anonymous post ids that tell neither when nor by whom they were kept, as they stand: prepared or not. */
const makeUntraceable = async (
  engine: Engine,
  files: readonly DraftFile[],
  tray: string,
): Promise<DraftFile[]> => {
  const ids = files.map(({ id }) => id);
  const here = new Map((await readUploads(engine, ids)).map((row) => [row.id, row]));
  const copies: DraftFile[] = [];
  for (const file of files) {
    const isOwn = here.get(file.id)?.hasBytes === true && !isUntimedId(file.id);
    copies.push(isOwn ? { ...file, id: await keepUntraceably(engine, file.id, tray) } : file);
  }
  return copies;
};

const submit = async (
  engine: Engine,
  { id, ...draft }: PostDraftRow,
  { postId, expectedContent }: PostSend,
): Promise<void> => {
  const { files = [], edits } = draft;
  const post = await engine.db.posts.get(postId);
  const rows = await readUploads(
    engine,
    files.map((file) => file.id),
  );
  const items = restoreItems(files, rows, post?.media ?? []);
  const options = { source: `post ${postId} ${draft.writer ?? ''}` };
  if (expectedContent === undefined) {
    await engine.mutate('createPost', createArgs(postId, draft, items), options);
  } else {
    const base = { privacy: draft.privacy, files: [], ...edits, content: edits?.content ?? expectedContent };
    const edit = updateArgs(postId, { ...draft, files }, items, { base, expectedContent });
    await engine.mutate('updatePost', edit, options);
  }
  await engine.savePostDraft(id, null);
};

/**
 * Carries a press on Post or Save out for an anonymous post, from what the device holds of the draft: in the page where it was
 * made, or in the next one. Its files are copied first, which takes a moment for a film.
 * @throws ProtocolError when it cannot be stored: it is a draft again
 */
export const sendPost = (engine: Engine, draftId: string): Promise<void> =>
  withLock(`tambay-post ${draftId}`, async () => {
    const draft = await readPostDraft(engine.db, draftId);
    if (draft?.send === undefined) return;
    const { send, updatedAt: _at, versions: _versions, id: _id, ...rest } = draft;
    const tray = `post ${draftId}`;
    try {
      const files = await makeUntraceable(engine, rest.files ?? [], tray);
      for (const { id } of rest.files ?? []) stopConversion(id);
      await engine.savePostDraft(draftId, { ...rest, files, send });
      await submit(engine, { ...draft, files }, send);
      const named = files.map(({ id }) => id);
      await engine.files.letGo(named, tray);
    } catch (error) {
      await engine.savePostDraft(draftId, rest).catch(() => undefined);
      throw error;
    }
    void preparePicked(engine).catch(() => undefined);
  });
