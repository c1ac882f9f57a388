import { useCallback } from 'react';
import { newId, ProtocolError } from '../../../protocol/index.ts';
import { useErrorText } from '../../app/error-text.ts';
import type { OpenChat } from '../../queries/chat.ts';
import { useEngine, useServices } from '../../session/services.tsx';
import type { Draft } from './use-draft.ts';

/** Sends what is in the field. It is on the screen and on the device before any network is asked. */
export function useSend(chat: OpenChat, draft: Draft): (text: string) => Promise<void> {
  const engine = useEngine();
  const { toaster } = useServices();
  const errorText = useErrorText();
  const { id: chatId, person } = chat;
  // Only the first message makes the private chat; later ones touch nothing but themselves.
  const recipientId = chat.chat && chat.membership && chat.chat.version > 0 ? undefined : person?.id;
  return useCallback(
    async (text) => {
      draft.take();
      try {
        await engine.mutate('sendMessage', {
          id: newId(),
          chatId,
          content: text,
          writtenAt: new Date().toISOString(),
          ...(recipientId === undefined ? {} : { recipientId }),
        });
      } catch (error) {
        // Not stored, so not sent: the words go back to where they were typed.
        draft.change(text);
        toaster.show({
          message: errorText(error instanceof ProtocolError ? error.detail : null),
          variant: 'error',
        });
        return;
      }
      await draft.forget();
    },
    [chatId, draft, engine, errorText, recipientId, toaster],
  );
}
