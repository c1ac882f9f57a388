import type { MetaRow } from '../storage/rows.ts';
import type { WriteTransaction } from '../storage/storage.ts';

/** So many answers are kept; of more, those that were given longest ago go. */
export const KEPT_ANSWERS_MAX = 100;
/** Longer ones are not worth their room. */
const LENGTH_MAX = 200_000;
const INDEX = 'answers';

/** Where the answer to a look-up lies in `meta`, as JSON. */
export const answerKey = (question: string): string => `answer ${question}`;

const questionsIn = (row: MetaRow | undefined): string[] =>
  typeof row?.value === 'string' ? row.value.split('\n').filter(Boolean) : [];

/**
 * Keeps what the server has answered to a look-up whose rows are in no scope: somebody's profile, public chats. What was
 * looked at once is there without a network.
 * @param question names it, without line breaks
 * @param answer what JSON can hold; null: there is nothing any more
 */
export const keepAnswer = async (tx: WriteTransaction, question: string, answer: unknown): Promise<void> => {
  const json = answer === null ? null : JSON.stringify(answer);
  const known = questionsIn(await tx.get('meta', INDEX)).filter((one) => one !== question);
  const isKept = json !== null && json.length <= LENGTH_MAX;
  const questions = isKept ? [...known, question] : known;
  const gone = questions.slice(0, Math.max(0, questions.length - KEPT_ANSWERS_MAX));
  await tx.delete('meta', [...gone, ...(isKept ? [] : [question])].map(answerKey));
  await tx.put('meta', [
    { key: INDEX, value: questions.slice(gone.length).join('\n') },
    ...(isKept ? [{ key: answerKey(question), value: json }] : []),
  ]);
};
