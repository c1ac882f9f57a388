import { Subject } from 'rxjs';
import { type FriendshipRow, friendshipId, z } from '../../../protocol/index.ts';
import { useExternalValue } from '../../app/use-observable.ts';
import { useEngine } from '../../session/services.tsx';

/** Local storage; it goes with the member who signs out. */
const KEY = 'tambay.newFriends';

const state = z.object({
  /** Own requests that were waiting when the tables were last read, by whichever page. */
  waiting: z.array(z.uuid()),
  /** Accepted since, while their chat has not been opened. */
  accepted: z.array(z.uuid()),
});
export type FriendNews = z.infer<typeof state>;

const changes = new Subject<void>();
const readText = (): string => localStorage.getItem(KEY) ?? '';
const parse = (text: string): FriendNews => {
  try {
    return state.parse(JSON.parse(text));
  } catch {
    return { waiting: [], accepted: [] };
  }
};
const write = (news: FriendNews): void => {
  const text = JSON.stringify(news);
  if (text === readText()) return;
  localStorage.setItem(KEY, text);
  changes.next();
};

type Request = Pick<FriendshipRow, 'id' | 'status'>;

/** What is new after own requests were read again: accepted ones stay so until they are opened or no friendship is left. */
export const nextNews = (news: FriendNews, requests: readonly Request[]): FriendNews => {
  const idsOf = (wanted: FriendshipRow['status']): string[] =>
    requests.filter(({ status }) => status === wanted).map(({ id }) => id);
  const known = new Set([...news.accepted, ...news.waiting]);
  return { waiting: idsOf('PENDING'), accepted: idsOf('APPROVED').filter((id) => known.has(id)) };
};

/** The requests that waited when a page last looked, of this tab or of one that is closed by now. */
export const readWaiting = (): ReadonlySet<string> => new Set(parse(readText()).waiting);

export const noteRequests = (requests: readonly Request[]): void =>
  write(nextNews(parse(readText()), requests));

const readCount = (): number => parse(readText()).accepted.length;

/** How many people have accepted my request and wait for a first word. */
export const useNewFriendsCount = (): number => useExternalValue(changes, readCount);

/** Whether somebody has accepted my request, and I have not opened our chat since; and how to say that I have. */
export const useNewFriend = (personId: string | undefined): { isNew: boolean; meet: () => void } => {
  const { userId } = useEngine();
  const id = personId === undefined ? undefined : friendshipId(userId, personId);
  const isNew = useExternalValue(changes, () => id !== undefined && parse(readText()).accepted.includes(id));
  const meet = (): void => {
    const { waiting, accepted } = parse(readText());
    write({ waiting, accepted: accepted.filter((one) => one !== id) });
  };
  return { isNew, meet };
};
