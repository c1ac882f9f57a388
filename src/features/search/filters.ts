import type { SearchHas } from '../../../protocol/index.ts';
import type { MessageQuery } from '../../../sync/index.ts';

/** What narrows a search down. Days are those of the calendar here, as `2026-03-01`. */
export type Filters = {
  readonly has: SearchHas | null;
  readonly isStarred: boolean;
  readonly chatId: string | null;
  readonly senderId: string | null;
  readonly since: string | null;
  readonly until: string | null;
};

export const NO_FILTERS: Filters = {
  has: null,
  isStarred: false,
  chatId: null,
  senderId: null,
  since: null,
  until: null,
};

export const isFiltered = (filters: Filters): boolean =>
  filters.isStarred ||
  [filters.has, filters.chatId, filters.senderId, filters.since, filters.until].some((one) => one !== null);

const instantOf = (day: string, time: string): string | undefined => {
  const at = new Date(`${day}T${time}`);
  return Number.isNaN(at.getTime()) ? undefined : at.toISOString();
};

/** What a search is asked for. The last day belongs to it as a whole. */
export const queryOf = (text: string, filters: Filters): MessageQuery => {
  const { has, isStarred, chatId, senderId, since, until } = filters;
  return {
    text,
    chatId,
    isStarred,
    ...(has === null ? {} : { has }),
    ...(senderId === null ? {} : { senderId }),
    ...(since === null ? {} : { since: instantOf(since, '00:00:00.000') }),
    ...(until === null ? {} : { until: instantOf(until, '23:59:59.999') }),
  };
};

/** Whether there is anything to look for. */
export const isAsked = ({ text, chatId, isStarred, has, senderId, since, until }: MessageQuery): boolean =>
  text.trim() !== '' ||
  isStarred === true ||
  [chatId ?? undefined, has, senderId, since, until].some((one) => one !== undefined);

/** A day so many days before another, as the calendar here counts. */
export const daysBefore = (now: Date, days: number): string => {
  const day = new Date(now.getFullYear(), now.getMonth(), now.getDate() - days);
  const two = (part: number): string => String(part).padStart(2, '0');
  return `${day.getFullYear()}-${two(day.getMonth() + 1)}-${two(day.getDate())}`;
};
