import { ShieldAlert, ShieldCheck } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { FrozenLine, ModerationReport } from '../../../protocol/index.ts';
import { shownText } from '../../../sync/index.ts';
import { Button } from '../../components/button.tsx';
import { useAccountCall } from '../profile/use-account-call.ts';
import { EvidencePicture } from './evidence-picture.tsx';
import * as styles from './moderation.css.ts';
import { Words } from './words.tsx';

/** What the server saw, what was said around it, and what the reporter's device says to have shown. */
export function ReportEvidence({ report }: { report: ModerationReport }) {
  const { t } = useTranslation();
  const { kind, note, evidence, claim } = report;
  const isNothing = evidence.text === null && evidence.lines.length === 0 && claim.text === null;
  const isClaimTheSame = claim.text !== null && claim.text === evidence.text;
  return (
    <>
      {note !== null && <Words label={t('moderation.reporterNote')}>{note}</Words>}
      {evidence.text !== null && evidence.lines.length === 0 && (
        <Words label={t('moderation.evidence')}>{evidence.text}</Words>
      )}
      {evidence.under !== null && <Words label={t('moderation.under')}>{evidence.under}</Words>}
      {evidence.lines.length > 0 && (
        <Conversation reportId={report.id} lines={evidence.lines} reportedText={evidence.text} />
      )}
      {isClaimTheSame ? (
        <p className={styles.label}>
          <span>{t('moderation.claimSame')}</span>
          <Signature state={claim.signature} />
        </p>
      ) : (
        claim.text !== null && (
          <Words label={t('moderation.claim')} meta={<Signature state={claim.signature} />}>
            {claim.text}
          </Words>
        )
      )}
      {isNothing && kind !== 'person' && <p className={styles.small}>{t('moderation.nothingLeft')}</p>}
    </>
  );
}

function Signature({ state }: { state: ModerationReport['claim']['signature'] }) {
  const { t } = useTranslation();
  if (state === 'none') return <span>{t('moderation.unsigned')}</span>;
  const isValid = state === 'valid';
  return (
    <span className={styles.signature[state]}>
      {isValid ? <ShieldCheck size={16} aria-hidden="true" /> : <ShieldAlert size={16} aria-hidden="true" />}
      {t(isValid ? 'moderation.signed' : 'moderation.broken')}
    </span>
  );
}

interface ConversationProps {
  reportId: string;
  lines: readonly FrozenLine[];
  /** The words that were reported; null when it is all of them. */
  reportedText: string | null;
}

/** Its pictures stay closed until the moderator has said, for the log, that they look. */
function Conversation({ reportId, lines, reportedText }: ConversationProps) {
  const { t } = useTranslation();
  const { call } = useAccountCall();
  const [arePicturesShown, setArePicturesShown] = useState(false);
  const open = async (): Promise<void> => {
    if (await call((api, token) => api.actOnReport(token, reportId, 'files'))) setArePicturesShown(true);
  };
  return (
    <>
      <Words label={t('moderation.evidence')}>
        <span className={styles.lines}>
          {lines.map(({ who, text, at, fileId }) => (
            <span
              key={at + who + text}
              className={who === 'accused' && text === reportedText ? styles.reportedLine : undefined}
            >
              <strong>{t(`moderation.${who}`)}:</strong>{' '}
              <bdi>{text === null ? t('moderation.pictureLine') : shownText(text)}</bdi>
              {fileId !== null && arePicturesShown && <EvidencePicture id={fileId} />}
            </span>
          ))}
        </span>
      </Words>
      {!arePicturesShown && lines.some(({ fileId }) => fileId !== null) && (
        <Button size="sm" variant="outline" onClick={() => void open()}>
          {t('moderation.showPictures')}
        </Button>
      )}
    </>
  );
}
