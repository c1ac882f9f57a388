import { useTranslation } from 'react-i18next';
import * as styles from './message-bubble.css.ts';
import { shortenText, splitMessage, type TextPart } from './message-text.ts';
import { WrittenLink } from './written-link.tsx';

interface MessageWordsProps {
  text: string;
  /** Names of the people whom the text mentions. */
  mentioned: readonly string[];
  isExpanded: boolean;
  onExpand: (() => void) | undefined;
  /** Addresses are only words: what a stranger writes leads nowhere. */
  areLinksInert?: boolean;
}

/** What was written, with links that say where they lead and cannot reach back into the app. */
export function MessageWords({
  text,
  mentioned,
  isExpanded,
  onExpand,
  areLinksInert = false,
}: MessageWordsProps) {
  const { t } = useTranslation();
  const short = isExpanded || !onExpand ? null : shortenText(text);
  return (
    <>
      <span dir="auto">
        {splitMessage(short === null ? text : `${short}…`, mentioned).map((part, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: parts of one text never move.
          <Part key={index} part={areLinksInert ? { kind: 'text', text: part.text } : part} />
        ))}
      </span>
      {short !== null && (
        <button type="button" className={styles.expand} onClick={onExpand}>
          {t('action.showMore')}
        </button>
      )}
    </>
  );
}

function Part({ part }: { part: TextPart }) {
  switch (part.kind) {
    case 'link':
      return <WrittenLink part={part} className={styles.link} />;
    case 'mention':
      return <bdi className={styles.mention}>{part.text}</bdi>;
    case 'text':
      return part.text;
  }
}
