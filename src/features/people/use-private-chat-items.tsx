import { useNavigate } from '@tanstack/react-router';
import { Archive, ArchiveRestore, Bell, BellOff, CloudDownload, CloudOff, Star, Trash2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { UserRow } from '../../../protocol/index.ts';
import type { MenuItem } from '../../components/menu.tsx';
import { useOwnPlaceWith } from '../../queries/chat.ts';
import { fullName } from '../../queries/people.ts';
import { pinOfChat, useIsPinned } from '../../queries/pins.ts';
import { usePin } from '../media/use-pin.ts';
import { useAct } from './use-act.ts';

/** What I can do about the private chat with somebody, for me alone; nothing while there is none. */
export function usePrivateChatItems(user: UserRow, askToClear: () => void) {
  const { t } = useTranslation();
  const act = useAct();
  const navigate = useNavigate();
  const own = useOwnPlaceWith(user.id);
  const isPinned = useIsPinned(pinOfChat(own?.place.chatId ?? '')) ?? false;
  const pin = usePin();
  if (!own) return { items: [], clear: () => undefined };
  const { lastSeq, place } = own;
  const { chatId, isMuted, isArchived, clearedSeq } = place;
  const name = fullName(user);
  const items: MenuItem[] = [
    {
      id: 'mute',
      label: t(isMuted ? 'people.unmute' : 'people.mute'),
      icon: isMuted ? <Bell size={18} aria-hidden="true" /> : <BellOff size={18} aria-hidden="true" />,
      onPress: () =>
        void act(
          'setChatPreferences',
          { chatId, isMuted: !isMuted },
          t(isMuted ? 'people.unmuted' : 'people.mutedName', { name }),
        ),
    },
    {
      id: 'archive',
      label: t(isArchived ? 'people.unarchive' : 'people.archive'),
      icon: isArchived ? (
        <ArchiveRestore size={18} aria-hidden="true" />
      ) : (
        <Archive size={18} aria-hidden="true" />
      ),
      onPress: () =>
        void act(
          'setChatPreferences',
          { chatId, isArchived: !isArchived },
          t(isArchived ? 'people.unarchived' : 'people.archivedName', { name }),
        ),
    },
    {
      id: 'keep',
      label: t(isPinned ? 'media.doNotKeep' : 'people.keepChat'),
      icon: isPinned ? (
        <CloudOff size={18} aria-hidden="true" />
      ) : (
        <CloudDownload size={18} aria-hidden="true" />
      ),
      onPress: () => void pin(pinOfChat(chatId), !isPinned),
    },
    {
      id: 'starred',
      label: t('starred.title'),
      icon: <Star size={18} aria-hidden="true" />,
      onPress: () => void navigate({ to: '/chats/starred', search: { in: chatId } }),
    },
    ...(lastSeq > clearedSeq
      ? [
          {
            id: 'clear',
            label: t('people.clear'),
            icon: <Trash2 size={18} aria-hidden="true" />,
            tone: 'danger' as const,
            onPress: askToClear,
          },
        ]
      : []),
  ];
  const clear = async (): Promise<void> => {
    if (await act('clearChat', { chatId, seq: lastSeq }, t('people.cleared', { name })))
      await navigate({ to: '/profile/messages', replace: true });
  };
  return { items, clear: () => void clear() };
}
