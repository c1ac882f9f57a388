import { useNavigate } from '@tanstack/react-router';
import { TimerOff } from 'lucide-react';
import { useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { QrRequest } from '../../../protocol/index.ts';
import { useErrorText } from '../../app/error-text.ts';
import { useExternalValue } from '../../app/use-observable.ts';
import { Button } from '../../components/button.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { Spinner } from '../../components/spinner.tsx';
import { qrLink } from '../../session/qr-link.ts';
import { useServices } from '../../session/services.tsx';
import type { ScannedCode } from '../scanner/scanned-code.ts';
import { Scanner } from '../scanner/scanner.tsx';
import { AccountScreenFrame } from '../shell/account-screen-frame.tsx';
import { ApproveRequest } from './approve-request.tsx';
import { deadCodeOf, deadCodeTexts } from './dead-code.ts';
import * as styles from './qr.css.ts';

/** `/profile/scan`: a sign-in that a new device asks for, a friend, a chat. */
export function ScanScreen() {
  const { t } = useTranslation();
  return (
    <AccountScreenFrame title={t('scan.title')} backTo="/profile">
      <Scan />
    </AccountScreenFrame>
  );
}

type Step =
  | { readonly kind: 'scanning' }
  | { readonly kind: 'asking' }
  | { readonly kind: 'request'; readonly request: QrRequest }
  | { readonly kind: 'failed'; readonly line: string; readonly hint?: string };

function Scan() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { api, session } = useServices();
  const errorText = useErrorText();
  const [step, setStep] = useState<Step>({ kind: 'scanning' });

  const claim = async (id: string): Promise<void> => {
    const token = session.token();
    if (token === null) return;
    setStep({ kind: 'asking' });
    const answer = await api.qrClaim(token, id);
    if (answer.kind === 'done') return setStep({ kind: 'request', request: answer.data });
    if (answer.kind === 'unreachable') {
      return setStep({ kind: 'failed', line: t('qr.unreachable'), hint: t('qr.needsNetwork') });
    }
    const { kind, detail } = answer.error;
    if (kind === 'session_dead') return session.forceSignOut();
    const why = deadCodeOf(kind);
    if (why === null) return setStep({ kind: 'failed', line: errorText(detail) });
    const { line, hint } = deadCodeTexts[why];
    setStep({ kind: 'failed', line: t(line), hint: t(hint) });
  };

  // A code that the phone's own camera has opened.
  const openedId = useExternalValue(qrLink.changes, () => qrLink.id('signIn'));
  const claimOpened = useEffectEvent((id: string) => void claim(id));
  useEffect(() => {
    if (openedId === null) return;
    qrLink.forget('signIn');
    claimOpened(openedId);
  }, [openedId]);

  const onCode = (code: ScannedCode): string | null => {
    switch (code.kind) {
      case 'person':
        // Filled in, not sent: whose code it is stands there before anything is asked.
        void navigate({ to: '/profile/add-friend', search: { code: code.code } });
        return null;
      case 'chat':
        void navigate({ to: '/chats/$uniqueCode', params: { uniqueCode: code.code } });
        return null;
      case 'signIn':
        void claim(code.id);
        return null;
      case 'grant':
        return t('scan.forNewDevice');
    }
  };
  const again = { label: t('scan.again'), onPress: () => setStep({ kind: 'scanning' }) };
  switch (step.kind) {
    case 'scanning':
      return (
        <>
          <p className={styles.lead}>{t('scan.memberLead')}</p>
          <Scanner onCode={onCode} typed={{ label: t('scan.typedAny'), bare: 'signIn' }} />
        </>
      );
    case 'asking':
      return (
        <div className={styles.center}>
          <Spinner />
        </div>
      );
    case 'request':
      return <ApproveRequest request={step.request} again={again} />;
    case 'failed':
      return (
        <div role="alert">
          <EmptyState
            icon={<TimerOff size={32} />}
            line={step.line}
            {...(step.hint === undefined ? {} : { hint: step.hint })}
            action={<Button onClick={again.onPress}>{again.label}</Button>}
          />
        </div>
      );
  }
}
