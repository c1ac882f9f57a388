import { ChevronDown, ChevronUp, X } from 'lucide-react';
import { type KeyboardEvent, useDeferredValue, useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../../components/icon-button.tsx';
import { isComposing } from '../../components/is-composing.ts';
import { useBackCloses } from '../../components/use-back-closes.ts';
import { useEscape } from '../../components/use-escape.ts';
import { useSearch } from '../search/use-search.ts';
import { SearchField } from '../shell/search-field.tsx';
import * as styles from './chat-search.css.ts';

/** So many are counted one by one; of more the index says about how many there are. */
const COUNTED_MAX = 300;

interface ChatSearchProps {
  chatId: string;
  onShow: (messageId: string) => void;
  onClose: () => void;
}

/** Looks through the open chat: the newest hit is shown at once, the arrows lead to older and newer ones. */
export function ChatSearch({ chatId, onShow, onClose }: ChatSearchProps) {
  const { t } = useTranslation();
  const [text, setText] = useState('');
  const asked = useDeferredValue(text.trim());
  const { found, remaining, more } = useSearch(asked, 'messages', chatId);
  const [at, setAt] = useState(0);
  useEscape(onClose);
  useBackCloses(true, onClose);

  // What was found before stands until the next answer: an arrow pressed meanwhile is not lost.
  const hits = asked === '' ? [] : (found?.messages ?? []);
  const isDone = found?.text === asked && found.isDone;
  const hasMore = isDone && found.next !== null && hits.length < COUNTED_MAX;
  useEffect(() => {
    if (hasMore) more();
  }, [hasMore, more]);
  const count = isDone && found.next === null ? hits.length : Math.max(hits.length, found?.total ?? 0);
  const shown = hits[Math.min(at, hits.length - 1)];

  const show = useEffectEvent(onShow);
  // What is found later, behind the one that is shown, does not move the reader.
  const shownId = shown?.id;
  useEffect(() => {
    if (shownId !== undefined) show(shownId);
  }, [shownId]);
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
