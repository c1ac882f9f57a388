/** Every kind of list that is held in part; `kinds.ts` says what each is. */
export type ListKindName = 'messages' | 'feed' | 'post' | 'comments';
