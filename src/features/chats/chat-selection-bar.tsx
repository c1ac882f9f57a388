import { Archive, ArchiveRestore, Bell, BellOff, CheckCheck } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type SelectionAction, SelectionBar } from '../../components/selection-bar.tsx';
import { useActOnAll } from '../people/use-act.ts';
import type { ChatSelection } from './use-chat-selection.ts';

const MuteSheet = lazy(async () => ({ default: (await import('../mute/mute-sheet.tsx')).MuteSheet }));

/** At the foot of a list of chats: what can be done with all that are selected. */
export function ChatSelectionBar({ selection: { chats, leave } }: { selection: ChatSelection }) {
  const { t } = useTranslation();
  const actOnAll = useActOnAll();
  const [isMuting, setIsMuting] = useState<boolean | null>(null);
  const unseen = chats.filter((chat) => chat.unseen > 0);
  const areMuted = chats.every(({ mute }) => mute.isMuted);
  const areArchived = chats.every(({ membership }) => membership.isArchived);
  const setPlaces = (wanted: { isMuted?: boolean; isArchived?: boolean }, done: string) => async () => {
    const places = chats.map(({ id: chatId }) => ({ chatId, ...wanted }));
    if (await actOnAll('setChatPreferences', places, done)) leave();
  };
  const markSeen = async () => {
    const marks = unseen.map(({ id: chatId, chat: { lastSeq } }) => ({ chatId, seq: lastSeq }));
    if (await actOnAll('markSeen', marks, t('selection.markedSeen'))) leave();
  };
  const actions: readonly SelectionAction[] = [
    {
      ...{ id: 'seen', label: t('selection.markSeen'), icon: CheckCheck },
      isPossible: unseen.length > 0,
      onPress: () => void markSeen(),
    },
    areMuted
      ? {
          ...{ id: 'unmute', label: t('group.unmute'), icon: Bell, isPossible: true },
          onPress: () => void setPlaces({ isMuted: false }, t('mute.off'))(),
        }
      : {
          ...{ id: 'mute', label: t('group.mute'), icon: BellOff, isPossible: true },
          onPress: () => setIsMuting(true),
        },
    areArchived
      ? {
          ...{ id: 'unarchive', label: t('group.unarchive'), icon: ArchiveRestore, isPossible: true },
          onPress: () => void setPlaces({ isArchived: false }, t('chatPins.unarchived'))(),
        }
      : {
          ...{ id: 'archive', label: t('group.archive'), icon: Archive, isPossible: true },
          onPress: () => void setPlaces({ isArchived: true }, t('chatPins.archived'))(),
        },
  ];
  return (
    <>
      <SelectionBar actions={actions} onLeave={leave} />
      {isMuting !== null && (
        <Suspense fallback={null}>
          <MuteSheet
            places={chats.map(({ membership }) => membership)}
            isOpen={isMuting}
            onOpenChange={setIsMuting}
            onMuted={leave}
          />
        </Suspense>
      )}
    </>
  );
}
