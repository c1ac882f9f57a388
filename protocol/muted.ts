import type { ChatType, MembershipRow } from './rows/chat.ts';

type Mute = Pick<MembershipRow, 'isMuted' | 'mutedUntil'>;

/**
 * Whether a chat is muted at a moment of the server's clock. A mute that has ended leaves its row as it is, so that no job
 * has to end it: this alone decides.
 */
export const isMutedAt = ({ isMuted, mutedUntil }: Mute, nowMs: number): boolean =>
  isMuted && (mutedUntil == null || Date.parse(mutedUntil) > nowMs);

/**
 * Whether a message makes a sound and a notification for a member. In a group what names the member comes through a mute
 * unless that is muted, too. In a private chat a mention does not get through: a mute silences everything.
 */
export const isNotifiedAt = (
  place: Mute & Pick<MembershipRow, 'mutesMentions'>,
  { chatType, namesMe }: { chatType: ChatType; namesMe: boolean },
  nowMs: number,
): boolean => !isMutedAt(place, nowMs) || (namesMe && chatType !== 'PRIVATE' && place.mutesMentions !== true);
