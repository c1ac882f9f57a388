import { ChevronDown, ChevronUp, X } from 'lucide-react';
import { type KeyboardEvent, useDeferredValue, useEffect, useEffectEvent, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { MessageRow } from '../../../protocol/index.ts';
import type { LocalMessage } from '../../../sync/index.ts';
import { IconButton } from '../../components/icon-button.tsx';
import { isComposing } from '../../components/is-composing.ts';
import { useBackCloses } from '../../components/use-back-closes.ts';
import { useEscape } from '../../components/use-escape.ts';
import { useSearch } from '../search/use-search.ts';
import { useServerSearch } from '../search/use-server-search.ts';
import { SearchField } from '../shell/search-field.tsx';
import * as styles from './chat-search.css.ts';

/** So many are counted one by one; of more the index says about how many there are. */
const COUNTED_MAX = 300;

interface ChatSearchProps {
  chatId: string;
  /** @param seq its number, where only the server has it */
  onShow: (messageId: string, seq?: number) => void;
  onClose: () => void;
}

/** Looks through the open chat: the newest hit is shown at once, the arrows lead to older and newer ones. */
export function ChatSearch({ chatId, onShow, onClose }: ChatSearchProps) {
  const { t } = useTranslation();
  const [text, setText] = useState('');
  const asked = useDeferredValue(text.trim());
  const query = useMemo(() => ({ text: asked, chatId }), [asked, chatId]);
  const { found, remaining, more } = useSearch(query, 'messages');
  const away = useServerSearch(query, 'messages');
  const [at, setAt] = useState(0);
  useEscape(onClose);
  useBackCloses(true, onClose);

  // What was found before stands until the next answer: an arrow pressed meanwhile is not lost.
  const held = asked === '' ? [] : (found?.messages ?? []);
  const isDone = found?.text === asked && found.isDone;
  const hasMore = isDone && found.next !== null && held.length < COUNTED_MAX;
  useEffect(() => {
    if (hasMore) more();
  }, [hasMore, more]);
  // What the server has besides stands behind the device's own: it is older, or from a part that is not here.
  const isAllHeld = isDone && found.next === null;
  const awayFrom = held.length;
  const hits: readonly (LocalMessage | MessageRow)[] = isAllHeld ? [...held, ...away.messages] : held;
  const hasMoreAway = isAllHeld && away.state === 'found' && away.next !== null && hits.length < COUNTED_MAX;
  const { more: moreAway } = away;
  useEffect(() => {
    if (hasMoreAway) moreAway();
  }, [hasMoreAway, moreAway]);
  const count = isAllHeld ? hits.length : Math.max(hits.length, found?.total ?? 0);
  const shown = hits[Math.min(at, hits.length - 1)];

  const show = useEffectEvent(onShow);
  // What is found later, behind the one that is shown, does not move the reader.
  const shownId = shown?.id;
  const shownSeq =
    shown !== undefined && hits.indexOf(shown) >= awayFrom ? (shown.seq ?? undefined) : undefined;
  useEffect(() => {
    if (shownId !== undefined) show(shownId, shownSeq);
  }, [shownId, shownSeq]);
  const step = (by: number): void => {
    if (hits.length > 0) setAt((now) => (Math.min(now, hits.length - 1) + by + hits.length) % hits.length);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (isComposing(event.nativeEvent)) return;
    const isOlder = event.key === 'ArrowUp' || (event.key === 'Enter' && !event.shiftKey);
    const isNewer = event.key === 'ArrowDown' || (event.key === 'Enter' && event.shiftKey);
    if (!isOlder && !isNewer) return;
    event.preventDefault();
    step(isOlder ? 1 : -1);
  };
  const words = (): string => {
    if (asked === '') return '';
    if (shown !== undefined) return t('search.position', { index: hits.indexOf(shown) + 1, count });
    if (!isDone) return '';
    if (away.state === 'asking') return '';
    return remaining > 0 ? t('search.reading', { count: remaining }) : t('search.nothing');
  };
  return (
    <div className={styles.bar}>
      <div className={styles.field}>
        <SearchField
          label={t('search.fieldInChat')}
          value={text}
          onChange={(value) => {
            setText(value);
            setAt(0);
          }}
          isFocused
          field={{ onKeyDown }}
        />
      </div>
      <span className={styles.position} role="status">
        {words()}
      </span>
      <IconButton
        label={t('search.older')}
        icon={<ChevronUp size={22} />}
        disabled={hits.length < 2}
        onClick={() => step(1)}
      />
      <IconButton
        label={t('search.newer')}
        icon={<ChevronDown size={22} />}
        disabled={hits.length < 2}
        onClick={() => step(-1)}
      />
      <IconButton label={t('search.leave')} icon={<X size={22} />} onClick={onClose} />
    </div>
  );
}
