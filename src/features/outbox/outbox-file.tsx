import { CircleAlert, Pause, Upload } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { isRefusedForGood, type UploadRow } from '../../../sync/index.ts';
import { useOutboxHand } from '../../app/use-outbox-hand.ts';
import { Button } from '../../components/button.tsx';
import { ListRow } from '../../components/list-row.tsx';
import { useAwaiting } from '../../queries/waiting-files.ts';
import { useEngine } from '../../session/services.tsx';
import { When } from '../shell/when.tsx';
import { DiscardButton } from './discard-button.tsx';
import { giveUpFile } from './give-up-file.ts';
import { useFileState, useFileWords } from './use-file-words.ts';

/** A file that is still on its way though the words beside it have arrived. */
export function OutboxFile({ file }: { file: UploadRow }) {
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
          <GiveUp file={file} />
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

function GiveUp({ file: { id, kind, state } }: { file: UploadRow }) {
  const { t } = useTranslation();
  const engine = useEngine();
  const hand = useOutboxHand();
  const count = useAwaiting(id);
  return (
    <DiscardButton
      isFailed={state === 'failed'}
      what={kind}
      body={count > 1 ? t('outbox.discardFileBodyMany', { count }) : t('outbox.discardFileBody')}
      onConfirm={() => hand.attempt(() => giveUpFile(engine, id))}
    />
  );
}
