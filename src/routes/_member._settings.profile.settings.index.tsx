import { createFileRoute } from '@tanstack/react-router';
import { z } from '../../protocol/index.ts';

/** No group picked: the panes show the list. */
export const Route = createFileRoute('/_member/_settings/profile/settings/')({
  // What is looked for, so that coming back from a found setting finds it again.
  validateSearch: z.object({ q: z.catch(z.optional(z.string()), undefined) }),
});
