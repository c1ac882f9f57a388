import { useCallback, useEffect, useRef, useState } from 'react';
import {
  newUntimedId,
  type StrangerChat,
  type StrangerChatChange,
  type StrangerMessage,
} from '../../../protocol/index.ts';
import type { Answer } from '../../session/call-server.ts';
import { useEngine, useServices } from '../../session/services.tsx';
import { useStrangerNews } from '../../session/use-live.ts';
import { shrinkInWorker } from '../media/pictures.ts';
import { useAccountCall } from '../profile/use-account-call.ts';
import { useTellSeen } from './use-tell-seen.ts';

/** How often the client reports its presence. The server ends the chat after a minute without. */
const HERE_MS = 4_000;

/** What is on its way: shown at once, and back in the field if it does not arrive. */
export type PendingWords = { id: string; content: string };

const merge = (held: readonly StrangerMessage[], news: readonly StrangerMessage[]): StrangerMessage[] => {
  const bySeq = new Map([...held, ...news].map((message) => [message.seq, message]));
  return [...bySeq.values()].sort((a, b) => a.seq - b.seq);
};

/**
 * One chat with a stranger, as the server has it. It is state of this component and is not stored on the device.
 * @param place where it is drawn
 */
export function useStrangerRoom(
  chatId: string,
  place: { scroller: HTMLElement | null; log: HTMLElement | null },
  onUnsent: (words: string) => void,
) {
  const { api, session } = useServices();
  const { live } = useEngine();
  const { call } = useAccountCall();
  const news = useStrangerNews();
  const [chat, setChat] = useState<StrangerChat | null>(null);
  const [messages, setMessages] = useState<readonly StrangerMessage[]>([]);
  const [pending, setPending] = useState<readonly PendingWords[]>([]);
  const [isReconnecting, setIsReconnecting] = useState(false);
  const [isGone, setIsGone] = useState(false);
  const held = useRef(0);

  const take = useCallback((answer: Answer<StrangerChat> | null): void => {
    if (answer === null) return;
    setIsReconnecting(answer.kind === 'unreachable');
    if (answer.kind === 'done') setChat(answer.data);
    if (answer.kind === 'refused' && answer.error.kind === 'not_found') setIsGone(true);
  }, []);

  const read = useCallback(async (): Promise<void> => {
    const token = session.token();
    if (token === null) return;
    const stands = await api.strangerChat(token, chatId);
    take(stands);
    const answer = await api.strangerMessages(token, chatId, held.current);
    if (answer.kind !== 'done' || answer.data.length === 0) return;
    setMessages((before) => merge(before, answer.data));
    held.current = Math.max(held.current, ...answer.data.map(({ seq }) => seq));
    if (stands.kind === 'done' && answer.data.some(({ senderId }) => senderId === stands.data.other.id))
      live.strangerSaid(chatId);
  }, [api, chatId, live, session, take]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: fetched again after each event.
  useEffect(() => {
    void read();
  }, [read, news]);

  // Nothing known yet counts as going on: the first beat says.
  const isOver = isGone || (chat !== null && chat.ended !== null);
  useEffect(() => {
    if (isOver) return;
    const beat = async (): Promise<void> => {
      const token = session.token();
      if (token === null) return;
      const answer = await api.sayHere(token, chatId);
      take(answer);
      // What a lost event did not say, the number says.
      if (answer.kind === 'done' && answer.data.lastSeq > held.current) await read();
    };
    const timer = setInterval(() => void beat(), HERE_MS);
    const back = (): void => void beat();
    window.addEventListener('online', back);
    return () => {
      clearInterval(timer);
      window.removeEventListener('online', back);
    };
  }, [api, chatId, isOver, read, session, take]);

  useTellSeen({
    ...place,
    seq: messages.at(-1)?.seq ?? 0,
    seenSeq: chat === null || isOver ? null : chat.me.seenSeq,
    async tell(seenSeq) {
      const token = session.token();
      if (token === null) return false;
      const answer = await api.changeStrangerChat(token, chatId, { seenSeq });
      take(answer);
      return answer.kind === 'done';
    },
  });

  const send = async (content: string): Promise<void> => {
    const words = { id: newUntimedId(), content };
    setPending((before) => [...before, words]);
    const answer = await call((calls, token) => calls.writeToStranger(token, chatId, words));
    if (answer) {
      setMessages((before) => merge(before, [answer.data]));
    } else onUnsent(content);
    setPending((before) => before.filter(({ id }) => id !== words.id));
  };

  const sendPicture = async (file: File): Promise<void> => {
    const small = await shrinkInWorker(file);
    const stored = await call((calls, token) => calls.uploadNow(token, small.bytes));
    if (!stored) return;
    const picture = { id: newUntimedId(), fileId: stored.data.id };
    const sent = await call((calls, token) => calls.sendStrangerPicture(token, chatId, picture));
    if (sent) setMessages((before) => merge(before, [sent.data]));
  };

  const change = async (to: StrangerChatChange): Promise<void> => {
    const answer = await call((calls, token) => calls.changeStrangerChat(token, chatId, to));
    if (answer) setChat(answer.data);
  };

  return { chat, messages, pending, isReconnecting, isGone, send, sendPicture, change };
}
