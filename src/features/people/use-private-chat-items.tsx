import { useNavigate } from '@tanstack/react-router';
import {
  Archive,
  ArchiveRestore,
  Bell,
  BellOff,
  CloudDownload,
  CloudOff,
  Images,
  Star,
  Trash2,
} from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { UserRow } from '../../../protocol/index.ts';
import type { MenuItem } from '../../components/menu.tsx';
import { useOwnPlaceWith } from '../../queries/chat.ts';
import { useMuteState } from '../../queries/mute-clock.ts';
import { fullName } from '../../queries/people.ts';
import { pinOfChat, useIsPinned } from '../../queries/pins.ts';
import { usePinItems } from '../chat-pins/use-pin-items.tsx';
import { usePin } from '../media/use-pin.ts';
import { useMuteSheet } from '../mute/use-mute-sheet.tsx';
import { useMuteWords } from '../mute/use-mute-words.ts';
import { useAct } from './use-act.ts';

const NO_PLACE = { isMuted: false };

/** What I can do about the private chat with somebody, for me alone, and the sheet that belongs to it; nothing while there is none. */
export function usePrivateChatItems(user: UserRow, askToClear: () => void) {
  const { t } = useTranslation();
  const act = useAct();
  const navigate = useNavigate();
  const own = useOwnPlaceWith(user.id);
  const isPinned = useIsPinned(pinOfChat(own?.place.chatId ?? '')) ?? false;
  const pin = usePin();
  const muteSheet = useMuteSheet();
  const muted = useMuteWords(useMuteState(own?.place ?? NO_PLACE));
  const pinItems = usePinItems(own?.isListed === true ? own.place : undefined, 18);
  if (!own) return { items: [], clear: () => undefined, sheet: null };
  const { lastSeq, place } = own;
  const { chatId, isArchived, clearedSeq } = place;
  const name = fullName(user);
  const { uniqueCode } = user;
  const items: MenuItem[] = [
    ...pinItems,
    muted === null
      ? {
          id: 'mute',
          label: t('people.mute'),
          icon: <BellOff size={18} aria-hidden="true" />,
          onPress: muteSheet.open,
        }
      : {
          id: 'unmute',
          label: t('people.unmute'),
          note: muted,
          icon: <Bell size={18} aria-hidden="true" />,
          onPress: () => void act('setChatPreferences', { chatId, isMuted: false }, t('mute.off')),
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
      id: 'gallery',
      label: t('search.gallery.title'),
      icon: <Images size={18} aria-hidden="true" />,
      onPress: () => void navigate({ to: '/chats/$uniqueCode/media', params: { uniqueCode } }),
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
  return { items, clear: () => void clear(), sheet: muteSheet.sheet(place, 'PRIVATE') };
}
