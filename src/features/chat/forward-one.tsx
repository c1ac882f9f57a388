import { useEffect, useEffectEvent } from 'react';
import type { LocalMessage } from '../../../sync/index.ts';
import { useSelectedMessages } from '../../queries/selected-messages.ts';
import { ForwardSheet } from './forward-sheet.tsx';

interface ForwardOneProps {
  isOpen: boolean;
  message: LocalMessage;
  onClose: () => void;
}

/** As the message stands now; one that is deleted meanwhile goes nowhere. */
export function ForwardOne({ isOpen, message, onClose }: ForwardOneProps) {
  const live = useSelectedMessages('forward', message.chatId, [message.id]);
  const isGone = isOpen && live?.length === 0;
  const closeGone = useEffectEvent(onClose);
  useEffect(() => {
    if (isGone) closeGone();
  }, [isGone]);
  return <ForwardSheet isOpen={isOpen && !isGone} messages={live ?? [message]} onClose={onClose} />;
}
