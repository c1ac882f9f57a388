import { useTranslation } from 'react-i18next';
import type { UserRow } from '../../../protocol/index.ts';
import { fullName } from '../../queries/people.ts';
import { useShare } from './use-share.ts';

/** Hands somebody's profile on. */
export function useSharePerson(): (user: UserRow) => void {
  const { t } = useTranslation();
  const share = useShare();
  return (user) =>
    share(t('people.shareText', { name: fullName(user) }), `${location.origin}/users/${user.uniqueCode}`);
}
