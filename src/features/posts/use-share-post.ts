import { useTranslation } from 'react-i18next';
import { useServices } from '../../session/services.tsx';

/** Hands a post's address to the phone's own share sheet, or copies it where there is none. */
export function useSharePost(): (postId: string) => Promise<void> {
  const { t } = useTranslation();
  const { toaster } = useServices();
  return async (postId) => {
    const url = new URL(`/posts/${postId}`, location.origin).href;
    const isShared = await navigator.share?.({ url }).then(
      () => true,
      // Closed without sharing, or not possible here: the address is copied instead only in the second case.
      (error: unknown) => error instanceof DOMException && error.name === 'AbortError',
    );
    if (isShared) return;
    await navigator.clipboard?.writeText(url);
    toaster.show({ message: t('posts.linkCopied'), variant: 'success' });
  };
}
