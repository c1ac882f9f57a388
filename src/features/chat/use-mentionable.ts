import { useMemo } from 'react';
import { useBlockedIds } from '../../queries/blocks.ts';
import type { OpenChat } from '../../queries/chat.ts';
import { fullName } from '../../queries/people.ts';
import type { Mentionable } from './mention-query.ts';

/** Who can be named in a chat: its other members but those I have blocked. In a private chat there are none. */
export function useMentionable({ isPrivate, others, users }: OpenChat): readonly Mentionable[] {
  const blocked = useBlockedIds();
  return useMemo(() => {
    if (isPrivate) return [];
    const people = others.flatMap(({ userId }) => (blocked.has(userId) ? [] : (users.get(userId) ?? [])));
    return people
      .map((person) => ({ id: person.id, name: fullName(person), pictureId: person.avatarId, user: person }))
      .sort((a, b) => a.name.localeCompare(b.name));
  }, [isPrivate, others, users, blocked]);
}
