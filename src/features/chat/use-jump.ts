import type { Virtualizer } from '@tanstack/react-virtual';
import { useCallback, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { HistoryStart } from '../../queries/messages.ts';
import { useEngine, useEngineStatus, useServices } from '../../session/services.tsx';
import type { TimelineItem } from './timeline.ts';

const SHOWN_MS = 1_600;
/** So many pages are fetched to reach an old message; further back than that it is faster to search. */
const PAGES_MAX = 40;

interface JumpOptions {
  chatId: string;
  items: readonly TimelineItem[];
  start: HistoryStart;
  virtualizer: Pick<Virtualizer<HTMLDivElement, Element>, 'scrollToIndex'>;
  onShowMore: () => void;
}

export type Jump = {
  /** Shown for a moment as the one that was looked for. */
  readonly foundId: string | null;
  readonly jumpTo: (messageId: string) => void;
};

/** Leads to a message of this chat, and brings what lies between from the tables and from the server. */
export function useJump({ chatId, items, start, virtualizer, onShowMore }: JumpOptions): Jump {
  const { t } = useTranslation();
  const engine = useEngine();
  const { toaster } = useServices();
  const isOffline = useEngineStatus().connection === 'offline';
  const [wanted, setWanted] = useState<{ id: string; pages: number } | null>(null);
  const [foundId, setFoundId] = useState<string | null>(null);

  useEffect(() => {
    if (wanted === null) return;
    const index = items.findIndex((item) => item.key === wanted.id);
    if (index >= 0) {
      setWanted(null);
      setFoundId(wanted.id);
      virtualizer.scrollToIndex(index, { align: 'center' });
      return;
    }
    const giveUp = () => {
      setWanted(null);
      toaster.show({ message: t('chat.quoteAway'), variant: 'info' });
    };
    if (start === 'complete' || wanted.pages >= PAGES_MAX) giveUp();
    else if (start === 'stored') onShowMore();
    else if (isOffline) giveUp();
    else {
      void engine.loadOlderMessages(chatId).then((outcome) => {
        if (outcome === 'offline') giveUp();
        else setWanted((now) => now && { ...now, pages: now.pages + 1 });
      });
    }
  }, [wanted, items, start, isOffline, chatId, engine, onShowMore, t, toaster, virtualizer]);

  useEffect(() => {
    if (foundId === null) return;
    const timer = setTimeout(() => setFoundId(null), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [foundId]);

  return { foundId, jumpTo: useCallback((id: string) => setWanted({ id, pages: 0 }), []) };
}
