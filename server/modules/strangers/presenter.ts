import {
  LIMITS,
  type StrangerChat,
  type StrangerEnding,
  type StrangerMessage,
} from '../../../protocol/index.ts';
import type { strangerChats, strangerMembers, strangerMessages } from '../../db/schema.ts';

export type StoredStrangerChat = typeof strangerChats.$inferSelect;
export type StoredStranger = typeof strangerMembers.$inferSelect;
export type StoredStrangerMessage = typeof strangerMessages.$inferSelect;

/** A chat of strangers with both its people. */
export type Encounter = {
  chat: StoredStrangerChat;
  me: StoredStranger;
  other: StoredStranger;
  /** The per-match ids of those who have sent their picture. */
  pictures: ReadonlySet<string>;
  /** The other's code, once both wanted to be friends. */
  revealedCode: string | null;
};

/** The only way a stranger leaves the server: `userId` is not among what it reads. */
const presentStranger = (
  { id, alias, allowsPhotos, wantsFriend, seenSeq }: StoredStranger,
  pictures: ReadonlySet<string>,
) => ({ id, alias, allowsPhotos, wantsFriend, seenSeq, hasSentPicture: pictures.has(id) });

const endingOf = ({ chat, me }: Encounter): StrangerEnding => {
  if (chat.ending === 'revealed' || chat.ending === 'lost') return chat.ending;
  return chat.endedBy === me.userId ? 'mine' : 'left';
};

export const presentEncounter = (encounter: Encounter, now: Date): StrangerChat => {
  const { chat, me, other, pictures, revealedCode } = encounter;
  const { endedAt } = chat;
  return {
    id: chat.id,
    type: 'PRIVATE',
    stranger: true,
    createdAt: chat.createdAt.toISOString(),
    lastSeq: chat.lastSeq,
    me: presentStranger(me, pictures),
    other: {
      ...presentStranger(other, pictures),
      isHere: endedAt === null && now.getTime() - other.heardAt.getTime() < LIMITS.strangerSilentMs,
    },
    ended: endedAt && {
      at: endedAt.toISOString(),
      how: endingOf(encounter),
      goneAt: new Date(endedAt.getTime() + LIMITS.strangerGoneAfterMs).toISOString(),
    },
    revealedCode,
  };
};

export const presentStrangerMessage = (row: StoredStrangerMessage): StrangerMessage => ({
  id: row.id,
  chatId: row.chatId,
  seq: row.seq,
  senderId: row.senderId,
  content: row.content,
  media: row.media ?? [],
  createdAt: row.createdAt.toISOString(),
});
