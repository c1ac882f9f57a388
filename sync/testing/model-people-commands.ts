import { authorMuteId, blockId, friendshipId, userScope } from '../../protocol/index.ts';
import { type Command, refuse } from './model-command.ts';
import { heldScopes } from './model-state.ts';

const updateProfile: Command<'updateProfile'> = (tx, { userId, ...wanted }, { actor, state }) => {
  if (userId !== actor) return refuse('not_found');
  const user = tx.get('users', actor);
  const settings = tx.get('settings', actor);
  if (user === undefined || settings === undefined) return refuse('not_found');
  const { birthDate = settings.birthDate, middleName = user.middleName, ...names } = wanted;
  // The model has no jobs: everybody who knows the person is told at once.
  const friends = [...state.tables.friendships.values()]
    .filter((row) => row.requesterId === actor || row.requesteeId === actor)
    .map((row) => userScope(row.requesterId === actor ? row.requesteeId : row.requesterId));
  const blockers = [...state.tables.blocks.values(), ...state.tables.authorMutes.values()]
    .filter((row) => row.userId === actor)
    .map((row) => userScope(row.id.slice(0, actor.length)));
  const rooms = heldScopes(state, actor);
  tx.put('users', { ...user, ...names, middleName: middleName || null }, ...rooms, ...friends, ...blockers);
  if (birthDate !== settings.birthDate) tx.put('settings', { ...settings, birthDate }, userScope(actor));
};

const updateSettings: Command<'updateSettings'> = (tx, wanted, { actor }) => {
  const settings = tx.get('settings', actor);
  if (settings === undefined) return refuse('not_found');
  tx.put('settings', { ...settings, ...wanted }, userScope(actor));
};

const cancelRequest: Command<'cancelRequest'> = (tx, { friendshipId: id }, { actor }) => {
  const friendship = tx.get('friendships', id);
  if (friendship?.requesterId !== actor) return refuse('not_found');
  if (friendship.status === 'APPROVED') return refuse('already_friends');
  tx.remove('friendships', id, userScope(friendship.requesteeId), userScope(actor));
};

const unfriend: Command<'unfriend'> = (tx, { friendshipId: id }, { actor }) => {
  const friendship = tx.get('friendships', id);
  const { requesterId, requesteeId } = friendship ?? {};
  if (requesterId === undefined || requesteeId === undefined) return refuse('not_found');
  if (friendship?.status !== 'APPROVED' || (requesterId !== actor && requesteeId !== actor))
    return refuse('not_found');
  tx.remove('friendships', id, userScope(requesterId), userScope(requesteeId));
};

const setBlock: Command<'setBlock'> = (tx, { userId, blocked }, { actor, at }) => {
  if (userId === actor) return refuse('self_request');
  if (tx.get('users', userId) === undefined) return blocked ? refuse('not_found') : undefined;
  const id = blockId(actor, userId);
  if (blocked === (tx.get('blocks', id) !== undefined)) return;
  if (!blocked) return tx.remove('blocks', id, userScope(actor));
  tx.put('blocks', { id, userId, createdAt: at }, userScope(actor));
  tx.log('users', userId, userScope(actor));
  tx.remove('friendships', friendshipId(actor, userId), userScope(actor), userScope(userId));
};

const muteAuthor: Command<'muteAuthor'> = (tx, { userId, muted }, { actor, at }) => {
  if (userId === actor) return refuse('self_request');
  if (tx.get('users', userId) === undefined) return muted ? refuse('not_found') : undefined;
  const id = authorMuteId(actor, userId);
  if (muted === (tx.get('authorMutes', id) !== undefined)) return;
  if (!muted) return tx.remove('authorMutes', id, userScope(actor));
  tx.put('authorMutes', { id, userId, createdAt: at }, userScope(actor));
  tx.log('users', userId, userScope(actor));
};

/** Reports go to moderators; no member's tables hold them. */
const reportThing: Command<'reportThing'> = () => undefined;

export const peopleCommands = {
  reportThing,
  updateProfile,
  updateSettings,
  cancelRequest,
  unfriend,
  setBlock,
  muteAuthor,
};
