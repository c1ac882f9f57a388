import { useEffect, useState } from 'react';
import type { UserRow } from '../../../protocol/index.ts';
import { useLocalPerson } from '../../queries/people.ts';
import { useEngineStatus, useServices } from '../../session/services.tsx';

export type PersonLookup =
  | { readonly kind: 'looking' }
  | { readonly kind: 'found'; readonly user: UserRow }
  | { readonly kind: 'unknown' }
  | { readonly kind: 'unreachable' };

/** Who has a code: from the tables, else from the server, which is asked again when the connection is back. */
export function usePerson(uniqueCode: string): PersonLookup {
  const local = useLocalPerson(uniqueCode);
  const { api, session } = useServices();
  const { connection } = useEngineStatus();
  const [remote, setRemote] = useState<PersonLookup>({ kind: 'looking' });
  const isWanted = local === null;
  const isOffline = connection === 'offline';
  const isDecided = remote.kind === 'found' || remote.kind === 'unknown';

  useEffect(() => {
    const token = session.token();
    if (!isWanted || isDecided || token === null) return;
    if (isOffline) {
      setRemote({ kind: 'unreachable' });
      return;
    }
    let isCurrent = true;
    void api.personByCode(token, uniqueCode).then((answer) => {
      if (!isCurrent) return;
      if (answer.kind === 'done') setRemote({ kind: 'found', user: answer.data });
      else if (answer.kind === 'refused' && answer.error.kind === 'not_found') setRemote({ kind: 'unknown' });
      else setRemote({ kind: 'unreachable' });
    });
    return () => {
      isCurrent = false;
    };
  }, [api, isDecided, isOffline, isWanted, session, uniqueCode]);

  if (local) return { kind: 'found', user: local };
  return remote;
}
