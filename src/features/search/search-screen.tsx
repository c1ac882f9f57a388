import { useDeferredValue, useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useBack } from '../../app/use-back.ts';
import { AppHeader } from '../../components/app-header.tsx';
import { Screen } from '../../components/screen.tsx';
import { Segmented } from '../../components/segmented.tsx';
import { useEscape } from '../../components/use-escape.ts';
import { useIsWide } from '../../components/use-is-wide.ts';
import { ConnectionStrip } from '../shell/connection-strip.tsx';
import { SearchField } from '../shell/search-field.tsx';
import { FilterBar } from './filter-bar.tsx';
import { type Filters, isFiltered, NO_FILTERS, queryOf } from './filters.ts';
import { Results } from './results.tsx';
import * as styles from './search-screen.css.ts';
import type { SearchKind } from './search-talk.ts';

const kinds = ['all', 'messages', 'people', 'posts', 'chats'] as const;
/** After the last key, until the address says what is asked. */
const SETTLED_MS = 400;

/** What is looked for, as the address says it. */
export type SearchPlace = { readonly text: string; readonly kind: SearchKind; readonly filters: Filters };

interface SearchScreenProps {
  first: SearchPlace;
  onChange: (place: SearchPlace) => void;
}

/** `/search`: everything on this device, while one types, with or without a network; with one, what lies beyond it as well. */
export function SearchScreen({ first, onChange }: SearchScreenProps) {
  const { t } = useTranslation();
  const back = useBack('/profile/messages');
  useEscape(back);
  const isWide = useIsWide();
  const [text, setText] = useState(first.text);
  const [kind, setKind] = useState<SearchKind>(first.kind);
  const [filters, setFilters] = useState(first.filters);
  const asked = useDeferredValue(text.trim());
  const query = useMemo(() => queryOf(asked, filters), [asked, filters]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the address follows the field, never the other way.
  useEffect(() => {
    const timer = setTimeout(() => onChange({ text: asked, kind, filters }), SETTLED_MS);
    return () => clearTimeout(timer);
  }, [asked, kind, filters]);

  return (
    <Screen
      width="narrow"
      header={
        <AppHeader
          title={t('search.title')}
          back={{ onPress: back, isNarrowOnly: true }}
          // On a wide screen the list beside it says so.
          {...(isWide ? {} : { status: <ConnectionStrip /> })}
          below={
            <div className={styles.head}>
              <SearchField label={t('search.field')} value={text} onChange={setText} isFocused />
              <Segmented
                label={t('search.show')}
                value={kind}
                options={kinds.map((value) => ({ value, label: t(`search.kinds.${value}`) }))}
                onChange={(next) => {
                  setKind(next);
                  // They narrow messages down: nothing else has any.
                  if (next !== 'messages') setFilters(NO_FILTERS);
                }}
              />
              {(kind === 'all' || kind === 'messages') && (
                <FilterBar
                  filters={filters}
                  isOpen={text.trim() === ''}
                  onChange={(next) => {
                    setFilters(next);
                    if (isFiltered(next)) setKind('messages');
                  }}
                />
              )}
            </div>
          }
        />
      }
    >
      <Results query={query} kind={kind} />
    </Screen>
  );
}
