import { ShieldAlert } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type AccountStatus, LIMITS } from '../../../protocol/index.ts';
import { useHoldUpdate } from '../../app/use-hold-update.ts';
import { useTooLong } from '../../app/use-too-long.ts';
import { AppHeader } from '../../components/app-header.tsx';
import { Button } from '../../components/button.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { ListRow } from '../../components/list-row.tsx';
import { Screen } from '../../components/screen.tsx';
import { Section } from '../../components/section.tsx';
import { Stack } from '../../components/stack.tsx';
import { TextAreaField } from '../../components/text-area-field.tsx';
import { formatDate } from '../../i18n/format.ts';
import { ExportSection } from '../profile/export-section.tsx';
import { SignOutDialog } from '../profile/sign-out-dialog.tsx';
import { useAccountCall } from '../profile/use-account-call.ts';

interface SuspendedScreenProps {
  suspension: NonNullable<AccountStatus['suspension']>;
  onStatus: (status: AccountStatus) => void;
}

/** Instead of every other screen: what, why and until when, and what the member can still do about it. */
export function SuspendedScreen({ suspension, onStatus }: SuspendedScreenProps) {
  const { t, i18n } = useTranslation();
  const { call } = useAccountCall();
  const [isLeaving, setIsLeaving] = useState(false);
  const { reason, note, until, about, appealedAt, isAnswered } = suspension;
  const time = (at: string): string => formatDate(i18n.language, 'exact', new Date(at));
  const check = async (): Promise<void> => {
    const answer = await call((api, token) => api.accountStatus(token));
    if (answer) onStatus(answer.data);
  };
  return (
    <Screen width="narrow" isPadded header={<AppHeader title={t('suspension.title')} />}>
      <Stack>
        <EmptyState
          icon={<ShieldAlert size={32} />}
          line={until === null ? t('suspension.forGood') : t('suspension.until', { time: time(until) })}
          hint={t('suspension.kept')}
        />
        <Section>
          <ListRow isWrapping title={t(`report.reasons.${reason}`)} subtitle={t('suspension.why')} />
          {about !== null && (
            <ListRow isWrapping title={t(`suspension.about.${about}`)} subtitle={t('suspension.what')} />
          )}
          {note !== null && <ListRow isWrapping title={note} subtitle={t('suspension.note')} />}
        </Section>
        {appealedAt === null ? (
          <Appeal onStatus={onStatus} />
        ) : (
          <Section title={t('suspension.appeal')} surface="padded">
            <p role="status">
              {isAnswered ? t('suspension.answered') : t('suspension.appealed', { time: time(appealedAt) })}
            </p>
          </Section>
        )}
        <ExportSection />
        <Button isWide variant="outline" onClick={() => void check()}>
          {t('suspension.checkAgain')}
        </Button>
        <Button isWide variant="quiet" onClick={() => setIsLeaving(true)}>
          {t('profile.signOut')}
        </Button>
      </Stack>
      <SignOutDialog isOpen={isLeaving} onOpenChange={setIsLeaving} />
    </Screen>
  );
}

function Appeal({ onStatus }: Pick<SuspendedScreenProps, 'onStatus'>) {
  const { t } = useTranslation();
  const { call } = useAccountCall();
  const [words, setWords] = useState('');
  useHoldUpdate(words !== '');
  const tooLong = useTooLong(words, LIMITS.moderationWordsMax);
  const send = async (): Promise<void> => {
    const answer = await call((api, token) => api.appeal(token, words.trim()));
    if (answer) onStatus(answer.data);
  };
  return (
    <Section title={t('suspension.appeal')} surface="padded">
      <Stack>
        <TextAreaField
          label={t('suspension.appealLabel')}
          hint={t('suspension.appealHint')}
          error={tooLong}
          value={words}
          onChange={(event) => setWords(event.target.value)}
        />
        <Button isWide disabled={words.trim() === '' || tooLong !== undefined} onClick={() => void send()}>
          {t('suspension.appealSend')}
        </Button>
      </Stack>
    </Section>
  );
}
