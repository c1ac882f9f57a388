import { NEVER } from 'rxjs';
import { newId } from '../../protocol/index.ts';
import { createServer, parseConfig } from '../../server/index.ts';
import { createSession } from '../../server/modules/auth/sessions.ts';
import { openMemoryDatabase } from '../../server/testing/open-database.ts';
import { type Person, World } from '../../server/testing/world.ts';
import { createHttpClient, type Engine, openEngine } from '../../sync/index.ts';
import { createHttpPort } from '../../sync/platform/http-port.ts';

/**
 * The real engine against the real server, over HTTP and sockets, in one process and without a browser. The caller has
 * imported fake-indexeddb before all else: Dexie looks for IndexedDB once, when it is loaded.
 */
export const startRealDevices = async () => {
  const database = await openMemoryDatabase();
  const world = new World(database.db);
  const server = await createServer({
    config: parseConfig({ LOG_LEVEL: 'silent' }),
    database,
    takeFromBucket: async () => 0,
    eventLoopDelayMaxMs: 0,
  });
  const baseUrl = await server.app.listen({ host: '127.0.0.1', port: 0 });
  const engines: Engine[] = [];

  /** A device of this person; `cable.isCut` takes its network away, `plugIn` opens the app on it once more. */
  const open = async (person: Person) => {
    const { accessToken } = await createSession(world.db, person.id, 'Test device', new Date());
    const cable = { isCut: false };
    const http = createHttpPort(createHttpClient({ baseUrl }));
    const databaseName = `tambay-${newId()}`;
    const plugIn = async (): Promise<Engine> => {
      const engine = await openEngine({
        userId: person.id,
        baseUrl,
        token: () => accessToken,
        databaseName,
        deviceDatabaseName: `${databaseName}-device`,
        ports: {
          online: { isOnline: () => !cable.isCut, changes: NEVER },
          // An engine that was answered does not believe a browser that says offline.
          http: {
            send: (request) =>
              cable.isCut ? Promise.reject(new TypeError('The cable is cut.')) : http.send(request),
          },
          // Each device of this process is a browser of its own.
          channel: { post: () => undefined, messages: NEVER, close: () => undefined },
          locks: { withLock: (_name, _options, action) => action(new AbortController().signal) },
        },
      });
      engines.push(engine);
      return engine;
    };
    return { cable, plugIn, engine: await plugIn() };
  };

  return {
    server,
    world,
    baseUrl,
    open,
    /** After each test. */
    closeEngines: async (): Promise<void> => {
      for (const engine of engines.splice(0)) await engine.close();
    },
    close: () => server.close(),
  };
};
