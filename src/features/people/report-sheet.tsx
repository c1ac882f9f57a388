import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  LIMITS,
  type MutationArgs,
  newId,
  normalizeText,
  type ReportReason,
  reportReason,
} from '../../../protocol/index.ts';
import { useHoldUpdate } from '../../app/use-hold-update.ts';
import { useTooLong } from '../../app/use-too-long.ts';
import { Button } from '../../components/button.tsx';
import { RadioList } from '../../components/radio-list.tsx';
import { Sheet } from '../../components/sheet.tsx';
import { Stack } from '../../components/stack.tsx';
import { TextAreaField } from '../../components/text-area-field.tsx';
import { signReport } from './sign-report.ts';
import { useAct } from './use-act.ts';

export type Reported = Pick<MutationArgs<'reportThing'>, 'kind' | 'targetId' | 'snapshot'>;

interface ReportSheetProps {
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  /** What is reported, with what is on the screen now: it may be gone when somebody looks. */
  reported: Reported;
  /** It is in the outbox. */
  onSent?: () => void;
}

/** Asks what is wrong and tells the moderators; without a network the report waits in the outbox. */
export function ReportSheet({ isOpen, onOpenChange, reported, onSent }: ReportSheetProps) {
  const { t } = useTranslation();
  return (
    <Sheet
      isOpen={isOpen}
      onOpenChange={onOpenChange}
      layout="padded"
      title={t('report.title')}
      description={t(reported.kind === 'message' ? 'report.leadMessage' : 'report.lead')}
    >
      <ReportForm
        reported={reported}
        onSent={() => {
          onOpenChange(false);
          onSent?.();
        }}
      />
    </Sheet>
  );
}

function ReportForm({ reported, onSent }: { reported: Reported; onSent: () => void }) {
  const { t } = useTranslation();
  const act = useAct();
  const [reason, setReason] = useState<ReportReason | null>(null);
  const [note, setNote] = useState('');
  const [isSending, setIsSending] = useState(false);
  useHoldUpdate(reason !== null || note !== '');
  const tooLong = useTooLong(note, LIMITS.reportNoteMax);
  const send = async () => {
    if (reason === null) return;
    setIsSending(true);
    const words = note.trim();
    const { snapshot } = reported;
    const args = {
      ...{ id: newId(), reason, ...reported },
      // As the server keeps it: another form of the same letters would not fit the signature.
      ...(snapshot?.text === undefined
        ? {}
        : { snapshot: { ...snapshot, text: normalizeText(snapshot.text, 'NFC') } }),
      ...(words === '' ? {} : { note: words }),
    };
    const isSent = await act('reportThing', await signReport(args), t('report.sent'));
    setIsSending(false);
    if (isSent) onSent();
  };
  return (
    <Stack>
      <RadioList
        label={t('report.reason')}
        value={reason}
        options={reportReason.options.map((value) => ({ value, label: t(`report.reasons.${value}`) }))}
        onChange={setReason}
      />
      <TextAreaField
        label={t('report.note')}
        error={tooLong}
        value={note}
        onChange={(event) => setNote(event.target.value)}
      />
      <Button
        isWide
        variant="danger"
        isLoading={isSending}
        disabled={reason === null || tooLong !== undefined}
        onClick={() => void send()}
      >
        {t('action.report')}
      </Button>
    </Stack>
  );
}
