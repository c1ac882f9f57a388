import { useEffect, useState } from 'react';
import { type UserRow, userRow } from '../../../protocol/index.ts';
import { useKeptAnswer } from '../../queries/kept-answer.ts';
import { useLocalPerson } from '../../queries/people.ts';
import { useEngine, useEngineStatus, useServices } from '../../session/services.tsx';

export type PersonLookup =
  | { readonly kind: 'looking' }
  | { readonly kind: 'found'; readonly user: UserRow }
  | { readonly kind: 'unknown' }
  | { readonly kind: 'unreachable' };

/** On a full disk: it is asked again the next time. */
const later = (): void => undefined;

/** Who has a code: from the tables, else from the server, which is asked again when the connection is back. */
export function usePerson(uniqueCode: string): PersonLookup {
  const local = useLocalPerson(uniqueCode);
  const engine = useEngine();
  const question = `person ${uniqueCode}`;
  const kept = useKeptAnswer(question, userRow);
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
      if (answer.kind === 'done') {
        setRemote({ kind: 'found', user: answer.data });
        engine.keepAnswer(question, answer.data).catch(later);
      } else if (answer.kind === 'refused' && answer.error.kind === 'not_found') {
        setRemote({ kind: 'unknown' });
        engine.keepAnswer(question, null).catch(later);
      } else setRemote({ kind: 'unreachable' });
    });
    return () => {
      isCurrent = false;
    };
  }, [api, engine, isDecided, isOffline, isWanted, question, session, uniqueCode]);

  if (local) return { kind: 'found', user: local };
  // What was found the last time, until the server has answered.
  if (kept && (remote.kind === 'looking' || remote.kind === 'unreachable'))
    return { kind: 'found', user: kept };
  return remote;
}
