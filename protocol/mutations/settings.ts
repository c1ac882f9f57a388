import { memberSettings } from '../rows/settings.ts';
import { z } from '../zod.ts';
import { declareMutation } from './declare.ts';

/** Changes some of my settings; what is not named stays as it is. */
export const updateSettings = declareMutation({
  version: 1,
  args: z
    .exactPartial(memberSettings)
    .check(z.refine((settings) => Object.keys(settings).length > 0, 'Nothing to change')),
  method: 'PATCH',
  path: '/settings',
  lane: () => 'settings',
});
