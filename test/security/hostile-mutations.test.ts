import { afterAll, describe, expect, it } from 'vitest';
import {
  LIMITS,
  type MutationArgs,
  type MutationName,
  mutations,
  newId,
  PROTOCOL_VERSION,
} from '../../protocol/index.ts';
import { shareOf } from '../support/share-of.ts';
import { hostileValues } from './corpus.ts';
import { listFields, type Path, RECORD_KEY, toWireSchema, withField } from './fields.ts';
import { LIMIT_MS, openHostile } from './hostile.ts';

/** An argument meets a share of the values, and each value a share of the arguments. */
const SHARES = 3;

/** A little below the limit of a body (256 kB), so that one request brings as many as it may. */
const BODY_BYTES = 240_000;

/** In requests that are as full as they may be. A value that is too large for any has one of its own. */
const packed = function* (pushed: readonly object[]): Generator<object[]> {
  let batch: object[] = [];
  let bytes = 0;
  for (const mutation of pushed) {
    const size = Buffer.byteLength(JSON.stringify(mutation)) + 200;
    if (batch.length === LIMITS.pushBatchMax || (batch.length > 0 && bytes + size > BODY_BYTES)) {
      yield batch;
      [batch, bytes] = [[], 0];
    }
    batch.push(mutation);
    bytes += size;
  }
  if (batch.length > 0) yield batch;
};

const hostile = await openHostile();
const { api, askAsOwner } = hostile;
const cast = hostile.cast();
afterAll(hostile.close);

describe('a pushed mutation', { timeout: LIMIT_MS }, () => {
  /** Arguments of each mutation that would be accepted; the compiler asks for those of a new one. */
  const argsOf: { readonly [N in MutationName]: () => MutationArgs<N> } = {
    sendMessage: () => ({
      id: newId(),
      chatId: cast.groupId,
      content: 'Kumusta?',
      files: [RECORD_KEY],
      voices: { [RECORD_KEY]: { durationMs: 2_000, waveform: 'A'.repeat(LIMITS.waveformPeaks) } },
      writtenAt: new Date().toISOString(),
    }),
    editMessage: () => ({ chatId: cast.groupId, messageId: cast.messageOfO, content: 'Kumusta na?' }),
    deleteMessage: () => ({ chatId: cast.groupId, messageId: cast.messageOfO }),
    withdrawFile: () => ({ chatId: cast.groupId, messageId: cast.messageOfO, fileId: cast.files.inGroup }),
    hideMessage: () => ({ chatId: cast.groupId, messageId: cast.messageOfO, hidden: true }),
    reactToMessage: () => ({ chatId: cast.groupId, messageId: cast.messageOfO, emoji: '👍' }),
    markListened: () => ({ chatId: cast.groupId, messageId: cast.messageOfO }),
    starMessage: () => ({ chatId: cast.groupId, messageId: cast.messageOfO, isStarred: true }),
    pinMessage: () => ({ chatId: cast.groupId, messageId: cast.messageOfO, isPinned: true }),
    markSeen: () => ({ chatId: cast.groupId, seq: 1 }),
    markScreenSeen: () => ({ url: `/posts/${cast.postId}`, until: new Date().toISOString() }),
    requestFriend: () => ({ uniqueCode: cast.people.S.uniqueCode }),
    acceptFriend: () => ({ friendshipId: newId() }),
    rejectFriend: () => ({ friendshipId: newId() }),
    updateProfile: () => ({
      userId: cast.people.O.id,
      firstName: 'Olive',
      middleName: '',
      birthDate: '1990-05-05',
    }),
    cancelRequest: () => ({ friendshipId: newId() }),
    unfriend: () => ({ friendshipId: newId() }),
    reportThing: () => ({
      id: newId(),
      kind: 'person',
      targetId: cast.people.S.id,
      reason: 'spam',
      note: 'x',
      snapshot: { text: 'x', authorId: cast.people.S.id },
    }),
    setBlock: () => ({ userId: cast.people.S.id, blocked: true }),
    muteAuthor: () => ({ userId: cast.people.S.id, muted: true }),
    updateSettings: () => ({ showPresence: false, language: 'fil' }),
    createPost: () => ({ id: newId(), content: 'Magandang umaga', alts: { [RECORD_KEY]: 'dagat' } }),
    updatePost: () => ({ id: cast.postId, content: 'Magandang gabi' }),
    deletePost: () => ({ id: newId(), soft: true }),
    restorePost: () => ({ id: cast.postId }),
    setLike: () => ({ postId: cast.postId, liked: true }),
    hidePost: () => ({ postId: cast.postId, hidden: true }),
    createComment: () => ({ id: newId(), postId: cast.postId, content: 'Oo nga' }),
    updateComment: () => ({ id: cast.commentId, postId: cast.postId, content: 'Hindi pala' }),
    deleteComment: () => ({ id: newId(), postId: cast.postId }),
    createChat: () => ({ id: newId(), type: 'GROUP', name: 'Tropa', users: [cast.people.F.id] }),
    updateChat: () => ({ chatId: cast.groupId, name: 'Tropa' }),
    addMember: () => ({ chatId: cast.groupId, userId: cast.people.F.id }),
    removeMember: () => ({ chatId: cast.groupId, userId: cast.people.E.id }),
    setMemberRole: () => ({ chatId: cast.groupId, userId: cast.people.M.id, role: 'ADMIN' }),
    joinChat: () => ({ chatId: cast.publicId }),
    declineInvitation: () => ({ chatId: cast.groupId }),
    leaveChat: () => ({ chatId: newId() }),
    setChatPreferences: () => ({
      ...{ chatId: cast.groupId, isMuted: true, mutedUntil: new Date(Date.now() + 60_000).toISOString() },
      ...{ mutesMentions: true, isArchived: false },
    }),
    setChatPin: () => ({ chatId: cast.groupId, rank: 'a0', isMove: false }),
    clearChat: () => ({ chatId: cast.privateId, seq: 1 }),
    deleteChat: () => ({ chatId: newId() }),
    answerMessageRequest: () => ({ chatId: cast.requestId, isAccepted: true }),
  };
  it('reaches what is in a record', () => {
    const fields = listFields(toWireSchema(mutations.sendMessage.args)).map((path) => path.join('/'));
    expect(fields).toContain(`voices/${RECORD_KEY}/durationMs`);
    expect(fields).toContain(`voices/${RECORD_KEY}/waveform`);
  });

  const push = api.find(({ name }) => name === 'POST /api/v1/sync/push');

  /** Each mutation in a lane of its own, so that none waits for another. */
  const pushAll = async (pushed: readonly object[]): Promise<boolean> => {
    if (push === undefined) throw new Error('There is no push.');
    const inLanes = pushed.map((mutation) => ({ ...mutation, id: newId(), lane: newId(), prev: null }));
    const answer = await askAsOwner(push, {
      body: { protocol: PROTOCOL_VERSION, deviceId: newId(), mutations: inLanes },
    });
    if (answer.statusCode !== 200) return false;
    const { answers } = answer.json();
    expect(answers).toHaveLength(pushed.length);
    // A file that is not there may still be sent; nothing else about a hostile value gets better by waiting.
    for (const { status, error } of answers)
      if (status === 'retry') expect(error.code).toBe('dependency_missing');
    return true;
  };

  /** Where one of them makes the server refuse the whole request, the others have not been looked at. */
  const pushParts = async (pushed: readonly object[]): Promise<void> => {
    if ((await pushAll(pushed)) || pushed.length === 1) return;
    const middle = Math.ceil(pushed.length / 2);
    await pushParts(pushed.slice(0, middle));
    await pushParts(pushed.slice(middle));
  };

  it.each(Object.entries(mutations))(
    '%s survives hostile values in every argument',
    async (name, { version, args }) => {
      const paths: Path[] = [[], ...listFields(toWireSchema(args)), ['unknown']];
      const makeArgs = Object.entries(argsOf).find(([known]) => known === name)?.[1];
      for (const path of paths) {
        const pushed = shareOf(hostileValues, `${name} ${path.join('/')}`, SHARES).map((value) => ({
          ...{ name, version },
          args: withField(makeArgs?.(), path, value),
        }));
        for (const batch of packed(pushed)) await pushParts(batch);
      }
    },
  );
});
