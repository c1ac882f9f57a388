import { LIMITS } from '../../protocol/index.ts';
import type { OpenChat } from './chat.ts';

/** Whether it is told in a chat who has received, seen or listened to what (server/modules/chats/has-receipts.ts). */
export const hasReceipts = ({ chat, others }: Pick<OpenChat, 'chat' | 'others'>): boolean =>
  chat?.type === 'PRIVATE'
    ? chat.requestedBy === null && others.length > 0
    : chat?.type === 'GROUP' && others.length < LIMITS.receiptsMembersMax;
