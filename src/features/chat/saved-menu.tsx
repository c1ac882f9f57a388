import { useNavigate } from '@tanstack/react-router';
import {
  Archive,
  ArchiveRestore,
  CloudDownload,
  CloudOff,
  EllipsisVertical,
  Images,
  Star,
} from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { MembershipRow } from '../../../protocol/index.ts';
import { IconButton } from '../../components/icon-button.tsx';
import { Menu } from '../../components/menu.tsx';
import type { OpenChat } from '../../queries/chat.ts';
import { pinOfChat, useIsPinned } from '../../queries/pins.ts';
import { usePinItems } from '../chat-pins/use-pin-items.tsx';
import { usePin } from '../media/use-pin.ts';
import { useAct } from '../people/use-act.ts';

interface SavedMenuProps {
  chat: Pick<OpenChat, 'id' | 'code'>;
  place: MembershipRow;
}

/** What can be done about saved messages. There is nobody to report, to block or to mute. */
export function SavedMenu({ chat: { id: chatId, code }, place }: SavedMenuProps) {
  const { t } = useTranslation();
  const act = useAct();
  const navigate = useNavigate();
  const isKept = useIsPinned(pinOfChat(chatId)) ?? false;
  const keep = usePin();
  const pinItems = usePinItems(place, 18);
  const { isArchived } = place;
  const [ArchiveIcon, KeepIcon] = [isArchived ? ArchiveRestore : Archive, isKept ? CloudOff : CloudDownload];
  return (
    <Menu
      trigger={
        <IconButton label={t('action.more')} icon={<EllipsisVertical size={22} aria-hidden="true" />} />
      }
      items={[
        ...pinItems,
        {
          id: 'archive',
          label: t(isArchived ? 'group.unarchive' : 'group.archive'),
          icon: <ArchiveIcon size={18} aria-hidden="true" />,
          onPress: () =>
            void act(
              'setChatPreferences',
              { chatId, isArchived: !isArchived },
              t(isArchived ? 'chatPins.unarchived' : 'chatPins.archived'),
            ),
        },
        {
          id: 'keep',
          label: t(isKept ? 'media.doNotKeep' : 'media.keepOffline'),
          icon: <KeepIcon size={18} aria-hidden="true" />,
          onPress: () => void keep(pinOfChat(chatId), !isKept),
        },
        {
          id: 'gallery',
          label: t('search.gallery.title'),
          icon: <Images size={18} aria-hidden="true" />,
          onPress: () => void navigate({ to: '/chats/$uniqueCode/media', params: { uniqueCode: code } }),
        },
        {
          id: 'starred',
          label: t('starred.title'),
          icon: <Star size={18} aria-hidden="true" />,
          onPress: () => void navigate({ to: '/chats/starred', search: { in: chatId } }),
        },
      ]}
    />
  );
}
