import { Ban } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useBlockedPeople } from '../../queries/blocks.ts';
import { KeptAwayScreen } from './kept-away-screen.tsx';
import { useAct } from './use-act.ts';

/** `/profile/blocked` */
export function BlockedScreen() {
  const { t } = useTranslation();
  const act = useAct();
  const people = useBlockedPeople();
  return (
    <KeptAwayScreen
      people={people}
      title={t('people.blocked')}
      note={t('people.blockedHint')}
      empty={{ icon: <Ban size={32} />, line: t('people.blockedEmpty') }}
      undo={{
        label: t('people.unblock'),
        name: (name) => t('people.unblockName', { name }),
        onPress: ({ id: userId }, name) =>
          void act('setBlock', { userId, blocked: false }, t('people.unblocked', { name })),
      }}
    />
  );
}
