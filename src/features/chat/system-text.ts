import type { TFunction } from 'i18next';
import type { SystemEvent, UserRow } from '../../../protocol/index.ts';
import type { LocalMessage } from '../../../sync/index.ts';
import { isolateEach } from '../../i18n/isolate.ts';
import { chatName, firstName } from '../../queries/people.ts';

type Speech = { t: TFunction; users: ReadonlyMap<string, UserRow> };

const keys = {
  created: 'group.created',
  added: 'group.added',
  joined: 'group.joined',
  left: 'group.left',
  removed: 'group.removed',
  renamed: 'group.renamed',
  picture: 'group.pictureChanged',
  promoted: 'group.promoted',
  demoted: 'group.demoted',
  handedOver: 'group.handedOver',
} as const satisfies Record<SystemEvent['type'], string>;

/** "Ana added Ben", in this reader's language. Names, oneself included: "you" bends the sentence in Filipino. */
export const systemText = (
  { event, content, senderId }: Pick<LocalMessage, 'event' | 'content' | 'senderId'>,
  { t, users }: Speech,
): string => {
  if (event === null) return content ?? '';
  const nameOf = (id: string | null): string => {
    const user = id === null ? undefined : users.get(id);
    return user ? firstName(user) : t('group.somebody');
  };
  const people = isolateEach(event.people.map(nameOf));
  const key = event.type === 'left' && event.people.length > 0 ? 'group.leftOwner' : keys[event.type];
  return t(key, { who: nameOf(senderId), people, name: chatName(event.name ?? null) });
};
