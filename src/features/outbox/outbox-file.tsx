import { CircleAlert, Pause, Upload } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { isRefusedForGood, type UploadRow } from '../../../sync/index.ts';
import { useOutboxHand } from '../../app/use-outbox-hand.ts';
import { Button } from '../../components/button.tsx';
import { ListRow } from '../../components/list-row.tsx';
import { type Awaiting, useAwaiting } from '../../queries/waiting-files.ts';
import { useEngine } from '../../session/services.tsx';
import { When } from '../shell/when.tsx';
import { DiscardButton } from './discard-button.tsx';
import { giveUpFile } from './give-up-file.ts';
import { useFileState, useFileWords } from './use-file-words.ts';

/**
 * A file that is still on its way though the words beside it have arrived. One that several messages wait for is given up for
 * each of them by itself.
 */
export function OutboxFile({ file }: { file: UploadRow }) {
  const awaiting = useAwaiting(file.id);
  const isOfMany = awaiting.length > 1 && !isRefusedForGood(file);
  return (
    <>
      <FileItself
        file={file}
        giveUp={!isOfMany && <GiveUp file={file} messageId={null} count={awaiting.length} />}
      />
      {isOfMany &&
        awaiting.map(({ messageId, chat }) => (
          <InOneMessage key={messageId} file={file} messageId={messageId} chat={chat} />
        ))}
    </>
  );
}

function InOneMessage({ file, messageId, chat }: { file: UploadRow } & Awaiting) {
  const { t } = useTranslation();
  const { title: what } = useFileWords()(file);
  return (
    <ListRow
      isWrapping
      title={chat === null ? what : t('outbox.about', { what, who: chat })}
      actions={<GiveUp file={file} messageId={messageId} count={1} />}
    />
  );
}

function FileItself({ file, giveUp }: { file: UploadRow; giveUp: ReactNode }) {
  const { title } = useFileWords()(file);
  const subtitle = useFileState(file);
  const { state } = file;
  const Icon = state === 'failed' ? CircleAlert : state === 'paused' ? Pause : Upload;
  return (
    <ListRow
      isWrapping
      leading={<Icon size={22} aria-hidden="true" />}
      title={title}
      meta={<When isDeviceTime at={file.createdAt} />}
      subtitle={subtitle}
      actions={
        <>
          <FileHand file={file} />
          {giveUp}
        </>
      }
    />
  );
}

/** Stops a file and lets it go on. */
export function FileHand({ file }: { file: UploadRow }) {
  const { t } = useTranslation();
  const engine = useEngine();
  const hand = useOutboxHand();
  const { id, state } = file;
  if (isRefusedForGood(file)) return null;
  if (state === 'failed' || state === 'paused')
    return (
      <Button size="sm" variant="secondary" onClick={() => hand.attempt(() => engine.files.resume(id))}>
        {t(state === 'failed' ? 'action.retry' : 'media.resume')}
      </Button>
    );
  return (
    <Button size="sm" variant="quiet" onClick={() => hand.attempt(() => engine.files.pause(id))}>
      {t('media.pause')}
    </Button>
  );
}

interface GiveUpProps {
  file: UploadRow;
  /** Null: every message that waits for it goes without it. */
  messageId: string | null;
  count: number;
}

function GiveUp({ file: { id, kind, state }, messageId, count }: GiveUpProps) {
  const { t } = useTranslation();
  const engine = useEngine();
  const hand = useOutboxHand();
  return (
    <DiscardButton
      isFailed={state === 'failed'}
      what={kind}
      body={count > 1 ? t('outbox.discardFileBodyMany', { count }) : t('outbox.discardFileBody')}
      onConfirm={() => hand.attempt(() => giveUpFile(engine, id, messageId))}
    />
  );
}
