import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { fileResponse, newId } from '../../protocol/index.ts';
import { startProcess, until } from '../faults/support/process.ts';
import { freePort, type RunningApp, startApp } from '../support/browser-app.ts';
import { callAs, type Person, registerPerson } from '../support/browser-people.ts';
import { photoOf } from './photo.ts';
import { type Figure, median } from './stats.ts';

const READERS = 8;
const SENDERS = 2;
const ROUNDS = 3;
const ROUND_MS = 4_000;
const WIDTH = 960;

const at = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

/** Asks once; resolves when the answer is read to its end. */
type Ask = () => Promise<void>;

/**
 * What one core serves of pictures, and takes in: the route with its session, its rights and its database, beside a server
 * that streams a file, and one that only draws. By turns, each with its threads on the same core.
 */
export async function measureImages(): Promise<Figure[]> {
  const app = await startApp({ entry: at('./one-core-server.ts') });
  try {
    const [ana, ben] = [await registerPerson(app.origin, 'Ana'), await registerPerson(app.origin, 'Ben')];
    const photo = await photoOf(2_048, 1_536);
    const id = await upload(app, ana, photo);
    // Read with the rights of a post: the reader is not who has sent it.
    const post = { id: newId(), content: 'Sa palengke', images: [id] };
    await callAs(app.origin, ana, 'POST', '/posts', undefined, post);
    const url = `${app.origin}/api/v1/files/${id}?w=${WIDTH}`;
    const served = async () => read(await fetch(url, { headers: headersOf(ben) }));
    const shown = await served();
    const bare = await startBare(join(app.dataDir, 'shown.webp'), shown);
    try {
      const show = await compare(READERS, served, async () => void (await read(await fetch(bare.origin))));
      const take = await compare(
        SENDERS,
        () => upload(app, ana, photo),
        async () =>
          void (await read(await fetch(bare.origin, { method: 'POST', body: new Uint8Array(photo) }))),
      );
      return [
        {
          what: `pictures of ${Math.round(shown.byteLength / 1_000)} KB served by one core, ${READERS} readers`,
          ...show,
          limit: { what: 'a file streamed by one core', value: show.bare },
        },
        {
          what: `pictures of ${Math.round(photo.byteLength / 1_000)} KB taken in by one core, ${SENDERS} senders`,
          ...take,
          limit: { what: 'the drawing alone, on one core', value: take.bare },
        },
      ];
    } finally {
      await bare.end();
    }
  } finally {
    await app.dispose();
  }
}

const headersOf = ({ token }: Person) => ({ authorization: `Bearer ${token}`, accept: 'image/webp,*/*' });

async function upload(app: RunningApp, { token }: Person, bytes: Buffer): Promise<string> {
  const form = new FormData();
  form.set('file', new File([new Uint8Array(bytes)], 'litrato.jpg', { type: 'image/jpeg' }));
  const answer = await fetch(`${app.origin}/api/v1/files`, {
    method: 'POST',
    body: form,
    headers: { authorization: `Bearer ${token}` },
  });
  if (answer.status !== 201) throw new Error(`POST /files answered ${answer.status}`);
  return fileResponse.parse(await answer.json()).data.id;
}

async function read(answer: Response): Promise<Buffer> {
  if (!answer.ok) throw new Error(`A picture answered ${answer.status}`);
  return Buffer.from(await answer.arrayBuffer());
}

async function startBare(path: string, bytes: Buffer) {
  await writeFile(path, bytes);
  const port = await freePort();
  const env = { PATH: process.env['PATH'], PORT: String(port), BARE_FILE: path };
  const bare = startProcess(process.execPath, [at('./bare/images.ts')], { env });
  await until('the bare server listens', 10_000, () =>
    bare.output().includes('listening') ? true : undefined,
  );
  return { origin: `http://127.0.0.1:${port}`, end: () => bare.end('SIGTERM') };
}

async function compare(atOnce: number, ask: () => Promise<unknown>, askBare: Ask) {
  const ours: number[] = [];
  const limits: number[] = [];
  await perSecond(atOnce, ask, 1_000);
  await perSecond(atOnce, askBare, 1_000);
  for (let round = 0; round < ROUNDS; round += 1) {
    limits.push(await perSecond(atOnce, askBare, ROUND_MS));
    ours.push(await perSecond(atOnce, ask, ROUND_MS));
  }
  return { value: median(ours), bare: median(limits), unit: '/s', samples: ROUNDS };
}

async function perSecond(atOnce: number, ask: () => Promise<unknown>, forMs: number): Promise<number> {
  const startedAt = performance.now();
  let count = 0;
  const one = async (): Promise<void> => {
    while (performance.now() - startedAt < forMs) {
      await ask();
      count += 1;
    }
  };
  await Promise.all(Array.from({ length: atOnce }, one));
  return (count / (performance.now() - startedAt)) * 1_000;
}
