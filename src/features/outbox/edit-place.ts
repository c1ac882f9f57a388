import type { UseNavigateResult } from '@tanstack/react-router';
import { newId } from '../../../protocol/index.ts';
import type {
  DraftFile,
  DraftRow,
  Engine,
  OutboxRow,
  OutboxRowOf,
  PostDraftInput,
} from '../../../sync/index.ts';
import { isClosedDoor } from '../../app/refusal-text.ts';
import { readDraft } from '../../queries/drafts.ts';
import type { OutboxItem } from '../../queries/outbox.ts';
import { readPostDraft } from '../../queries/posts.ts';
import { namedFields } from '../profile/profile-form.ts';

/** What a message or a post carries, as a draft holds it. */
export const carriedBy = (row: OutboxRow): DraftFile[] => {
  if (row.name !== 'sendMessage' && row.name !== 'createPost' && row.name !== 'updatePost') return [];
  const { images = [], video, alts = {} } = row.args;
  const files = row.name === 'sendMessage' ? (row.args.files ?? []) : [];
  return [...images, ...files, ...(video == null ? [] : [video])].map((id) => ({ id, alt: alts[id] ?? '' }));
};

/** A form that reads what waits itself: the outbox keeps it until the form is saved. */
type FormPlace = { form(): Promise<void> };

/** Puts words back into the field they came from. */
type WordsPlace = {
  put(): Promise<void>;
  undo(): Promise<void>;
  /** The outbox has let go: what is seen is what stood before. */
  settle?(): Promise<void>;
  open(): Promise<void>;
};

export type EditPlace = FormPlace | WordsPlace;

type Drafts = Pick<Engine, 'db' | 'saveDraft' | 'savePostDraft'>;
type Draft = Partial<DraftRow> & Pick<DraftRow, 'content'>;

/** What has been typed already stands after what comes back. */
const above = (words: string, typed: string): string => (typed === '' ? words : `${words}\n${typed}`);

/** A field in a chat, or under a post. */
const inField = (
  engine: Drafts,
  at: string,
  change: (typed: Draft) => Draft,
  open: WordsPlace['open'],
): WordsPlace => {
  let before: Awaited<ReturnType<typeof readDraft>>;
  return {
    async put() {
      before = await readDraft(engine, at);
      await engine.saveDraft(at, change({ content: '', ...before }));
    },
    undo: () => engine.saveDraft(at, before ?? null),
    open,
  };
};

const anew =
  (words: string, more: Partial<DraftRow>) =>
  (typed: Draft): Draft => ({ ...typed, ...more, content: above(words, typed.content) });

/** New words for something that is there already: the field holds them, and what was typed anew waits meanwhile. */
const asEdit =
  (messageId: string, words: string) =>
  ({ edit = null, ...typed }: Draft): Draft => {
    if (edit?.messageId === messageId)
      return { ...typed, edit: { messageId, content: above(words, edit.content) } };
    // The field edits one at a time: words for another one are not lost.
    const content = edit === null ? typed.content : above(edit.content, typed.content);
    return { ...typed, content, edit: { messageId, content: words } };
  };

/** The form of a post that is there. It says when the post has changed since, so it has to know what the post says. */
const inPostForm = (engine: Drafts, row: OutboxRowOf<'updatePost'>, open: WordsPlace['open']): WordsPlace => {
  const { id, content, privacy } = row.args;
  const edited = async (): Promise<PostDraftInput> => {
    const post = await engine.db.posts.get(id);
    return {
      content,
      privacy: privacy ?? post?.privacy ?? 'PUBLIC',
      anonymous: post?.anonymous ?? false,
      files: carriedBy(row),
      writer: row.id,
      edits: { content: post?.content ?? content },
    };
  };
  let before: Awaited<ReturnType<typeof readPostDraft>>;
  return {
    async put() {
      before = await readPostDraft(engine.db, id);
      await engine.savePostDraft(id, await edited());
    },
    undo: () => engine.savePostDraft(id, before ?? null),
    settle: async () => engine.savePostDraft(id, await edited()),
    open,
  };
};

/** @returns null for what has no words of its own, or no place to write them in: what is gone, or cannot be changed any more */
export const editPlaceOf = (
  { row, chatCode, isReadable }: Pick<OutboxItem, 'row' | 'chatCode' | 'isReadable'>,
  engine: Drafts,
  navigate: UseNavigateResult<string>,
): EditPlace | null => {
  if (!isReadable) return null;
  const isGone = isClosedDoor(row.error);
  const toChat = (uniqueCode: string) => () => navigate({ to: '/chats/$uniqueCode', params: { uniqueCode } });
  const toPost = (postId: string) => () => navigate({ to: '/posts/$postId', params: { postId } });
  if (row.name === 'sendMessage' && chatCode !== null) {
    const { chatId, content = '', replyToId } = row.args;
    const files = carriedBy(row);
    const more = { ...(files.length > 0 ? { files } : {}), ...(replyToId ? { replyToId } : {}) };
    return inField(engine, chatId, anew(content, more), toChat(chatCode));
  }
  if (row.name === 'editMessage' && chatCode !== null && !isGone) {
    const { chatId, messageId, content } = row.args;
    return inField(engine, chatId, asEdit(messageId, content), toChat(chatCode));
  }
  if (row.name === 'createComment' && !isGone) {
    const { postId, content, parentId } = row.args;
    return inField(engine, postId, anew(content, parentId ? { replyToId: parentId } : {}), toPost(postId));
  }
  if (row.name === 'updateComment' && !isGone) {
    const { id, postId, content } = row.args;
    return inField(engine, postId, asEdit(id, content), toPost(postId));
  }
  if (row.name === 'createPost') {
    const { content, privacy = 'PUBLIC', anonymous = false } = row.args;
    const id = newId();
    return {
      put: () => engine.savePostDraft(id, { content, privacy, anonymous, files: carriedBy(row) }),
      undo: () => engine.savePostDraft(id, null),
      open: () => navigate({ to: '/posts/create', search: { draft: id } }),
    };
  }
  if (row.name === 'updatePost' && !isGone) {
    const { id } = row.args;
    return inPostForm(engine, row, () => navigate({ to: '/posts/$postId/update', params: { postId: id } }));
  }
  if (row.name === 'updateProfile' && namedFields(row.args).length > 0) {
    return { form: () => navigate({ to: '/profile/update', search: { waiting: row.id } }) };
  }
  return null;
};
