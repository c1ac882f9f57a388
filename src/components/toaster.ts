import { Toast } from '@base-ui/react/toast';
import type { ReactNode } from 'react';
import { LIMITS } from '../../protocol/index.ts';
import { haptic } from './haptics.ts';

const ACTION_TOAST_MS = 2 * LIMITS.toastMs;

export type ToastVariant = 'success' | 'error' | 'info' | 'warning';

export interface ToastRequest {
  message: string;
  variant: ToastVariant;
  /** Replaces the variant's icon. */
  icon?: ReactNode;
  /** 3,000 ms (specification §2), or 6,000 ms where there is a button to reach. 0 stays until closed. */
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
  /** A host shows toasts from now on, first those that are queued, in their order. */
  attach: () => void;
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

/** Toasts for code that is no component, as the handler of failed calls. `ToastHost` renders them. */
export function createToaster(): Toaster {
  const manager = Toast.createToastManager<ToastData>();
  // The manager of Base UI drops toasts that have no subscriber yet, and the app shows one before it is rendered: an update is ready.
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
    attach() {
      const waiting = early ?? [];
      early = null;
      for (const toast of waiting) manager.add(toast);
    },
    show({ message, variant, icon, action, durationMs = action ? ACTION_TOAST_MS : LIMITS.toastMs }) {
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
