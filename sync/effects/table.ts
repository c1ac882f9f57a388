import type { MutationName } from '../../protocol/index.ts';
import type { Effect } from './effect.ts';
import { acceptFriend, rejectFriend, requestFriend } from './friends.ts';
import { markSeen } from './mark-seen.ts';
import { messageActions } from './message-actions.ts';
import { sendMessage } from './send-message.ts';

/** One effect for each mutation of the protocol: the type holds the keys equal. */
export const effects: { readonly [N in MutationName]: Effect<N> } = {
  sendMessage,
  ...messageActions,
  markSeen,
  requestFriend,
  acceptFriend,
  rejectFriend,
};
