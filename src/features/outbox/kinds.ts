import type { MutationName } from '../../../protocol/index.ts';
import type { MessageKey } from '../../i18n/messages.ts';

/** What each mutation is called in the outbox. Complete by its type: a new mutation gets its words here. */
export const outboxKinds = {
  sendMessage: 'outbox.sendMessage',
  markSeen: 'outbox.markSeen',
  requestFriend: 'outbox.requestFriend',
  acceptFriend: 'outbox.acceptFriend',
  rejectFriend: 'outbox.rejectFriend',
} as const satisfies Record<MutationName, MessageKey>;
