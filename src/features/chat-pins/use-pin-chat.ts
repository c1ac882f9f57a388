import { useTranslation } from 'react-i18next';
import { LIMITS } from '../../../protocol/index.ts';
import { useMutate } from '../../app/use-mutate.ts';
import { readPinnedChats } from '../../queries/pinned-chats.ts';
import { useEngine, useServices } from '../../session/services.tsx';
import { useAct } from '../people/use-act.ts';
import { loadOrder, movePin } from './move-pin.ts';

/** Pins chats to the top of the list, takes them down and moves them, without a network too. */
export function usePinChat() {
  const { t } = useTranslation();
  const engine = useEngine();
  const { toaster } = useServices();
  const act = useAct();
  const mutate = useMutate();
  return {
    pin: async (chatId: string): Promise<void> => {
      const [{ rankOnTop }, pins] = await Promise.all([loadOrder(), readPinnedChats(engine)]);
      if (pins.length >= LIMITS.pinnedChatsMax)
        toaster.show({ message: t('error.pinsFull'), variant: 'error' });
      else await act('setChatPin', { chatId, rank: rankOnTop(pins) }, t('chatPins.pinned'));
    },
    unpin: async (chatId: string): Promise<void> => {
      await act('setChatPin', { chatId, rank: null }, t('chatPins.unpinned'));
    },
    /** @param step -1: up, 1: down */
    move: async (chatId: string, step: -1 | 1): Promise<void> => {
      const moved = await movePin(engine, { chatId, step }, (change) => mutate('setChatPin', change));
      if (moved === null) return;
      const { to, count } = moved;
      toaster.show({ message: t('chatPins.moved', { place: to + 1, count }), variant: 'info' });
    },
  };
}
