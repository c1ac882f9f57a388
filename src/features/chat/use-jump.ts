import type { Virtualizer } from '@tanstack/react-virtual';
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { placeOfMessage } from '../../queries/messages.ts';
import { useEngine, useServices } from '../../session/services.tsx';
import type { TimelineItem } from './timeline.ts';

const SHOWN_MS = 1_600;
/** What a reader takes over with. */
const HANDS = ['wheel', 'touchmove', 'pointerdown', 'keydown'] as const;
/** So many pages are fetched to reach an old message; further back than that it is faster to search. */
const PAGES_MAX = 40;
/** So many messages behind the one that is looked for come with it; the rest of the page lies before it. */
const BEHIND = 20;

interface JumpOptions {
  chatId: string;
  items: readonly TimelineItem[];
  /** The place whose surroundings `items` are; null at the chat's end. */
  around: number | null;
  virtualizer: Pick<Virtualizer<HTMLDivElement, Element>, 'scrollToIndex' | 'scrollElement'>;
  /** The message that the address names: where this visit begins. */
  firstId: string | undefined;
  /** Its number, where the address says it. */
  firstSeq: number | undefined;
  onShowAround: (order: number) => void;
}

export type Jump = {
  /** Shown for a moment as the one that was looked for. */
  readonly foundId: string | null;
  /** @param seq its number, where something else than this device has told of it */
  readonly jumpTo: (messageId: string, seq?: number) => void;
  /** The reader goes elsewhere. */
  readonly moveOn: () => void;
};

type Wanted = {
  readonly id: string;
  /** Where the server has it: its surroundings are fetched, and not all that lies between. */
  readonly seq: number | null;
  readonly pages: number;
};

/** Leads to a message of this chat: to where the tables hold it, or through pages of the server until it is there. */
export function useJump(options: JumpOptions): Jump {
  const { chatId, items, around, virtualizer, firstId, firstSeq, onShowAround } = options;
  const { t } = useTranslation();
  const engine = useEngine();
  const { toaster } = useServices();
  const [wanted, setWanted] = useState<Wanted | null>(null);
  const hasMovedOn = useRef(false);
  const moveOn = useCallback(() => {
    hasMovedOn.current = true;
  }, []);
  const shownAt = useRef(-1);
  const [found, setFound] = useState<{ readonly id: string } | null>(null);
  const jumpTo = useCallback((id: string, seq?: number) => setWanted({ id, seq: seq ?? null, pages: 0 }), []);

  useEffect(() => {
    if (firstId !== undefined) jumpTo(firstId, firstSeq);
  }, [firstId, firstSeq, jumpTo]);

  useEffect(() => {
    if (wanted === null) return;
    if (items.some((item) => item.key === wanted.id)) {
      setWanted(null);
      hasMovedOn.current = false;
      shownAt.current = -1;
      setFound({ id: wanted.id });
      return;
    }
    let isCurrent = true;
    const giveUp = () => {
      setWanted(null);
      toaster.show({ message: t('chat.quoteAway'), variant: 'info' });
    };
    const look = async (): Promise<void> => {
      const place = await placeOfMessage(engine.db, chatId, wanted.id);
      if (!isCurrent) return;
      if (place !== null) {
        // Its surroundings are drawn without it: it was deleted for me.
        return around === place ? giveUp() : onShowAround(place);
      }
      if (wanted.pages >= PAGES_MAX) return giveUp();
      // Asked also when the connection is not known to be back: the answer tells.
      const outcome = await (wanted.seq === null
        ? engine.loadOlderMessages(chatId)
        : engine.loadMessagesUpTo(chatId, wanted.seq + BEHIND));
      if (!isCurrent) return;
      // The one page that can hold it did not: it is gone, or for others.
      const isGone = wanted.seq !== null && (await placeOfMessage(engine.db, chatId, wanted.id)) === null;
      if (!isCurrent) return;
      if (isGone) return giveUp();
      if (outcome === 'offline' || (outcome === 'complete' && wanted.pages > 0)) return giveUp();
      setWanted({ ...wanted, pages: wanted.pages + 1 });
    };
    void look();
    return () => {
      isCurrent = false;
    };
  }, [wanted, items, around, chatId, engine, onShowAround, t, toaster]);

  useEffect(() => {
    if (found === null) return;
    const scroller = virtualizer.scrollElement;
    for (const hand of HANDS) scroller?.addEventListener(hand, moveOn, { passive: true });
    const timer = setTimeout(() => setFound(null), SHOWN_MS);
    return () => {
      clearTimeout(timer);
      for (const hand of HANDS) scroller?.removeEventListener(hand, moveOn);
    };
  }, [found, moveOn, virtualizer]);
  // Again whenever rows come in above it, which gives it another place, until the reader takes over.
  useLayoutEffect(() => {
    if (found === null || hasMovedOn.current) return;
    const index = items.findIndex((item) => item.key === found.id);
    if (index < 0 || index === shownAt.current) return;
    shownAt.current = index;
    virtualizer.scrollToIndex(index, { align: 'center' });
  }, [found, items, virtualizer]);

  return { foundId: found?.id ?? null, jumpTo, moveOn };
}
