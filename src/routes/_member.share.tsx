import { createFileRoute } from '@tanstack/react-router';
import { z } from '../../protocol/index.ts';
import { ShareScreen } from '../features/share/share-screen.tsx';

export const Route = createFileRoute('/_member/share')({
  /** `notKept`: the worker had no place for any of it (sw/share.ts). */
  validateSearch: z.object({ notKept: z.catch(z.optional(z.boolean()), undefined) }),
  component: function Share() {
    const { notKept = false } = Route.useSearch();
    return <ShareScreen isLost={notKept} />;
  },
});
