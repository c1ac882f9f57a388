import { CloudCheck } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isRefusedForGood, type UploadRow } from '../../../sync/index.ts';
import { useBack } from '../../app/use-back.ts';
import { useOutboxHand } from '../../app/use-outbox-hand.ts';
import { AppHeader } from '../../components/app-header.tsx';
import { ArrowRows } from '../../components/arrow-rows.tsx';
import { Button } from '../../components/button.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { Screen } from '../../components/screen.tsx';
import { Section } from '../../components/section.tsx';
import { SkeletonList } from '../../components/skeleton.tsx';
import { type OutboxCard, useOutbox } from '../../queries/outbox.ts';
import { useWaitingFiles } from '../../queries/waiting-files.ts';
import type { PendingLeave } from '../../session/pending-leaves.ts';
import { useEngine, useEngineStatus } from '../../session/services.tsx';
import { usePendingLeaves } from '../../session/use-pending-leaves.ts';
import { ConnectionStrip } from '../shell/connection-strip.tsx';
import { RowList } from '../shell/row-list.tsx';
import { TroubleBanner } from '../shell/trouble-banner.tsx';
import { OutboxFile } from './outbox-file.tsx';
import { OutboxGroup } from './outbox-group.tsx';
import { OutboxLeave } from './outbox-leave.tsx';
import { needsHand } from './outbox-row.tsx';

/** `/profile/outbox`: nothing the member wrote is lost, and here one sees it. */
export function OutboxScreen() {
  const { t } = useTranslation();
  const back = useBack('/profile');
  const cards = useOutbox();
  const files = useWaitingFiles();
  const leaves = usePendingLeaves();
  return (
    <Screen
      width="narrow"
      isPadded
      banner={<TroubleBanner />}
      header={<AppHeader title={t('outbox.title')} back={{ onPress: back }} status={<ConnectionStrip />} />}
    >
      {cards === undefined || files === undefined ? (
        <SkeletonList rows={3} />
      ) : (
        <OutboxSections cards={cards} files={files} leaves={leaves} />
      )}
    </Screen>
  );
}

interface OutboxSectionsProps {
  cards: readonly OutboxCard[];
  files: readonly UploadRow[];
  leaves: readonly PendingLeave[];
}

function OutboxSections({ cards, files, leaves }: OutboxSectionsProps) {
  const { t } = useTranslation();
  const engine = useEngine();
  const hand = useOutboxHand();
  const isStuck = ({ root, dependents }: OutboxCard) => [root, ...dependents].some(needsHand);
  const failed = cards.filter(isStuck);
  const waiting = cards.filter((card) => !isStuck(card));
  const failedFiles = files.filter(({ state }) => state === 'failed');
  const waitingFiles = files.filter(({ state }) => state !== 'failed');
  const canRetry = failed.filter(({ root, dependents }) =>
    [root, ...dependents].some((item) => needsHand(item) && item.isReadable && !item.isRefusedForGood),
  );
  const canSendAgain = failedFiles.filter((file) => !isRefusedForGood(file));
  const retryAll = async () => {
    await engine.retryAll();
    for (const { id } of canSendAgain) await engine.files.resume(id);
  };
  if (cards.length + files.length + leaves.length === 0) {
    return (
      <EmptyState icon={<CloudCheck size={32} />} line={t('outbox.empty')} hint={t('outbox.emptyHint')} />
    );
  }
  return (
    <ArrowRows>
      {failed.length + failedFiles.length > 0 && (
        <Section
          title={t('outbox.needsYou')}
          {...(canRetry.length + canSendAgain.length > 1
            ? {
                action: (
                  <Button size="sm" variant="quiet" onClick={() => hand.attempt(retryAll)}>
                    {t('action.retryAll')}
                  </Button>
                ),
              }
            : {})}
        >
          <RowList items={failed} keyOf={({ root }) => root.id}>
            {(card) => <OutboxGroup card={card} />}
          </RowList>
          {failedFiles.length > 0 && (
            <RowList items={failedFiles} keyOf={({ id }) => id}>
              {(file) => <OutboxFile file={file} />}
            </RowList>
          )}
        </Section>
      )}
      {waiting.length + leaves.length > 0 && (
        <Section
          title={t('outbox.waiting')}
          note={t('outbox.note')}
          {...(waiting.length > 0 ? { action: <SendNow /> } : {})}
        >
          <RowList items={waiting} keyOf={({ root }) => root.id}>
            {(card) => <OutboxGroup card={card} />}
          </RowList>
          {leaves.length > 0 && (
            <RowList items={leaves} keyOf={({ chatId }) => chatId}>
              {(leave) => <OutboxLeave leave={leave} />}
            </RowList>
          )}
        </Section>
      )}
      {waitingFiles.length > 0 && (
        <Section
          title={t('outbox.files')}
          // Beside waiting words the same button stands already.
          action={waiting.length === 0 && <SendNow />}
          note={t('outbox.filesNote')}
        >
          <RowList items={waitingFiles} keyOf={({ id }) => id}>
            {(file) => <OutboxFile file={file} />}
          </RowList>
        </Section>
      )}
    </ArrowRows>
  );
}

function SendNow() {
  const { t } = useTranslation();
  const engine = useEngine();
  const { connection } = useEngineStatus();
  const [isSending, setIsSending] = useState(false);
  // Without a network the press would do nothing that one could see.
  if (connection === 'offline') return null;
  const send = async () => {
    setIsSending(true);
    try {
      await engine.sync();
    } finally {
      setIsSending(false);
    }
  };
  return (
    <Button size="sm" variant="quiet" isLoading={isSending} onClick={() => void send()}>
      {t('outbox.sendNow')}
    </Button>
  );
}
