import { type SQL, sql } from 'drizzle-orm';
import { DEFAULT_SETTINGS, type MemberSettings, memberSettings } from '../../../protocol/index.ts';
import { users } from '../../db/schema.ts';

type Switch = {
  [K in keyof MemberSettings]: MemberSettings[K] extends boolean ? K : never;
}[keyof MemberSettings];

/** A member's settings: what is stored, over the defaults. */
export const settingsOf = ({ settings }: Pick<typeof users.$inferSelect, 'settings'>): MemberSettings =>
  memberSettings.parse({ ...DEFAULT_SETTINGS, ...settings });

/** Whether the member of a query's `users` row has this switch on; for use in a `where`. */
export const hasSetting = (name: Switch): SQL<boolean> =>
  sql`coalesce((${users.settings} ->> ${name}::text)::boolean, ${DEFAULT_SETTINGS[name]}::boolean)`;
