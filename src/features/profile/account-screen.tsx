import { useTranslation } from 'react-i18next';
import { AccountScreenFrame } from '../shell/account-screen-frame.tsx';
import { DeleteAccountSection } from './delete-account-section.tsx';
import { ExportSection } from './export-section.tsx';

/** `/profile/account`: a copy of what is the member's, and the end of the account. */
export function AccountScreen() {
  const { t } = useTranslation();
  return (
    <AccountScreenFrame title={t('account.data')} backTo="/profile/settings">
      <ExportSection />
      <DeleteAccountSection />
    </AccountScreenFrame>
  );
}
