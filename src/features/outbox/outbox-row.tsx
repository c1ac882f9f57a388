import { CircleAlert, Clock } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { formatUniqueCode, type MutationName } from '../../../protocol/index.ts';
import { shownText } from '../../../sync/index.ts';
import { isEdit } from '../../app/refusal-text.ts';
import { useOutboxHand } from '../../app/use-outbox-hand.ts';
import { Button } from '../../components/button.tsx';
import { ListRow } from '../../components/list-row.tsx';
import { Spinner } from '../../components/spinner.tsx';
import { isolate } from '../../i18n/isolate.ts';
import type { OutboxItem } from '../../queries/outbox.ts';
import { carriedBy } from '../chat/part-of-message.ts';
import { useMaskedName } from '../posts/author-line.tsx';
import { When } from '../shell/when.tsx';
import { DiscardButton, type Unsent } from './discard-button.tsx';
import { FileHand } from './outbox-file.tsx';
import * as styles from './outbox-row.css.ts';
import { useActionText } from './use-action-text.ts';
import { useEdit } from './use-edit.ts';
import { useReason } from './use-reason.ts';

/** What a question before discarding it calls it. */
const unsent: Partial<Record<MutationName, Unsent>> = {
  sendMessage: 'message',
  createPost: 'post',
  createComment: 'comment',
  requestFriend: 'friendRequest',
};

/** What waits for a decision, and what stands on it. */
export const needsHand = ({ row }: OutboxItem): boolean =>
  row.state === 'rejected' || row.state === 'parked' || row.state === 'blocked';

/** Somebody whom this device does not know yet is who the code says. */
const codeIn = ({ row, isReadable }: OutboxItem): string | null =>
  isReadable && row.name === 'requestFriend' ? formatUniqueCode(row.args.uniqueCode) : null;

/**
 * One thing the member did that is not settled: what, for whom, why it is still here, and what can be done. Its dependents
 * are tried again and taken back together with it.
 */
export function OutboxRow({ item, dependents = 0 }: { item: OutboxItem; dependents?: number }) {
  const { t } = useTranslation();
  const reason = useReason(item);
  const actionText = useActionText();
  const maskedName = useMaskedName();
  const carried = item.isReadable ? carriedBy(item.row).length : 0;
  const said = [...(carried === 0 ? [] : [t('media.count', { count: carried })]), reason];
  const who = item.about ?? codeIn(item) ?? (item.masked && maskedName(item.masked));
  const what = actionText(item);
  return (
    <ListRow
      isWrapping
      leading={<StateIcon item={item} />}
      title={who === null ? what : t('outbox.about', { what, who })}
      meta={<When at={Date.parse(item.row.writtenAt)} />}
      subtitle={
        <>
          {item.words !== null && <span className={styles.words}>“{isolate(shownText(item.words))}”</span>}
          {said.join(' · ')}
          {item.saysNow !== null && (
            <span className={styles.words}>{t('outbox.saysNow', { words: shownText(item.saysNow) })}</span>
          )}
        </>
      }
      actions={<RowActions item={item} dependents={dependents} />}
    />
  );
}

function StateIcon({ item }: { item: OutboxItem }) {
  if (needsHand(item)) return <CircleAlert size={22} aria-hidden="true" />;
  if (item.row.state === 'sending') return <Spinner />;
  return <Clock size={22} aria-hidden="true" />;
}

function RowActions({ item, dependents }: { item: OutboxItem; dependents: number }) {
  const { t } = useTranslation();
  const hand = useOutboxHand();
  const edit = useEdit(item);
  const { row } = item;
  // The server has it: nothing can be taken back here.
  if (row.state === 'acked' || row.state === 'cancelling') return null;
  const isFailed = needsHand(item);
  return (
    <>
      {item.waitsFor !== null && <FileHand file={item.waitsFor} />}
      {isFailed &&
        row.state !== 'blocked' &&
        item.isReadable &&
        !item.isRefusedForGood &&
        item.saysNow === null &&
        !(item.isTargetDeleted && isEdit(row.name)) && (
          <Button size="sm" variant="secondary" onClick={() => hand.retry(row.id)}>
            {t('action.retry')}
          </Button>
        )}
      {edit !== null && (
        <Button size="sm" variant="quiet" onClick={() => hand.attempt(edit)}>
          {t('action.edit')}
        </Button>
      )}
      <DiscardButton
        isFailed={isFailed}
        what={item.isReadable ? (unsent[row.name] ?? 'other') : 'other'}
        body={dependents > 0 ? t('outbox.discardGroupBody', { count: dependents }) : t('outbox.discardBody')}
        onConfirm={() => hand.discard(row.id)}
      />
    </>
  );
}
