import { useTranslation } from 'react-i18next';
import { LIMITS } from '../../../protocol/index.ts';
import { useMutate } from '../../app/use-mutate.ts';
import { readPinnedChats } from '../../queries/pinned-chats.ts';
import { useEngine, useServices } from '../../session/services.tsx';
import { useAct } from '../people/use-act.ts';

/** The code that makes ranks is loaded when something is pinned or moved first. */
const loadOrder = () => import('./pin-order.ts');

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
      const [{ ranksToMove }, pins] = await Promise.all([loadOrder(), readPinnedChats(engine)]);
      const to = pins.findIndex((pin) => pin.chatId === chatId) + step;
      if (!pins.some((pin) => pin.chatId === chatId) || to < 0 || to >= pins.length) return;
      for (const change of ranksToMove(pins, chatId, to))
        if (!(await mutate('setChatPin', { ...change, isMove: true }))) return;
      toaster.show({
        message: t('chatPins.moved', { place: to + 1, count: pins.length }),
        variant: 'info',
      });
    },
  };
}
