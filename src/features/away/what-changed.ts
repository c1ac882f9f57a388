import type { AwaySnapshot } from '../../queries/away-snapshot.ts';
import { type ThingPlace, thingPlaces } from '../../queries/waiting-things.ts';

/** One line of the card, with the place it leads to. */
export type AwayLine =
  | { readonly kind: 'messages'; readonly count: number; readonly chatId: string; readonly chats: number }
  | { readonly kind: 'requests'; readonly count: number }
  | { readonly kind: 'friends'; readonly count: number }
  | { readonly kind: 'echo'; readonly count: number; readonly postId: string }
  | { readonly kind: 'sent'; readonly count: number; readonly place: ThingPlace }
  | { readonly kind: 'needsMe'; readonly count: number };

/** From what others did to what became of one's own. */
const places: readonly AwayLine['kind'][] = ['messages', 'requests', 'friends', 'echo', 'sent', 'needsMe'];
const byPlace = (a: AwayLine, b: AwayLine): number => places.indexOf(a.kind) - places.indexOf(b.kind);

const added = (before: ReadonlySet<string>, after: ReadonlySet<string>): number =>
  [...after].filter((id) => !before.has(id)).length;

const grown = (before: ReadonlyMap<string, number>, after: ReadonlyMap<string, number>): [string, number][] =>
  [...after].flatMap(([id, count]): [string, number][] => {
    const more = count - (before.get(id) ?? 0);
    return more > 0 ? [[id, more]] : [];
  });

const sum = (counts: readonly [string, number][]): number =>
  counts.reduce((all, [, count]) => all + count, 0);

/** One place for all: the one that most would look into first. */
const firstOf = (found: readonly ThingPlace[]): ThingPlace =>
  thingPlaces.find((place) => found.includes(place)) ?? 'profile';

/** What is different now. Nothing, when nothing is: then there is no card. */
export const whatChanged = (before: AwaySnapshot, after: AwaySnapshot): AwayLine[] => {
  const messages = grown(before.unseenByChat, after.unseenByChat);
  // A post that came down only now tells nothing of what happened to it.
  const echo = grown(before.echoByPost, after.echoByPost).filter(([id]) => before.echoByPost.has(id));
  const sent = [...before.waiting].flatMap(([id, place]) => (after.waiting.has(id) ? [] : [place]));
  const [firstChat] = messages.toSorted(([, a], [, b]) => b - a);
  const [firstPost] = echo.toSorted(([, a], [, b]) => b - a);
  const requests = added(before.requests, after.requests);
  const friends = added(before.friends, after.friends);
  const needsMe = added(before.needsMe, after.needsMe);
  return [
    ...(firstChat
      ? [{ kind: 'messages' as const, count: sum(messages), chatId: firstChat[0], chats: messages.length }]
      : []),
    ...(requests > 0 ? [{ kind: 'requests' as const, count: requests }] : []),
    ...(friends > 0 ? [{ kind: 'friends' as const, count: friends }] : []),
    ...(firstPost ? [{ kind: 'echo' as const, count: sum(echo), postId: firstPost[0] }] : []),
    ...(sent.length > 0 ? [{ kind: 'sent' as const, count: sent.length, place: firstOf(sent) }] : []),
    ...(needsMe > 0 ? [{ kind: 'needsMe' as const, count: needsMe }] : []),
  ];
};

/** What a card says that was not closed, and what has changed since: nothing of it goes unsaid. */
export const addLines = (shown: readonly AwayLine[], changed: readonly AwayLine[]): readonly AwayLine[] => {
  const before = new Map(shown.map((line) => [line.kind, line]));
  const merged = changed.map((line): AwayLine => {
    const earlier = before.get(line.kind);
    before.delete(line.kind);
    if (earlier === undefined) return line;
    const count = earlier.count + line.count;
    if (line.kind === 'sent' && earlier.kind === 'sent')
      return { ...line, count, place: firstOf([earlier.place, line.place]) };
    if (line.kind !== 'messages' || earlier.kind !== 'messages') return { ...line, count };
    const isSameChat = earlier.chatId === line.chatId && earlier.chats === 1 && line.chats === 1;
    return { ...line, count, chats: isSameChat ? 1 : 2 };
  });
  return changed.length === 0 ? shown : [...merged, ...before.values()].toSorted(byPlace);
};
