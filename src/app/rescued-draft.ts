import { newId, parseJson, z } from '../../protocol/index.ts';
import type { NewDraft } from '../../sync/index.ts';
import { RESCUED_DRAFT_KEY } from './rescued-draft-key.ts';

const files = z.readonly(z.array(z.object({ id: z.string(), alt: z.string() })));
const mentions = z.readonly(
  z.array(z.object({ id: z.string(), name: z.string(), at: z.exactOptional(z.number()) })),
);
const forward = z.nullable(z.object({ copies: z.exactOptional(z.record(z.string(), z.string())) }));
const send = z.nullable(
  z.object({
    messageId: z.string(),
    files: z.number(),
    recipientId: z.exactOptional(z.string()),
    preview: z.exactOptional(z.string()),
    people: z.readonly(z.array(z.object({ id: z.string(), name: z.string() }))),
  }),
);
const words = z.object({
  /** The row that they came from. */
  rowId: z._default(z.nullable(z.string()), null),
  content: z.string(),
  replyToId: z.nullable(z.string()),
  edit: z.nullable(
    z.object({
      messageId: z.string(),
      content: z.string(),
      original: z.exactOptional(z.string()),
      isBroughtBack: z.exactOptional(z.boolean()),
      mentions: z.exactOptional(mentions),
    }),
  ),
});
const rescued = z.extend(words, {
  userId: z.string(),
  chatId: z.string(),
  files,
  mentions: z.exactOptional(mentions),
  forward,
  send: z.exactOptional(send),
  /** Rows that these words take the place of. */
  replaces: z._default(z.readonly(z.array(z.string())), []),
  waiting: z.readonly(
    z.array(
      z.extend(words, {
        files: z.exactOptional(files),
        mentions: z.exactOptional(mentions),
        forward: z.exactOptional(forward),
        send: z.exactOptional(send),
      }),
    ),
  ),
});
type Rescued = z.infer<typeof rescued>;
type Words = Omit<Rescued, 'userId' | 'chatId'>;

/**
 * The last words before a page goes away. IndexedDB answers too late for a page that is being left; session storage is
 * written at once, lasts as long as the tab, and is read when the chat opens again.
 */
export const rescueDraft = (storage: Storage, draft: Rescued): void => {
  try {
    storage.setItem(RESCUED_DRAFT_KEY, JSON.stringify(draft));
  } catch {
    // Full or closed: what was saved a quarter of a second ago has to do.
  }
};

const readRescued = (storage: Storage, userId: string): Rescued | null => {
  const text = storage.getItem(RESCUED_DRAFT_KEY);
  const parsed = rescued.safeParse(parseJson(text));
  return parsed.success && parsed.data.userId === userId ? parsed.data : null;
};

/** Takes the words of this member's chat, once. */
export const takeRescuedDraft = (
  storage: Storage,
  { userId, chatId }: Pick<Rescued, 'userId' | 'chatId'>,
): Words | null => {
  const found = readRescued(storage, userId);
  if (found?.chatId !== chatId) return null;
  storage.removeItem(RESCUED_DRAFT_KEY);
  return wordsOf(found);
};

/**
 * The rows to store, under the ids that the page before had given them: a chat that opens meanwhile has the same words, and
 * replaces these rows when it stores them.
 */
export const rescuedRows = ({
  waiting,
  replaces,
  ...part
}: Words): { drafts: NewDraft[]; replaces: string[] } => {
  const drafts = [part, ...waiting].map(({ rowId, ...words }) => ({ ...words, id: rowId ?? newId() }));
  return { drafts, replaces: replaces.filter((id) => drafts.every((draft) => draft.id !== id)) };
};

/**
 * Stores the words of this member where they were typed, unless the chat has opened and taken them. Until they are stored
 * they stay, for a chat that opens meanwhile.
 */
export const storeRescuedDraft = async (
  storage: Storage,
  userId: string,
  store: (chatId: string, words: Words) => Promise<void>,
): Promise<void> => {
  const found = readRescued(storage, userId);
  if (found === null) return;
  const { chatId } = found;
  await store(chatId, wordsOf(found));
  takeRescuedDraft(storage, { userId, chatId });
};

const wordsOf = ({ userId: _userId, chatId: _chatId, ...rest }: Rescued): Words => rest;
