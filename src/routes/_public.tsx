import { createFileRoute, redirect } from '@tanstack/react-router';
import { z } from '../../protocol/index.ts';
import { returnTarget } from '../session/return-target.ts';

/** A visitor who already has a token is redirected to the profile, or to where a link was leading (specification §2). */
export const Route = createFileRoute('/_public')({
  // Loose: what another site has asked (`loginRequestFrom`) stays in the address for a reload.
  validateSearch: z.looseObject({ next: z.catch(z.optional(z.string()), undefined) }),
  beforeLoad: ({ context, search }) => {
    if (context.session.state.value.kind !== 'anonymous')
      throw redirect({ ...returnTarget(search.next), replace: true });
  },
});
