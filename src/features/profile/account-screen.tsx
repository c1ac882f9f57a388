import { useTranslation } from 'react-i18next';
import { AccountScreenFrame } from '../shell/account-screen-frame.tsx';
import { DeleteAccountSection } from './delete-account-section.tsx';

/** `/profile/account`: the end of the account. */
export function AccountScreen() {
  const { t } = useTranslation();
  return (
    <AccountScreenFrame title={t('account.data')} backTo="/profile/settings">
      <DeleteAccountSection />
    </AccountScreenFrame>
  );
}
