import { createFileRoute } from '@tanstack/react-router';

/** No friend picked: the panes show the list. */
export const Route = createFileRoute('/_member/_friends/profile/friends')({});
