import { CircleX, CloudOff, MonitorSmartphone, TimerOff } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useErrorText } from '../../app/error-text.ts';
import { useExternalValue } from '../../app/use-observable.ts';
import { Button } from '../../components/button.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { Spinner } from '../../components/spinner.tsx';
import { Stack } from '../../components/stack.tsx';
import { qrLink } from '../../session/qr-link.ts';
import type { ScannedCode } from '../scanner/scanned-code.ts';
import { Scanner } from '../scanner/scanner.tsx';
import { deadCodeTexts } from './dead-code.ts';
import { NumberToMatch } from './number-to-match.tsx';
import * as styles from './qr.css.ts';
import { useRedeemedGrant } from './use-redeemed-grant.ts';

/** This new device scans the code of a member, who then confirms on the device that shows it. */
export function ScanFromApp() {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const { state, redeem, reset } = useRedeemedGrant();
  const opened = useExternalValue(qrLink.changes, () => qrLink.id('grant'));
  const onCode = (code: ScannedCode): string | null => {
    if (code.kind !== 'grant') return t(code.kind === 'signIn' ? 'scan.forMember' : 'scan.signInFirst');
    void redeem(code.id);
    return null;
  };
  const failed = (icon: ReactNode, line: string, hint?: string) => (
    <div role="alert">
      <EmptyState
        icon={icon}
        line={line}
        {...(hint === undefined ? {} : { hint })}
        action={<Button onClick={reset}>{t('scan.again')}</Button>}
      />
    </div>
  );
  // Opened by the phone's own camera, or by a link that somebody sent: only a tap lets that somebody's account in.
  if (opened !== null) {
    return (
      <EmptyState
        icon={<MonitorSmartphone size={32} />}
        line={t('qr.opened')}
        hint={t('qr.openedHint')}
        action={
          <Button
            onClick={() => {
              qrLink.forget('grant');
              void redeem(opened);
            }}
          >
            {t('qr.signInHere')}
          </Button>
        }
      />
    );
  }
  switch (state.kind) {
    case 'none':
      return <Scanner onCode={onCode} typed={{ label: t('scan.typedGrant'), bare: 'grant' }} />;
    case 'asking':
    case 'entering':
      return (
        <div className={styles.center}>
          <Spinner />
        </div>
      );
    case 'waiting':
      return (
        <Stack gap="lg">
          <NumberToMatch label={t('qr.yourNumber')} number={state.number} />
          <p className={styles.status} role="status">
            <Spinner isLabelled={false} />
            {t('qr.claimed')}
          </p>
        </Stack>
      );
    case 'denied':
      return failed(<CircleX size={32} />, t('qr.refused'), t('qr.refusedHint'));
    case 'dead': {
      const { line, hint } = deadCodeTexts[state.why];
      return failed(<TimerOff size={32} />, t(line), t(hint));
    }
    case 'unreachable':
      return failed(<CloudOff size={32} />, t('qr.unreachable'), t('qr.needsNetwork'));
    case 'refused':
      return failed(<TimerOff size={32} />, errorText(state.error.detail));
  }
}
