import type { TFunction } from 'i18next';
import { cutText, type Reaction } from '../../../protocol/index.ts';
import type { LocalMessage } from '../../../sync/index.ts';
import type { MessageQuoteProps } from '../../components/message-quote.tsx';
import type { ReactionCount } from '../../components/reactions.tsx';
import type { People } from '../../queries/messages.ts';
import { fullName } from '../../queries/people.ts';

/** What a message says, in one line; where it has no words, what it shows. */
export const wordsOf = (
  t: TFunction,
  { content, media }: Pick<LocalMessage, 'content' | 'media'>,
): string => {
  const [first] = media;
  if (content || first === undefined) return (content ?? '').replace(/\s+/g, ' ');
  if (media.length > 1) return t('media.count', { count: media.length });
  if (first.kind === 'file') return first.name ?? t('media.file');
  return t(first.kind === 'video' ? 'media.video' : 'media.picture');
};

/** A message in one line, as a quote and the composer show it. */
export const oneLine = (t: TFunction, message: LocalMessage | undefined): string => {
  if (!message) return t('chat.quoteAway');
  if (message.deletedAt !== null) return t('chat.deleted');
  return cutText(wordsOf(t, message), 200);
};

/** What stands above an answer. The message may be deleted by now, or not on this device. */
export const quoteOf = (
  t: TFunction,
  quoted: LocalMessage | undefined,
  people: People,
  onPress: () => void,
): MessageQuoteProps => {
  const sender = quoted?.senderId ? people.get(quoted.senderId) : undefined;
  return { words: oneLine(t, quoted), onPress, ...(sender ? { name: fullName(sender) } : {}) };
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
    names: same.map(nameOf).join(', '),
  }));
};
