import { userScope } from '../../protocol/index.ts';
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
  const rooms = heldScopes(state, actor);
  tx.put('users', { ...user, ...names, middleName: middleName || null }, ...rooms, ...friends);
  if (birthDate !== settings.birthDate) tx.put('settings', { ...settings, birthDate }, userScope(actor));
};

const updateSettings: Command<'updateSettings'> = (tx, wanted, { actor }) => {
  const settings = tx.get('settings', actor);
  if (settings === undefined) return refuse('not_found');
  tx.put('settings', { ...settings, ...wanted }, userScope(actor));
};

export const peopleCommands = { updateProfile, updateSettings };
