import { useCallback, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { reportFault } from '../../app/faults.ts';
import { withLock } from '../../app/with-lock.ts';
import { useEngine, useServices } from '../../session/services.tsx';
import type { Attachments } from '../media/use-attachments.ts';
import type { Draft } from './draft.ts';
import { sendDraft, sendLock } from './send-draft.ts';
import type { Sending } from './use-send.ts';

/** A press of this tab, whose lock it holds. */
type OwnPress = { readonly messageId: string; readonly letGo: () => void };

/**
 * A press on Send before everything that was picked is on the device is part of the stored draft. The field carries it out; so
 * does this page when the chat was left, and another tab or the next page when this one has ended (`send-draft.ts`). A file
 * that cannot be kept, or about which the member is asked, releases it: the tray says why.
 */
export function useSendWhenReady(
  attachments: Attachments,
  draft: Draft,
  chatId: string,
  sending: Sending,
  send: (words: string) => void,
): { readonly isWaiting: boolean; readonly press: () => void } {
  const engine = useEngine();
  const { toaster } = useServices();
  const { t } = useTranslation();
  const own = useRef<OwnPress | null>(null);
  const { isReady, items } = attachments;
  const needsHand = items.some(({ state }) => state === 'failed' || state === 'asked');
  const pressed = draft.send;
  const messageId = pressed?.messageId ?? null;
  const words = draft.value.trim();
  const latest = useRef({ attachments, draft, send, words });
  latest.current = { attachments, draft, send, words };
  const letGo = useCallback(() => {
    own.current?.letGo();
    own.current = null;
  }, []);

  const carryOut = useCallback(
    (id: string) => {
      sendDraft(engine, chatId, id)
        .then((outcome) => {
          if (outcome === 'released')
            toaster.show({ message: t('chat.notSentFiles'), variant: 'warning', durationMs: 8_000 });
        })
        .catch(reportFault);
    },
    [chatId, engine, t, toaster],
  );
  const isEditing = draft.edit !== null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: acts once for each state of a press, with the words of that moment.
  useEffect(() => {
    if (messageId === null || pressed === null) {
      letGo();
      return;
    }
    if (own.current?.messageId !== messageId) {
      letGo();
      carryOut(messageId);
      return;
    }
    if (isEditing) return;
    if (isReady && !needsHand) send(words);
    else if (needsHand || pressed.files !== items.length) {
      draft.pressSend(needsHand ? null : { ...pressed, files: items.length });
      void draft.save();
    }
  }, [messageId, isReady, needsHand, isEditing, items.length]);
  useEffect(
    () => () => {
      const press = own.current;
      if (press === null) return;
      const { attachments: left, draft: leftDraft } = latest.current;
      const leave = async (): Promise<void> => {
        await left.kept();
        await leftDraft.whenLeft();
      };
      void leave()
        .catch(reportFault)
        .finally(() => {
          press.letGo();
          carryOut(press.messageId);
        });
    },
    [carryOut],
  );
  const press = (): void => {
    if (isReady || isEditing) {
      send(words);
      return;
    }
    if (needsHand || own.current !== null || pressed !== null) return;
    const next = sending.press(items.length);
    const { promise: left, resolve: letGoOfLock } = Promise.withResolvers<void>();
    // In the task of the press: the chat may be left in the same one.
    own.current = { messageId: next.messageId, letGo: letGoOfLock };
    draft.pressSend(next);
    // Stored once the lock is held: another tab that finds the press takes its tab for gone.
    void withLock(sendLock(next.messageId), () => {
      void latest.current.draft.save();
      return left;
    }).catch(reportFault);
  };
  return { isWaiting: pressed !== null && !isEditing, press };
}
