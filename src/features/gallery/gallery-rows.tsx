import { Link } from '@tanstack/react-router';
import { Link2, MessageSquare } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { Media, SearchHas } from '../../../protocol/index.ts';
import { splitLinks } from '../../../sync/index.ts';
import { useMinute } from '../../app/clock.ts';
import { IconButton } from '../../components/icon-button.tsx';
import { WrittenLink } from '../../components/written-link.tsx';
import { formatListTime } from '../../i18n/format.ts';
import { isolate } from '../../i18n/isolate.ts';
import { firstName, useKnownPerson } from '../../queries/people.ts';
import { useEngine } from '../../session/services.tsx';
import { MediaView } from '../media/media-view.tsx';
import { AwayMark } from '../search/away-mark.tsx';
import * as styles from './gallery-screen.css.ts';
import type { Shown } from './shown.ts';

interface GalleryRowsProps {
  shown: readonly Shown[];
  kind: Exclude<SearchHas, 'media'>;
  /** What opens the chat. */
  code: string | null;
}

/** Files, links and voice messages, each with who sent it and when, and the way to where it was said. */
export function GalleryRows({ shown, kind, code }: GalleryRowsProps) {
  return (
    <ul className={styles.card}>
      {shown.map((one) => (
        <li key={one.message.id} className={styles.row}>
          <GalleryRow {...one} kind={kind} code={code} />
        </li>
      ))}
    </ul>
  );
}

const isOf = (kind: GalleryRowsProps['kind'], media: Media): boolean =>
  media.kind === 'file' &&
  media.state !== 'withdrawn' &&
  (media.waveform !== undefined) === (kind === 'voice');

function GalleryRow({ message, isAway, sentBy, kind, code }: Shown & Omit<GalleryRowsProps, 'shown'>) {
  const { t, i18n } = useTranslation();
  const { userId } = useEngine();
  const now = new Date(useMinute());
  const known = useKnownPerson(message.senderId) ?? sentBy;
  const isOwn = message.senderId === userId;
  const name = isOwn ? t('search.filters.me') : known ? firstName(known) : '';
  const files = message.media.filter((media) => isOf(kind, media));
  return (
    <>
      <div className={styles.main}>
        {kind === 'link' ? (
          <Links text={message.content ?? ''} />
        ) : (
          <MediaView
            media={files}
            size="wide"
            owner={{ kind: 'message', id: message.id }}
            origin={{
              chatId: message.chatId,
              messageId: message.id,
              senderName: name,
              isOwn,
              isHeard: message.listens?.some((listen) => listen.userId === userId) ?? false,
              listeners: null,
            }}
          />
        )}
        <p className={styles.meta}>
          {isAway && <AwayMark />}
          {[isolate(name), formatListTime(i18n.language, new Date(message.createdAt), now)]
            .filter((part) => part !== '')
            .join(' · ')}
        </p>
      </div>
      {code !== null && (
        <IconButton
          label={t('search.gallery.inChat')}
          icon={<MessageSquare size={20} />}
          render={
            <Link
              to="/chats/$uniqueCode"
              params={{ uniqueCode: code }}
              search={{
                message: message.id,
                ...(isAway && message.seq !== null ? { at: message.seq } : {}),
              }}
            />
          }
        />
      )}
    </>
  );
}

/** The addresses of a text, each as the host that opens, and the words around them. */
function Links({ text }: { text: string }) {
  const parts = splitLinks(text);
  const words = parts
    .map((part) => (part.kind === 'text' ? part.text : ''))
    .join(' ')
    .replace(/\s+/g, ' ')
    .trim();
  return (
    <>
      {parts.map((part, at) =>
        part.kind === 'link' ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: parts of one text never move.
          <span key={at} className={styles.linkLine}>
            <Link2 size={18} aria-hidden="true" className={styles.linkIcon} />
            <WrittenLink part={part} className={styles.link} />
          </span>
        ) : null,
      )}
      {words !== '' && (
        <p className={styles.words} dir="auto">
          {words}
        </p>
      )}
    </>
  );
}
