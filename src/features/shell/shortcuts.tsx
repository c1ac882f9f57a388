import { useRouter } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useState } from 'react';
import { hasOverlay } from '../../components/use-escape.ts';

const JumpSheet = lazy(async () => ({ default: (await import('./jump-sheet.tsx')).JumpSheet }));
const KeysSheet = lazy(async () => ({ default: (await import('./keys-sheet.tsx')).KeysSheet }));

type Open = 'jump' | 'help' | null;

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName));

/** What a keyboard on a desk can do from anywhere: Ctrl or ⌘ with K leads to a chat, a question mark says what else there is. */
export function Shortcuts() {
  const [open, setOpen] = useState<Open>(null);
  const router = useRouter();
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      // A sheet or a question that lies on top is answered first.
      const isPlain =
        !event.ctrlKey && !event.metaKey && !event.altKey && !isTyping(event.target) && !hasOverlay();
      if (event.key === '/' && isPlain && !event.defaultPrevented) {
        event.preventDefault();
        void router.navigate({ to: '/search' });
        return;
      }
      const wanted: Open =
        event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey)
          ? 'jump'
          : event.key === '?' && isPlain
            ? 'help'
            : null;
      if (wanted === null || event.defaultPrevented) return;
      event.preventDefault();
      setOpen(wanted);
    };
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, [router]);
  const close = () => setOpen(null);
  return (
    <Suspense fallback={null}>
      {open === 'jump' && <JumpSheet onClose={close} />}
      {open === 'help' && <KeysSheet onClose={close} />}
    </Suspense>
  );
}
