import type { UseNavigateResult } from '@tanstack/react-router';
import { newId } from '../../../protocol/index.ts';
import type { Engine, OutboxRowOf, PostDraftInput } from '../../../sync/index.ts';
import { isClosedDoor, isEdit } from '../../app/refusal-text.ts';
import type { OutboxItem } from '../../queries/outbox.ts';
import { readPostDraft } from '../../queries/posts.ts';
import { type KeptPart, NO_PART } from '../chat/draft-state.ts';
import { newDraftOf } from '../chat/new-draft.ts';
import { carriedBy, editOfCommentRow, editOfRow, partOfMessage } from '../chat/part-of-message.ts';
import { filesOfPost } from '../posts/edit-base.ts';
import { namedFields } from '../profile/profile-form.ts';

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

type Drafts = Pick<Engine, 'db' | 'saveDrafts' | 'savePostDraft'>;
/** A field in a chat, or under a post: the words are its newest draft. */
const inField = (
  engine: Drafts,
  at: string,
  partNow: () => KeptPart | Promise<KeptPart>,
  open: WordsPlace['open'],
): WordsPlace => {
  const id = newId();
  return {
    put: async () => engine.saveDrafts(at, [{ ...newDraftOf(await partNow()), id }]),
    undo: () => engine.saveDrafts(at, [], [id]),
    open,
  };
};

/** The form of a post that is there. It says when the post has changed since, so it has to know what the post says. */
const inPostForm = (engine: Drafts, row: OutboxRowOf<'updatePost'>, open: WordsPlace['open']): WordsPlace => {
  const { id, content, privacy } = row.args;
  const edited = async (): Promise<PostDraftInput> => {
    const post = await engine.db.posts.get(id);
    const there = post === undefined ? [] : filesOfPost(post);
    const { images, video } = row.args;
    return {
      content,
      privacy: privacy ?? post?.privacy ?? 'PUBLIC',
      anonymous: post?.anonymous ?? false,
      // An edit that names no files leaves those of the post.
      files: images === undefined && video === undefined ? there : carriedBy(row),
      writer: row.id,
      edits: { content: post?.content ?? content, privacy: post?.privacy ?? 'PUBLIC', files: there },
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

/** What a comment is as a draft. */
export const partOfComment = ({ args }: OutboxRowOf<'createComment'>): KeptPart => ({
  ...NO_PART,
  content: args.content,
  replyToId: args.parentId ?? null,
});

/** @returns null for what has no words of its own, or no place to write them in: what is gone, or cannot be changed any more */
export const editPlaceOf = (
  {
    row,
    chatCode,
    isReadable,
    isTargetDeleted,
  }: Pick<OutboxItem, 'row' | 'chatCode' | 'isReadable' | 'isTargetDeleted'>,
  engine: Drafts,
  navigate: UseNavigateResult<string>,
): EditPlace | null => {
  if (!isReadable || (isTargetDeleted && isEdit(row.name))) return null;
  const isGone = isClosedDoor(row.error);
  const toChat = (uniqueCode: string) => () => navigate({ to: '/chats/$uniqueCode', params: { uniqueCode } });
  const toPost = (postId: string) => () => navigate({ to: '/posts/$postId', params: { postId } });
  if (row.name === 'sendMessage' && chatCode !== null) {
    return inField(engine, row.args.chatId, () => partOfMessage(row), toChat(chatCode));
  }
  if (row.name === 'editMessage' && chatCode !== null && !isGone) {
    const partNow = async () => {
      const message = await engine.db.messages.get(row.args.messageId);
      return { ...NO_PART, edit: editOfRow(row, message?.content) };
    };
    return inField(engine, row.args.chatId, partNow, toChat(chatCode));
  }
  if (row.name === 'createComment' && !isGone) {
    const { postId } = row.args;
    return inField(engine, postId, () => partOfComment(row), toPost(postId));
  }
  if (row.name === 'updateComment' && !isGone) {
    const { id, postId } = row.args;
    const partNow = async () => {
      const comment = await engine.db.comments.get(id);
      return { ...NO_PART, edit: editOfCommentRow(row, comment?.content) };
    };
    return inField(engine, postId, partNow, toPost(postId));
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
