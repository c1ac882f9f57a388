import { VolumeX } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useMutedAuthors } from '../../queries/mutes.ts';
import { KeptAwayScreen } from './kept-away-screen.tsx';
import { useAct } from './use-act.ts';

/** `/profile/muted`: whose posts stay out of my feed. */
export function MutedScreen() {
  const { t } = useTranslation();
  const act = useAct();
  const people = useMutedAuthors();
  return (
    <KeptAwayScreen
      people={people}
      title={t('people.mutedPeople')}
      note={t('people.mutedHint')}
      empty={{ icon: <VolumeX size={32} />, line: t('people.mutedEmpty') }}
      undo={{
        label: t('people.unmutePerson'),
        name: (name) => t('people.unmuteName', { name }),
        onPress: ({ id: userId }, name) =>
          void act('muteAuthor', { userId, muted: false }, t('people.authorUnmuted', { name })),
      }}
    />
  );
}
