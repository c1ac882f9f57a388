import { parseArgs } from 'node:util';
import {
  errorBody,
  moderationLogResponse,
  moderationReportResponse,
  moderationReportsResponse,
  revealResponse,
  signedIn,
  suspensionResponse,
  suspensionsResponse,
  type z,
} from '../protocol/index.ts';

const USAGE = `Moderation from a terminal. It asks a running server as one of its MODERATORS, so that every act has a name in the log.

  node server/cli.ts reports [--closed]            the queue
  node server/cli.ts dismiss REPORT                nothing wrong with it
  node server/cli.ts remove REPORT                 take the message, post or comment away
  node server/cli.ts suspend REPORT --days N       suspend whoever it is about; without --days until somebody lifts it
                             [--note WORDS]        what the member reads
  node server/cli.ts author REPORT --why WORDS     who wrote something anonymous; the look is logged
  node server/cli.ts suspensions                   who is suspended, appeals first
  node server/cli.ts lift SUSPENSION               end a suspension
  node server/cli.ts keep SUSPENSION               answer its appeal with no
  node server/cli.ts log                           what moderators have done

TAMBAY_URL (http://localhost:3000), TAMBAY_EMAIL and TAMBAY_PASSWORD say where and as whom.`;

const say = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

/** What the server refused, in its own words. */
class Refused extends Error {
  override name = 'Refused';
}

type Ask = <T>(schema: z.ZodType<T>, method: 'GET' | 'POST', path: string, body?: unknown) => Promise<T>;

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
    const json: unknown = await answer.json();
    if (answer.ok) return schema.parse(json);
    throw new Refused(errorBody.safeParse(json).data?.message ?? `The server answered ${answer.status}`);
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
    say(`${data.person.name}  ${lift ? 'lifted' : 'stays'}`);
  };
  switch (command) {
    case 'reports': {
      const state = flags.closed ? 'closed' : 'open';
      const { data, meta } = await ask(
        moderationReportsResponse,
        'GET',
        `/moderation/reports?state=${state}`,
      );
      for (const report of data) {
        const whom = report.isAnonymous ? '(anonymous)' : (report.accused?.name ?? '(nobody found)');
        say(`${report.id}  ${report.createdAt}  ${report.kind}  ${report.reason}  about ${whom}`);
        for (const words of [report.note, report.evidence.text, report.claim.text])
          if (words !== null) say(`    ${JSON.stringify(words)}`);
        for (const line of report.evidence.lines)
          say(`    ${line.who}: ${JSON.stringify(line.text ?? '(picture)')}`);
      }
      return say(`${meta.total} ${state}`);
    }
    case 'dismiss':
    case 'remove':
      return act(command);
    case 'suspend': {
      const note = flags.note === undefined ? {} : { note: flags.note };
      return act('suspend', { days: flags.days === undefined ? null : Number(flags.days), ...note });
    }
    case 'author': {
      const path = `/moderation/reports/${id}/author`;
      const { data } = await ask(revealResponse, 'POST', path, { why: flags.why ?? '' });
      return say(`${data.name}  ${data.uniqueCode}`);
    }
    case 'suspensions': {
      const { data } = await ask(suspensionsResponse, 'GET', '/moderation/suspensions');
      for (const row of data)
        say(
          `${row.id}  ${row.person.name}  ${row.reason}  until ${row.until ?? 'lifted'}  ${row.appeal === null ? '' : `appeal: ${JSON.stringify(row.appeal)}`}`,
        );
      return say(`${data.length} suspended`);
    }
    case 'lift':
    case 'keep':
      return answer(command === 'lift');
    case 'log': {
      const { data } = await ask(moderationLogResponse, 'GET', '/moderation/log');
      for (const row of data)
        say(
          [row.at, row.moderator, row.action, row.person, row.words && JSON.stringify(row.words)]
            .filter(Boolean)
            .join('  '),
        );
      return;
    }
    default:
      throw new Refused(USAGE);
  }
};

const options = {
  closed: { type: 'boolean' },
  days: { type: 'string' },
  note: { type: 'string' },
  why: { type: 'string' },
} as const;
type Flags = ReturnType<typeof parseArgs<{ options: typeof options; allowPositionals: true }>>['values'];

const main = async (): Promise<void> => {
  const { values, positionals } = parseArgs({ options, allowPositionals: true });
  const [command = 'help', id = ''] = positionals;
  const { TAMBAY_URL = 'http://localhost:3000', TAMBAY_EMAIL, TAMBAY_PASSWORD } = process.env;
  if (command === 'help') return say(USAGE);
  if (!TAMBAY_EMAIL || !TAMBAY_PASSWORD)
    throw new Refused('TAMBAY_EMAIL and TAMBAY_PASSWORD have to name a moderator of the server');
  const credentials = { email: TAMBAY_EMAIL, password: TAMBAY_PASSWORD };
  const { data } = await asking(TAMBAY_URL, null)(signedIn, 'POST', '/auth/login', credentials);
  const token = data.accessToken;
  try {
    await run(asking(TAMBAY_URL, token), command, id, values);
  } finally {
    const headers = { authorization: `Bearer ${token}` };
    await fetch(`${TAMBAY_URL}/api/v1/auth/logout`, { method: 'POST', headers });
  }
};

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
});
