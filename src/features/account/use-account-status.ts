import { useCallback, useEffect, useState } from 'react';
import { type AccountStatus, standingResponse } from '../../../protocol/index.ts';
import { useKeptAnswer } from '../../queries/kept-answer.ts';
import { useEngine, useEngineStatus, useServices } from '../../session/services.tsx';

const QUESTION = 'standing';

/** Whether this account moderates, as this device has kept it, and whether it is suspended, as the server says once it can be asked. */
export function useAccountStatus(): [AccountStatus | null, (status: AccountStatus) => void] {
  const { api, session } = useServices();
  const engine = useEngine();
  const { paused, connection } = useEngineStatus();
  const [status, setStatus] = useState<AccountStatus | null>(null);
  const kept = useKeptAnswer(QUESTION, standingResponse.shape.data);
  const isSuspended = paused === 'suspended';
  const isOnline = connection === 'online';
  const take = useCallback(
    (now: AccountStatus): void => {
      setStatus(now);
      // On a full disk it is asked again at the next start.
      engine.keepAnswer(QUESTION, now).catch(() => undefined);
      // However it was found out, by a press or by the socket that is let in again: the engine rests until it is told.
      if (now.suspension === null && engine.status.value.paused === 'suspended') void engine.sync();
    },
    [engine],
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked again when the engine is refused, or the network is back.
  useEffect(() => {
    const token = session.token();
    if (token === null) return;
    let isCurrent = true;
    void api.accountStatus(token, { isQuiet: true }).then((answer) => {
      if (isCurrent && answer.kind === 'done') take(answer.data);
    });
    return () => {
      isCurrent = false;
    };
  }, [api, session, take, isSuspended, isOnline]);
  // A kept suspension may have ended: offline the app stays readable. On a full disk the answer is not kept.
  const shown = kept ?? status;
  return [shown && { ...shown, suspension: status?.suspension ?? null }, take];
}
