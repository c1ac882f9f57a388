import { Archive, ArchiveRestore, Bell, BellOff, CheckCheck, CircleCheck } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { MenuItem } from '../../components/menu.tsx';
import { PointMenu, type PressPoint } from '../../components/point-menu.tsx';
import { Sheet, SheetAction } from '../../components/sheet.tsx';
import type { ChatListItem } from '../../queries/chat-list.ts';
import { usePinItems } from '../chat-pins/use-pin-items.tsx';
import { useMuteSheet } from '../mute/use-mute-sheet.tsx';
import { useMuteWords } from '../mute/use-mute-words.ts';
import { useAct } from '../people/use-act.ts';

interface ChatRowMenuProps {
  item: ChatListItem;
  isOpen: boolean;
  /** Beside the pointer or the row; a finger gets a sheet. */
  at: PressPoint | null;
  onClose: () => void;
  /** Begins to select several. */
  onSelect: () => void;
}

/** What can be done about a chat in the list, without opening it. */
export function ChatRowMenu({ item, isOpen, at, onClose, onSelect }: ChatRowMenuProps) {
  const { t } = useTranslation();
  const { sheet, open } = useMuteSheet();
  const items = useItems(item, open, onSelect);
  const title = t('chatPins.options', { name: item.title });
  return (
    <>
      {at !== null ? (
        <PointMenu at={isOpen ? at : null} onClose={onClose} title={title} items={items} />
      ) : (
        <Sheet isOpen={isOpen} onOpenChange={(opened) => !opened && onClose()} title={item.title}>
          {items.map(({ id, label, note, icon, onPress }) => (
            <SheetAction key={id} label={label} note={note} icon={icon} onPress={onPress} />
          ))}
        </Sheet>
      )}
      {sheet(item.membership, item.chat.type)}
    </>
  );
}

const useItems = (
  { membership, mute, unseen, isSaved, chat: { lastSeq } }: ChatListItem,
  openMute: () => void,
  onSelect: () => void,
): MenuItem[] => {
  const { t } = useTranslation();
  const act = useAct();
  const muted = useMuteWords(mute);
  const pinItems = usePinItems(membership, 20);
  const { chatId, isArchived } = membership;
  const setPlace = (wanted: { isMuted?: boolean; isArchived?: boolean }, done: string) => () =>
    void act('setChatPreferences', { chatId, ...wanted }, done);
  const muteItem: MenuItem =
    muted === null
      ? {
          id: 'mute',
          label: t('group.mute'),
          icon: <BellOff size={20} aria-hidden="true" />,
          onPress: openMute,
        }
      : {
          id: 'unmute',
          label: t('group.unmute'),
          note: muted,
          icon: <Bell size={20} aria-hidden="true" />,
          onPress: setPlace({ isMuted: false }, t('mute.off')),
        };
  return [
    ...(unseen > 0
      ? [
          {
            id: 'seen',
            label: t('selection.markSeen'),
            icon: <CheckCheck size={20} aria-hidden="true" />,
            onPress: () => void act('markSeen', { chatId, seq: lastSeq }, t('selection.markedSeen')),
          },
        ]
      : []),
    ...pinItems,
    // Nobody writes there who could make a sound.
    ...(isSaved ? [] : [muteItem]),
    isArchived
      ? {
          id: 'unarchive',
          label: t('group.unarchive'),
          icon: <ArchiveRestore size={20} aria-hidden="true" />,
          onPress: setPlace({ isArchived: false }, t('chatPins.unarchived')),
        }
      : {
          id: 'archive',
          label: t('group.archive'),
          icon: <Archive size={20} aria-hidden="true" />,
          onPress: setPlace({ isArchived: true }, t('chatPins.archived')),
        },
    {
      id: 'select',
      label: t('selection.begin'),
      icon: <CircleCheck size={20} aria-hidden="true" />,
      onPress: onSelect,
    },
  ];
};
