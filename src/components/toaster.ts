import { Toast } from '@base-ui/react/toast';
import type { ReactNode } from 'react';
import { LIMITS } from '../../protocol/index.ts';
import { haptic } from './haptics.ts';

export type ToastVariant = 'success' | 'error' | 'info' | 'warning';

export interface ToastRequest {
  message: string;
  variant: ToastVariant;
  /** Replaces the variant's icon. */
  icon?: ReactNode;
  /** 3,000 ms unless told (specification §2). 0 stays until closed. */
  durationMs?: number;
  /** One thing to do about it, as Undo. */
  action?: { label: string; onPress: () => void };
}

export interface ToastData {
  variant: ToastVariant;
  /** Epoch milliseconds of the moment it was last said (specification §3). */
  timestamp: number;
  icon?: ReactNode;
  action?: { label: string; onPress: () => void };
}

export interface Toaster {
  show: (request: ToastRequest) => void;
  closeAll: () => void;
  /** From now on somebody shows what is said: also what was said before, in its order. */
  heard: () => void;
  manager: ReturnType<typeof Toast.createToastManager<ToastData>>;
}

/** What the second of two notices with the same words offers: what it does itself, and what the first one would have done. */
const both = (first: ToastRequest['action'], second: ToastRequest['action']): ToastRequest['action'] => {
  if (first === undefined || second === undefined) return second ?? first;
  if (first.onPress === second.onPress) return second;
  return {
    label: second.label,
    onPress: () => {
      first.onPress();
      second.onPress();
    },
  };
};

/** Toasts for code that is no component, as the handler of failed calls. `ToastHost` shows what it is told. */
export function createToaster(): Toaster {
  const manager = Toast.createToastManager<ToastData>();
  // The manager of Base UI forgets what nobody listens to, and the app speaks before it is drawn: a version that waits.
  let early: Parameters<typeof manager.add>[0][] | null = [];
  const say = (toast: Parameters<typeof manager.add>[0]): void => {
    if (early) early.push(toast);
    else manager.add(toast);
  };
  // What is still to be seen, and what it offers.
  const shown = new Map<string, ToastRequest['action']>();
  return {
    manager,
    closeAll: () => {
      shown.clear();
      if (early) early = [];
      else manager.close();
    },
    heard() {
      const waiting = early ?? [];
      early = null;
      for (const toast of waiting) manager.add(toast);
    },
    show({ message, variant, icon, durationMs = LIMITS.toastMs, action }) {
      if (variant === 'error' && !shown.has(message)) haptic('error');
      // Two things that were undone by one notice are still two.
      const offered = both(shown.get(message), action);
      shown.set(message, offered);
      say({
        // The same words from several calls at once are one notice: the id makes the second refresh the first.
        id: message,
        title: message,
        type: variant,
        timeout: durationMs,
        data: { variant, timestamp: Date.now(), icon, ...(offered ? { action: offered } : {}) },
        onClose: () => shown.delete(message),
      });
    },
  };
}
