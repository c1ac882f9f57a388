import { setTimeout as delay } from 'node:timers/promises';
import {
  errorBody,
  LIMITS,
  messageResponse,
  messagesResponse,
  newId,
  PROTOCOL_VERSION,
  pushResponse,
} from '../../protocol/index.ts';

/** Somebody who may write into a chat, and the token to do it with. */
export interface Author {
  userId: string;
  token: string;
  chatId: string;
}

/** A request as it is sent, and sent again with the same keys: one REST call or one batch. */
interface Operation {
  path: string;
  headers: Record<string, string>;
  body: unknown;
  messageIds: string[];
  /** Which messages the answer acknowledges. Throws at an answer that no fault excuses. */
  acknowledged(answer: unknown): string[] | 'later';
}

/** `gone`: the connection broke and nobody knows what happened; `later`: the server asks to be asked again. */
type Fate = 'acknowledged' | 'gone' | 'later';

const LATER_MS = 200;
const BATCH_SIZES = [1, 3, 2];

/**
 * Writes without a pause until the server is gone: REST calls and pushed batches by turns, one at a time. An operation
 * whose answer never came stays in hand, and goes out first when the server is back.
 */
export class Writer {
  readonly author: Author;
  readonly attempted: string[] = [];
  readonly acknowledged: string[] = [];
  /** How many operations were sent again because nobody knew what had become of them. */
  repeats = 0;
  readonly #onAcknowledged: (count: number) => void;
  readonly #batchSizes: readonly number[];
  readonly #deviceId = newId();
  #inHand: Operation | undefined;
  #previous: string | null = null;
  #turn = 0;

  /** @param batchSizes how many messages the batches have, by turns */
  constructor(
    author: Author,
    onAcknowledged: (count: number) => void,
    batchSizes: readonly number[] = BATCH_SIZES,
  ) {
    this.author = author;
    this.#batchSizes = batchSizes;
    this.#onAcknowledged = onAcknowledged;
  }

  get isInDoubt(): boolean {
    return this.#inHand !== undefined;
  }

  /** Writes until the connection breaks or `mayGoOn` says no. */
  async write(url: string, mayGoOn: () => boolean): Promise<void> {
    while (mayGoOn()) {
      const operation = this.#inHand ?? this.#next();
      this.#inHand = operation;
      const fate = await this.#send(url, operation);
      if (fate === 'gone') return;
      if (fate === 'later') await delay(LATER_MS);
    }
  }

  /** Sends what is in doubt again, with the same keys. */
  async repeat(url: string): Promise<void> {
    if (this.#inHand === undefined) return;
    this.repeats += 1;
    for (let fate: Fate = 'later'; fate !== 'acknowledged'; ) {
      fate = await this.#send(url, this.#inHand);
      if (fate === 'gone') throw new Error('The server was gone again.');
      if (fate === 'later') await delay(LATER_MS);
    }
  }

  async #send(url: string, operation: Operation): Promise<Fate> {
    let status: number;
    let text: string;
    try {
      const answer = await fetch(url + operation.path, {
        method: 'POST',
        headers: {
          'Content-Type': 'application/json',
          Authorization: `Bearer ${this.author.token}`,
          'X-Acting-User': this.author.userId,
          ...operation.headers,
        },
        body: JSON.stringify(operation.body),
      });
      status = answer.status;
      text = await answer.text();
    } catch {
      return 'gone';
    }
    if (status === 503) return 'later';
    if (status >= 300) throw new Error(`${operation.path}: ${errorBody.parse(JSON.parse(text)).code}`);
    const ids = operation.acknowledged(JSON.parse(text));
    if (ids === 'later') return 'later';
    this.#inHand = undefined;
    this.acknowledged.push(...ids);
    this.#onAcknowledged(ids.length);
    return 'acknowledged';
  }

  #next(): Operation {
    this.#turn += 1;
    const operation = this.#turn % 2 === 0 ? this.#batch() : this.#call();
    this.attempted.push(...operation.messageIds);
    return operation;
  }

  #call(): Operation {
    const id = newId();
    const key = newId();
    return {
      path: `/api/v1/chats/${this.author.chatId}/messages`,
      headers: { 'Idempotency-Key': key },
      body: { id, content: id },
      messageIds: [id],
      acknowledged: (answer) => [messageResponse.parse(answer).data.id],
    };
  }

  #batch(): Operation {
    const { chatId } = this.author;
    const size = this.#batchSizes[this.#turn % this.#batchSizes.length] ?? 1;
    const messageIds = Array.from({ length: size }, newId);
    const mutations = messageIds.map((id) => {
      const mutation = {
        id: newId(),
        name: 'sendMessage',
        version: 1,
        lane: `chat:${chatId}`,
        prev: this.#previous,
        args: { id, chatId, content: id, writtenAt: new Date().toISOString() },
      };
      this.#previous = mutation.id;
      return mutation;
    });
    return {
      path: '/api/v1/sync/push',
      headers: {},
      body: { protocol: PROTOCOL_VERSION, deviceId: this.#deviceId, mutations },
      messageIds,
      acknowledged: (answer) => {
        const statuses = pushResponse.parse(answer).answers.map(({ status }) => status);
        if (statuses.includes('retry')) return 'later';
        if (statuses.some((status) => status !== 'applied')) throw new Error(`push: ${statuses.join(', ')}`);
        return messageIds;
      },
    };
  }
}

/** Every message of a chat, oldest first, page by page through the API. */
export async function readChat(url: string, { chatId, token }: Author) {
  const messages = [];
  for (let before = ''; ; ) {
    const query = `perPage=${LIMITS.perPageMax}${before}`;
    const answer = await fetch(`${url}/api/v1/chats/${chatId}/messages?${query}`, {
      headers: { Authorization: `Bearer ${token}` },
    });
    const { data } = messagesResponse.parse(await answer.json());
    messages.push(...data);
    const oldest = data.at(-1)?.seq ?? 1;
    if (data.length === 0 || oldest === 1) return messages.toReversed();
    before = `&beforeSeq=${oldest}`;
  }
}
