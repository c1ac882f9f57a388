import { CircleAlert, Clock } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { cutText } from '../../../protocol/index.ts';
import { isRefusedForGood, type OutboxRowOf, shownText } from '../../../sync/index.ts';
import { useErrorText } from '../../app/error-text.ts';
import { useRefusalText } from '../../app/refusal-text.ts';
import { Spinner } from '../../components/spinner.tsx';
import type { ShownComment } from '../../queries/comments.ts';
import type { FeedPost } from '../../queries/posts.ts';
import { useUploads } from '../../queries/uploads.ts';
import { RefusedActions } from '../outbox/refused-actions.tsx';
import * as styles from './post-card.css.ts';

interface WriteStateProps {
  shown: Pick<FeedPost | ShownComment, 'state' | 'failed'>;
  iconPx: number;
  /** Where the field that it was written in is on the screen. */
  onEdit?: () => void;
}

/** A post or a comment that waits on this device says so; one that was refused says why, and what can be done. */
export function WriteState({ shown: { state, failed }, ...rest }: WriteStateProps) {
  const { t } = useTranslation();
  if (failed) return <Refused failed={failed} {...rest} />;
  return (
    <div className={styles.state({ isFailed: false })} role="status">
      {state === 'sending' ? <Spinner isLabelled={false} /> : <Clock size={rest.iconPx} aria-hidden="true" />}
      <span>{state === 'sending' ? t('posts.sending') : t('posts.queued')}</span>
    </div>
  );
}

interface RefusedProps extends Omit<WriteStateProps, 'shown'> {
  failed: NonNullable<WriteStateProps['shown']['failed']>;
}

function Refused({ failed, iconPx, onEdit }: RefusedProps) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const uploads = useUploads(failed.files);
  const isFinal = failed.files.some((id) => {
    const upload = uploads.get(id);
    return upload !== undefined && isRefusedForGood(upload);
  });
  return (
    <div className={styles.state({ isFailed: true })}>
      <CircleAlert size={iconPx} aria-hidden="true" />
      <span className={styles.stateWords}>
        {t('posts.failed')} · {errorText(failed.error)}
      </span>
      <div className={styles.stateActions}>
        <RefusedActions row={failed} isFinal={isFinal} onEdit={onEdit} />
      </div>
    </div>
  );
}

/** What is shown of the words of an edit. */
const EDIT_SHOWN_MAX = 120;

interface RefusedEditProps {
  row: OutboxRowOf<'updatePost' | 'updateComment'>;
  iconPx: number;
}

/** An edit that was refused, below what it would have changed: its words, why, and what can be done. */
export function RefusedEdit({ row, iconPx }: RefusedEditProps) {
  const { t } = useTranslation();
  const refusalText = useRefusalText();
  const reason = row.state === 'parked' ? t('outbox.parked') : refusalText(row.name, row.error);
  return (
    <div className={styles.state({ isFailed: true })} role="status">
      <CircleAlert size={iconPx} aria-hidden="true" />
      <span className={styles.stateWords}>
        {t('chat.editRefused', { words: cutText(shownText(row.args.content), EDIT_SHOWN_MAX), reason })}
      </span>
      <div className={styles.stateActions}>
        <RefusedActions row={row} isFinal={row.error?.code === 'conflict'} />
      </div>
    </div>
  );
}
