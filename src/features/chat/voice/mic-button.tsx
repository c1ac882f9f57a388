import { Mic } from 'lucide-react';
import { type PointerEvent, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../../../components/icon-button.tsx';
import * as styles from './recorder.css.ts';
import { type Recorder, warmMicrophone } from './use-recorder.ts';

export const canRecord = (): boolean => typeof MediaRecorder === 'function';

/**
 * Held by a finger it records until the finger leaves; a click, a tap or a key begins a recording that goes on by itself. The
 * bar of the recording takes its place at once: where the finger goes is followed on the window.
 */
export function MicButton({ recorder }: { recorder: Recorder }) {
  const { t } = useTranslation();
  const { tell } = recorder;
  const isOfFinger = useRef(false);

  const press = (event: PointerEvent): void => {
    isOfFinger.current = event.pointerType !== 'mouse';
    if (!isOfFinger.current || !event.isPrimary) return;
    event.preventDefault();
    const { pointerId, clientX, clientY } = event;
    const leave = new AbortController();
    // It outlives the button, which the bar replaces.
    const options = { signal: leave.signal };
    const isSame = (other: globalThis.PointerEvent): boolean => other.pointerId === pointerId;
    window.addEventListener(
      'pointermove',
      (moved) => {
        if (isSame(moved)) tell({ kind: 'move', x: moved.clientX - clientX, y: moved.clientY - clientY });
      },
      options,
    );
    const end = (other: globalThis.PointerEvent): void => {
      if (!isSame(other)) return;
      leave.abort();
      tell({ kind: other.type === 'pointerup' ? 'release' : 'freed' });
    };
    window.addEventListener('pointerup', end, options);
    window.addEventListener('pointercancel', end, options);
    tell({ kind: 'press', isHeld: true });
  };

  return (
    <span className={styles.hold}>
      <IconButton
        label={t('voice.record')}
        variant="soft"
        icon={<Mic size={22} aria-hidden="true" />}
        onPointerEnter={warmMicrophone}
        onFocus={warmMicrophone}
        onPointerDown={press}
        onContextMenu={(event) => event.preventDefault()}
        onClick={() => {
          if (!isOfFinger.current) tell({ kind: 'press', isHeld: false });
          isOfFinger.current = false;
        }}
      />
    </span>
  );
}
