import { Check } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Avatar } from '../../components/avatar.tsx';
import { ListRow } from '../../components/list-row.tsx';
import { Sheet } from '../../components/sheet.tsx';
import { useCandidates } from '../../queries/chat-info.ts';
import { type ChatListItem, useChatList } from '../../queries/chat-list.ts';
import { fullName, useMe } from '../../queries/people.ts';
import { ChatFace } from '../people/chat-face.tsx';
import { ChatTitle, PersonName } from '../people/person-name.tsx';
import { matchesSearch } from '../shell/search.ts';
import { SearchField } from '../shell/search-field.tsx';
import * as styles from './search-screen.css.ts';

interface ChooseSheetProps {
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  chosen: string | null;
  onChoose: (id: string | null) => void;
}

interface Choice {
  id: string;
  name: string;
  row: { leading: ReactNode; title: ReactNode };
}

interface ChoicesProps extends ChooseSheetProps {
  title: string;
  /** What stands first, and takes the choice back. */
  anyLabel: string;
  field: string;
  choices: readonly Choice[];
}

const SEARCH_FROM = 8;

function Choices({ title, anyLabel, field, choices, chosen, onChoose, ...sheet }: ChoicesProps) {
  const [search, setSearch] = useState('');
  const shown = choices.filter(({ name }) => matchesSearch(name, search));
  return (
    <Sheet {...sheet} title={title} layout="list">
      {choices.length >= SEARCH_FROM && (
        <div className={styles.sheetField}>
          <SearchField label={field} value={search} onChange={setSearch} />
        </div>
      )}
      <ul aria-label={title} className={styles.choices}>
        <li>
          <ListRow isCompact title={anyLabel} isChosen={chosen === null} onPress={() => onChoose(null)} />
        </li>
        {shown.map(({ id, row }) => (
          <li key={id}>
            <ListRow
              {...row}
              isChosen={chosen === id}
              {...(chosen === id ? { trailing: <Check size={20} aria-hidden="true" /> } : {})}
              onPress={() => onChoose(id)}
            />
          </li>
        ))}
      </ul>
    </Sheet>
  );
}

/** From whom a message is: me, friends first, and everybody in a common chat. */
export function PersonSheet(props: ChooseSheetProps) {
  const { t } = useTranslation();
  const me = useMe()?.user;
  const others = useCandidates()?.map(({ user }) => user) ?? [];
  const choices = [...(me ? [me] : []), ...others].map(
    (user): Choice => ({
      id: user.id,
      name: fullName(user),
      row: {
        leading: <Avatar id={user.id} name={fullName(user)} pictureId={user.avatarId} size="sm" />,
        title: user.id === me?.id ? t('search.filters.me') : <PersonName user={user} />,
      },
    }),
  );
  return (
    <Choices
      {...props}
      title={t('search.filters.from')}
      anyLabel={t('search.filters.anyone')}
      field={t('search.filters.findPerson')}
      choices={choices}
    />
  );
}

/** In which chat it stands. */
export function ChatSheet(props: ChooseSheetProps) {
  const { t } = useTranslation();
  const chats = useChatList() ?? [];
  const choices = chats.map(
    (item: ChatListItem): Choice => ({
      id: item.id,
      name: item.title,
      row: { leading: <ChatFace chat={item} size="sm" />, title: <ChatTitle chat={item} /> },
    }),
  );
  return (
    <Choices
      {...props}
      title={t('search.filters.chat')}
      anyLabel={t('search.filters.anyChat')}
      field={t('search.filters.findChat')}
      choices={choices}
    />
  );
}
