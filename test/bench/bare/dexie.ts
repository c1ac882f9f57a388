import { Dexie } from 'dexie';

/** What the engine's storage library alone weighs. */
export const database = new Dexie('bare');
