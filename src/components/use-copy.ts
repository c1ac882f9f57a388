import { useEffect, useState } from 'react';

const SHOWN_MS = 2_000;

/** Copies a text; `isCopied` is true for the two seconds in which the button says so. */
export function useCopy(text: string): { isCopied: boolean; copy: () => void } {
  const [copiedAt, setCopiedAt] = useState(0);
  useEffect(() => {
    if (copiedAt === 0) return;
    const timer = setTimeout(() => setCopiedAt(0), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [copiedAt]);
  return {
    isCopied: copiedAt !== 0,
    copy: () => {
      // Refused without a gesture or permission: the text stays selectable, so nothing more is said.
      navigator.clipboard.writeText(text).then(
        () => setCopiedAt(performance.now()),
        () => setCopiedAt(0),
      );
    },
  };
}
