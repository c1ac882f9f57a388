import {
  type ChatItem,
  chatResponse,
  chatsResponse,
  messagesResponse,
  userResponse,
  z,
} from '../../protocol/index.ts';
import type { Answer, CallServer, Report } from './call-server.ts';

type Person = z.infer<typeof userResponse>['data'];

/** The newest messages of a chat, and the profiles of all whom they name. */
const previewResponse = z.pipe(
  messagesResponse,
  z.transform(({ data: messages, meta: { people = [] } }) => ({ data: { messages, people } })),
);
type ChatPreview = z.infer<typeof previewResponse>['data'];

/** People and chats that are not on this device. */
export type DiscoveryApi = {
  personByCode(token: string, code: string, report?: Report): Promise<Answer<Person>>;
  /** The chat behind a code, as somebody sees it who is not in it. */
  chatByCode(token: string, code: string, report?: Report): Promise<Answer<ChatItem>>;
  /** The newest messages of a public chat, before one joins. */
  chatPreview(token: string, chatId: string): Promise<Answer<ChatPreview>>;
  /** Public chats by name. */
  openChats(token: string, search: string, report?: Report): Promise<Answer<ChatItem[]>>;
};

export const createDiscoveryApi = (call: CallServer): DiscoveryApi => ({
  personByCode: (token, code, report) =>
    call(userResponse, {
      method: 'GET',
      path: `/users/unique-code/${encodeURIComponent(code)}`,
      token,
      ...report,
    }),
  chatByCode: (token, code, report) =>
    call(chatResponse, {
      method: 'GET',
      path: `/chats/unique-code/${encodeURIComponent(code)}`,
      token,
      ...report,
    }),
  chatPreview: (token, chatId) =>
    call(previewResponse, { method: 'GET', path: `/chats/${chatId}/messages?perPage=30`, token }),
  openChats: (token, search, report) => {
    const query = `discover=true&perPage=50${search === '' ? '' : `&search=${encodeURIComponent(search)}`}`;
    return call(chatsResponse, { method: 'GET', path: `/chats?${query}`, token, ...report });
  },
});
