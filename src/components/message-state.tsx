import { Check, CheckCheck, CircleDashed, Clock } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { visuallyHidden } from '../theme/mixins.css.ts';
import * as styles from './message-state.css.ts';
import { Spinner } from './spinner.tsx';

/** The life of an own message as its writer sees it; it never goes backwards. */
export type MessageStateName = 'saving' | 'queued' | 'sending' | 'sent' | 'delivered' | 'seen' | 'failed';

export interface MessageStateProps {
  state: MessageStateName;
  /** For media on their way, between 0 and 1. */
  progress?: number | undefined;
  /** What it stands on. */
  ground?: 'surface' | 'bubble' | 'picture';
}

const tones = {
  saving: 'quiet',
  queued: 'quiet',
  sending: 'quiet',
  sent: 'quiet',
  delivered: 'quiet',
  seen: 'seen',
  failed: 'failed',
} as const satisfies Record<MessageStateName, string>;

/** An icon and, for those who do not see it or its colour, a word. */
export function MessageState({ state, progress, ground = 'surface' }: MessageStateProps) {
  const { t } = useTranslation();
  return (
    <span className={styles.state({ tone: tones[state], ground })} title={t(`messageState.${state}`)}>
      <StateIcon state={state} progress={progress} />
      <span className={visuallyHidden}>{t(`messageState.${state}`)}</span>
    </span>
  );
}

function StateIcon({ state, progress }: Omit<MessageStateProps, 'ground'>) {
  switch (state) {
    case 'saving':
      return <CircleDashed size={13} strokeWidth={2.5} aria-hidden="true" />;
    case 'queued':
      return <Clock size={13} strokeWidth={2.5} aria-hidden="true" />;
    case 'sending':
      return <Spinner progress={progress} isLabelled={false} />;
    case 'sent':
      return <Check size={15} strokeWidth={2.5} aria-hidden="true" />;
    case 'delivered':
    case 'seen':
      return <CheckCheck size={16} strokeWidth={2.5} aria-hidden="true" />;
    case 'failed':
      return (
        <span className={styles.bang} aria-hidden="true">
          !
        </span>
      );
  }
}
