import { openFolder } from '../../server/db/open-pglite.ts';

// Run by first-database.ts in a process of its own: `node make-database.ts FOLDER`.
const [folder = ''] = process.argv.slice(2);
const { close } = await openFolder(folder);
await close();
