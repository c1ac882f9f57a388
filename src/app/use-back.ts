import { type NavigateOptions, useCanGoBack, useNavigate, useRouter } from '@tanstack/react-router';

export type BackTarget =
  | '/profile/messages'
  | '/posts'
  | '/profile/friends'
  | '/profile'
  | '/profile/settings'
  | '/profile/devices';

/** Back in history; an inner screen that was opened directly leads to its root instead of out of the app. */
export function useBack(root: BackTarget): () => void {
  const router = useRouter();
  const navigate = useNavigate();
  const canGoBack = useCanGoBack();
  const fallback: NavigateOptions = { to: root, replace: true };
  return () => {
    if (canGoBack) router.history.back();
    else void navigate(fallback);
  };
}
