import { ArrowDown, ArrowUp, Pin, PinOff } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { MembershipRow } from '../../../protocol/index.ts';
import type { MenuItem } from '../../components/menu.tsx';
import { usePinnedChats } from '../../queries/pinned-chats.ts';
import { usePinChat } from './use-pin-chat.ts';

/** Pins a chat, moves it among the pinned ones, takes it down. Nothing for one that is archived. */
export function usePinItems(
  place: Pick<MembershipRow, 'chatId' | 'isArchived'> | undefined,
  iconSize: number,
): MenuItem[] {
  const { t } = useTranslation();
  const pins = usePinnedChats() ?? [];
  const { pin, unpin, move } = usePinChat();
  if (place === undefined || place.isArchived) return [];
  const { chatId } = place;
  const at = pins.findIndex((one) => one.chatId === chatId);
  const icon = (Icon: typeof Pin) => <Icon size={iconSize} aria-hidden="true" />;
  if (at === -1)
    return [{ id: 'pin', label: t('chatPins.pin'), icon: icon(Pin), onPress: () => void pin(chatId) }];
  const items: (MenuItem | false)[] = [
    { id: 'unpin', label: t('chatPins.unpin'), icon: icon(PinOff), onPress: () => void unpin(chatId) },
    at > 0 && {
      id: 'up',
      label: t('chatPins.up'),
      icon: icon(ArrowUp),
      onPress: () => void move(chatId, -1),
    },
    at < pins.length - 1 && {
      id: 'down',
      label: t('chatPins.down'),
      icon: icon(ArrowDown),
      onPress: () => void move(chatId, 1),
    },
  ];
  return items.filter((item) => item !== false);
}
