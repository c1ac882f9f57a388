import { useEffect, useState } from 'react';
import { useEngineStatus } from '../../session/services.tsx';

/** A tunnel's last metres and a server out of breath are over soon; after these it is the member's turn. */
const AGAIN_AFTER_MS = [0, 2_000, 10_000, 60_000];

/**
 * What could not be fetched is fetched again without a tap: as soon as there is a network, and a few times more while the
 * network only seems to be there.
 */
export function useTryAgain(isBroken: boolean, tryAgain: () => void): void {
  const isOffline = useEngineStatus().connection === 'offline';
  const [tries, setTries] = useState(0);
  if (isOffline && tries !== 0) setTries(0);
  useEffect(() => {
    const wait = AGAIN_AFTER_MS[tries];
    if (!isBroken || isOffline || wait === undefined) return;
    const timer = setTimeout(() => {
      setTries((before) => before + 1);
      tryAgain();
    }, wait);
    return () => clearTimeout(timer);
  }, [isBroken, isOffline, tries, tryAgain]);
}
