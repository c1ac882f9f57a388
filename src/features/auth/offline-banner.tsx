import { CloudOff } from 'lucide-react';
import { useIsOnline } from '../../app/online.ts';
import { Banner } from '../../components/banner.tsx';

/**
 * That a form needs a network, while there is none. It is always in the document: the script of a prerendered page shows it
 * before the app is there (first-screen/main.ts).
 */
export function OfflineBanner({ text }: { text: string }) {
  const isOnline = useIsOnline();
  return (
    <div data-offline="" hidden={isOnline}>
      <Banner tone="spark" icon={<CloudOff size={20} />}>
        {text}
      </Banner>
    </div>
  );
}
