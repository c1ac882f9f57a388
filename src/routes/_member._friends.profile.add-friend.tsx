import { createFileRoute } from '@tanstack/react-router';
import { z } from '../../protocol/index.ts';
import { AddFriendScreen } from '../features/friends/add-friend-screen.tsx';
import { linkedCode } from '../session/linked-code.ts';

export const Route = createFileRoute('/_member/_friends/profile/add-friend')({
  /** A code that was scanned elsewhere, or a link that the manifest's protocol handler brought: `web+tambay:CODE`. */
  validateSearch: z.object({ code: z.catch(z.optional(linkedCode), undefined) }),
  component: function AddFriend() {
    const { code = '' } = Route.useSearch();
    return <AddFriendScreen key={code} scannedCode={code} />;
  },
});
