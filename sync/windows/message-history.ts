import { chatScope, messagesResponse } from '../../protocol/index.ts';
import { orderOf } from '../apply/local-row.ts';
import type { ListKind } from './list-kind.ts';

/** A chat's history; the key is the chat's id. What is new comes by the chat's log; older pages fill the gap below. */
export const messages: ListKind<'messages'> = {
  table: 'messages',
  change: (row) => ({ table: 'messages', id: row.id, version: row.version, row }),
  isLogged: true,
  scope: (chatId) => chatScope(chatId),
  keysOf: (row) => [row.chatId],
  position: orderOf,
  rows: (tx, chatId) => tx.getMessages(chatId, Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY),
  personOf: (row) => row.senderId,
  namedBy: (row) => row.event?.people ?? [],
  path(chatId, { before, perPage, cursor }) {
    const place = before === null ? '' : `&beforeSeq=${before}`;
    const rest = cursor === null ? '' : `&cursor=${cursor}`;
    return `/api/v1/chats/${chatId}/messages?perPage=${perPage}&withHidden=true${place}${rest}`;
  },
  response: messagesResponse,
  rowsMax: 50_000,
};
