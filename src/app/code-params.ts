import { notFound } from '@tanstack/react-router';
import { uniqueCode, uuid } from '../../protocol/index.ts';

const schema = uniqueCode();

/** A unique code in an address, however it was typed; an address with anything else is a page that does not exist. */
export const readCode = (typed: string): string => {
  const parsed = schema.safeParse(typed);
  if (!parsed.success) throw notFound();
  return parsed.data;
};

const id = uuid();

/** An id in an address; anything else is a page that does not exist. */
export const readUuid = (typed: string): string => {
  const parsed = id.safeParse(typed);
  if (!parsed.success) throw notFound();
  return parsed.data;
};
