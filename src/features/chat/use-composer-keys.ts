import { type KeyboardEvent, useCallback } from 'react';
import { type LocalMessage, serverClock } from '../../../sync/index.ts';
import { isComposing } from '../../components/is-composing.ts';
import type { OpenChat } from '../../queries/chat.ts';
import type { MessagesWindow } from '../../queries/messages.ts';
import { useEngine } from '../../session/services.tsx';
import type { Draft } from './draft.ts';
import { newestEditable } from './message-rights.ts';

/** Keys of the field beside typing: up, in an empty field, edits what I said last; Escape leaves an answer or an edit. */
export function useComposerKeys(
  chat: OpenChat,
  draft: Draft,
  messages: MessagesWindow | undefined,
  onEdit: (message: LocalMessage) => void,
): (event: KeyboardEvent) => void {
  const { userId: me } = useEngine();
  return useCallback(
    (event) => {
      if (event.isDefaultPrevented() || isComposing(event.nativeEvent)) return;
      if (event.key === 'Escape' && draft.edit !== null) draft.stopEdit();
      else if (event.key === 'Escape' && draft.replyToId !== null) draft.replyTo(null);
      else if (event.key === 'ArrowUp' && draft.value === '' && draft.edit === null) {
        const situation = { me, nowMs: serverClock.now(), canWrite: chat.canWrite, isSaved: chat.isSaved };
        const last = messages && newestEditable(messages, situation);
        if (!last) return;
        onEdit(last);
      } else return;
      event.preventDefault();
    },
    [chat.canWrite, chat.isSaved, draft, me, messages, onEdit],
  );
}
