import { parseArgs } from 'node:util';
import {
  errorBody,
  moderationLogResponse,
  moderationReportResponse,
  moderationReportsResponse,
  revealResponse,
  type SuspendBody,
  signedIn,
  suspendBody,
  suspensionResponse,
  suspensionsResponse,
  z,
} from '../protocol/index.ts';

const USAGE = `Moderation from a terminal. It asks a running server as one of its MODERATORS, so that every act has a name in the log.

  node server/cli.ts reports [--closed] [--page N] the queue
  node server/cli.ts dismiss REPORT                nothing wrong with it
  node server/cli.ts remove REPORT                 take the message, post or comment away
  node server/cli.ts suspend REPORT --days N       suspend the accused; without --days until lifted
                             [--note WORDS]        what the member reads
  node server/cli.ts author REPORT --why WORDS     who wrote something anonymous; the look is logged
  node server/cli.ts suspensions                   who is suspended, appeals first
  node server/cli.ts lift SUSPENSION               end a suspension
  node server/cli.ts keep SUSPENSION               answer its appeal with no
  node server/cli.ts log [--page N]                what moderators have done

TAMBAY_URL (http://localhost:3000), TAMBAY_EMAIL and TAMBAY_PASSWORD say where and as whom. Each command signs in and out
again, and the server takes five sign-ins before it asks to wait; for more of them keep one session:

  export $(node server/cli.ts login)               prints TAMBAY_TOKEN=…
  node server/cli.ts logout                        ends it`;

const say = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

const signatures = { valid: 'signed', broken: 'CHANGED after it was signed', none: 'not signed' };

/** What the server refused, in its own words. */
class Refused extends Error {
  override name = 'Refused';
}

type Ask = <T>(schema: z.ZodMiniType<T>, method: 'GET' | 'POST', path: string, body?: unknown) => Promise<T>;

const asking =
  (url: string, token: string | null): Ask =>
  async (schema, method, path, body) => {
    const answer = await fetch(`${url}/api/v1${path}`, {
      method,
      headers: {
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(token === null ? {} : { authorization: `Bearer ${token}` }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    // A proxy that stands before the server answers in its own way.
    const json: unknown = await answer.json().catch(() => null);
    if (answer.ok) return schema.parse(json);
    throw new Refused(errorBody.safeParse(json).data?.message ?? `The server answered ${answer.status}`);
  };

const commands = new Set([
  ...[
    'login',
    'logout',
    'reports',
    'dismiss',
    'remove',
    'suspend',
    'author',
    'suspensions',
    'lift',
    'keep',
    'log',
  ],
]);
const needsId = new Set(['dismiss', 'remove', 'suspend', 'author', 'lift', 'keep']);

/** A term that is no number must not end as one without an end. */
const termOf = ({ days, note }: Flags): SuspendBody => {
  const term = days === undefined ? null : Number(days);
  const body = suspendBody.safeParse({ days: term, ...(note === undefined ? {} : { note }) });
  if (!body.success)
    throw new Refused('--days takes a whole number from 1 to 3650, --note at most 1,000 characters');
  return body.data;
};

const run = async (ask: Ask, command: string, id: string, flags: Flags): Promise<void> => {
  const act = async (what: string, body?: unknown): Promise<void> => {
    const path = `/moderation/reports/${id}/${what}`;
    const { data } = await ask(moderationReportResponse, 'POST', path, body);
    say(`${data.id}  ${data.resolution ?? 'open'}`);
  };
  const answer = async (lift: boolean): Promise<void> => {
    const path = `/moderation/suspensions/${id}/answer`;
    const { data } = await ask(suspensionResponse, 'POST', path, { lift });
    say(`${data.person?.name ?? '(anonymous)'}  ${lift ? 'lifted' : 'stays'}`);
  };
  switch (command) {
    case 'reports': {
      const state = flags.closed ? 'closed' : 'open';
      const path = `/moderation/reports?state=${state}&page=${pageOf(flags)}`;
      const { data, meta } = await ask(moderationReportsResponse, 'GET', path);
      for (const report of data) {
        const whom = report.isAnonymous ? '(anonymous)' : (report.accused?.name ?? '(nobody found)');
        say(`${report.id}  ${report.createdAt}  ${report.kind}  ${report.reason}  about ${whom}`);
        const { note, evidence, claim } = report;
        for (const [what, words] of [
          ['note', note],
          ['server saw', evidence.text],
          ['under the post', evidence.under],
          [`device showed, ${signatures[claim.signature]}`, claim.text],
        ])
          if (words !== null) say(`    ${what}: ${JSON.stringify(words)}`);
        for (const line of report.evidence.lines)
          say(`    ${line.who}: ${JSON.stringify(line.text ?? '(picture)')}`);
      }
      return say(`${meta.total} ${state}, page ${meta.page} of ${meta.totalPages}`);
    }
    case 'dismiss':
    case 'remove':
      return act(command);
    case 'suspend':
      return act('suspend', termOf(flags));
    case 'author': {
      const path = `/moderation/reports/${id}/author`;
      const { data } = await ask(revealResponse, 'POST', path, { why: flags.why ?? '' });
      return say(`${data.name}  ${data.uniqueCode}`);
    }
    case 'suspensions': {
      const { data } = await ask(suspensionsResponse, 'GET', '/moderation/suspensions');
      for (const row of data)
        say(
          `${row.id}  ${row.person?.name ?? '(anonymous)'}  ${row.reason}  until ${row.until ?? 'lifted'}  ${row.appeal === null ? '' : `appeal: ${JSON.stringify(row.appeal)}`}`,
        );
      return say(`${data.length} suspended`);
    }
    case 'lift':
    case 'keep':
      return answer(command === 'lift');
    case 'log': {
      const path = `/moderation/log?page=${pageOf(flags)}`;
      const { data, meta } = await ask(moderationLogResponse, 'GET', path);
      for (const { at, moderator, action, person, days, words } of data) {
        const term = action !== 'suspend' ? null : days === null ? 'until lifted' : `${days} days`;
        const quoted = words && JSON.stringify(words);
        say([at, moderator, action, person, term, quoted].filter(Boolean).join('  '));
      }
      return say(`${meta.total} acts, page ${meta.page} of ${meta.totalPages}`);
    }
  }
};

const options = {
  closed: { type: 'boolean' },
  days: { type: 'string' },
  note: { type: 'string' },
  why: { type: 'string' },
  page: { type: 'string' },
} as const;
type Flags = ReturnType<typeof parseArgs<{ options: typeof options; allowPositionals: true }>>['values'];

/** The server says what is wrong with a page that is none. */
const pageOf = ({ page = '1' }: Flags): string => encodeURIComponent(page);

/** `fetch` says only that it failed; the reason is in its cause. */
const wordsOf = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? `${error.message}: ${error.cause.message}` : error.message;
};

const endSession = async (url: string, token: string): Promise<void> => {
  const headers = { authorization: `Bearer ${token}` };
  await fetch(`${url}/api/v1/auth/logout`, { method: 'POST', headers });
};

const main = async (): Promise<void> => {
  const { values, positionals } = parseArgs({ options, allowPositionals: true });
  const [command = 'help', id = ''] = positionals;
  const {
    TAMBAY_URL: url = 'http://localhost:3000',
    TAMBAY_TOKEN,
    TAMBAY_EMAIL,
    TAMBAY_PASSWORD,
  } = process.env;
  if (command === 'help') return say(USAGE);
  if (!commands.has(command)) throw new Refused(USAGE);
  if (needsId.has(command) && !z.uuid().safeParse(id).success)
    throw new Refused(`${command} needs an id as \`reports\` and \`suspensions\` show it`);
  if (TAMBAY_TOKEN && command !== 'login') {
    if (command === 'logout') return endSession(url, TAMBAY_TOKEN);
    return run(asking(url, TAMBAY_TOKEN), command, id, values);
  }
  if (!TAMBAY_EMAIL || !TAMBAY_PASSWORD)
    throw new Refused(
      'TAMBAY_EMAIL and TAMBAY_PASSWORD have to name a moderator of the server, or TAMBAY_TOKEN a session',
    );
  const credentials = { email: TAMBAY_EMAIL, password: TAMBAY_PASSWORD };
  const { data } = await asking(url, null)(signedIn, 'POST', '/auth/login', credentials);
  const token = data.accessToken;
  if (command === 'login') return say(`TAMBAY_TOKEN=${token}`);
  try {
    await run(asking(url, token), command, id, values);
  } finally {
    await endSession(url, token);
  }
};

main().catch((error: unknown) => {
  process.stderr.write(`${wordsOf(error)}\n`);
  process.exitCode = 1;
});
