import { z } from '../../protocol/index.ts';
import { RESCUED_DRAFT_KEY } from './rescued-draft-key.ts';

const rescued = z.object({
  userId: z.string(),
  chatId: z.string(),
  content: z.string(),
  replyToId: z.nullable(z.string()),
  edit: z.nullable(z.object({ messageId: z.string(), content: z.string() })),
  files: z.readonly(z.array(z.object({ id: z.string(), alt: z.string() }))),
});
type Rescued = z.infer<typeof rescued>;

/**
 * The last words before a page goes away. IndexedDB answers too late for a page that is being left; session storage is
 * written at once, lives as long as the tab, and is read when the chat opens again.
 */
export const rescueDraft = (storage: Storage, draft: Rescued): void => {
  try {
    storage.setItem(RESCUED_DRAFT_KEY, JSON.stringify(draft));
  } catch {
    // Full or closed: what was saved a quarter of a second ago has to do.
  }
};

/** Takes the words of this member's chat, once. */
export const takeRescuedDraft = (
  storage: Storage,
  { userId, chatId }: Pick<Rescued, 'userId' | 'chatId'>,
): Pick<Rescued, 'content' | 'replyToId' | 'edit' | 'files'> | null => {
  const text = storage.getItem(RESCUED_DRAFT_KEY);
  if (text === null) return null;
  const parsed = rescued.safeParse(parseJson(text));
  if (!parsed.success || parsed.data.userId !== userId || parsed.data.chatId !== chatId) return null;
  storage.removeItem(RESCUED_DRAFT_KEY);
  const { content, replyToId, edit, files } = parsed.data;
  return { content, replyToId, edit, files };
};

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
};
