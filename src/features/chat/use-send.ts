import { useCallback, useMemo } from 'react';
import { newId, ProtocolError } from '../../../protocol/index.ts';
import type { DraftSend } from '../../../sync/index.ts';
import { useErrorText } from '../../app/error-text.ts';
import type { OpenChat } from '../../queries/chat.ts';
import { useEngine, useServices } from '../../session/services.tsx';
import type { Attachments } from '../media/use-attachments.ts';
import type { Draft } from './draft.ts';
import { mentionedIn } from './mention-query.ts';
import { mentionArgs, messageArgs } from './message-args.ts';
import { type LinkWish, wishOfEdit, wishOfMessage } from './previews/link-wish.ts';
import { sendSource } from './send-draft.ts';
import { useMentionable } from './use-mentionable.ts';
import type { Saving } from './use-saving.ts';

export type Sending = {
  /** @param text without edges */
  readonly send: (text: string) => Promise<void>;
  /** What is to be known of a press that is carried out later. */
  readonly press: (files: number) => DraftSend;
};

/** Sends what is in the field, or stores the new words of a message. It is on the device before any network is asked. */
export function useSend(
  chat: OpenChat,
  draft: Draft,
  attachments: Attachments,
  saving: Saving,
  wish: LinkWish,
): Sending {
  const engine = useEngine();
  const { toaster } = useServices();
  const errorText = useErrorText();
  const people = useMentionable(chat);
  const { id: chatId, person, isSaved } = chat;
  // Only the first message makes the private chat; later ones touch nothing but themselves.
  const otherId = isSaved ? engine.userId : person?.id;
  const recipientId = chat.chat && chat.membership && chat.chat.version > 0 ? undefined : otherId;
  const send = useCallback(
    async (text: string) => {
      if (!draft.isAsDrawn()) return;
      const { rowId, content, replyToId, edit, files, mentions, forward, waiting } = draft;
      const place = { chatId, rowIds: draft.rowIds(), hasFiles: draft.hasFiles() };
      // Out of the tray before anything is awaited: a second press, or the next words, must not send them again.
      const taken = edit === null ? attachments.take() : [];
      if (text === '' && taken.length === 0) return;
      // What lies in the tray waits while a message is edited.
      const alongside = edit === null ? taken : files;
      // Pressed before: then it has its id, and whoever carries the press out sends one message.
      const pressed = edit === null ? draft.send : null;
      const source =
        pressed === null
          ? draft.source(alongside.flatMap(({ id: fileId }) => fileId ?? []))
          : sendSource(pressed.messageId);
      const id = pressed?.messageId ?? newId();
      // Untrimmed where it is the same: the places of the mentions are those in the field.
      const field = edit ?? { content, mentions };
      const written = field.content.trim() === text ? field.content : text;
      const write = async (): Promise<string> => {
        const named = mentionedIn(written, { chosen: field.mentions ?? [], people });
        if (edit !== null) {
          const edited = {
            ...{ chatId, messageId: edit.messageId, content: text, expectedContent: edit.original },
            // An empty list is sent, too: it removes the mentions of the words before.
            ...mentionArgs(named),
            ...wishOfEdit(wish),
          };
          return engine.mutate('editMessage', edited, { source });
        }
        const args = messageArgs({
          id,
          chatId,
          ...{ text, named, taken, recipientId },
          draft: { forward, replyToId },
          wished: wishOfMessage(wish),
        });
        const stored = engine.mutate('sendMessage', args, { draft: place, source });
        // What it shows besides its words has to be looked up first.
        if (replyToId === null && taken.length === 0) saving.begin(args);
        return stored;
      };
      if (edit === null) draft.take();
      else draft.takeEdit();
      try {
        await write();
        // Another tab has sent the same draft: that one is shown.
        if (edit === null && source !== undefined && (await engine.db.messages.get(id)) === undefined)
          saving.drop(id);
      } catch (error) {
        saving.drop(id);
        attachments.putBack(taken);
        // Not stored, so not sent: the words go back to where they were typed.
        draft.giveBack({
          rowId,
          content: edit === null ? written : content,
          replyToId,
          edit: edit && { ...edit, content: written },
          files,
          mentions,
          forward,
          send: null,
          waiting,
        });
        toaster.show({
          message: errorText(error instanceof ProtocolError ? error.detail : null),
          variant: 'error',
        });
        return;
      }
      if (edit !== null) await draft.forget();
    },
    [attachments, chatId, draft, engine, errorText, people, recipientId, saving, toaster, wish],
  );
  const press = useCallback(
    (files: number): DraftSend => {
      const named = mentionedIn(draft.content, { chosen: draft.mentions, people });
      return {
        ...{ messageId: newId(), files, people: named.map(({ id, name }) => ({ id, name })) },
        ...(recipientId === undefined ? {} : { recipientId }),
        ...wishOfMessage(wish),
      };
    },
    [draft, people, recipientId, wish],
  );
  return useMemo(() => ({ send, press }), [send, press]);
}
