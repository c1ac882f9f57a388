import { useTranslation } from 'react-i18next';
import { isReadable, type OutboxRow } from '../../../sync/index.ts';
import { useOutboxHand } from '../../app/use-outbox-hand.ts';
import { Button } from '../../components/button.tsx';
import { DiscardButton } from './discard-button.tsx';
import { useEdit } from './use-edit.ts';

interface RefusedActionsProps {
  row: OutboxRow;
  /** Trying again would be refused again. */
  isFinal?: boolean;
  /** Where the field that it was written in is on the screen. */
  onEdit?: (() => void) | undefined;
}

/** What can be done about something that was refused, where it stands. */
export function RefusedActions({ row, isFinal = false, onEdit }: RefusedActionsProps) {
  const { t } = useTranslation();
  const hand = useOutboxHand();
  const edit = useEdit({ row, chatCode: null, isReadable: isReadable(row), isTargetDeleted: false });
  return (
    <>
      {!isFinal && (
        <Button size="sm" variant="secondary" onClick={() => hand.retry(row.id)}>
          {t('action.retry')}
        </Button>
      )}
      {edit !== null && (
        <Button size="sm" variant="quiet" onClick={onEdit ?? (() => hand.attempt(edit))}>
          {t('action.edit')}
        </Button>
      )}
      <DiscardButton
        isFailed
        what="other"
        body={t('outbox.discardBody')}
        onConfirm={() => hand.discard(row.id)}
      />
    </>
  );
}
