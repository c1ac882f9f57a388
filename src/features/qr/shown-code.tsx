import { CircleX, CloudOff, TimerOff } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useErrorText } from '../../app/error-text.ts';
import { Button } from '../../components/button.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { Spinner } from '../../components/spinner.tsx';
import { Stack } from '../../components/stack.tsx';
import { CodeToScan } from './code-to-scan.tsx';
import { NumberToMatch } from './number-to-match.tsx';
import * as styles from './qr.css.ts';
import { useShownCode } from './use-shown-code.ts';

/** The code of this new device, until a member lets it in. */
export function ShownCode() {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const { state, again } = useShownCode(true);
  const ended = (icon: ReactNode, line: string, hint?: string) => (
    <div role="alert">
      <EmptyState
        icon={icon}
        line={line}
        {...(hint === undefined ? {} : { hint })}
        action={<Button onClick={again}>{t('qr.newCode')}</Button>}
      />
    </div>
  );
  switch (state.kind) {
    case 'starting':
    case 'entering':
      return (
        <div className={styles.center}>
          <Spinner />
        </div>
      );
    case 'unreachable':
      return ended(<CloudOff size={32} />, t('qr.unreachable'), t('qr.needsNetwork'));
    case 'refused':
      return ended(<TimerOff size={32} />, errorText(state.error.detail));
    case 'expired':
      return ended(<TimerOff size={32} />, t('qr.expired'), t('qr.expiredHint'));
    case 'denied':
      return ended(<CircleX size={32} />, t('qr.refused'), t('qr.refusedHint'));
    case 'shown': {
      const { started, isClaimed } = state;
      return (
        <Stack gap="lg">
          <CodeToScan kind="signIn" id={started.id} />
          <NumberToMatch label={t('qr.yourNumber')} number={started.number} />
          <p className={styles.status} role="status">
            {isClaimed && <Spinner isLabelled={false} />}
            {t(isClaimed ? 'qr.claimed' : 'qr.refreshes')}
          </p>
        </Stack>
      );
    }
  }
}
