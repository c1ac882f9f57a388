import { zodResolver } from '@hookform/resolvers/zod';
import { CloudOff, TimerOff } from 'lucide-react';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { qrGrantBody } from '../../../protocol/index.ts';
import { useIsOnline } from '../../app/online.ts';
import { useHoldUpdate } from '../../app/use-hold-update.ts';
import { Banner } from '../../components/banner.tsx';
import { Button } from '../../components/button.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { PasswordField } from '../../components/password-field.tsx';
import { Stack } from '../../components/stack.tsx';
import { useServices } from '../../session/services.tsx';
import { useFieldError } from '../auth/field-error.ts';
import { useFormSubmit } from '../auth/use-form-submit.ts';
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

/** The phone in hand may be somebody else's: only who knows the password lets a new device in. */
function PasswordForm({ onGranted }: { onGranted: (id: string) => void }) {
  const { t } = useTranslation();
  const { api, session } = useServices();
  const isOnline = useIsOnline();
  const fieldError = useFieldError();
  const form = useForm({
    resolver: zodResolver(qrGrantBody),
    defaultValues: { password: '' },
    mode: 'onTouched',
  });
  useHoldUpdate(form.formState.isDirty);
  const submit = useFormSubmit({
    form,
    fieldOfKind: { wrong_password: 'password' },
    offlineText: t('qr.needsNetwork'),
  });
  const { errors, isSubmitting } = form.formState;
  const grant = form.handleSubmit(async ({ password }) => {
    const token = session.token();
    const granted = token === null ? null : await submit(api.qrGrant(token, password));
    if (granted) onGranted(granted.data.id);
  });
  return (
    <form noValidate onSubmit={grant}>
      <Stack>
        <p>{t('qr.passwordLead')}</p>
        {!isOnline && (
          <Banner tone="spark" icon={<CloudOff size={20} />}>
            {t('qr.needsNetwork')}
          </Banner>
        )}
        <PasswordField
          label={t('auth.currentPassword')}
          autoComplete="current-password"
          error={fieldError(errors.password)}
          {...form.register('password')}
        />
        <Button type="submit" isWide isLoading={isSubmitting}>
          {t('qr.showCode')}
        </Button>
      </Stack>
    </form>
  );
}
