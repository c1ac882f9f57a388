import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { createUniqueCode, newId, ProtocolError } from '../../../protocol/index.ts';
import { useErrorText } from '../../app/error-text.ts';
import { useEngine, useServices } from '../../session/services.tsx';
import { newChatError } from './new-chat-error.ts';

export interface NewChat {
  type: 'GROUP' | 'PUBLIC';
  name: string;
  users: string[];
  /** A picture that is kept on this device. */
  avatarId: string | null;
}

/** Makes the chat with an address of its own, and opens it: it is there before any server knows of it. */
export const useCreateChat = (onErrors: (errors: Record<string, string>) => void, onCreated: () => void) => {
  const engine = useEngine();
  const navigate = useNavigate();
  const errorText = useErrorText();
  const { toaster } = useServices();
  const { t } = useTranslation();
  return async ({ type, users, avatarId, ...chat }: NewChat): Promise<void> => {
    const id = newId();
    const uniqueCode = createUniqueCode(crypto.getRandomValues(new Uint8Array(12)));
    const name = chat.name.trim();
    try {
      await engine.mutate('createChat', { id, type, uniqueCode, users, ...(name === '' ? {} : { name }) });
      if (avatarId !== null) await engine.mutate('updateChat', { chatId: id, avatarId });
    } catch (error) {
      if (error instanceof ProtocolError && error.kind === 'validation') {
        onErrors(
          Object.fromEntries(
            (error.errors ?? []).map(({ field, message }) => [field, newChatError(t, { field, message })]),
          ),
        );
        return;
      }
      toaster.show({
        message: errorText(error instanceof ProtocolError ? error.detail : null),
        variant: 'error',
      });
      return;
    }
    onCreated();
    await navigate({ to: '/chats/$uniqueCode', params: { uniqueCode }, replace: true });
  };
};
