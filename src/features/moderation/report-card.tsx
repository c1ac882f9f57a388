import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ModerationReport } from '../../../protocol/index.ts';
import { ROW } from '../../components/arrow-rows.tsx';
import { Button } from '../../components/button.tsx';
import { ConfirmDialog } from '../../components/dialog.tsx';
import { Section } from '../../components/section.tsx';
import { Stack } from '../../components/stack.tsx';
import { formatDate } from '../../i18n/format.ts';
import { useAccountCall } from '../profile/use-account-call.ts';
import * as styles from './moderation.css.ts';
import { PersonLine } from './person-line.tsx';
import { ReportEvidence } from './report-evidence.tsx';
import { RevealSheet } from './reveal-sheet.tsx';
import { SuspendSheet } from './suspend-sheet.tsx';

interface ReportCardProps {
  report: ModerationReport;
  onChanged: () => void;
}

/** One report with what surrounds it, and what can be done about it. */
export function ReportCard({ report, onChanged }: ReportCardProps) {
  const { t, i18n } = useTranslation();
  const { call, toaster } = useAccountCall();
  const titleId = useId();
  const [asked, setAsked] = useState<'remove' | 'suspend' | 'reveal' | null>(null);
  const [revealed, setRevealed] = useState<string | null>(null);
  const { id, accused, isAnonymous, reporter, resolution } = report;
  const settled = (how: NonNullable<ModerationReport['resolution']>): void => {
    setAsked(null);
    toaster.show({ message: t(`moderation.resolutions.${how}`), variant: 'success' });
    onChanged();
  };
  const act = async (what: 'dismiss' | 'remove'): Promise<void> => {
    if (await call((api, token) => api.actOnReport(token, id, what)))
      settled(what === 'dismiss' ? 'dismissed' : 'removed');
  };
  const whom = isAnonymous
    ? t('moderation.anonymous')
    : accused
      ? t('moderation.about', { name: accused.name })
      : t('moderation.unknown');
  const time = formatDate(i18n.language, 'exact', new Date(report.createdAt));
  const close = (isOpen: boolean): void => setAsked((now) => (isOpen ? now : null));
  return (
    <article {...ROW} aria-labelledby={titleId}>
      <Section surface="padded">
        <Stack gap="md">
          <div className={styles.head}>
            <h2 className={styles.reason} id={titleId}>
              {t(`report.reasons.${report.reason}`)}
            </h2>
            <span className={styles.chip}>{t(`moderation.kinds.${report.kind}`)}</span>
          </div>
          <PersonLine person={accused} title={whom}>
            <p className={styles.small}>
              {[reporter && t('moderation.by', { name: reporter.name }), time].filter(Boolean).join(' · ')}
            </p>
            {report.sameTarget > 0 && (
              <p className={styles.small}>{t('moderation.same', { count: report.sameTarget })}</p>
            )}
            {report.foundBefore !== null && report.foundBefore > 0 && (
              <p className={styles.small}>{t('moderation.foundBefore', { count: report.foundBefore })}</p>
            )}
          </PersonLine>
          <ReportEvidence report={report} />
          {revealed !== null && <p role="status">{t('moderation.revealed', { name: revealed })}</p>}
          {resolution !== null ? (
            <p className={styles.small}>{t(`moderation.resolutions.${resolution}`)}</p>
          ) : (
            <div className={styles.actions}>
              {isAnonymous && (
                <Button size="sm" variant="outline" onClick={() => setAsked('reveal')}>
                  {t('moderation.reveal')}
                </Button>
              )}
              <Button size="sm" variant="outline" onClick={() => void act('dismiss')}>
                {t('moderation.dismiss')}
              </Button>
              {report.isRemovable && (
                <Button size="sm" variant="dangerQuiet" onClick={() => setAsked('remove')}>
                  {t('moderation.remove')}
                </Button>
              )}
              {(accused !== null || isAnonymous) && (
                <Button size="sm" variant="danger" onClick={() => setAsked('suspend')}>
                  {t('moderation.suspend')}
                </Button>
              )}
            </div>
          )}
        </Stack>
      </Section>
      <ConfirmDialog
        isOpen={asked === 'remove'}
        onOpenChange={close}
        title={t('moderation.removeTitle')}
        body={t('moderation.removeBody')}
        confirmLabel={t('moderation.remove')}
        tone="danger"
        onConfirm={() => void act('remove')}
      />
      <SuspendSheet
        isOpen={asked === 'suspend'}
        name={accused?.name ?? t('moderation.somebody')}
        onOpenChange={close}
        onSuspend={async (body) => {
          if (await call((api, token) => api.suspendReported(token, id, body))) settled('suspended');
        }}
      />
      <RevealSheet
        isOpen={asked === 'reveal'}
        onOpenChange={close}
        onReveal={async (why) => {
          const person = await call((api, token) => api.revealAuthor(token, id, why));
          if (person) setRevealed(person.data.name);
          setAsked(null);
        }}
      />
    </article>
  );
}
