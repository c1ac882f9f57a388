import { useEffect, useRef, useState } from 'react';
import { type ErrorKind, type ProtocolError, type UserRow, userRow } from '../../../protocol/index.ts';
import { useKeptAnswer } from '../../queries/kept-answer.ts';
import { useLocalPerson } from '../../queries/people.ts';
import { useEngine, useEngineStatus, useServices } from '../../session/services.tsx';

export type PersonLookup =
  | { readonly kind: 'looking' }
  | { readonly kind: 'found'; readonly user: UserRow }
  | { readonly kind: 'unknown' }
  | { readonly kind: 'unreachable' }
  /** The server has not looked: too many look-ups, or a fault of its own. Asked again by itself. */
  | { readonly kind: 'refused'; readonly error: ProtocolError };

const ASK_AGAIN_MS = 10_000;
/** No person has this code, or none that this member may see. */
const UNKNOWN: ReadonlySet<ErrorKind> = new Set(['not_found', 'validation', 'forbidden']);

/** On a full disk: it is asked again the next time. */
const later = (): void => undefined;

/** What came of asking. `user`: where the row could not be kept, as on a full disk. */
type Asked =
  | Exclude<PersonLookup, { kind: 'found' }>
  | { readonly kind: 'done'; readonly user: UserRow | null };

/**
 * Who has a code: from the tables, else as this device has kept what the server says, which is asked again when the connection
 * is back.
 */
export function usePerson(uniqueCode: string): PersonLookup {
  const local = useLocalPerson(uniqueCode);
  const engine = useEngine();
  const question = `person ${uniqueCode}`;
  const kept = useKeptAnswer(question, userRow);
  const { api, session } = useServices();
  const { connection } = useEngineStatus();
  const [remote, setRemote] = useState<Asked>({ kind: 'looking' });
  const isWanted = local === null;
  const isOffline = connection === 'offline';
  const asked = useRef<string>(null);
  const isDecided = remote.kind === 'done' || remote.kind === 'unknown';

  useEffect(() => {
    const token = session.token();
    if (!isWanted || isDecided || token === null) return;
    if (isOffline) {
      setRemote({ kind: 'unreachable' });
      return;
    }
    let isCurrent = true;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const look = async (): Promise<void> => {
      // Asked again by itself: after a while, and when the network is back.
      const report = { isQuiet: asked.current === uniqueCode };
      asked.current = uniqueCode;
      const answer = await api.personByCode(token, uniqueCode, report);
      if (!isCurrent) return;
      if (answer.kind === 'done') {
        const user = answer.data;
        const unkept = await engine.keepAnswer(question, user).then(
          () => null,
          () => user,
        );
        if (isCurrent) setRemote({ kind: 'done', user: unkept });
      } else if (answer.kind !== 'refused') setRemote({ kind: 'unreachable' });
      else if (UNKNOWN.has(answer.error.kind)) {
        setRemote({ kind: 'unknown' });
        engine.keepAnswer(question, null).catch(later);
      } else {
        setRemote({ kind: 'refused', error: answer.error });
        timer = setTimeout(() => void look(), answer.error.retryAfterMs ?? ASK_AGAIN_MS);
      }
    };
    void look();
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [api, engine, isDecided, isOffline, isWanted, question, session, uniqueCode]);

  if (local) return { kind: 'found', user: local };
  if (remote.kind === 'unknown') return remote;
  const user = remote.kind === 'done' ? (remote.user ?? kept) : kept;
  if (user) return { kind: 'found', user };
  // Kept a moment ago.
  return remote.kind === 'done' ? { kind: 'looking' } : remote;
}
