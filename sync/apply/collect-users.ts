import type { Rows } from '../rebase/rows.ts';
import type { WriteTransaction } from '../storage/storage.ts';

/** What a transaction needs in which somebody may lose the last row that points to them. */
export const peopleTables = [
  'users',
  'members',
  'friendships',
  'invitations',
  'blocks',
  'authorMutes',
  'pinnedMessages',
] as const;

/** Everybody that the rows of these tables point to. */
export const peopleOf = (rows: Rows): Set<string> => {
  const people = new Set<string>();
  for (const member of rows.members.values()) if (member !== null) people.add(member.userId);
  for (const block of rows.blocks.values()) if (block !== null) people.add(block.userId);
  for (const mute of rows.authorMutes.values()) if (mute !== null) people.add(mute.userId);
  for (const pinned of rows.pinnedMessages.values())
    if (pinned?.message.senderId != null) people.add(pinned.message.senderId);
  for (const friendship of rows.friendships.values()) {
    if (friendship === null) continue;
    people.add(friendship.requesterId);
    people.add(friendship.requesteeId);
  }
  for (const invitation of rows.invitations.values()) {
    if (invitation === null) continue;
    people.add(invitation.inviterId);
    people.add(invitation.userId);
  }
  return people;
};

/** Deletes the profiles of people that nothing on the device points to any more (L7). */
export const collectUsers = async (tx: WriteTransaction, candidates: Iterable<string>): Promise<void> => {
  const [covered, pinned] = [await tx.getAll('coverage'), await tx.getAll('pinnedMessages')];
  const isReferenced = async (id: string): Promise<boolean> =>
    covered.some((row) => row.people.includes(id)) ||
    pinned.some(({ message }) => message.senderId === id) ||
    (await tx.getAllBy('members', 'userId', id)).length > 0 ||
    (await tx.getAllBy('blocks', 'userId', id)).length > 0 ||
    (await tx.getAllBy('authorMutes', 'userId', id)).length > 0 ||
    (await tx.getAllBy('friendships', 'requesterId', id)).length > 0 ||
    (await tx.getAllBy('friendships', 'requesteeId', id)).length > 0 ||
    (await tx.getAllBy('invitations', 'inviterId', id)).length > 0 ||
    (await tx.getAllBy('invitations', 'userId', id)).length > 0;
  const gone: string[] = [];
  for (const id of candidates) if (!(await isReferenced(id))) gone.push(id);
  if (gone.length > 0) await tx.delete('users', gone);
};
