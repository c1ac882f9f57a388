import { randomBytes } from 'node:crypto';
import {
  type Cursor,
  createUniqueCode,
  friendshipId,
  type MutationName,
  mutations,
  newId,
  PROTOCOL_VERSION,
  type PullRequest,
  type PullResponse,
  privateChatId,
} from '../../protocol/index.ts';
import type { Database } from '../db/database.ts';
import { blocks, uniqueCodes, users } from '../db/schema.ts';
import { createBatches } from '../modules/sync/batch/batches.ts';
import type { Clock, Commit } from '../modules/sync/context.ts';
import type { MutationOutcome, MutationRequest } from '../modules/sync/mutation.ts';
import type { MutationServices } from '../modules/sync/mutation-services.ts';
import { pull } from '../modules/sync/pull/pull.ts';
import { runCommand } from '../modules/sync/run-command.ts';
import { rememberLookUp } from '../modules/users/look-ups.ts';
import { currentRequestId } from '../request-context.ts';

export type Person = typeof users.$inferSelect;

/** A clock that tests move. */
export class TestClock implements Clock {
  #now = new Date('2026-03-01T08:00:00.000Z');
  readonly now = (): Date => this.#now;
  advance(ms: number): void {
    this.#now = new Date(this.#now.getTime() + ms);
  }
}

/** People who act on one database, below HTTP: commands and pulls as the routes call them. */
export class World {
  readonly clock = new TestClock();
  readonly commits: Commit[] = [];
  /** What commands have sent; nothing carries it out here. */
  readonly sentJobs: { name: string; data: unknown; requestId: string | null }[] = [];
  readonly services: MutationServices;
  readonly db: Database;

  constructor(db: Database) {
    this.db = db;
    this.services = {
      db,
      clock: this.clock,
      publish: (commit) => this.commits.push(commit),
      takeFromBucket: async () => 0,
      batches: createBatches(1),
      receipts: { stored: () => undefined, seen: () => undefined },
      jobs: {
        send: async (_tx, job, data) => {
          this.sentJobs.push({ name: job.name, data: job.data.parse(data), requestId: currentRequestId() });
        },
      },
    };
  }

  async person(firstName = 'Ana'): Promise<Person> {
    const id = newId();
    const uniqueCode = createUniqueCode(randomBytes(12));
    const [person] = await this.db
      .insert(users)
      .values({
        id,
        email: `${id}@example.test`,
        passwordHash: 'never used',
        firstName,
        lastName: 'Reyes',
        birthDate: '1990-05-05',
        uniqueCode,
        createdAt: this.clock.now(),
      })
      .returning();
    if (!person) throw new Error('The person was not stored.');
    await this.db.insert(uniqueCodes).values({ code: uniqueCode, userId: id });
    return person;
  }

  /** Two people who are friends, with the private chat that comes with it. */
  async friends(): Promise<{ ana: Person; ben: Person; chatId: string }> {
    const [ana, ben] = [await this.person('Ana'), await this.person('Ben')];
    await this.befriend(ana, ben);
    return { ana, ben, chatId: privateChatId(ana.id, ben.id) };
  }

  async befriend(ana: Person, ben: Person): Promise<void> {
    await this.applied(ana, 'requestFriend', { uniqueCode: ben.uniqueCode });
    await this.applied(ben, 'acceptFriend', { friendshipId: friendshipId(ana.id, ben.id) });
  }

  async block(blocker: Person, blocked: Person): Promise<void> {
    await this.db
      .insert(blocks)
      .values({ blockerId: blocker.id, blockedId: blocked.id, createdAt: this.clock.now() });
  }

  /** `asker` has entered the person's code: a stranger whom they have seen. */
  async lookUp(asker: Person, person: Person): Promise<void> {
    await rememberLookUp(this.db, this.clock.now(), asker.id, person.id);
  }

  run(
    actor: Person,
    name: MutationName,
    args: unknown,
    request: Partial<MutationRequest> = {},
  ): Promise<MutationOutcome> {
    const { version } = mutations[name];
    return runCommand(this.services, { userId: actor.id, id: newId(), name, version, args, ...request });
  }

  /** Runs a mutation that has to succeed. */
  async applied(actor: Person, name: MutationName, args: unknown, request: Partial<MutationRequest> = {}) {
    const outcome = await this.run(actor, name, args, request);
    if (outcome.status !== 'applied') throw new Error(`${name}: ${JSON.stringify(outcome)}`);
    return outcome;
  }

  /** The kind of error that a mutation is rejected with, or its status when it is not. */
  async verdict(actor: Person, name: MutationName, args: unknown): Promise<string> {
    const outcome = await this.run(actor, name, args);
    return outcome.status === 'rejected' ? outcome.error.code : outcome.status;
  }

  message(chatId: string, content = 'Kumusta?'): Record<string, unknown> & { id: string } {
    return { id: newId(), chatId, content, writtenAt: this.clock.now().toISOString() };
  }

  async say(actor: Person, chatId: string, content?: string): Promise<string> {
    const message = this.message(chatId, content);
    await this.applied(actor, 'sendMessage', message);
    return message.id;
  }

  /** Below HTTP there is no sign-in: each person has one session, named like them. */
  pull(
    actor: Person,
    cursors: Record<string, Cursor> = {},
    request: Partial<PullRequest> = {},
  ): Promise<PullResponse> {
    return pull(
      this.services,
      { id: actor.id, userId: actor.id },
      {
        protocol: PROTOCOL_VERSION,
        deviceId: newId(),
        cursors,
        unfinished: [],
        pendingCount: 0,
        ...request,
      },
    );
  }
}
