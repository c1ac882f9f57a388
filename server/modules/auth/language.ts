import { and, eq, ne } from 'drizzle-orm';
import type { FastifyRequest } from 'fastify';
import { type LanguageTag, matchLanguage } from '../../../protocol/index.ts';
import type { Database } from '../../db/database.ts';
import { users } from '../../db/schema.ts';

/** The language that a request asks for (`Accept-Language`, RFC 9110 §12.5.4); the app sends the one it is set to. */
export const languageOfRequest = ({ headers }: Pick<FastifyRequest, 'headers'>): LanguageTag | undefined =>
  matchLanguage((headers['accept-language'] ?? '').split(',').slice(0, 10));

/** Remembers what a member reads, for mail. */
export const rememberLanguage = async (
  db: Database,
  user: { id: string; language: string },
  language: LanguageTag | undefined,
): Promise<void> => {
  if (language === undefined || language === user.language) return;
  await db
    .update(users)
    .set({ language })
    .where(and(eq(users.id, user.id), ne(users.language, language)));
};
