/** Where a tab keeps the form of a new group (features/chats/use-kept-group.ts); it goes with its member. */
export const NEW_GROUP_KEY = 'tambay.newGroup';
