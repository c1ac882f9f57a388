import { useEffect, useState } from 'react';
import { reportFault } from '../../app/faults.ts';
import { readWaitingProfile, type WaitingProfile } from '../../queries/waiting-profile.ts';
import { useEngine } from '../../session/services.tsx';

/** The change that a form is filled from, as it waited when the form was opened; `undefined` until that is known. */
export function useWaitingProfile(id: string | undefined): WaitingProfile | null | undefined {
  const { db } = useEngine();
  const [waiting, setWaiting] = useState<WaitingProfile | null | undefined>(
    id === undefined ? null : undefined,
  );
  useEffect(() => {
    if (id === undefined) return;
    let isCurrent = true;
    readWaitingProfile(db, id)
      .then((row) => isCurrent && setWaiting(row))
      .catch(reportFault);
    return () => {
      isCurrent = false;
    };
  }, [db, id]);
  return waiting;
}
