import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import * as styles from './message-bubble.css.ts';
import { formatMessage, type StyledPart, type TextBlock } from './message-format.ts';
import type { TextStyle } from './message-marks.ts';
import { shortenText, type TextPart } from './message-text.ts';
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

/** What was written, shaped by its marks, with links that say where they lead and cannot reach back into the app. */
export function MessageWords({
  text,
  mentioned,
  isExpanded,
  onExpand,
  areLinksInert = false,
}: MessageWordsProps) {
  const { t } = useTranslation();
  const isCut = !isExpanded && onExpand !== undefined;
  const short = useMemo(() => (isCut ? shortenText(text) : null), [isCut, text]);
  const blocks = useMemo(() => formatMessage(text, mentioned, short?.length), [text, mentioned, short]);
  const hasList = blocks.some(({ kind }) => kind === 'list');
  const Whole = hasList ? 'div' : 'span';
  return (
    <>
      <Whole dir="auto" className={styles.words}>
        {blocks.map((block, index) => (
          <Block
            // biome-ignore lint/suspicious/noArrayIndexKey: blocks of one text never move.
            key={index}
            block={block}
            end={short !== null && index === blocks.length - 1 ? '…' : ''}
            areLinksInert={areLinksInert}
          />
        ))}
      </Whole>
      {short !== null && (
        <button type="button" className={styles.expand} onClick={onExpand}>
          {t('action.showMore')}
        </button>
      )}
    </>
  );
}

interface BlockProps {
  block: TextBlock;
  /** Says that more follows. */
  end: string;
  areLinksInert: boolean;
}

function Block({ block, end, areLinksInert }: BlockProps) {
  if (block.kind === 'text') {
    return (
      <>
        <Parts parts={block.parts} areLinksInert={areLinksInert} />
        {end}
      </>
    );
  }
  const List = block.items[0]?.number === null ? 'ul' : 'ol';
  return (
    <List className={List === 'ul' ? styles.points : styles.numbers}>
      {block.items.map(({ number, parts }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: as above.
        <li key={index} dir="auto" {...(number === null ? {} : { value: number })}>
          <Parts parts={parts} areLinksInert={areLinksInert} />
          {index === block.items.length - 1 && end}
        </li>
      ))}
    </List>
  );
}

function Parts({ parts, areLinksInert }: { parts: readonly StyledPart[]; areLinksInert: boolean }) {
  return parts.map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: parts of one text never move.
    <Styled key={index} styled={part} areLinksInert={areLinksInert} />
  ));
}

const tags = { bold: 'strong', italic: 'em', code: 'code' } as const;

function Styled({
  styled: { part, styles: shape },
  areLinksInert,
}: {
  styled: StyledPart;
  areLinksInert: boolean;
}) {
  return <Shaped shape={shape}>{areLinksInert ? <InertPart part={part} /> : <Part part={part} />}</Shaped>;
}

function Shaped({ shape: [style, ...rest], children }: { shape: readonly TextStyle[]; children: ReactNode }) {
  if (style === undefined) return children;
  const Tag = tags[style];
  return (
    <Tag className={styles.shape[style]}>
      <Shaped shape={rest}>{children}</Shaped>
    </Tag>
  );
}

/** Words that lead nowhere, and an address that still shows its host, whatever stands around it. */
function InertPart({ part }: { part: TextPart }) {
  return part.kind === 'link' ? <bdi dir="ltr">{part.shown}</bdi> : part.text;
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
