import { randomBytes } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { createQrId, createUniqueCode, postResponse, qrStarted } from '../../protocol/index.ts';
import { startApp } from '../support/browser-app.ts';
import { type Person, registerPerson } from '../support/browser-people.ts';
import { type Figure, median, superiority } from './stats.ts';

const PAIRS = 400;
/** What docs/threat-model.md allows. */
const CHANCE = { least: 0.45, most: 0.55 };
const WARM_UP = 20;
const benchServer = fileURLToPath(new URL('./bench-server.ts', import.meta.url));

/** Asks once, about what there is (true) or about what there is not. */
type Ask = (isThere: boolean) => Promise<Response>;

/**
 * Whether the time of an answer tells what its words do not (threats T04, T09, T15): 400 interleaved pairs of questions about
 * what there is and what there is not. An onlooker who has to guess by time alone is right half the time.
 */
export async function measureEnumeration(): Promise<Figure[]> {
  const app = await startApp({ entry: benchServer });
  try {
    const [ana, ben] = [await registerPerson(app.origin, 'Ana'), await registerPerson(app.origin, 'Ben')];
    const call = callerOf(app.origin);
    // Ben blocks Ana: to her, his code is one that nobody has.
    await expectStatus(call('GET', `/users/unique-code/${ana.uniqueCode}`, ben), 200);
    await expectStatus(call('PUT', `/users/${ana.id}/block`, ben, { blocked: true }), 200);
    // Ben has scanned a device: it is his to let in. The words tell a spent code from none, which 130 random bits allow.
    const shown = qrStarted.parse(await (await call('POST', '/auth/qr/sessions', null, {})).json());
    await expectStatus(call('POST', `/auth/qr/sessions/${shown.data.id}/claim`, ben), 200);
    const cora = await registerPerson(app.origin, 'Cora');
    const publish = async (anonymous: boolean): Promise<string> => {
      const answer = await call('POST', '/posts', cora, { content: 'Pagod na ako', anonymous });
      return postResponse.parse(await answer.json()).data.id;
    };
    const [secret, open] = [await publish(true), await publish(false)];
    const nobody = () => `${randomBytes(8).toString('hex')}.${ana.email}`;
    const questions: Record<string, Ask> = {
      'wrong password, or nobody’s e-mail': (isThere) =>
        call('POST', '/auth/login', null, {
          email: isThere ? ana.email : nobody(),
          password: 'not the password',
        }),
      'forgotten password': (isThere) =>
        call('POST', '/auth/forgot-password', null, { email: isThere ? ana.email : nobody() }),
      'code of somebody who blocked me, or nobody’s': (isThere) =>
        call(
          'GET',
          `/users/unique-code/${isThere ? ben.uniqueCode : createUniqueCode(randomBytes(12))}`,
          ana,
        ),
      'QR sign-in that is another’s to decide, or nobody’s': (isThere) =>
        call('POST', `/auth/qr/sessions/${isThere ? shown.data.id : createQrId(randomBytes(26))}/deny`, ana),
      'change of somebody’s anonymous post, or of a named one': (isThere) =>
        call('PUT', `/posts/${isThere ? secret : open}`, ana, { content: 'akin' }),
    };
    const figures: Figure[] = [];
    for (const [what, ask] of Object.entries(questions))
      figures.push(...toFigures(what, await compare(what, ask)));
    return figures;
  } finally {
    await app.dispose();
  }
}

type Times = { there: number[]; not: number[] };

/**
 * Of 400 pairs the AUC is 0.5 ± 0.02 (its standard error without any difference), so that one run in twenty shows one of
 * five questions outside by chance alone. One that is outside is asked four times as often: what is real stays there.
 */
async function compare(what: string, ask: Ask): Promise<Times> {
  const times = await measure(what, ask, PAIRS);
  const auc = superiority(times.there, times.not);
  return auc >= CHANCE.least && auc <= CHANCE.most ? times : measure(what, ask, 4 * PAIRS);
}

async function measure(what: string, ask: Ask, pairs: number): Promise<Times> {
  const times: Times = { there: [], not: [] };
  for (let pair = -WARM_UP; pair < pairs; pair += 1) {
    const answers: string[] = [];
    // By turns the one and the other comes first.
    for (const isThere of pair % 2 === 0 ? [true, false] : [false, true]) {
      const askTimed = async () => {
        const startedAt = performance.now();
        const answer = await ask(isThere);
        return { answer, tookMs: performance.now() - startedAt };
      };
      // The server ends a connection after a thousand requests, now and then under the next one: asked and timed again.
      const { answer, tookMs } = await askTimed().catch(askTimed);
      const { requestId: _, ...body } = Object(await answer.json());
      answers.push(`${answer.status} ${JSON.stringify(body)}`);
      if (pair >= 0) times[isThere ? 'there' : 'not'].push(tookMs);
    }
    if (answers[0] !== answers[1]) throw new Error(`${what}: the words tell it: ${answers.join(' – ')}`);
  }
  return times;
}

const toFigures = (what: string, { there, not }: Times): Figure[] => [
  {
    what: `${what}: guessed by time`,
    value: superiority(there, not),
    unit: 'AUC',
    limit: { what: `chance (${CHANCE.least} to ${CHANCE.most} is fine)`, value: 0.5 },
    samples: there.length,
  },
  {
    what: `${what}: difference`,
    value: Math.abs(median(there) - median(not)),
    unit: 'ms',
    limit: { what: 'what docs/threat-model.md allows', value: 5 },
    samples: there.length,
  },
];

const callerOf =
  (origin: string) =>
  (method: string, path: string, who: Person | null, body?: object): Promise<Response> =>
    fetch(`${origin}/api/v1${path}`, {
      method,
      headers: {
        ...(who ? { authorization: `Bearer ${who.token}` } : {}),
        ...(body ? { 'content-type': 'application/json' } : {}),
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });

async function expectStatus(asked: Promise<Response>, status: number): Promise<void> {
  const answer = await asked;
  if (answer.status !== status) throw new Error(`${answer.url}: ${answer.status} ${await answer.text()}`);
}
