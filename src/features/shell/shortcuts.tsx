import { Link, useRouter } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Avatar } from '../../components/avatar.tsx';
import { ListRow } from '../../components/list-row.tsx';
import { Sheet } from '../../components/sheet.tsx';
import { useChatList } from '../../queries/chat-list.ts';
import { matchesSearch } from './search.ts';
import { SearchField } from './search-field.tsx';
import * as styles from './shortcuts.css.ts';

type Open = 'jump' | 'help' | null;

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName));

/** What a keyboard on a desk can do from anywhere: Ctrl or ⌘ with K leads to a chat, a question mark says what else there is. */
export function Shortcuts() {
  const [open, setOpen] = useState<Open>(null);
  const router = useRouter();
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (event.key === '/' && !isTyping(event.target) && !event.defaultPrevented) {
        event.preventDefault();
        void router.navigate({ to: '/search' });
        return;
      }
      const wanted: Open =
        event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey)
          ? 'jump'
          : event.key === '?' && !isTyping(event.target)
            ? 'help'
            : null;
      if (wanted === null || event.defaultPrevented) return;
      event.preventDefault();
      setOpen(wanted);
    };
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, [router]);
  const close = () => setOpen(null);
  return (
    <>
      {open === 'jump' && <JumpSheet onClose={close} />}
      {open === 'help' && <HelpSheet onClose={close} />}
    </>
  );
}

interface SheetProps {
  onClose: () => void;
}

function JumpSheet({ onClose }: SheetProps) {
  const { t } = useTranslation();
  const router = useRouter();
  const [search, setSearch] = useState('');
  const found = (useChatList() ?? []).filter(
    ({ title, code }) => code !== null && matchesSearch(title, search),
  );
  const first = found[0]?.code;
  return (
    <Sheet
      isOpen
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose();
      }}
      title={t('shortcuts.jump')}
      layout="padded"
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (!first) return;
          onClose();
          void router.navigate({ to: '/chats/$uniqueCode', params: { uniqueCode: first } });
        }}
      >
        <SearchField label={t('chats.search')} value={search} onChange={setSearch} />
      </form>
      <ul>
        {found.map(({ id, person, chat, title, code }) => (
          <li key={id}>
            <ListRow
              leading={
                <Avatar
                  id={person?.id ?? id}
                  name={title}
                  pictureId={person ? person.avatarId : chat?.avatarId}
                  size="sm"
                  shape={person ? 'person' : 'group'}
                />
              }
              title={title}
              render={<Link to="/chats/$uniqueCode" params={{ uniqueCode: code ?? '' }} onClick={onClose} />}
            />
          </li>
        ))}
      </ul>
      {found.length === 0 && <p>{t('chats.noMatch')}</p>}
    </Sheet>
  );
}

const keys = [
  ['Ctrl K', 'shortcuts.jump'],
  ['/', 'shortcuts.search'],
  ['Enter', 'shortcuts.send'],
  ['Shift Enter', 'shortcuts.line'],
  ['↑', 'shortcuts.editLast'],
  ['Esc', 'shortcuts.leave'],
  ['Tab, ↑ ↓', 'shortcuts.messages'],
  ['@', 'shortcuts.mention'],
  ['?', 'shortcuts.help'],
] as const;

function HelpSheet({ onClose }: SheetProps) {
  const { t } = useTranslation();
  return (
    <Sheet
      isOpen
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose();
      }}
      title={t('shortcuts.title')}
      layout="padded"
    >
      <dl className={styles.list}>
        {keys.map(([key, label]) => (
          <div key={label} className={styles.line}>
            <dt>
              <kbd className={styles.key}>{key}</kbd>
            </dt>
            <dd>{t(label)}</dd>
          </div>
        ))}
      </dl>
    </Sheet>
  );
}
