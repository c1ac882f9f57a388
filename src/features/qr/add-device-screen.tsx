import { TimerOff } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { qrGrantBody } from '../../../protocol/index.ts';
import { Button } from '../../components/button.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { Stack } from '../../components/stack.tsx';
import { useServices } from '../../session/services.tsx';
import { OfflineBanner } from '../auth/offline-banner.tsx';
import { usePasswordForm } from '../auth/use-password-form.tsx';
import { AccountScreenFrame } from '../shell/account-screen-frame.tsx';
import { ApproveRequest } from './approve-request.tsx';
import { CodeToScan } from './code-to-scan.tsx';
import * as styles from './qr.css.ts';
import { useGrant } from './use-grant.ts';

/** `/profile/add-device`: this device shows a code to a new one, which scans it on its sign-in screen. */
export function AddDeviceScreen() {
  const { t } = useTranslation();
  return (
    <AccountScreenFrame title={t('qr.addDevice')} backTo="/profile/devices">
      <AddDevice />
    </AccountScreenFrame>
  );
}

function AddDevice() {
  const { t } = useTranslation();
  const { state, show, reset } = useGrant();
  switch (state.kind) {
    case 'none':
      return <PasswordForm onGranted={show} />;
    case 'shown':
      return (
        <Stack gap="lg">
          <p className={styles.lead}>{t('qr.grantLead')}</p>
          <CodeToScan kind="grant" id={state.id} />
          <p className={styles.status} role="status">
            {t('qr.grantWaiting')}
          </p>
          <Button variant="quiet" isWide onClick={reset}>
            {t('action.cancel')}
          </Button>
        </Stack>
      );
    case 'request':
      return <ApproveRequest request={state.request} again={{ label: t('qr.newCode'), onPress: reset }} />;
    case 'dead':
      return (
        <div role="alert">
          <EmptyState
            icon={<TimerOff size={32} />}
            line={t('qr.expired')}
            hint={t('qr.grantExpiredHint')}
            action={<Button onClick={reset}>{t('qr.newCode')}</Button>}
          />
        </div>
      );
  }
}

function PasswordForm({ onGranted }: { onGranted: (id: string) => void }) {
  const { t } = useTranslation();
  const { api } = useServices();
  const { field, ask, handleSubmit, isSubmitting } = usePasswordForm({
    body: qrGrantBody,
    offlineText: t('qr.needsNetwork'),
  });
  const grant = handleSubmit(async ({ password }) => {
    const granted = await ask((token) => api.qrGrant(token, password));
    if (granted) onGranted(granted.data.id);
  });
  return (
    <form noValidate onSubmit={grant}>
      <Stack>
        <p>{t('qr.passwordLead')}</p>
        <OfflineBanner text={t('qr.needsNetwork')} />
        {field}
        <Button type="submit" isWide isLoading={isSubmitting}>
          {t('qr.showCode')}
        </Button>
      </Stack>
    </form>
  );
}
