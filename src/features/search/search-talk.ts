import type { PostRow, UserRow } from '../../../protocol/index.ts';
import type { FoundMessages, MessageQuery } from '../../../sync/index.ts';

export type SearchKind = 'all' | 'messages' | 'people' | 'posts' | 'chats';

/** What the page asks of the worker. A question takes the place of the one before. */
export type SearchRequest =
  | { readonly type: 'open'; readonly userId: string }
  | {
      readonly type: 'find';
      readonly id: number;
      readonly query: MessageQuery;
      readonly kind: SearchKind;
      /** Where to go on among the messages. */
      readonly from: number;
    };

/** What it is sent: parts of an answer as they are found, and how much the index has yet to read. */
export type SearchAnswer =
  | { readonly type: 'remaining'; readonly count: number }
  | {
      readonly type: 'found';
      readonly id: number;
      readonly people?: readonly UserRow[];
      readonly posts?: readonly PostRow[];
      readonly messages?: FoundMessages;
      readonly isLast: boolean;
    }
  | { readonly type: 'fault'; readonly name: string };
