import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { SuspensionRow } from '../../../protocol/index.ts';
import { ROW } from '../../components/arrow-rows.tsx';
import { Button } from '../../components/button.tsx';
import { Section } from '../../components/section.tsx';
import { Stack } from '../../components/stack.tsx';
import { formatDate } from '../../i18n/format.ts';
import { useAccountCall } from '../profile/use-account-call.ts';
import * as styles from './moderation.css.ts';
import { PersonLine } from './person-line.tsx';
import { Words } from './words.tsx';

interface SuspensionCardProps {
  suspension: SuspensionRow;
  onChanged: () => void;
}

/** Somebody who is suspended, what they were told, and what they say to it. */
export function SuspensionCard({ suspension, onChanged }: SuspensionCardProps) {
  const { t, i18n } = useTranslation();
  const { call, toaster } = useAccountCall();
  const [isBusy, setIsBusy] = useState(false);
  const { id, person, reason, note, until, appeal, appealedAt, isAnswered } = suspension;
  const time = (at: string): string => formatDate(i18n.language, 'exact', new Date(at));
  const answer = async (isLifted: boolean): Promise<void> => {
    setIsBusy(true);
    const done = await call((api, token) => api.answerAppeal(token, id, isLifted));
    setIsBusy(false);
    if (!done) return;
    toaster.show({ message: t(isLifted ? 'moderation.lifted' : 'moderation.kept'), variant: 'success' });
    onChanged();
  };
  const name = person?.name ?? t('moderation.anonymous');
  return (
    <article {...ROW} aria-label={name}>
      <Section surface="padded">
        <Stack gap="md">
          <PersonLine person={person && { ...person, isSuspended: false }} title={name}>
            <p className={styles.small}>
              {t(`report.reasons.${reason}`)} ·{' '}
              {until === null ? t('moderation.forGood') : t('moderation.until', { time: time(until) })}
            </p>
          </PersonLine>
          {note !== null && <Words label={t('suspension.note')}>{note}</Words>}
          {appeal === null ? (
            <p className={styles.small}>{t('moderation.noAppeal')}</p>
          ) : (
            <Words
              label={t('moderation.appeal')}
              {...(appealedAt === null ? {} : { meta: time(appealedAt) })}
            >
              {appeal}
            </Words>
          )}
          {isAnswered && <p className={styles.small}>{t('moderation.answered')}</p>}
          <div className={styles.actions}>
            {appeal !== null && !isAnswered && (
              <Button size="sm" variant="outline" disabled={isBusy} onClick={() => void answer(false)}>
                {t('moderation.keep')}
              </Button>
            )}
            <Button size="sm" variant="secondary" disabled={isBusy} onClick={() => void answer(true)}>
              {t('moderation.lift')}
            </Button>
          </div>
        </Stack>
      </Section>
    </article>
  );
}
