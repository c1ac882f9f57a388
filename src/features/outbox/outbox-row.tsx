import { useNavigate } from '@tanstack/react-router';
import { CircleAlert, Clock } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMinute } from '../../app/clock.ts';
import { useRelativeText } from '../../app/relative-text.ts';
import { Button } from '../../components/button.tsx';
import { ConfirmDialog } from '../../components/dialog.tsx';
import { ListRow } from '../../components/list-row.tsx';
import { Spinner } from '../../components/spinner.tsx';
import { readDraft } from '../../queries/drafts.ts';
import type { OutboxItem } from '../../queries/outbox.ts';
import { useEngine, useServices } from '../../session/services.tsx';
import { useReason } from './use-reason.ts';

/** What waits for a decision, and what stands on it. */
export const needsHand = ({ row }: OutboxItem): boolean =>
  row.state === 'rejected' || row.state === 'parked' || row.state === 'blocked';

/**
 * One thing the member did that is not settled: what, for whom, why it is still here, and what can be done. Its dependents
 * are tried again and taken back together with it.
 */
export function OutboxRow({ item, dependents = 0 }: { item: OutboxItem; dependents?: number }) {
  const { t } = useTranslation();
  const reason = useReason();
  const relativeText = useRelativeText();
  const now = useMinute();
  const writtenAt = Date.parse(item.row.writtenAt);
  return (
    <ListRow
      isWrapping
      leading={<StateIcon item={item} />}
      title={
        item.about === null
          ? t(`outbox.what.${item.row.name}`)
          : t('outbox.about', { what: t(`outbox.what.${item.row.name}`), who: item.about })
      }
      meta={relativeText(writtenAt, Math.max(now, writtenAt))}
      subtitle={item.words === null ? reason(item) : `“${item.words}” · ${reason(item)}`}
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
  const engine = useEngine();
  const { toaster } = useServices();
  const navigate = useNavigate();
  const [isAsking, setIsAsking] = useState(false);
  const { row, chatCode } = item;
  // The server has it: nothing can be taken back here.
  if (row.state === 'acked' || row.state === 'cancelling') return null;
  const isFailed = needsHand(item);
  const discard = async () => {
    setIsAsking(false);
    const outcome = await engine.cancel(row.id);
    if (outcome === 'too_late') toaster.show({ message: t('outbox.tooLate'), variant: 'info' });
  };
  const edit = async () => {
    if (row.name !== 'sendMessage' || chatCode === null) return;
    const words = row.args.content ?? '';
    const before = await readDraft(engine, row.args.chatId);
    const draft = before?.content ?? '';
    const { images = [], files: documents = [], video, alts = {} } = row.args;
    const named = [...images, ...documents, ...(video === undefined ? [] : [video])];
    const files = named.map((id) => ({ id, alt: alts[id] ?? '' }));
    // The words are a draft before the outbox lets go of them.
    await engine.saveDraft(row.args.chatId, {
      content: draft === '' ? words : `${words}\n${draft}`,
      files: files.length > 0 ? files : (before?.files ?? []),
    });
    const outcome = await engine.cancel(row.id);
    if (outcome === 'too_late') {
      await engine.saveDraft(row.args.chatId, before ?? null);
      toaster.show({ message: t('outbox.tooLate'), variant: 'info' });
      return;
    }
    await navigate({ to: '/chats/$uniqueCode', params: { uniqueCode: chatCode } });
  };
  return (
    <>
      {isFailed && row.state !== 'blocked' && (
        <Button size="sm" variant="secondary" onClick={() => void engine.retry(row.id)}>
          {t('action.retry')}
        </Button>
      )}
      {row.name === 'sendMessage' && chatCode !== null && (
        <Button size="sm" variant="quiet" onClick={() => void edit()}>
          {t('action.edit')}
        </Button>
      )}
      <Button size="sm" variant="dangerQuiet" onClick={() => setIsAsking(true)}>
        {t(isFailed ? 'action.discard' : 'action.cancel')}
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        onOpenChange={setIsAsking}
        title={t('outbox.discardTitle')}
        body={dependents > 0 ? t('outbox.discardGroupBody', { count: dependents }) : t('outbox.discardBody')}
        confirmLabel={t('action.discard')}
        tone="danger"
        onConfirm={() => void discard()}
      />
    </>
  );
}
