import { useRouter } from '@tanstack/react-router';
import { type KeyboardEvent, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isComposing } from '../../components/is-composing.ts';
import { ListRow } from '../../components/list-row.tsx';
import { Sheet } from '../../components/sheet.tsx';
import { useChatList } from '../../queries/chat-list.ts';
import { ChatFace } from '../people/chat-face.tsx';
import { ChatTitle } from '../people/person-name.tsx';
import { matchesSearch } from './search.ts';
import { SearchField } from './search-field.tsx';
import * as styles from './shortcuts.css.ts';

/** The newest first: who wants a further one types a letter more. */
const SHOWN_MAX = 20;

/** Leads to a chat by the first letters of its name: the field keeps the focus, arrows choose, Enter opens. */
export function JumpSheet({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const router = useRouter();
  const listId = useId();
  const [search, setSearch] = useState('');
  const [chosen, setChosen] = useState(0);
  const found = (useChatList() ?? [])
    .filter(({ title, code }) => code !== null && matchesSearch(title, search))
    .slice(0, SHOWN_MAX);
  const active = Math.min(chosen, found.length - 1);
  const optionId = (index: number): string => `${listId}-${index}`;
  const open = (index: number): void => {
    const code = found[index]?.code;
    if (!code) return;
    onClose();
    void router.navigate({ to: '/chats/$uniqueCode', params: { uniqueCode: code } });
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (isComposing(event.nativeEvent)) return;
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (step !== 0 && found.length > 0) {
      const next = (active + step + found.length) % found.length;
      setChosen(next);
      document.getElementById(optionId(next))?.scrollIntoView({ block: 'nearest' });
    } else if (event.key === 'Enter') open(active);
    else return;
    event.preventDefault();
  };
  return (
    <Sheet
      isOpen
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose();
      }}
      title={t('shortcuts.jump')}
      layout="padded"
    >
      <SearchField
        label={t('chats.search')}
        value={search}
        onChange={(value) => {
          setSearch(value);
          setChosen(0);
        }}
        isFocused
        field={{
          role: 'combobox',
          'aria-expanded': found.length > 0,
          'aria-controls': listId,
          'aria-autocomplete': 'list',
          ...(active >= 0 ? { 'aria-activedescendant': optionId(active) } : {}),
          onKeyDown,
        }}
      />
      <div id={listId} className={styles.found} role="listbox" aria-label={t('shortcuts.jump')}>
        {found.map((item, index) => {
          const { id } = item;
          return (
            // biome-ignore lint/a11y/useFocusableInteractive: the field keeps the focus and names the active option.
            // biome-ignore lint/a11y/useKeyWithClickEvents: the field's arrows and Enter do the same.
            <div
              key={id}
              id={optionId(index)}
              className={styles.option({ isActive: index === active })}
              role="option"
              aria-selected={index === active}
              onPointerDown={(event) => event.preventDefault()}
              onClick={() => open(index)}
            >
              <ListRow leading={<ChatFace chat={item} size="sm" />} title={<ChatTitle chat={item} />} />
            </div>
          );
        })}
      </div>
      {found.length === 0 && <p role="status">{t('chats.noMatch')}</p>}
    </Sheet>
  );
}
