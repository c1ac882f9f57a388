import { AuthLayout } from '../../components/auth-layout.tsx';
import { EngineProvider, useSessionState } from '../../session/services.tsx';
import { CrashNotice } from './crash-notice.tsx';
import { CrashScreen } from './crash-screen.tsx';
import { MemberNav } from './member-nav.tsx';

/** A signed-in screen threw: the way to the others stays open. */
export function MemberCrash() {
  const state = useSessionState();
  if (state.kind !== 'signedIn') return <CrashScreen />;
  return (
    <EngineProvider engine={state.engine}>
      <AuthLayout nav={<MemberNav />}>
        <CrashNotice />
      </AuthLayout>
    </EngineProvider>
  );
}
