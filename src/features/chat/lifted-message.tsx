import { useLayoutEffect, useRef } from 'react';
import { prefersLessMotion } from '../../theme/device-preferences.ts';
import * as styles from './lifted-message.css.ts';

const GAP_PX = 12;

/**
 * The message that a sheet is about, lifted out of what the sheet dims. It is a picture of it: the message itself stays where
 * it is, and comes into nobody's way.
 */
export function LiftedMessage({ messageId }: { messageId: string }) {
  const stage = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const host = stage.current;
    const original = document.querySelector<HTMLElement>(`[data-message="${messageId}"] article`);
    const sheet = host?.parentElement?.querySelector<HTMLElement>('[role=dialog]');
    if (!host || !original || !sheet) return;
    const { left, top, bottom, width } = original.getBoundingClientRect();
    const end = innerHeight - sheet.offsetHeight - GAP_PX;
    const lifted = document.createElement('div');
    lifted.className = styles.lifted;
    lifted.inert = true;
    lifted.append(original.cloneNode(true));
    // Above the sheet, and where it is too tall for that, from its beginning.
    const to = Math.max(GAP_PX, Math.min(top, top + end - bottom));
    Object.assign(lifted.style, { left: `${left}px`, top: `${to}px`, width: `${width}px` });
    host.style.height = `${end}px`;
    host.replaceChildren(lifted);
    lifted.animate([{ transform: `translateY(${top - to}px)` }, { transform: 'none' }], {
      duration: prefersLessMotion() ? 0 : 200,
      easing: 'ease-out',
    });
    return () => host.replaceChildren();
  }, [messageId]);
  return <div ref={stage} className={styles.stage} aria-hidden="true" />;
}
