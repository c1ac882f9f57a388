import { useEffect, useState } from 'react';
import type { Standing } from '../../../protocol/index.ts';
import { useEngineStatus, useServices } from '../../session/services.tsx';

/** Whether this account is suspended, and whether it moderates, as the server says once it can be asked. */
export function useStanding(): [Standing | null, (standing: Standing) => void] {
  const { api, session } = useServices();
  const { paused, connection } = useEngineStatus();
  const [standing, setStanding] = useState<Standing | null>(null);
  const isSuspended = paused === 'suspended';
  const isOnline = connection === 'online';
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked again when the engine is refused, or the network is back.
  useEffect(() => {
    const token = session.token();
    if (token === null) return;
    let isCurrent = true;
    void api.standing(token).then((answer) => {
      if (isCurrent && answer.kind === 'done') setStanding(answer.data);
    });
    return () => {
      isCurrent = false;
    };
  }, [api, session, isSuspended, isOnline]);
  return [standing, setStanding];
}
