import { Link } from '@tanstack/react-router';
import { CircleCheck, CircleX, type LucideIcon, TimerOff, TriangleAlert } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ErrorKind, QrRequest } from '../../../protocol/index.ts';
import { Button } from '../../components/button.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { haptic } from '../../components/haptics.ts';
import { Section } from '../../components/section.tsx';
import { Stack } from '../../components/stack.tsx';
import { formatDate } from '../../i18n/format.ts';
import type { MessageKey } from '../../i18n/messages.ts';
import { useServices } from '../../session/services.tsx';
import { type DeadCode, deadCodeOf, deadCodeTexts } from './dead-code.ts';
import * as styles from './qr.css.ts';

interface ApproveRequestProps {
  request: QrRequest;
  /** Begins anew with another code. */
  again: { label: string; onPress: () => void };
}

type Outcome = 'approved' | 'denied' | 'wrong' | DeadCode;
const outcomeOf = (kind: ErrorKind): Outcome | null =>
  kind === 'qr_wrong_number' ? 'wrong' : deadCodeOf(kind);

/** Who asks to come in, and the member's answer: the number that the new device shows, or no. */
export function ApproveRequest({ request, again }: ApproveRequestProps) {
  const { t } = useTranslation();
  const { api, session, toaster } = useServices();
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const [isDeciding, setIsDeciding] = useState(false);

  const decide = async (number: number | null): Promise<void> => {
    const token = session.token();
    if (token === null) return;
    setIsDeciding(true);
    const answer = await (number === null
      ? api.qrDeny(token, request.id)
      : api.qrApprove(token, request.id, number));
    setIsDeciding(false);
    if (answer.kind === 'done') {
      haptic(number === null ? 'light' : 'success');
      return setOutcome(number === null ? 'denied' : 'approved');
    }
    if (answer.kind === 'unreachable') {
      if (!navigator.onLine) toaster.show({ message: t('qr.needsNetwork'), variant: 'warning' });
      return;
    }
    if (answer.error.kind === 'session_dead') return session.forceSignOut();
    const end = outcomeOf(answer.error.kind);
    if (end) setOutcome(end);
  };

  if (outcome !== null) return <Decided outcome={outcome} again={again} />;
  return (
    <Stack gap="lg">
      <p className={styles.lead}>{t('qr.askLead')}</p>
      <Section surface="padded">
        <RequestFacts request={request} />
      </Section>
      <h2 className={styles.question}>{t('qr.whichNumber')}</h2>
      <div className={styles.choices}>
        {request.numbers.map((number) => (
          <button
            key={number}
            type="button"
            className={styles.choice}
            disabled={isDeciding}
            onClick={() => void decide(number)}
          >
            {number}
          </button>
        ))}
      </div>
      <Button variant="dangerQuiet" isWide isLoading={isDeciding} onClick={() => void decide(null)}>
        {t('qr.deny')}
      </Button>
    </Stack>
  );
}

function RequestFacts({ request: { device, browser, address, askedAt } }: { request: QrRequest }) {
  const { t, i18n } = useTranslation();
  const facts: readonly (readonly [string, string])[] = [
    [t('qr.device'), device ?? t('qr.unknown')],
    [t('qr.browser'), browser ?? t('qr.unknown')],
    [t('qr.address'), address],
    [t('qr.time'), formatDate(i18n.language, 'exact', new Date(askedAt))],
  ];
  return (
    <dl className={styles.facts}>
      {facts.map(([name, value]) => (
        <Fact key={name} name={name} value={value} />
      ))}
    </dl>
  );
}

function Fact({ name, value }: { name: string; value: ReactNode }) {
  return (
    <>
      <dt className={styles.fact}>{name}</dt>
      <dd className={styles.value}>{value}</dd>
    </>
  );
}

const shownOf: Readonly<
  Record<Outcome, { readonly Icon: LucideIcon; readonly line: MessageKey; readonly hint: MessageKey }>
> = {
  approved: { Icon: CircleCheck, line: 'qr.approved', hint: 'qr.approvedHint' },
  denied: { Icon: CircleX, line: 'qr.denied', hint: 'qr.deniedHint' },
  wrong: { Icon: TriangleAlert, line: 'qr.wrong', hint: 'qr.wrongHint' },
  expired: { Icon: TimerOff, ...deadCodeTexts.expired },
  used: { Icon: TimerOff, ...deadCodeTexts.used },
  unknown: { Icon: TimerOff, ...deadCodeTexts.unknown },
};

function Decided({ outcome, again }: { outcome: Outcome; again: ApproveRequestProps['again'] }) {
  const { t } = useTranslation();
  const { Icon, line, hint } = shownOf[outcome];
  const isDone = outcome === 'approved' || outcome === 'denied';
  return (
    <div role="alert">
      <EmptyState
        icon={<Icon size={32} />}
        line={t(line)}
        hint={t(hint)}
        action={
          isDone ? (
            <Button render={<Link to="/profile/devices" />}>{t('qr.seeDevices')}</Button>
          ) : (
            <Button onClick={again.onPress}>{again.label}</Button>
          )
        }
      />
    </div>
  );
}
