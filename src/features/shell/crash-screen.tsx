import { NarrowLayout } from '../../components/narrow-layout.tsx';
import { CrashNotice } from './crash-notice.tsx';

export function CrashScreen() {
  return (
    <NarrowLayout>
      <CrashNotice />
    </NarrowLayout>
  );
}
