import type { PostRow } from '../../../protocol/index.ts';

/** What the form of a post asks for, files aside. */
export type PostValues = Pick<PostRow, 'content' | 'privacy' | 'anonymous'>;
