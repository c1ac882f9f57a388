import { Users } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ArrowRows } from '../../components/arrow-rows.tsx';
import { Avatar } from '../../components/avatar.tsx';
import { ChoiceMark } from '../../components/choice-mark.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { ListRow } from '../../components/list-row.tsx';
import { type Candidate, useCandidates } from '../../queries/chat-info.ts';
import { fullName } from '../../queries/people.ts';
import { PersonName } from '../people/person-name.tsx';
import { matchesSearch } from '../shell/search.ts';
import { SearchField } from '../shell/search-field.tsx';

const SEARCH_FROM = 8;

interface PersonPickerProps {
  label: string;
  /** Who is chosen; a press on somebody chosen takes the choice back. */
  chosen: ReadonlySet<string>;
  onToggle: (candidate: Candidate) => void;
  /** Who is in it already. */
  hidden?: ReadonlySet<string>;
}

/** People of this device to choose from; needs no network. */
export function PersonPicker({ label, chosen, onToggle, hidden }: PersonPickerProps) {
  const { t } = useTranslation();
  const [search, setSearch] = useState('');
  const candidates = useCandidates()?.filter(({ user }) => !hidden?.has(user.id));
  if (candidates === undefined) return null;
  if (candidates.length === 0) return <EmptyState icon={<Users size={32} />} line={t('friends.empty')} />;
  const shown = candidates.filter(({ user }) => matchesSearch(fullName(user), search));
  return (
    <>
      {candidates.length >= SEARCH_FROM && (
        <SearchField label={t('friends.search')} value={search} onChange={setSearch} />
      )}
      <ArrowRows>
        <ul aria-label={label}>
          {shown.map((candidate) => {
            const { user, isFriend } = candidate;
            const isChosen = chosen.has(user.id);
            return (
              <li key={user.id}>
                <ListRow
                  isWrapping
                  leading={<Avatar id={user.id} name={fullName(user)} pictureId={user.avatarId} />}
                  title={<PersonName user={user} />}
                  {...(isFriend ? {} : { subtitle: t('group.getsInvitation') })}
                  trailing={<ChoiceMark isChosen={isChosen} />}
                  render={
                    // biome-ignore lint/a11y/useSemanticElements: a row with an avatar and two lines is no native checkbox.
                    <button type="button" role="checkbox" aria-checked={isChosen} />
                  }
                  onPress={() => onToggle(candidate)}
                />
              </li>
            );
          })}
        </ul>
      </ArrowRows>
    </>
  );
}
