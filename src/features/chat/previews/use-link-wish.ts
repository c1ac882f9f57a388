import { useCallback, useMemo, useState } from 'react';
import { type OpenChat, takesWordsOnly } from '../../../queries/chat.ts';
import type { MessagesWindow } from '../../../queries/messages.ts';
import { useMe } from '../../../queries/people.ts';
import type { Draft } from '../draft.ts';
import { firstLink } from './first-link.ts';
import { type LinkWish, readWish } from './link-wish.ts';

export type FieldWish = LinkWish & { readonly decline: () => void };

/** Whether the link in the field gets a preview. A request has words alone. */
export function useLinkWish(chat: OpenChat, draft: Draft, messages: MessagesWindow | undefined): FieldWish {
  const isWished = useMe()?.settings?.linkPreviews;
  const [declined, setDeclined] = useState<string | null>(null);
  const isOpen = !takesWordsOnly(chat);
  const link = useMemo(() => (isOpen ? firstLink(draft.value) : null), [isOpen, draft.value]);
  // What was taken away from these words is not taken away from the next.
  if (draft.value === '' && declined !== null) setDeclined(null);
  const { edit } = draft;
  const edited = edit === null ? null : messages?.messages.find(({ id }) => id === edit.messageId);
  const { state, isSure } = readWish({ link, isWished, declined, edited });
  const decline = useCallback(() => setDeclined(link), [link]);
  return useMemo(() => ({ link, state, isSure, decline }), [link, state, isSure, decline]);
}
