import { List, X } from 'lucide-react';
import { memo, useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../../components/icon-button.tsx';
import { isolate } from '../../i18n/isolate.ts';
import type { OpenChat } from '../../queries/chat.ts';
import { firstName } from '../../queries/people.ts';
import type { PinnedMessage } from '../../queries/pinned-messages.ts';
import { useEngine } from '../../session/services.tsx';
import { MediaThumb } from '../media/media-thumb.tsx';
import { PersonName } from '../people/person-name.tsx';
import { oneLine, pictureOf } from './message-parts.ts';
import * as styles from './pinned-bar.css.ts';
import { segmentsOf } from './pinned-segments.ts';
import { PinnedSheet } from './pinned-sheet.tsx';
import { usePinMessage } from './use-pin-message.ts';
import { useSaidMutate } from './use-said-mutate.ts';

interface PinnedBarProps {
  chat: OpenChat;
  /** At least one, oldest first. */
  pinned: readonly PinnedMessage[];
  onJump: (messageId: string) => void;
  /** The bar has gone with the focus in it. */
  onFocusLost: () => void;
}

/**
 * The pinned messages of a chat, under its header. It shows the newest; a tap leads there, and the one before it takes its
 * place, so that further taps go through all of them.
 */
export const PinnedBar = memo(function PinnedBar({ chat, pinned, onJump, onFocusLost }: PinnedBarProps) {
  const { t } = useTranslation();
  const { userId } = useEngine();
  const pin = usePinMessage(useSaidMutate());
  const bar = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    const element = bar.current;
    return () => {
      if (!element?.contains(document.activeElement)) return;
      queueMicrotask(() => {
        if (document.activeElement === document.body) onFocusLost();
      });
    };
  }, [onFocusLost]);
  const [isListOpen, setIsListOpen] = useState(false);
  // By id: what is pinned and unpinned meanwhile does not move what is shown. A newer one comes to the front.
  const newestId = pinned.at(-1)?.message.id;
  const [step, setStep] = useState({ newestId, shownId: newestId });
  if (step.newestId !== newestId) setStep({ newestId, shownId: newestId });
  const found = pinned.findIndex(({ message }) => message.id === step.shownId);
  const index = found < 0 ? pinned.length - 1 : found;
  const shown = pinned[index];
  if (shown === undefined) return null;
  const { message, sender } = shown;
  const picture = pictureOf(message);
  const isOwn = message.senderId === userId;
  const jump = (): void => {
    onJump(message.id);
    const before = pinned[index - 1] ?? pinned.at(-1);
    setStep({ newestId, shownId: before?.message.id });
  };
  return (
    <section ref={bar} className={styles.bar} aria-label={t('pinned.title')}>
      <button type="button" className={styles.jump} onClick={jump}>
        <span className={styles.segments} aria-hidden="true">
          {segmentsOf(pinned.length, index).map(({ key, isShown }) => (
            <span key={key} className={styles.segment({ isShown })} />
          ))}
        </span>
        {picture !== null && <MediaThumb media={picture} />}
        <span className={styles.texts}>
          <span className={styles.label}>
            {pinned.length === 1
              ? t('pinned.one')
              : t('pinned.position', { index: index + 1, count: pinned.length })}
          </span>
          <span className={styles.words} dir="auto">
            {isOwn && <span className={styles.sender}>{`${t('chats.youName')}: `}</span>}
            {!isOwn && sender && (
              <span className={styles.sender}>
                <PersonName user={sender}>{`${isolate(firstName(sender))}: `}</PersonName>
              </span>
            )}
            {oneLine(t, message)}
          </span>
        </span>
      </button>
      {pinned.length > 1 && (
        <IconButton
          label={t('pinned.showAll')}
          icon={<List size={22} />}
          aria-haspopup="dialog"
          onClick={() => setIsListOpen(true)}
        />
      )}
      {pinned.length === 1 && chat.canPin && (
        <IconButton label={t('pinned.unpin')} icon={<X size={22} />} onClick={() => pin(message, false)} />
      )}
      <PinnedSheet
        isOpen={isListOpen && pinned.length > 1}
        onClose={() => setIsListOpen(false)}
        pinned={pinned}
        {...(chat.canPin ? { onUnpin: (one) => pin(one, false) } : {})}
        onJump={onJump}
      />
    </section>
  );
});
