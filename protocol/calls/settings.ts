import { one } from '../envelope.ts';
import { settingsRow } from '../rows/settings.ts';

/** `GET|PATCH /settings`: one's own. */
export const settingsResponse = one(settingsRow);
