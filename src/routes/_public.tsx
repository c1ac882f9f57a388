import { createFileRoute, redirect } from '@tanstack/react-router';
import { z } from '../../protocol/index.ts';
import { keepNext, returnTarget, takeNext } from '../session/return-target.ts';

/** A visitor who already has a token is redirected to the profile, or to where a link was leading (specification §2); a sign-in leads to the chats. */
export const Route = createFileRoute('/_public')({
  // Loose: what another site has asked (`loginRequestFrom`) stays in the address for a reload.
  validateSearch: z.looseObject({ next: z.catch(z.optional(z.string()), undefined) }),
  beforeLoad: ({ context, search, preload }) => {
    const state = context.session.state.value;
    if (state.kind === 'anonymous') return keepNext(search.next, context.session.lastUserId());
    const isEntering = state.kind === 'signedIn' && !preload;
    const next = isEntering ? takeNext(state.engine.userId, search.next) : search.next;
    throw redirect({ ...returnTarget(next, context.session.hasSignedInHere()), replace: true });
  },
});
