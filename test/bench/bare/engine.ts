/** What somebody else's page would take of ours: open, mutate, read live, ask how it stands, close. */
export { openEngine } from '../../../sync/index.ts';
