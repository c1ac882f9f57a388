import { Image, Info } from 'lucide-react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { SearchHas } from '../../../protocol/index.ts';
import { useBack } from '../../app/use-back.ts';
import { AppHeader } from '../../components/app-header.tsx';
import { Button } from '../../components/button.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { Screen } from '../../components/screen.tsx';
import { Segmented } from '../../components/segmented.tsx';
import { SkeletonList } from '../../components/skeleton.tsx';
import { isolate } from '../../i18n/isolate.ts';
import { type OpenChat, useChat } from '../../queries/chat.ts';
import { useEngineStatus } from '../../session/services.tsx';
import { Beyond } from '../search/beyond.tsx';
import { useSearch } from '../search/use-search.ts';
import { useServerSearch } from '../search/use-server-search.ts';
import { ConnectionStrip } from '../shell/connection-strip.tsx';
import { GalleryRows } from './gallery-rows.tsx';
import * as styles from './gallery-screen.css.ts';
import { PictureMonths } from './picture-months.tsx';
import type { Shown } from './shown.ts';

const KINDS = ['media', 'file', 'link', 'voice'] as const satisfies readonly SearchHas[];

interface GalleryScreenProps {
  uniqueCode: string;
  kind: SearchHas;
  onKind: (kind: SearchHas) => void;
}

/** `/chats/{uniqueCode}/media`: what was sent in a chat besides words, the newest first, with or without a network. */
export function GalleryScreen({ uniqueCode, kind, onKind }: GalleryScreenProps) {
  const { t } = useTranslation();
  const back = useBack('/profile/messages');
  const chat = useChat(uniqueCode);
  return (
    <Screen
      width="narrow"
      scrollName={`/chats/${uniqueCode}/media/${kind}`}
      header={
        <AppHeader
          title={t('search.gallery.title')}
          {...(chat ? { subtitle: isolate(chat.title) } : {})}
          back={{ onPress: back }}
          status={<ConnectionStrip />}
          below={
            <Segmented
              label={t('search.show')}
              value={kind}
              options={KINDS.map((value) => ({ value, label: t(`search.filters.has.${value}`) }))}
              onChange={onKind}
            />
          }
        />
      }
    >
      {chat === undefined && <SkeletonList rows={3} />}
      {chat === null && <EmptyState icon={<Info size={32} />} line={t('group.notIn')} />}
      {chat && <Gallery chat={chat} kind={kind} />}
    </Screen>
  );
}

function Gallery({ chat, kind }: { chat: OpenChat; kind: SearchHas }) {
  const { t } = useTranslation();
  const isOffline = useEngineStatus().connection === 'offline';
  const query = useMemo(() => ({ text: '', chatId: chat.id, has: kind }), [chat.id, kind]);
  const { found, more } = useSearch(query, 'messages');
  const away = useServerSearch(query, 'messages');
  const isDone = found?.isDone === true;
  const hasMoreHere = found?.next != null;
  const isAllHere = isDone && !hasMoreHere;
  const shown: Shown[] = [
    ...(found?.messages ?? []).map((message) => ({ message, isAway: false, sentBy: undefined })),
    ...(isAllHere ? away.messages : []).map((message) => ({
      message,
      isAway: true,
      sentBy: away.senders.get(message.senderId ?? ''),
    })),
  ];
  if (shown.length === 0 && (!isDone || away.state === 'asking')) return <SkeletonList rows={3} />;
  if (shown.length === 0)
    return (
      <EmptyState
        icon={<Image size={32} />}
        line={t(`search.gallery.none.${kind}`)}
        {...(isOffline ? { hint: t('search.offline') } : {})}
      />
    );
  const hasMoreAway = isAllHere && away.state === 'found' && away.next !== null;
  return (
    <div className={styles.gallery}>
      {kind === 'media' ? (
        <PictureMonths shown={shown} />
      ) : (
        <GalleryRows shown={shown} kind={kind} code={chat.code} />
      )}
      {(hasMoreHere || hasMoreAway) && (
        <Button variant="secondary" isWide onClick={hasMoreHere ? more : away.more}>
          {t('search.more')}
        </Button>
      )}
      <Beyond away={away} hasAway={shown.some(({ isAway }) => isAway)} />
    </div>
  );
}
