import { useNavigate } from '@tanstack/react-router';
import { FileText, Newspaper, Share2 } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { withoutBidiControls } from '../../../protocol/index.ts';
import { openShareStore, type SharedItem, shownText } from '../../../sync/index.ts';
import { formatBytes } from '../../app/device-storage.ts';
import { reportFault } from '../../app/faults.ts';
import { useBack } from '../../app/use-back.ts';
import { AppHeader } from '../../components/app-header.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { ListRow } from '../../components/list-row.tsx';
import { Screen } from '../../components/screen.tsx';
import { Section } from '../../components/section.tsx';
import { SkeletonList } from '../../components/skeleton.tsx';
import { type ChatTarget, useChatTargets } from '../../queries/chat-targets.ts';
import { useEngine } from '../../session/services.tsx';
import { ChatFace } from '../people/chat-face.tsx';
import { ChatTitle } from '../people/person-name.tsx';
import { ConnectionStrip } from '../shell/connection-strip.tsx';
import { RowList } from '../shell/row-list.tsx';
import { handOver } from './handed-over.ts';
import * as styles from './share-screen.css.ts';

const readShared = async (userId: string): Promise<SharedItem | null> => {
  const store = openShareStore();
  return store.read(userId).finally(() => store.close());
};

/**
 * `/share`: where what another app handed over goes. Works without a network.
 * @param isLost there was no place for it; what waits here is from before
 */
export function ShareScreen({ isLost }: { isLost: boolean }) {
  const { t } = useTranslation();
  const { userId } = useEngine();
  const back = useBack('/profile/messages');
  const [item, setItem] = useState<SharedItem | null>();
  useEffect(() => {
    if (isLost) return;
    let isCurrent = true;
    readShared(userId).then(
      (found) => isCurrent && setItem(found),
      (error: unknown) => {
        reportFault(error);
        if (isCurrent) setItem(null);
      },
    );
    return () => {
      isCurrent = false;
    };
  }, [isLost, userId]);
  return (
    <Screen
      width="narrow"
      isPadded
      header={<AppHeader title={t('share.title')} back={{ onPress: back }} status={<ConnectionStrip />} />}
    >
      {isLost && (
        <EmptyState icon={<Share2 size={32} />} line={t('share.notKept')} hint={t('share.notKeptHint')} />
      )}
      {!isLost && item === undefined && <SkeletonList rows={3} />}
      {item === null && (
        <EmptyState icon={<Share2 size={32} />} line={t('share.nothing')} hint={t('share.nothingHint')} />
      )}
      {item && <Destinations item={item} />}
    </Screen>
  );
}

function Destinations({ item }: { item: SharedItem }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const chats = useChatTargets().filter(({ code }) => code !== null);
  const toPost = () => {
    handOver('post', item);
    void navigate({ to: '/posts/create', replace: true });
  };
  const toChat = ({ id, code }: ChatTarget) => {
    if (code === null) return;
    handOver(id, item);
    void navigate({ to: '/chats/$uniqueCode', params: { uniqueCode: code }, replace: true });
  };
  return (
    <>
      <Section surface="padded" note={t('share.kept')}>
        <Preview item={item} />
      </Section>
      <Section>
        <ListRow
          isCompact
          leading={<Newspaper size={22} aria-hidden="true" />}
          title={t('share.newPost')}
          onPress={toPost}
        />
      </Section>
      {chats.length > 0 && (
        <Section title={t('share.chats')}>
          <RowList items={chats} keyOf={({ id }) => id}>
            {(chat) => (
              <ListRow
                leading={<ChatFace chat={chat} size="sm" />}
                title={<ChatTitle chat={chat} />}
                {...(chat.isWordsOnly && item.files.length > 0
                  ? { subtitle: t('error.requestTextOnly'), isWrapping: true }
                  : { onPress: () => toChat(chat) })}
              />
            )}
          </RowList>
        </Section>
      )}
    </>
  );
}

function Preview({ item: { text, files, isCut, hasLostFiles } }: { item: SharedItem }) {
  const { t } = useTranslation();
  return (
    <>
      {text !== '' && (
        <p className={styles.words} dir="auto">
          {shownText(text)}
        </p>
      )}
      {files.length > 0 && (
        <ul className={styles.files} aria-label={t('share.files', { count: files.length })}>
          {files.map((file, at) => (
            // Two may have one name, and none comes or goes.
            // biome-ignore lint/suspicious/noArrayIndexKey: see above
            <SharedFile key={at} file={file} />
          ))}
        </ul>
      )}
      {isCut && <p className={styles.note}>{t('share.tooLarge')}</p>}
      {hasLostFiles && <p className={styles.note}>{t('share.filesNotKept')}</p>}
    </>
  );
}

/** One that the browser cannot draw, as a photo of some telephones, is shown by its name alone. */
function SharedFile({ file: { name, bytes } }: { file: SharedItem['files'][number] }) {
  const { i18n } = useTranslation();
  const [url, setUrl] = useState<string | null>(null);
  useEffect(() => {
    if (!bytes.type.startsWith('image/')) return;
    const made = URL.createObjectURL(bytes);
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [bytes]);
  return (
    <li className={styles.file}>
      <span className={styles.look}>
        {url === null ? (
          <FileText size={20} aria-hidden="true" />
        ) : (
          <img className={styles.picture} src={url} alt="" onError={() => setUrl(null)} />
        )}
      </span>
      <span className={styles.name} dir="auto">
        {withoutBidiControls(name)}
      </span>
      <span className={styles.note}>{formatBytes(i18n.language, bytes.size)}</span>
    </li>
  );
}
