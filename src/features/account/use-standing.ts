import { useCallback, useEffect, useState } from 'react';
import type { Standing } from '../../../protocol/index.ts';
import { useEngine, useEngineStatus, useServices } from '../../session/services.tsx';

/** Whether this account is suspended, and whether it moderates, as the server says once it can be asked. */
export function useStanding(): [Standing | null, (standing: Standing) => void] {
  const { api, session } = useServices();
  const engine = useEngine();
  const { paused, connection } = useEngineStatus();
  const [standing, setStanding] = useState<Standing | null>(null);
  const isSuspended = paused === 'suspended';
  const isOnline = connection === 'online';
  const take = useCallback(
    (now: Standing): void => {
      setStanding(now);
      // Whoever found out, a press or the socket that is let in again: the engine rests until it is told.
      if (now.suspension === null && engine.status.value.paused === 'suspended') void engine.sync();
    },
    [engine],
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked again when the engine is refused, or the network is back.
  useEffect(() => {
    const token = session.token();
    if (token === null) return;
    let isCurrent = true;
    void api.standing(token).then((answer) => {
      if (isCurrent && answer.kind === 'done') take(answer.data);
    });
    return () => {
      isCurrent = false;
    };
  }, [api, session, take, isSuspended, isOnline]);
  return [standing, take];
}
