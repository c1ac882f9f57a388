import type { KeyboardEvent } from 'react';

const messagesIn = (log: HTMLElement): HTMLElement[] =>
  [...log.querySelectorAll('article')].sort(
    (a, b) => a.getBoundingClientRect().top - b.getBoundingClientRect().top,
  );

/**
 * The keyboard's way through a conversation: Tab leads to it once, arrows from message to message, Enter to what can be
 * done about the one that has the focus, Space to selecting it while several are being selected. Rows beyond the view are drawn as the focus comes near them.
 */
export const moveInLog = (event: KeyboardEvent<HTMLDivElement>): void => {
  const log = event.currentTarget;
  const target = event.target as HTMLElement;
  const isOnMessage = target.tagName === 'ARTICLE';
  if (!isOnMessage && target !== log) return;
  const messages = messagesIn(log);
  const index = messages.indexOf(target);
  const focus = (message: HTMLElement | undefined): void => {
    if (!message) return;
    event.preventDefault();
    message.focus({ preventScroll: true });
    message.scrollIntoView({ block: 'nearest' });
  };
  switch (event.key) {
    case 'ArrowUp':
      focus(isOnMessage ? messages[index - 1] : messages.at(-1));
      break;
    case 'ArrowDown':
      focus(isOnMessage ? messages[index + 1] : messages[0]);
      break;
    case ' ': {
      const box = isOnMessage ? target.querySelector<HTMLButtonElement>('button[role=checkbox]') : null;
      if (box === null) return;
      event.preventDefault();
      box.dispatchEvent(new MouseEvent('click', { bubbles: true, shiftKey: event.shiftKey }));
      break;
    }
    case 'Enter':
    case 'ContextMenu':
      if (!isOnMessage) return;
      event.preventDefault();
      // The button that a mouse would press: it opens the menu beside itself.
      target.querySelector<HTMLButtonElement>('button[data-options]')?.click();
      break;
  }
};
