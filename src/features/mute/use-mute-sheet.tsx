import { lazy, type ReactNode, Suspense, useState } from 'react';
import type { ChatType, MembershipRow } from '../../../protocol/index.ts';

const MuteSheet = lazy(async () => ({ default: (await import('./mute-sheet.tsx')).MuteSheet }));

/** The sheet of durations, loaded when it is first opened: draw `sheet`. */
export function useMuteSheet(): {
  sheet: (place: MembershipRow, chatType: ChatType) => ReactNode;
  open: () => void;
} {
  const [isOpen, setIsOpen] = useState(false);
  const [wasOpened, setWasOpened] = useState(false);
  return {
    sheet: (place, chatType) =>
      wasOpened && (
        <Suspense fallback={null}>
          <MuteSheet places={[place]} chatType={chatType} isOpen={isOpen} onOpenChange={setIsOpen} />
        </Suspense>
      ),
    open: () => {
      setWasOpened(true);
      setIsOpen(true);
    },
  };
}
