import { useTranslation } from 'react-i18next';
import { useBack } from '../../app/use-back.ts';
import { AppHeader } from '../../components/app-header.tsx';
import { Screen } from '../../components/screen.tsx';
import { ConnectionStrip } from '../shell/connection-strip.tsx';
import { DeleteAccountSection } from './delete-account-section.tsx';

/** `/profile/account`: the end of the account. */
export function AccountScreen() {
  const { t } = useTranslation();
  const back = useBack('/profile/settings');
  return (
    <Screen
      width="narrow"
      isPadded
      header={
        <AppHeader
          title={t('account.data')}
          subtitle={t('auth.authenticated')}
          back={{ onPress: back }}
          status={<ConnectionStrip />}
        />
      }
    >
      <DeleteAccountSection />
    </Screen>
  );
}
