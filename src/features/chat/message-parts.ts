import type { TFunction } from 'i18next';
import { cutText, type Media, type Reaction, shownName } from '../../../protocol/index.ts';
import type { LocalMessage } from '../../../sync/index.ts';
import { plainLine } from '../../components/message-marks.ts';
import type { ReactionCount } from '../../components/reactions.tsx';
import { isolateEach } from '../../i18n/isolate.ts';
import type { People } from '../../queries/messages.ts';
import { fullName } from '../../queries/people.ts';
import { clockOf } from '../media/sounds/clock.ts';

/** What a message says, in one line; where it has no words, what it shows. */
export const wordsOf = (
  t: TFunction,
  { content, media }: Pick<LocalMessage, 'content' | 'media'>,
): string => {
  const [first] = media;
  if (content || first === undefined) return plainLine(content ?? '');
  if (media.length > 1) return t('media.count', { count: media.length });
  if (first.waveform !== undefined) return t('voice.preview', { length: clockOf(first.durationMs ?? 0) });
  if (first.kind === 'file') return shownName(first.name ?? '') || t('media.file');
  return t(first.kind === 'video' ? 'media.video' : 'media.picture');
};

/** A message in one line, as a quote and the composer show it. */
export const oneLine = (t: TFunction, message: LocalMessage | undefined): string => {
  if (!message) return t('chat.quoteAway');
  if (message.deletedAt !== null) return t('chat.deleted');
  return cutText(wordsOf(t, message), 200);
};

/** The first picture or film of a message, for the small square beside its quote. */
export const pictureOf = (message: Pick<LocalMessage, 'media' | 'deletedAt'> | undefined): Media | null =>
  message === undefined || message.deletedAt !== null
    ? null
    : (message.media.find(({ kind }) => kind !== 'file') ?? null);

/** Pictures and films alone reach the edges of their bubble. */
export const picturesIn = ({
  media,
  content,
  deletedAt,
}: LocalMessage): 'alone' | 'withWords' | undefined => {
  if (deletedAt !== null || media.every(({ kind }) => kind === 'file')) return undefined;
  return !content && media.every(({ kind }) => kind !== 'file') ? 'alone' : 'withWords';
};

/** Equal reactions together, those that came first before the others. */
export const reactionCounts = (
  reactions: readonly Reaction[],
  me: string,
  people: People,
  myName: string,
): ReactionCount[] => {
  const nameOf = ({ userId }: Reaction): string => {
    const person = people.get(userId);
    if (userId === me) return myName;
    return person ? fullName(person) : '…';
  };
  return [...Map.groupBy(reactions, ({ emoji }) => emoji)].map(([emoji, same]) => ({
    emoji,
    count: same.length,
    isMine: same.some(({ userId }) => userId === me),
    names: isolateEach(same.map(nameOf)),
  }));
};
