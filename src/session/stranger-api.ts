import {
  fileResponse,
  type StoredFileAnswer,
  type StrangerChat,
  type StrangerChatChange,
  type StrangerEnd,
  type StrangerMessage,
  type StrangerSettings,
  type StrangersStatus,
  strangerChatResponse,
  strangerMessageResponse,
  strangerMessagesResponse,
  strangerQueueLeft,
  strangerQueueResponse,
  strangersResponse,
  strangerTellResponse,
} from '../../protocol/index.ts';
import type { Answer, CallServer, Report } from './call-server.ts';

type Waiting = { waitingSince: string | null; chatId: string | null };

/** Meeting strangers: it needs the server all the time, so none of it waits in the outbox, and nothing of it is kept. */
export type StrangerApi = {
  strangers(token: string, report?: Report): Promise<Answer<StrangersStatus>>;
  setStrangers(token: string, body: StrangerSettings): Promise<Answer<StrangersStatus>>;
  waitForStranger(token: string): Promise<Answer<Waiting>>;
  leaveStrangers(token: string): Promise<Answer<unknown>>;
  tellOfStrangers(token: string, wanted: boolean): Promise<Answer<{ willBeTold: boolean }>>;
  strangerChat(token: string, id: string): Promise<Answer<StrangerChat>>;
  strangerMessages(token: string, id: string, afterSeq: number): Promise<Answer<StrangerMessage[]>>;
  sayHere(token: string, id: string): Promise<Answer<StrangerChat>>;
  writeToStranger(
    token: string,
    id: string,
    message: { id: string; content: string },
  ): Promise<Answer<StrangerMessage>>;
  sendStrangerPicture(
    token: string,
    id: string,
    picture: { id: string; fileId: string },
  ): Promise<Answer<StrangerMessage>>;
  changeStrangerChat(token: string, id: string, change: StrangerChatChange): Promise<Answer<StrangerChat>>;
  endStrangerChat(token: string, id: string, how: StrangerEnd): Promise<Answer<StrangerChat>>;
  /** A picture without a name, at once: not by way of the outbox. */
  uploadNow(token: string, bytes: Blob): Promise<Answer<StoredFileAnswer>>;
};

export const createStrangerApi = (call: CallServer): StrangerApi => ({
  strangers: (token, report) =>
    call(strangersResponse, { method: 'GET', path: '/strangers', token, ...report }),
  setStrangers: (token, body) =>
    call(strangersResponse, { method: 'PUT', path: '/strangers/settings', token, body }),
  waitForStranger: (token) =>
    call(strangerQueueResponse, { method: 'POST', path: '/strangers/queue', token, isQuiet: true }),
  leaveStrangers: (token) =>
    call(strangerQueueLeft, { method: 'DELETE', path: '/strangers/queue', token, isQuiet: true }),
  tellOfStrangers: (token, wanted) =>
    call(strangerTellResponse, { method: 'PUT', path: '/strangers/tell', token, body: { wanted } }),
  strangerChat: (token, id) =>
    call(strangerChatResponse, { method: 'GET', path: `/strangers/chats/${id}`, token, isQuiet: true }),
  strangerMessages: (token, id, afterSeq) => {
    const path = `/strangers/chats/${id}/messages?afterSeq=${afterSeq}`;
    return call(strangerMessagesResponse, { method: 'GET', path, token, isQuiet: true });
  },
  sayHere: (token, id) =>
    call(strangerChatResponse, { method: 'POST', path: `/strangers/chats/${id}/here`, token, isQuiet: true }),
  writeToStranger: (token, id, body) =>
    call(strangerMessageResponse, { method: 'POST', path: `/strangers/chats/${id}/messages`, token, body }),
  sendStrangerPicture: (token, id, body) =>
    call(strangerMessageResponse, { method: 'POST', path: `/strangers/chats/${id}/picture`, token, body }),
  changeStrangerChat: (token, id, body) =>
    call(strangerChatResponse, {
      method: 'PATCH',
      path: `/strangers/chats/${id}`,
      token,
      body,
      isQuiet: 'seenSeq' in body,
    }),
  endStrangerChat: (token, id, how) =>
    call(strangerChatResponse, {
      method: 'POST',
      path: `/strangers/chats/${id}/end`,
      token,
      body: { how },
      isQuiet: true,
    }),
  uploadNow: (token, bytes) => {
    const body = new FormData();
    body.append('file', bytes, 'picture');
    return call(fileResponse, { method: 'POST', path: '/files', token, body });
  },
});
