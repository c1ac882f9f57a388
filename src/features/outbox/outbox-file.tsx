import { CircleAlert, Pause, Upload } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isRefusedForGood, type UploadRow } from '../../../sync/index.ts';
import { formatBytes } from '../../app/device-storage.ts';
import { useOutboxHand } from '../../app/use-outbox-hand.ts';
import { Button } from '../../components/button.tsx';
import { ConfirmDialog } from '../../components/dialog.tsx';
import { ListRow } from '../../components/list-row.tsx';
import { useUploadProgress } from '../../queries/uploads.ts';
import { useEngine, useEngineStatus } from '../../session/services.tsx';
import { When } from '../shell/when.tsx';
import { giveUpFile } from './give-up-file.ts';
import { useFileWords } from './use-file-words.ts';

/** A file that is still on its way though the words beside it have arrived. */
export function OutboxFile({ file }: { file: UploadRow }) {
  const { t, i18n } = useTranslation();
  const engine = useEngine();
  const hand = useOutboxHand();
  const { title, why } = useFileWords()(file);
  const { connection } = useEngineStatus();
  const progress = useUploadProgress(file.id, file.size);
  const { state } = file;
  const isStopped = state === 'failed' || state === 'paused';
  const size = formatBytes(i18n.language, file.size);
  // What has been sent before the network went stays as it is: the reason says more.
  const subtitle =
    progress === null || connection === 'offline'
      ? `${size} · ${why}`
      : t('media.sent', { percent: Math.round(progress * 100), size });
  const Icon = state === 'failed' ? CircleAlert : state === 'paused' ? Pause : Upload;
  return (
    <ListRow
      isWrapping
      leading={<Icon size={22} aria-hidden="true" />}
      title={title}
      meta={<When at={file.createdAt} />}
      subtitle={subtitle}
      actions={
        <>
          {isRefusedForGood(file) ? null : isStopped ? (
            <Button
              size="sm"
              variant="secondary"
              onClick={() => hand.attempt(() => engine.files.resume(file.id))}
            >
              {t(state === 'failed' ? 'action.retry' : 'media.resume')}
            </Button>
          ) : (
            <Button size="sm" variant="quiet" onClick={() => hand.attempt(() => engine.files.pause(file.id))}>
              {t('media.pause')}
            </Button>
          )}
          <GiveUp file={file} />
        </>
      }
    />
  );
}

function GiveUp({ file: { id, state } }: { file: UploadRow }) {
  const { t } = useTranslation();
  const engine = useEngine();
  const hand = useOutboxHand();
  const [isAsking, setIsAsking] = useState(false);
  return (
    <>
      <Button size="sm" variant="dangerQuiet" onClick={() => setIsAsking(true)}>
        {t(state === 'failed' ? 'action.discard' : 'action.cancel')}
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        onOpenChange={setIsAsking}
        title={t('outbox.discardTitle')}
        body={t('outbox.discardFileBody')}
        confirmLabel={t('action.discard')}
        tone="danger"
        onConfirm={() => hand.attempt(() => giveUpFile(engine, id))}
      />
    </>
  );
}
