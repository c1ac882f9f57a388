import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { LIMITS, type ModerationReport } from '../../../protocol/index.ts';
import { Button } from '../../components/button.tsx';
import { Section } from '../../components/section.tsx';
import { Sheet } from '../../components/sheet.tsx';
import { Stack } from '../../components/stack.tsx';
import { TextAreaField } from '../../components/text-area-field.tsx';
import { formatDate } from '../../i18n/format.ts';
import { useAccountCall } from '../profile/use-account-call.ts';
import { EvidencePicture } from './evidence-picture.tsx';
import * as styles from './moderation.css.ts';
import { SuspendSheet } from './suspend-sheet.tsx';

interface ReportCardProps {
  report: ModerationReport;
  onChanged: () => void;
}

/** One report with what surrounds it, and what can be done about it. */
export function ReportCard({ report, onChanged }: ReportCardProps) {
  const { t, i18n } = useTranslation();
  const { call } = useAccountCall();
  const [asked, setAsked] = useState<'suspend' | 'reveal' | null>(null);
  const [revealed, setRevealed] = useState<string | null>(null);
  const [arePicturesShown, setArePicturesShown] = useState(false);
  const { id, kind, accused, isAnonymous, claim, evidence, resolution } = report;
  const act = async (what: 'dismiss' | 'remove'): Promise<void> => {
    if (await call((api, token) => api.actOnReport(token, id, what))) onChanged();
  };
  const openPictures = async (): Promise<void> => {
    if (await call((api, token) => api.actOnReport(token, id, 'files'))) setArePicturesShown(true);
  };
  const whom = isAnonymous
    ? t('moderation.anonymous')
    : accused
      ? t('moderation.about', { name: accused.name })
      : t('moderation.unknown');
  const hasPictures = evidence.lines.some(({ fileId }) => fileId !== null);
  return (
    <Section
      title={`${t(`moderation.kinds.${kind}`)}: ${t(`report.reasons.${report.reason}`)}`}
      surface="padded"
    >
      <Stack gap="sm">
        <p>
          {whom} · {formatDate(i18n.language, 'exact', new Date(report.createdAt))}
        </p>
        {report.reporter && <p>{t('moderation.by', { name: report.reporter.name })}</p>}
        {report.sameTarget > 0 && <p>{t('moderation.same', { count: report.sameTarget })}</p>}
        {report.note !== null && <p className={styles.quote}>{report.note}</p>}
        {(evidence.text !== null || evidence.lines.length > 0) && (
          <p className={styles.label}>{t('moderation.evidence')}</p>
        )}
        {evidence.text !== null && <p className={styles.quote}>{evidence.text}</p>}
        {evidence.lines.map(({ who, text, at, fileId }) => (
          <p key={at + text} className={styles.quote}>
            <strong>{t(`moderation.${who}`)}:</strong> {text ?? t('moderation.pictureLine')}
            {fileId !== null && arePicturesShown && <EvidencePicture id={fileId} />}
          </p>
        ))}
        {hasPictures && !arePicturesShown && (
          <Button size="sm" variant="quiet" onClick={() => void openPictures()}>
            {t('moderation.showPictures')}
          </Button>
        )}
        {claim.text !== null && (
          <>
            <p className={styles.label}>
              {t('moderation.claim')} ·{' '}
              {t(claim.signature === 'valid' ? 'moderation.signed' : 'moderation.unsigned')}
            </p>
            <p className={styles.quote}>{claim.text}</p>
          </>
        )}
        {revealed !== null && <p role="status">{t('moderation.revealed', { name: revealed })}</p>}
        {resolution !== null ? (
          <p className={styles.label}>{t(`moderation.resolutions.${resolution}`)}</p>
        ) : (
          <div className={styles.actions}>
            <Button size="sm" variant="outline" onClick={() => void act('dismiss')}>
              {t('moderation.dismiss')}
            </Button>
            {report.isRemovable && (
              <Button size="sm" variant="danger" onClick={() => void act('remove')}>
                {t('moderation.remove')}
              </Button>
            )}
            <Button size="sm" variant="danger" onClick={() => setAsked('suspend')}>
              {t('moderation.suspend')}
            </Button>
            {isAnonymous && (
              <Button size="sm" variant="outline" onClick={() => setAsked('reveal')}>
                {t('moderation.reveal')}
              </Button>
            )}
          </div>
        )}
      </Stack>
      <SuspendSheet
        isOpen={asked === 'suspend'}
        name={accused?.name ?? t('moderation.somebody')}
        onOpenChange={(isOpen) => !isOpen && setAsked(null)}
        onSuspend={async (body) => {
          if (!(await call((api, token) => api.suspendReported(token, id, body)))) return;
          setAsked(null);
          onChanged();
        }}
      />
      <RevealSheet
        isOpen={asked === 'reveal'}
        onOpenChange={(isOpen) => !isOpen && setAsked(null)}
        onReveal={async (why) => {
          const person = await call((api, token) => api.revealAuthor(token, id, why));
          if (person) setRevealed(person.data.name);
          setAsked(null);
        }}
      />
    </Section>
  );
}

interface RevealSheetProps {
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  onReveal: (why: string) => Promise<void>;
}

/** Nobody looks behind an alias without a reason that others can read. */
function RevealSheet({ isOpen, onOpenChange, onReveal }: RevealSheetProps) {
  const { t } = useTranslation();
  const [why, setWhy] = useState('');
  return (
    <Sheet
      isOpen={isOpen}
      onOpenChange={onOpenChange}
      layout="padded"
      title={t('moderation.revealTitle')}
      description={t('moderation.revealHint')}
    >
      <Stack>
        <TextAreaField
          label={t('moderation.why')}
          maxLength={LIMITS.moderationWordsMax}
          value={why}
          onChange={(event) => setWhy(event.target.value)}
        />
        <Button
          isWide
          variant="danger"
          disabled={why.trim() === ''}
          onClick={() => void onReveal(why.trim())}
        >
          {t('moderation.reveal')}
        </Button>
      </Stack>
    </Sheet>
  );
}
