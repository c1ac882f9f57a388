import { memberId } from '../../../protocol/index.ts';
import type { DecideContext } from '../sync/batch/command.ts';
import type { PlaceKey } from '../sync/batch/state.ts';
import type { StoredMessage } from './presenter.ts';

type Named = {
  chatId: string;
  mentions?: readonly string[] | undefined;
  mentionNames?: Readonly<Record<string, string>> | undefined;
};

/** The members whom `mentionsOf` looks at. */
export const membersNamed = ({ chatId, mentions = [] }: Named): PlaceKey[] =>
  mentions.map((userId) => ({ chatId, userId }));

/** Whom a message names of those who are in its chat. Who left meanwhile is no reason to refuse the words. */
export const mentionsOf = (
  state: DecideContext['state'],
  { chatId, mentions = [], mentionNames = {} }: Named,
): Pick<StoredMessage, 'mentions' | 'mentionNames'> => {
  const inside = mentions.filter((userId) => {
    const member = state.members.get(memberId(chatId, userId));
    return member !== undefined && member.leftAt === null;
  });
  const names = inside.flatMap((id) => (mentionNames[id] === undefined ? [] : [[id, mentionNames[id]]]));
  return { mentions: inside, mentionNames: Object.fromEntries(names) };
};
